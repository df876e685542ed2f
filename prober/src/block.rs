//! A decoded block as the cache keeps it: small, and any byte of it at hand.
//!
//! The packed entries of a block are long stretches of equal bytes with restless places between
//! them. So a block is cut into lines of [`LINE`] bytes, and of a line only those bytes are kept
//! that differ from the one before, with a mask that says where they stand. Lines that are equal
//! are kept once. All outcomes of five pieces take a quarter of their packed bytes so, and a byte
//! costs no more to find than a count of bits.

use crate::arena::WORD;
use manoury_tables::{BlockBytes, DECODED_LEN};
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes of a line: as many as a mask has bits.
const LINE: usize = 64;

/// Most lines of a block.
const LINES: usize = (DECODED_LEN as usize).div_ceil(LINE);

/// Bytes of a mask.
const MASK: usize = size_of::<u64>();

/// Set in the length of a block that is kept as it is: lines would take more.
const PLAIN: u16 = 1 << 15;

/// A block in the words of the cache; behind it there may be others.
///
/// First its length (2 bytes), then for each line where it begins (2 bytes), then the lines: the
/// mask, with a bit for each byte that differs from the one before, the first one always, and those
/// bytes. Plain, the length and the bytes. Numbers are little-endian, and so are words.
///
/// While it is looked at another block may take its place, and then what it says is wrong: whoever
/// looks must find that out, see [`crate::cache`]. Nothing worse than that happens.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lines<'a>(pub(crate) &'a [AtomicU64]);

impl Lines<'_> {
    #[inline(always)]
    fn word(&self, at: usize) -> Option<u64> {
        Some(self.0.get(at)?.load(Ordering::Relaxed))
    }

    #[inline(always)]
    fn part(&self, at: usize) -> Option<u64> {
        Some(self.word(at / WORD)? >> (8 * (at % WORD)))
    }

    /// The eight bytes from a place.
    #[inline(always)]
    fn long(&self, at: usize) -> Option<u64> {
        let low = self.part(at)?;
        let shift = 8 * (at % WORD) as u32;
        if shift == 0 {
            return Some(low);
        }
        Some(low | self.word(at / WORD + 1)? << (u64::BITS - shift))
    }
}

impl BlockBytes for Lines<'_> {
    #[inline(always)]
    fn byte(&self, at: usize) -> Option<u8> {
        let len = self.part(0)? as u16;
        if at >= (len & !PLAIN) as usize {
            return None;
        }
        if len & PLAIN != 0 {
            return Some(self.part(2 + at)? as u8);
        }
        let line = self.part(2 + 2 * (at / LINE))? as u16 as usize;
        let changes = (self.long(line)? << (LINE - 1 - at % LINE)).count_ones() as usize;
        Some(self.part(line + MASK - 1 + changes)? as u8)
    }
}

/// Writes blocks as [`Lines`]; keeps what it needs for that from block to block.
pub(crate) struct Shrinker {
    /// Room for the longest; what is written is counted by `len`, so that no byte is pushed.
    out: Box<[u8]>,
    len: usize,
    /// By hash the lines that are kept: their numbers, and where they are in `out`. With them goes
    /// the number of the block, so that nothing need be cleared.
    known: Vec<Known>,
    block: u32,
}

/// A line that is kept.
#[derive(Clone, Copy, Default)]
struct Known {
    block: u32,
    line: u16,
    place: u16,
}

/// Most bytes of the lines of a block with all before them, in whole words.
const ROOM: usize = (2 + LINES * (2 + MASK + LINE)).next_multiple_of(WORD);

/// Places for known lines, four for each line.
const PLACES: usize = 4 * LINES;

impl Shrinker {
    pub(crate) fn new() -> Self {
        let known = vec![Known::default(); PLACES];
        Shrinker { out: vec![0; ROOM].into(), len: 0, known, block: 0 }
    }

