//! A decoded block as the cache keeps it: small, and any byte of it at hand.
//!
//! The packed entries of a block are long stretches of equal bytes with restless places between
//! them. So a block is cut into lines of [`LINE`] bytes, and of a line only those bytes are kept
//! that differ from the one before, with a mask that says where they stand. Lines that are equal
//! are kept once. All outcomes of five pieces take a quarter of their packed bytes so, and a byte
//! costs no more to find than a count of bits.

use manoury_tables::{BLOCK_LEN, BlockBytes};
use std::sync::Arc;

/// Bytes of a line: as many as a mask has bits.
const LINE: usize = 64;

/// Most lines of a block.
const LINES: usize = (BLOCK_LEN as usize).div_ceil(LINE);

/// Bytes of a mask.
const MASK: usize = size_of::<u64>();

/// Set in the length of a block that is kept as it is: lines would take more.
const PLAIN: u16 = 1 << 15;

/// A decoded block. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) enum CachedBlock {
    /// So many times the same byte.
    Constant(u8, u16),
    /// Anything else.
    Lines(Lines),
}

/// The lines of a block.
///
/// First its length (2 bytes), then for each line where it begins (2 bytes), then the lines: the
/// mask, with a bit for each byte that differs from the one before, the first one always, and those
/// bytes. Plain, the length and the bytes. Numbers are little-endian.
#[derive(Clone, Debug)]
pub(crate) struct Lines(Arc<[u8]>);

impl CachedBlock {
    /// Bytes of memory.
    pub(crate) fn weight(&self) -> u64 {
        match self {
            CachedBlock::Constant(..) => 0,
            CachedBlock::Lines(lines) => lines.0.len() as u64,
        }
    }
}

impl BlockBytes for CachedBlock {
    #[inline(always)]
    fn byte(&self, at: usize) -> Option<u8> {
        match self {
            CachedBlock::Constant(byte, len) => (at < *len as usize).then_some(*byte),
            CachedBlock::Lines(lines) => lines.byte(at),
        }
    }
}

impl Lines {
    #[inline(always)]
    fn number(&self, at: usize) -> Option<u16> {
        Some(u16::from_le_bytes(*self.0.get(at..)?.first_chunk()?))
    }

    #[inline(always)]
    fn byte(&self, at: usize) -> Option<u8> {
        let len = self.number(0)?;
        if at >= (len & !PLAIN) as usize {
            return None;
        }
        if len & PLAIN != 0 {
            return self.0.get(2 + at).copied();
        }
        let line = self.number(2 + 2 * (at / LINE))? as usize;
        let mask = u64::from_le_bytes(*self.0.get(line..)?.first_chunk()?);
        let changes = (mask << (LINE - 1 - at % LINE)).count_ones() as usize;
        self.0.get(line + MASK - 1 + changes).copied()
    }
}

/// Makes [`CachedBlock`]s; keeps what it needs for that from block to block.
pub(crate) struct Shrinker {
    out: Vec<u8>,
    /// By hash the lines that are kept: where they begin in the block and in `out`. The number of
    /// the block comes first, so that nothing need be cleared.
    known: Vec<Known>,
    block: u32,
}

/// A line that is kept.
#[derive(Clone, Copy, Default)]
struct Known {
    block: u32,
    source: u16,
    place: u16,
}

/// Places for known lines, four for each line.
const PLACES: usize = 4 * LINES;

impl Shrinker {
    pub(crate) fn new() -> Self {
        Shrinker { out: Vec::new(), known: vec![Known::default(); PLACES], block: 0 }
    }

    /// Keeps a block of at most [`BLOCK_LEN`] bytes.
    pub(crate) fn shrink(&mut self, bytes: &[u8]) -> CachedBlock {
        self.next_block();
        let lines = bytes.len().div_ceil(LINE);
        self.out.clear();
        self.out.extend((bytes.len() as u16).to_le_bytes());
        self.out.resize(2 + 2 * lines, 0);
        for (i, line) in bytes.chunks(LINE).enumerate() {
            let place = self.line(bytes, i * LINE, line);
            self.out[2 + 2 * i..4 + 2 * i].copy_from_slice(&place.to_le_bytes());
        }
        if self.out.len() > 2 + bytes.len() {
            self.out.clear();
            self.out.extend((bytes.len() as u16 | PLAIN).to_le_bytes());
            self.out.extend_from_slice(bytes);
        }
        CachedBlock::Lines(Lines(self.out.as_slice().into()))
    }

    fn next_block(&mut self) {
        self.block = self.block.wrapping_add(1);
        if self.block == 0 {
            self.known.fill(Known::default());
            self.block = 1;
        }
    }

