//! From the symbols of a block to its bytes in the file.

use super::Effort;
use super::fill::{self, Fill};
use super::gather::FREE;
use manoury_tables::{BLOCK_LEN, Bits, Block, Density, Encoder, Kind, Packing};
use std::io;

/// How the blocks of a file are compressed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Recipe {
    /// The zstd level.
    pub(super) level: i32,
    /// The ways to fill free entries that are tried; the shortest block is kept.
    pub(super) fills: &'static [Fill],
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
        Recipe { level, fills: if effort == Effort::Max { &Fill::ALL } else { &[Fill::Repeat] } }
    }
}

/// What compressing a block reuses.
pub(super) struct Compressor {
    recipe: Recipe,
    encoder: Option<Encoder>,
    filled: Vec<u16>,
    packed: Vec<u8>,
}

impl Compressor {
    pub(super) fn new(recipe: Recipe) -> Self {
        Compressor { recipe, encoder: None, filled: Vec::new(), packed: Vec::new() }
    }

    /// The block of some symbols, whose free entries are filled. The symbols are used up.
    ///
    /// # Errors
    /// There is no memory for it, or the block has too many exceptions.
    pub(super) fn block(&mut self, packing: Packing, symbols: &mut [u16]) -> io::Result<Block> {
        let bits = (packing.density() == Density::Planes).then(|| Bits::split(symbols, FREE));
        let density = if bits.is_some() { Density::Eight } else { packing.density() };
        let encoder = match &mut self.encoder {
            Some(encoder) => encoder,
            none => none.insert(Encoder::new(self.recipe.level)?),
        };
        let mut best: Option<Block> = None;
        for &way in self.recipe.fills {
            self.filled.clear();
            self.filled.extend_from_slice(symbols);
            fill::fill(way, density, &mut self.filled);
            self.packed.clear();
            let block = match &bits {
                None => {
                    packing.pack(&self.filled, &mut self.packed);
                    encoder.block(&self.packed)?
                }
                Some(bits) => match bits.constant(&self.filled) {
                    Some(constant) => Block::Constant(constant),
                    None => {
                        bits.pack(&self.filled, &mut self.packed);
                        if self.packed.len() as u64 > BLOCK_LEN {
                            return Err(io::Error::other("a block with too many exceptions"));
                        }
                        encoder.compressed(&self.packed)?
                    }
                },
            };
            if best.as_ref().is_none_or(|best| bytes(&block) < bytes(best)) {
                best = Some(block);
            }
        }
        best.ok_or_else(|| io::Error::other("no way to fill free entries"))
    }
}

/// Bytes that a block takes in the file.
pub(super) fn bytes(block: &Block) -> usize {
    match block {
        Block::Constant(_) => 0,
        Block::Encoded(bytes) => bytes.len(),
    }
}