    /// The words of a block of at most [`DECODED_LEN`] bytes.
    pub(crate) fn shrink<'a>(
        &'a mut self,
        bytes: &[u8],
    ) -> impl ExactSizeIterator<Item = u64> + use<'a> {
        self.next_block();
        let (lines, rest) = bytes.as_chunks::<LINE>();
        // The last line goes on with its last byte, which changes nothing.
        let mut last = [rest.last().copied().unwrap_or(0); LINE];
        last[..rest.len()].copy_from_slice(rest);
        let ends = if rest.is_empty() { &[][..] } else { std::slice::from_ref(&last) };
        self.out[..2].copy_from_slice(&(bytes.len() as u16).to_le_bytes());
        self.len = 2 + 2 * (lines.len() + ends.len());
        let mut before: (Option<&[u8; LINE]>, u16) = (None, 0);
        for (i, line) in lines.iter().chain(ends).enumerate() {
            if before.0 != Some(line) {
                before = (Some(line), self.line(lines, i, line));
            }
            self.out[2 + 2 * i..4 + 2 * i].copy_from_slice(&before.1.to_le_bytes());
        }
        if self.len > 2 + bytes.len() {
            self.out[..2].copy_from_slice(&(bytes.len() as u16 | PLAIN).to_le_bytes());
            self.out[2..2 + bytes.len()].copy_from_slice(bytes);
            self.len = 2 + bytes.len();
        }
        let whole = self.len.next_multiple_of(WORD);
        self.out[self.len..whole].fill(0);
        let (words, _) = self.out[..whole].as_chunks::<WORD>();
        words.iter().map(|&word| u64::from_le_bytes(word))
    }

    fn next_block(&mut self) {
        self.block = self.block.wrapping_add(1);
        if self.block == 0 {
            self.known.fill(Known::default());
            self.block = 1;
        }
    }

    /// Where the line of a number is kept; `lines` are those that it may be equal to.
    #[inline(always)]
    fn line(&mut self, lines: &[[u8; LINE]], number: usize, line: &[u8; LINE]) -> u16 {
        let known = &mut self.known[hash(line)];
        if known.block == self.block && lines.get(known.line as usize) == Some(line) {
            return known.place;
        }
        // Less than 2^16: a line takes at most LINE + MASK bytes.
        let place = self.len as u16;
        *known = Known { block: self.block, line: number as u16, place };
        let mut mask = changes(line);
        let kept = mask.count_ones() as usize;
        let (head, bytes) = self.out[self.len..][..MASK + kept].split_at_mut(MASK);
        head.copy_from_slice(&mask.to_le_bytes());
        for byte in bytes {
            *byte = line[mask.trailing_zeros() as usize % LINE];
            mask &= mask - 1;
        }
        self.len += MASK + kept;
        place
    }
}

/// A place for a line.
#[inline]
fn hash(line: &[u8; LINE]) -> usize {
    // Products that do not wait for one another.
    const FACTORS: [u64; LINE / 8] = [
        0x9e37_79b9_7f4a_7c15,
        0xbf58_476d_1ce4_e5b9,
        0x94d0_49bb_1331_11eb,
        0xd6e8_feb8_6659_fd93,
        0xff51_afd7_ed55_8ccd,
        0xc4ce_b9fe_1a85_ec53,
        0x5851_f42d_4c95_7f2d,
        0x2545_f491_4f6c_dd1d,
    ];
    let (words, _) = line.as_chunks::<8>();
    let mixed = words.iter().zip(FACTORS).fold(0u64, |sum, (&word, factor)| {
        let word = u64::from_le_bytes(word);
        sum.wrapping_add((word ^ word >> 32).wrapping_mul(factor))
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

    /// A block's words, with others behind it as in the cache.
    fn words(shrinker: &mut Shrinker, bytes: &[u8]) -> Vec<AtomicU64> {
        shrinker.shrink(bytes).chain([u64::MAX; 3]).map(AtomicU64::new).collect()
    }

    fn comes_back(shrinker: &mut Shrinker, bytes: &[u8]) -> bool {
        let words = words(shrinker, bytes);
        bytes.iter().enumerate().all(|(at, &byte)| Lines(&words).byte(at) == Some(byte))
    }

    #[test]
    fn every_byte_comes_back_and_none_behind_the_last() {
        let mut shrinker = Shrinker::new();
        let most = DECODED_LEN as usize;
        for len in [0, 1, 2, 63, 64, 65, 127, 128, 1000, most - 1, most] {
            for restless in [0, 1, 16, 128, 256] {
                let bytes = block(len as u64 + restless, len, restless);
                assert!(comes_back(&mut shrinker, &bytes), "{len}, {restless}");
                let words = words(&mut shrinker, &bytes);
                for at in [len, len + 1, len + LINE, most, most + 1, usize::MAX / 2] {
                    if at >= len {
                        assert_eq!(Lines(&words).byte(at), None, "{at} of {len}");
                    }
                }
            }
        }
    }

    #[test]
    fn nonsense_is_no_byte_or_a_wrong_one() {
        let mut state = 1u64;
        for len in 0..300 {
            let mut word = || {
                state =
                    state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                AtomicU64::new(state)
            };
            let words: Vec<AtomicU64> = (0..len).map(|_| word()).collect();
            for at in 0..1000 {
                let _ = Lines(&words).byte(17 * at);
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
        const LONG: usize = 16 << 10;
        let mut shrinker = Shrinker::new();
        let row = block(1, 256, 256);
        let rows: Vec<u8> = row.iter().copied().cycle().take(LONG).collect();
        assert!(shrinker.shrink(&rows).len() * WORD < 1000);
        assert!(shrinker.shrink(&block(2, LONG, 1)).len() * WORD < 4000);
        // What does not shrink is kept as it is.
        let noise = block(3, LONG, 256);
        assert_eq!(shrinker.shrink(&noise).len() * WORD, LONG + WORD);
    }

    #[test]
    fn the_count_of_blocks_may_run_over() {
        let mut shrinker = Shrinker::new();
        shrinker.block = u32::MAX - 1;
        for seed in 0..4 {
            assert!(comes_back(&mut shrinker, &block(seed, 5000, 40)));
        }
    }
}
