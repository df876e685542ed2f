//! Giving free entries a symbol.

use super::gather::FREE;
use manoury_tables::Packing;

/// Gives every free entry the symbol before it, and those at the start the first one stored. With
/// no entry stored all become 0.
pub(super) fn repeat_last(symbols: &mut [u16]) {
    let mut last = symbols.iter().copied().find(|&symbol| symbol != FREE).unwrap_or(0);
    for symbol in symbols {
        if *symbol == FREE {
            *symbol = last;
        }
        last = *symbol;
    }
}

/// Bytes that two places are compared by at once.
const LANES: usize = 8;

/// Matches shorter than this many bytes are not worth a sequence of the compressor.
const SHORTEST: usize = 4;

/// Gives free entries the symbols of the longest match before them: the search of an LZ compressor
/// in which a free entry matches anything. What follows the match is then found by the compressor.
pub(super) fn longest_match(packing: Packing, symbols: &mut [u16]) {
    let per_byte = packing.density().unit() as usize;
    let width = (packing.density().base() - 1).ilog2() as usize + 1;
    let count = symbols.len().div_ceil(per_byte);
    // Each byte of the block as a word of its symbols' bits, and which of them are stored.
    let mut values = vec![0u16; count + LANES];
    let mut stored = vec![0u16; count + LANES];
    let ones = ((1u32 << width) - 1) as u16;
    for (i, chunk) in symbols.chunks(per_byte).enumerate() {
        for (k, &symbol) in chunk.iter().enumerate() {
            if symbol != FREE {
                values[i] |= symbol << (k * width);
                stored[i] |= ones << (k * width);
            }
        }
    }
    // For each byte the last one up to it of which something is stored.
    let mut telling: Vec<usize> = (0..count).collect();
    for i in 1..count {
        if stored[i] == 0 {
            telling[i] = telling[i - 1];
        }
    }
    let mut last = symbols.iter().copied().find(|&symbol| symbol != FREE).unwrap_or(0);
    let mut at = 0;
    while at < count {
        let (mut best, mut from) = (SHORTEST - 1, None);
        let nearest = at.saturating_sub(best);
        for start in (0..nearest).rev() {
            // Most starts fail where the match would become longer than the best one.
            let probe = telling[(at + best).min(count - 1)].max(at);
            if (values[start + probe - at] ^ values[probe]) & stored[probe] != 0 {
                continue;
            }
            let len = match_len(&values, &stored, start, at, count);
            if len > best {
                (best, from) = (len, Some(start));
                if at + len >= count {
                    break;
                }
            }
        }
        let len = from.map_or(1, |_| best);
        for i in 0..len {
            let place = at + i;
            match from {
                Some(start) => values[place] |= values[start + i] & !stored[place],
                None => {
                    for k in 0..per_byte {
                        let shift = k * width;
                        if stored[place] >> shift & ones == 0 {
                            values[place] |= last << shift;
                        }
                        last = values[place] >> shift & ones;
                    }
                }
            }
        }
        last = values[at + len - 1] >> ((per_byte - 1) * width) & ones;
        at += len;
    }
    for (i, chunk) in symbols.chunks_mut(per_byte).enumerate() {
        for (k, symbol) in chunk.iter_mut().enumerate() {
            *symbol = values[i] >> (k * width) & ones;
        }
    }
}

/// How many bytes from `at` on can be those from `start` on, without overlap.
#[inline(always)]
fn match_len(values: &[u16], stored: &[u16], start: usize, at: usize, count: usize) -> usize {
    let most = (at - start).min(count - at);
    let mut len = 0;
    while len < most {
        let word = |words: &[u16], from: usize| {
            let mut all = 0u128;
            for (lane, &word) in words[from + len..from + len + LANES].iter().enumerate() {
                all |= (word as u128) << (16 * lane);
            }
            all
        };
        let differ = (word(values, start) ^ word(values, at)) & word(stored, at);
        if differ != 0 {
            return most.min(len + differ.trailing_zeros() as usize / 16);
        }
        len += LANES;
    }
    most
}

#[cfg(test)]
mod tests {
    use super::*;
    use manoury_tables::{Content, Density};

    /// Symbols in which rows come back with some entries missing.
    fn symbols(count: usize, base: usize) -> Vec<u16> {
        let hash = |n: usize| (n as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33;
        (0..count)
            .map(|i| {
                let free = hash(i) % 3 == 0;
                if free { FREE } else { (hash(i % 97 + i / 700) as usize % base) as u16 }
            })
            .collect()
    }

    #[test]
    fn what_is_stored_stays_and_nothing_is_left_free() {
        for density in Density::ALL {
            let base = density.base().min(300);
            let values: Vec<u16> = (0..base as u16).collect();
            let packing = Packing::new(Content::Plies, density, &values).unwrap();
            for count in [1, 7, 640, 3001] {
                let stored = symbols(count, base);
                let mut repeated = stored.clone();
                repeat_last(&mut repeated);
                let mut matched = stored.clone();
                longest_match(packing, &mut matched);
                for filled in [repeated, matched] {
                    for (filled, stored) in filled.iter().zip(&stored) {
                        assert!((*filled as usize) < base, "{density:?}");
                        assert!(*stored == FREE || filled == stored, "{density:?}");
                    }
                }
            }
            let mut free = vec![FREE; 50];
            longest_match(packing, &mut free);
            assert_eq!(free, [0; 50]);
        }
    }

    #[test]
    fn free_entries_continue_a_match() {
        let packing = Packing::new(Content::Plies, Density::One, &[1]).unwrap();
        let whole: Vec<u16> = (0..40).map(|i| (i * i * 7 + 3) % 251).collect();
        let mut symbols = [&whole[..], &[9], &whole[..]].concat();
        for at in [43, 44, 50, 80] {
            symbols[at] = FREE;
        }
        longest_match(packing, &mut symbols);
        assert_eq!(symbols[41..], whole);
    }
}
