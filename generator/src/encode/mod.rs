//! From scores to a table file: counting, ordering, filling, compressing.

mod compress;
mod fill;
mod gather;
mod order;
mod statistics;

use crate::scores::SliceScores;
use compress::{Compressor, Recipe};
use gather::{FREE, Source};
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

/// Entries that are gathered before they are compressed, 2 bytes each.
const PORTION: u64 = 1 << 27;

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
    out: &mut dyn Write,
) -> io::Result<Option<u64>> {
    let source = Source { index: Index::<V>::new(slice), scores: values.scores };
    let packings = source.packings(kind);
    let Some((symbols, layout)) = order::choose(&source, &packings, kind, effort) else {
        return Ok(None);
    };
    let order = StoredOrder::new(&layout);
    let block_entries = symbols.packing.entries(BLOCK_LEN);
    let mut blocks = Vec::new();
    let mut portion = Vec::new();
    let at_once = (PORTION / block_entries).max(1) * block_entries;
    for side in 0..slice.sides() {
        for first in (0..layout.len()).step_by(at_once as usize) {
            let count = at_once.min(layout.len() - first);
            portion.resize(count as usize, FREE);
            source.gather_all(symbols, &order, side, first, &mut portion);
            let encoded = portion
                .par_chunks_mut(block_entries as usize)
                .map_init(
                    || Compressor::new(Recipe::of(kind, effort)),
                    |compressor, block| compressor.block(symbols.packing, block),
                )
                .collect::<io::Result<Vec<Block>>>()?;
            blocks.extend(encoded);
        }
    }
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
    };
    write_table(header, &blocks, out).map(Some)
}