    /// Where the line that begins at `source` is kept.
    #[inline]
    fn line(&mut self, bytes: &[u8], source: usize, line: &[u8]) -> u16 {
        let mut full = [0; LINE];
        full[..line.len()].copy_from_slice(line);
        let known = &mut self.known[hash(&full)];
        if known.block == self.block {
            let old = &bytes[known.source as usize..];
            if old.get(..line.len()) == Some(line) {
                return known.place;
            }
        }
        // Less than 2^16: a line takes at most LINE + MASK bytes.
        let place = self.out.len() as u16;
        *known = Known { block: self.block, source: source as u16, place };
        let mut mask = changes(&full);
        if line.len() < LINE {
            mask &= (1 << line.len()) - 1;
        }
        self.out.extend(mask.to_le_bytes());
        while mask != 0 {
            self.out.push(line[mask.trailing_zeros() as usize % LINE]);
            mask &= mask - 1;
        }
        place
    }
}

/// A place for a line.
#[inline]
fn hash(line: &[u8; LINE]) -> usize {
    let (words, _) = line.as_chunks::<8>();
    let mixed = words.iter().fold(0u64, |hash, &word| {
        (hash.rotate_left(5) ^ u64::from_le_bytes(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    });
    (mixed >> (u64::BITS - PLACES.ilog2())) as usize
}

/// A bit for each byte that differs from the one before, and for the first.
#[inline]
fn changes(line: &[u8; LINE]) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    // Brings the highest bits of eight bytes together in the highest byte.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let (words, _) = line.as_chunks::<8>();
    let mut mask = 0;
    let mut before = !(line[0] as u64);
    for (i, &word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(word);
        let differs = word ^ (word << 8 | before & 0xff);
        let differs = (((differs & LOW) + LOW) | differs) & !LOW;
        mask |= ((differs >> 7).wrapping_mul(GATHER) >> 56) << (8 * i);
        before = word >> 56;
    }
    mask
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A block whose bytes change about `restless` times in 256.
    fn block(seed: u64, len: usize, restless: u64) -> Vec<u8> {
        let mut state = seed;
        let mut byte = 0;
        std::iter::repeat_with(|| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            if state >> 56 < restless {
                byte = (state >> 33) as u8;
            }
            byte
        })
        .take(len)
        .collect()
    }

    #[test]
    fn every_byte_comes_back_and_none_behind_the_last() {
        let mut shrinker = Shrinker::new();
        let most = BLOCK_LEN as usize;
        for len in [0, 1, 2, 63, 64, 65, 127, 128, 1000, most - 1, most] {
            for restless in [0, 1, 16, 128, 256] {
                let bytes = block(len as u64 + restless, len, restless);
                let kept = shrinker.shrink(&bytes);
                for (at, &byte) in bytes.iter().enumerate() {
                    assert_eq!(kept.byte(at), Some(byte), "{at} of {len}, {restless}");
                }
                for at in [len, len + 1, len + LINE, most, most + 1, usize::MAX / 2] {
                    if at >= len {
                        assert_eq!(kept.byte(at), None, "{at} of {len}");
                    }
                }
                assert!(kept.weight() as usize <= len + 2 + 2 * len.div_ceil(LINE) + LINE + MASK);
            }
        }
    }

    #[test]
    fn masks_agree_with_a_look_at_each_byte() {
        for seed in 0..200 {
            let line: [u8; LINE] = block(seed, LINE, seed * 2).try_into().unwrap();
            let differs = |i: usize| i == 0 || line[i] != line[i - 1];
            let expected = (0..LINE).fold(0, |mask, i| mask | u64::from(differs(i)) << i);
            assert_eq!(changes(&line), expected, "{line:?}");
        }
    }

    #[test]
    fn stretches_and_lines_that_come_again_take_little() {
        let mut shrinker = Shrinker::new();
        let row = block(1, 256, 256);
        let rows: Vec<u8> = row.iter().copied().cycle().take(BLOCK_LEN as usize).collect();
        assert!(shrinker.shrink(&rows).weight() < 1000);
        assert!(shrinker.shrink(&block(2, BLOCK_LEN as usize, 1)).weight() < 4000);
        // What does not shrink is kept as it is.
        let noise = block(3, BLOCK_LEN as usize, 256);
        assert_eq!(shrinker.shrink(&noise).weight(), BLOCK_LEN + 2);
    }

    #[test]
    fn the_count_of_blocks_may_run_over() {
        let mut shrinker = Shrinker::new();
        shrinker.block = u32::MAX - 1;
        for seed in 0..4 {
            let bytes = block(seed, 5000, 40);
            let kept = shrinker.shrink(&bytes);
            assert!(bytes.iter().enumerate().all(|(at, &byte)| kept.byte(at) == Some(byte)));
        }
    }
}
