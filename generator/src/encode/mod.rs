//! From scores to a table file: counting, ordering, filling, compressing.

mod fill;
mod gather;
mod statistics;

use crate::scores::SliceScores;
use gather::Source;
use manoury_rules::Variant;
use manoury_tables::{
    BLOCK_LEN, Block, Header, Index, Kind, Layout, Slice, TableName, write_table,
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
    out: &mut dyn Write,
) -> io::Result<Option<u64>> {
    let index = Index::<V>::new(slice);
    let Some(packing) = gather::packing::<V>(slice, kind, values.scores) else { return Ok(None) };
    let source = Source { index, kind, packing, scores: values.scores };
    let block_entries = packing.entries(BLOCK_LEN);
    let layout = choose_layout(&source, block_entries, effort);
    let level = level(kind, effort);
    let side_blocks = index.len().div_ceil(block_entries);
    let blocks = (0..side_blocks * slice.sides() as u64)
        .into_par_iter()
        .map_init(
            || Compressor::new(level),
            |compressor, block| {
                let side = (block / side_blocks) as usize;
                let first = block % side_blocks * block_entries;
                let count = block_entries.min(index.len() - first);
                compressor.block(&source, &layout, side, first, count)
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
        packing,
        order: layout.order(),
        entries: index.len(),
        block_entries: block_entries as u32,
        length: 0,
        statistics,
        index_crc: 0,
    };
    write_table(header, &blocks, out).map(Some)
}

/// The zstd level of a kind.
fn level(kind: Kind, effort: Effort) -> i32 {
    match (effort, kind) {
        (Effort::Fast, _) => 3,
        (Effort::Normal, Kind::Wdl) => 19,
        (Effort::Normal, Kind::Distance(_)) => 12,
        (Effort::Max, _) => 22,
    }
}

/// Blocks that a layout is tried on.
const SAMPLES: u64 = 4;

/// The level at which layouts are compared.
const SAMPLE_LEVEL: i32 = 3;

/// The layout that makes a sample of the blocks smallest.
fn choose_layout<V: Variant, S: SliceScores>(
    source: &Source<'_, V, S>,
    block_entries: u64,
    effort: Effort,
) -> Layout<V> {
    let slice = source.slice();
    let layouts: Vec<Layout<V>> = Layout::<V>::orders(slice)
        .into_iter()
        .filter_map(|order| Layout::new(slice, order))
        .collect();
    let samples = match effort {
        Effort::Fast => 1,
        Effort::Normal => SAMPLES,
        Effort::Max => SAMPLES * 16,
    };
    let len = source.index.len();
    let count = block_entries.min(len);
    let starts: Vec<(usize, u64)> = (0..slice.sides())
        .flat_map(|side| {
            (0..samples).map(move |i| (side, (len - count) * (2 * i + 1) / (2 * samples)))
        })
        .collect();
    let sizes: Vec<usize> = layouts
        .par_iter()
        .map_init(
            || Compressor::new(SAMPLE_LEVEL),
            |compressor, layout| {
                starts
                    .iter()
                    .map(|&(side, first)| {
                        match compressor.block(source, layout, side, first, count) {
                            Ok(Block::Encoded(bytes)) => bytes.len(),
                            Ok(Block::Constant(_)) => 0,
                            Err(_) => usize::MAX / 64,
                        }
                    })
                    .sum()
            },
        )
        .collect();
    let best = (0..layouts.len()).min_by_key(|&i| sizes[i]).unwrap_or(0);
    layouts[best]
}

/// What compressing a block reuses.
struct Compressor {
    level: i32,
    zstd: Option<zstd::bulk::Compressor<'static>>,
    symbols: Vec<u16>,
    packed: Vec<u8>,
}

impl Compressor {
    fn new(level: i32) -> Self {
        Compressor { level, zstd: None, symbols: Vec::new(), packed: Vec::new() }
    }

    fn block<V: Variant, S: SliceScores>(
        &mut self,
        source: &Source<'_, V, S>,
        layout: &Layout<V>,
        side: usize,
        first: u64,
        count: u64,
    ) -> io::Result<Block> {
        source.gather(layout, side, first, count, &mut self.symbols);
        if self.level >= 22 && source.packing.is_outcomes() {
            fill::longest_match(source.packing, &mut self.symbols);
        } else {
            fill::repeat_last(&mut self.symbols);
        }
        self.packed.clear();
        source.packing.pack(&self.symbols, &mut self.packed);
        self.compress()
    }

    fn compress(&mut self) -> io::Result<Block> {
        let first = self.packed.first().copied().unwrap_or(0);
        if self.packed.iter().all(|&byte| byte == first) {
            return Ok(Block::Constant(first));
        }
        if self.zstd.is_none() {
            let mut zstd = zstd::bulk::Compressor::new(self.level)?;
            zstd.include_checksum(false)?;
            zstd.include_contentsize(false)?;
            self.zstd = Some(zstd);
        }
        match &mut self.zstd {
            Some(zstd) => zstd.compress(&self.packed).map(Block::Encoded),
            None => Err(io::ErrorKind::OutOfMemory.into()),
        }
    }
}
