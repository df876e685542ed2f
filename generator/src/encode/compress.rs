//! From the symbols of a block to its bytes in the file.

use super::Effort;
use super::fill;
use super::gather::{Source, Symbols};
use crate::scores::SliceScores;
use manoury_rules::Variant;
use manoury_tables::{Block, Encoder, Kind, StoredOrder};
use std::io;

/// How the blocks of a file are compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Recipe {
    /// The zstd level.
    pub(super) level: i32,
    /// Whether free entries are also filled by searching for matches, and the shorter block is kept;
    /// otherwise the last symbol is repeated.
    pub(super) matches: bool,
}

impl Recipe {
    /// The recipe for a kind of file. What each costs and gains is measured in docs/BENCHMARKS.md.
    pub(super) fn of(kind: Kind, effort: Effort) -> Self {
        let level = match (effort, kind) {
            (Effort::Fast, _) => 3,
            (Effort::Normal, Kind::Wdl) => 19,
            (Effort::Normal, Kind::Distance(_)) => 14,
            (Effort::Max, Kind::Wdl) => 22,
            (Effort::Max, Kind::Distance(_)) => 19,
        };
        Recipe { level, matches: effort == Effort::Max }
    }
}

/// What compressing a block reuses.
pub(super) struct Compressor {
    recipe: Recipe,
    encoder: Option<Encoder>,
    symbols: Vec<u16>,
    packed: Vec<u8>,
}

impl Compressor {
    pub(super) fn new(recipe: Recipe) -> Self {
        Compressor { recipe, encoder: None, symbols: Vec::new(), packed: Vec::new() }
    }

    /// The block of `count` entries from `first` on with one side to move.
    pub(super) fn block<V: Variant, S: SliceScores>(
        &mut self,
        source: &Source<'_, V, S>,
        symbols: &Symbols,
        order: &StoredOrder,
        side: usize,
        first: u64,
        count: u64,
    ) -> io::Result<Block> {
        source.gather(symbols, order, side, first, count, &mut self.symbols);
        let matched = self.recipe.matches.then(|| {
            let mut matched = self.symbols.clone();
            fill::longest_match(symbols.packing, &mut matched);
            matched
        });
        fill::repeat_last(&mut self.symbols);
        let encoder = match &mut self.encoder {
            Some(encoder) => encoder,
            none => none.insert(Encoder::new(self.recipe.level)?),
        };
        let mut pack = |filled: &[u16]| {
            self.packed.clear();
            symbols.packing.pack(filled, &mut self.packed);
            encoder.block(&self.packed)
        };
        let mut best = pack(&self.symbols)?;
        if let Some(matched) = matched {
            let other = pack(&matched)?;
            if bytes(&other) < bytes(&best) {
                best = other;
            }
        }
        Ok(best)
    }
}

/// Bytes that a block takes in the file.
pub(super) fn bytes(block: &Block) -> usize {
    match block {
        Block::Constant(_) => 0,
        Block::Encoded(bytes) => bytes.len(),
    }
}
