//! From the symbols of a block to its bytes in the file.

use super::Effort;
use super::fill;
use super::gather::Source;
use crate::scores::SliceScores;
use manoury_rules::Variant;
use manoury_tables::{Block, Kind, StoredOrder};
use std::io;

/// How the blocks of a file are compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Recipe {
    /// The zstd level.
    pub(super) level: i32,
    /// Whether free entries are filled by searching for matches; otherwise the last symbol is
    /// repeated.
    pub(super) matches: bool,
}

impl Recipe {
    /// The recipe for a kind of file. What each costs and gains is measured in docs/BENCHMARKS.md.
    pub(super) fn of(kind: Kind, effort: Effort) -> Self {
        let level = match (effort, kind) {
            (Effort::Fast, _) => 3,
            (Effort::Normal, Kind::Wdl) => 19,
            (Effort::Normal, Kind::Distance(_)) => 12,
            (Effort::Max, _) => 22,
        };
        Recipe { level, matches: effort == Effort::Max && kind == Kind::Wdl }
    }
}

/// What compressing a block reuses.
pub(super) struct Compressor {
    recipe: Recipe,
    zstd: Option<zstd::bulk::Compressor<'static>>,
    symbols: Vec<u16>,
    packed: Vec<u8>,
}

impl Compressor {
    pub(super) fn new(recipe: Recipe) -> Self {
        Compressor { recipe, zstd: None, symbols: Vec::new(), packed: Vec::new() }
    }

    /// The block of `count` entries from `first` on with one side to move.
    pub(super) fn block<V: Variant, S: SliceScores>(
        &mut self,
        source: &Source<'_, V, S>,
        order: &StoredOrder,
        side: usize,
        first: u64,
        count: u64,
    ) -> io::Result<Block> {
        source.gather(order, side, first, count, &mut self.symbols);
        if self.recipe.matches {
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
        let zstd = match &mut self.zstd {
            Some(zstd) => zstd,
            none => {
                let mut zstd = zstd::bulk::Compressor::new(self.recipe.level)?;
                // The index has a checksum of every block, and the header its length.
                zstd.include_checksum(false)?;
                zstd.include_contentsize(false)?;
                none.insert(zstd)
            }
        };
        zstd.compress(&self.packed).map(Block::Encoded)
    }
}
