//! From scores to a table file: counting, ordering, filling, compressing.

mod compress;
mod fill;
mod gather;
mod order;
mod statistics;

use crate::meter::{Meter, Phase};
use crate::progress::Part;
use crate::scores::SliceScores;
use compress::{Compressor, Recipe};
use gather::Source;
use manoury_rules::Variant;
use manoury_tables::{
    BLOCK_LEN, Block, Header, Index, Kind, Slice, StoredOrder, TableName, write_table,
};
use rayon::prelude::*;
use std::io::{self, Write};

pub use statistics::count;

/// How hard to compress. Reading is equally fast whatever the effort.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effort {
    /// Quickly.
    Fast,
    /// As is worth while when solving takes as long.
    #[default]
    Normal,
    /// As small as can be.
    Max,
}

/// The values of a slice and what is known of their outcomes.
pub struct Values<'a, S> {
    /// Outcomes under the draw limits, with DTC.
    pub dtc: &'a S,
    /// Scores in the metric of the file; for a WDL file the same as `dtc`.
    pub scores: &'a S,
}

/// Writes the table file of a slice and kind. The bytes do not depend on the number of threads.
/// Returns their number, or `None` if a distance does not fit a file.
///
/// # Errors
/// Writing fails.
pub fn encode<V: Variant, S: SliceScores>(
    slice: Slice,
    kind: Kind,
    values: &Values<'_, S>,
    effort: Effort,
    meter: &Meter<'_>,
    out: &mut dyn Write,
) -> io::Result<Option<u64>> {
    let _running = meter.enter(Phase::Encoding);
    let source = Source { index: Index::<V>::new(slice), scores: values.scores };
    let packings = source.packings(kind);
    let Some((symbols, layout)) = order::choose(&source, &packings, kind, effort) else {
        return Ok(None);
    };
    let order = StoredOrder::new(&layout);
    let block_entries = symbols.packing.entries(BLOCK_LEN);
    let side_blocks = layout.len().div_ceil(block_entries);
    let blocks = (0..side_blocks * slice.sides() as u64)
        .into_par_iter()
        .map_init(
            || (Compressor::new(Recipe::of(kind, effort)), meter.enter(Phase::Encoding)),
            |(compressor, _), block| {
                let side = (block / side_blocks) as usize;
                let first = block % side_blocks * block_entries;
                let count = block_entries.min(layout.len() - first);
                let block = compressor.block(&source, symbols, &order, side, first, count);
                meter.advance(Part::Encode(kind), count, layout.len() * slice.sides() as u64);
                block
            },
        )
        .collect::<io::Result<Vec<Block>>>()?;
    let statistics = (0..slice.sides())
        .map(|side| count::<V>(slice, kind, side, values.dtc, values.scores))
        .collect();
    let header = Header {
        variant: V::CODE,
        limits: V::LIMITS,
        name: TableName { slice, kind },
        packing: symbols.packing,
        order: layout.order(),
        squares: layout.squares(),
        entries: layout.len(),
        block_entries: block_entries as u32,
        length: 0,
        statistics,
        index_crc: 0,
        histogram_len: 0,
    };
    write_table(header, &blocks, out).map(Some)
}
