//! From the symbols of a block to its bytes in the file.

use super::Effort;
use super::fill;
use manoury_tables::{Block, Encoder, Kind, Packing};
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
            (Effort::Normal, _) => 8,
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
    packed: Vec<u8>,
}

impl Compressor {
    pub(super) fn new(recipe: Recipe) -> Self {
        Compressor { recipe, encoder: None, packed: Vec::new() }
    }

    /// The block of some symbols, whose free entries are filled.
    pub(super) fn block(&mut self, packing: Packing, symbols: &mut [u16]) -> io::Result<Block> {
        let matched = self.recipe.matches.then(|| {
            let mut matched = symbols.to_vec();
            fill::longest_match(packing, &mut matched);
            matched
        });
        fill::repeat_last(symbols);
        let encoder = match &mut self.encoder {
            Some(encoder) => encoder,
            none => none.insert(Encoder::new(self.recipe.level)?),
        };
        let mut pack = |filled: &[u16]| {
            self.packed.clear();
            packing.pack(filled, &mut self.packed);
            encoder.block(&self.packed)
        };
        let mut best = pack(symbols)?;
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
