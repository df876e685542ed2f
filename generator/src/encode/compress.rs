//! From the symbols of a block to its bytes in the file.

use super::Effort;
use super::fill::{self, Fill};
use super::gather::FREE;
use manoury_tables::{BLOCK_LEN, Bits, Block, Density, Dictionary, Encoder, Kind, Packing};
use std::{io, mem};

/// How the blocks of a file are compressed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Recipe {
    /// The zstd level.
    pub(super) level: i32,
    /// The ways to fill free entries that are tried; the shortest block is kept.
    pub(super) fills: &'static [Fill],
    /// Whether blocks may share a dictionary.
    pub(super) dictionary: bool,
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
        let max = effort == Effort::Max;
        Recipe { level, fills: if max { &Fill::ALL } else { &[Fill::Repeat] }, dictionary: max }
    }
}

/// What compressing a block reuses.
pub(super) struct Compressor<'d> {
    recipe: Recipe,
    dictionary: &'d Dictionary,
    encoder: Option<Encoder>,
    filled: Vec<u16>,
    tried: Vec<u8>,
    /// The packed symbols of the shortest block so far.
    packed: Vec<u8>,
}

impl<'d> Compressor<'d> {
    pub(super) fn new(recipe: Recipe, dictionary: &'d Dictionary) -> Self {
        let (filled, tried, packed) = (Vec::new(), Vec::new(), Vec::new());
        Compressor { recipe, dictionary, encoder: None, filled, tried, packed }
    }

    /// The packed symbols of the last block, filled as they are in the file.
    pub(super) fn packed(&self) -> &[u8] {
        &self.packed
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
            none => none.insert(Encoder::new(self.recipe.level, self.dictionary)?),
        };
        let mut best: Option<Block> = None;
        for &way in self.recipe.fills {
            self.filled.clear();
            self.filled.extend_from_slice(symbols);
            fill::fill(way, density, &mut self.filled);
            self.tried.clear();
            let block = match &bits {
                None => {
                    packing.pack(&self.filled, &mut self.tried);
                    encoder.block(&self.tried)?
                }
                Some(bits) => match bits.constant(&self.filled) {
                    Some(constant) => Block::Constant(constant),
                    None => {
                        bits.pack(&self.filled, &mut self.tried);
                        if self.tried.len() as u64 > BLOCK_LEN {
                            return Err(io::Error::other("a block with too many exceptions"));
                        }
                        encoder.compressed(&self.tried)?
                    }
                },
            };
            if best.as_ref().is_none_or(|best| bytes(&block) < bytes(best)) {
                best = Some(block);
                mem::swap(&mut self.tried, &mut self.packed);
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
