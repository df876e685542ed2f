//! Giving free entries a symbol.

use super::gather::FREE;
use manoury_tables::Density;

/// A way to fill free entries.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Fill {
    /// Each has the symbol before it.
    Repeat,
    /// They go on with matches that are found at these prices.
    Search(Prices),
}

impl Fill {
    /// All ways that are worth trying.
    pub(super) const ALL: [Fill; 3] =
        [Fill::Repeat, Fill::Search(Prices::USUAL), Fill::Search(Prices::SKEWED)];
}

/// What a compressor is taken to pay for what it writes, in bits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Prices {
    /// A byte that is part of no match.
    literal: f32,
    /// A match, besides the binary logarithm of its distance.
    matched: f32,
    /// A match at one of the last distances.
    again: f32,
}

impl Prices {
    /// About what zstd pays at its highest level for blocks of outcomes.
    const USUAL: Prices = Prices { literal: 5.0, matched: 8.0, again: 4.0 };

    /// What it pays where few bytes are frequent, and matches of the same distances as well.
    const SKEWED: Prices = Prices { literal: 3.5, matched: 8.0, again: 2.0 };

    /// What a match saves.
    fn saved(&self, len: usize, distance: usize, last: &LastDistances) -> f32 {
        let price = match last.0.contains(&distance) {
            true => self.again,
            false => self.matched + (distance as f32).log2(),
        };
        self.literal * len as f32 - price
    }
}

/// Fills the free entries of a block that is to be packed so densely.
pub(super) fn fill(way: Fill, density: Density, symbols: &mut [u16]) {
    match way {
        Fill::Repeat => repeat_last(symbols),
        Fill::Search(prices) => Search::new(density, symbols, prices).run(symbols),
    }
}

/// Gives every free entry the symbol before it, and those at the start the first one stored. With
/// no entry stored all become 0.
fn repeat_last(symbols: &mut [u16]) {
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

/// Matches of fewer bytes are not worth a sequence of the compressor, unless their distance is one
/// of the last.
const SHORTEST: usize = 3;
const SHORTEST_AGAIN: usize = 2;

/// Bytes behind a match at which one may begin that is worth more than it.
const AHEAD: usize = 3;

/// The last distances of matches, which a compressor writes in a few bits; the latest first.
struct LastDistances([usize; 3]);

impl LastDistances {
    /// Those that zstd begins a block with.
    const FIRST: LastDistances = LastDistances([1, 4, 8]);

    fn add(&mut self, distance: usize) {
        let last = self.0.iter().position(|&last| last == distance).unwrap_or(2);
        self.0[..=last].rotate_right(1);
        self.0[0] = distance;
    }
}

/// Bytes that go on as those some way before them.
#[derive(Clone, Copy)]
struct Match {
    len: usize,
    distance: usize,
    saved: f32,
}

/// The search of an LZ compressor in which a free entry matches anything, and is then given the
/// symbol that the match says: the compressor will find the match.
struct Search {
    prices: Prices,
    per_byte: usize,
    /// Bits of a symbol.
    width: usize,
    /// Each byte of the block as a word of its symbols' bits, free ones 0 until they are filled, and
    /// a mask of those that are stored. Behind the last byte are [`LANES`] more.
    values: Vec<u16>,
    stored: Vec<u16>,
    count: usize,
    /// For each byte the last one up to it of which something is stored.
    telling: Vec<usize>,
    /// The words of bytes that no match has covered, and how many of each there were.
    literals: Vec<(u16, u32)>,
    last: LastDistances,
}

impl Search {
    fn new(density: Density, symbols: &[u16], prices: Prices) -> Self {
        let per_byte = density.unit() as usize;
        let width = (density.base() - 1).ilog2() as usize + 1;
        let count = symbols.len().div_ceil(per_byte);
        let mut values = vec![0; count + LANES];
        let mut stored = vec![0; count + LANES];
        for (i, chunk) in symbols.chunks(per_byte).enumerate() {
            for (k, &symbol) in chunk.iter().enumerate() {
                if symbol != FREE {
                    values[i] |= symbol << (k * width);
                    stored[i] |= ones(width) << (k * width);
                }
            }
        }
        let mut telling: Vec<usize> = (0..count).collect();
        for i in 1..count {
            if stored[i] == 0 {
                telling[i] = telling[i - 1];
            }
        }
        let (literals, last) = (Vec::new(), LastDistances::FIRST);
        Search { prices, per_byte, width, values, stored, count, telling, literals, last }
    }

    /// Fills the symbols that the search was made of.
    fn run(mut self, symbols: &mut [u16]) {
        let mut before = symbols.iter().copied().find(|&symbol| symbol != FREE).unwrap_or(0);
        // What was found at the next bytes when it was looked for there ahead of time.
        let mut ahead: [Option<Option<Match>>; AHEAD] = [None; AHEAD];
        let mut at = 0;
        while at < self.count {
            let mut found = ahead[0].take().unwrap_or_else(|| self.find(at));
            ahead.rotate_left(1);
            if let Some(here) = found {
                for k in 1..=AHEAD.min(self.count - 1 - at) {
                    let there = *ahead[k - 1].get_or_insert_with(|| self.find(at + k));
                    let gain = self.prices.literal * k as f32 / 2.0;
                    if there.is_some_and(|there| there.saved > here.saved + gain) {
                        found = None;
                        break;
                    }
                }
            }
            match found {
                Some(Match { len, distance, .. }) => {
                    for i in at..at + len {
                        self.values[i] |= self.values[i - distance] & !self.stored[i];
                    }
                    self.last.add(distance);
                    ahead = [None; AHEAD];
                    at += len;
                }
                None => {
                    self.literal(at, before);
                    at += 1;
                }
            }
            before = self.symbol(at - 1, self.per_byte - 1);
        }
        for (i, chunk) in symbols.chunks_mut(self.per_byte).enumerate() {
            for (k, symbol) in chunk.iter_mut().enumerate() {
                *symbol = self.symbol(i, k);
            }
        }
    }

    fn symbol(&self, byte: usize, k: usize) -> u16 {
        self.values[byte] >> (k * self.width) & ones(self.width)
    }

    /// Fills a byte that no match covers as the most frequent of such bytes that it can be, else
    /// from the symbol before it on.
    fn literal(&mut self, at: usize, mut before: u16) {
        let (value, stored) = (self.values[at], self.stored[at]);
        let can_be = |word: u16| (word ^ value) & stored == 0;
        // Of equals the last.
        let known = self.literals.iter_mut().filter(|(word, _)| can_be(*word));
        if let Some((word, times)) = known.max_by_key(|(_, times)| *times) {
            self.values[at] = *word;
            *times += 1;
            return;
        }
        for shift in (0..self.per_byte).map(|k| k * self.width) {
            if stored >> shift & ones(self.width) == 0 {
                self.values[at] |= before << shift;
            }
            before = self.values[at] >> shift & ones(self.width);
        }
        self.literals.push((self.values[at], 1));
    }

    /// The match at a byte that saves most, if any does.
    fn find(&self, at: usize) -> Option<Match> {
        let mut best: Option<Match> = None;
        let mut consider = |len: usize, distance: usize| {
            let saved = self.prices.saved(len, distance, &self.last);
            if saved > best.map_or(0.0, |best| best.saved) {
                best = Some(Match { len, distance, saved });
            }
        };
        for distance in self.last.0.into_iter().filter(|&distance| distance <= at) {
            let len = self.match_len(at, distance);
            if len >= SHORTEST_AGAIN {
                consider(len, distance);
            }
        }
        let mut longest = SHORTEST - 1;
        for distance in 1..=at {
            // Most fail where the match would become longer than one that is nearer.
            let probe = self.telling[(at + longest).min(self.count - 1)].max(at);
            let beyond = probe - at;
            let beyond = if beyond < distance { beyond } else { beyond % distance };
            let source = at - distance + beyond;
            if (self.values[source] ^ self.values[probe]) & self.stored[probe] != 0 {
                continue;
            }
            let len = self.match_len(at, distance);
            if len > longest {
                longest = len;
                consider(len, distance);
                if at + len >= self.count {
                    break;
                }
            }
        }
        best
    }

    /// How many bytes from `at` on can be those that are so far before them. A match that is longer
    /// than its distance goes on with itself.
    #[inline(always)]
    fn match_len(&self, at: usize, distance: usize) -> usize {
        let (start, most) = (at - distance, distance.min(self.count - at));
        let word = |words: &[u16], from: usize| {
            let mut all = 0u128;
            for (lane, &word) in words[from..from + LANES].iter().enumerate() {
                all |= (word as u128) << (16 * lane);
            }
            all
        };
        let mut len = 0;
        while len < most {
            let differ = (word(&self.values, start + len) ^ word(&self.values, at + len))
                & word(&self.stored, at + len);
            if differ != 0 {
                let same = len + differ.trailing_zeros() as usize / 16;
                if same < most {
                    return same;
                }
                break;
            }
            len += LANES;
        }
        let mut len = most;
        let mut source = start;
        while at + len < self.count
            && (self.values[source] ^ self.values[at + len]) & self.stored[at + len] == 0
        {
            len += 1;
            source += 1;
            if source == at {
                source = start;
            }
        }
        len
    }
}

/// A mask of so many bits.
const fn ones(width: usize) -> u16 {
    ((1u32 << width) - 1) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEARCH: Fill = Fill::Search(Prices::USUAL);

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
        for density in Density::ALL.into_iter().filter(|&density| density != Density::Planes) {
            let base = density.base().min(300);
            for way in Fill::ALL {
                for count in [1, 7, 640, 3001] {
                    let stored = symbols(count, base);
                    let mut filled = stored.clone();
                    fill(way, density, &mut filled);
                    for (filled, stored) in filled.iter().zip(&stored) {
                        assert!((*filled as usize) < base, "{density:?}");
                        assert!(*stored == FREE || filled == stored, "{density:?}");
                    }
                }
                let mut free = vec![FREE; 50];
                fill(way, density, &mut free);
                assert_eq!(free, [0; 50]);
                fill(way, density, &mut []);
            }
        }
    }

    #[test]
    fn free_entries_continue_a_match() {
        let whole: Vec<u16> = (0..40).map(|i| (i * i * 7 + 3) % 251).collect();
        let mut symbols = [&whole[..], &[9], &whole[..]].concat();
        for at in [43, 44, 50, 80] {
            symbols[at] = FREE;
        }
        fill(SEARCH, Density::One, &mut symbols);
        assert_eq!(symbols[41..], whole);
    }

    #[test]
    fn a_match_may_go_on_with_itself() {
        let row: Vec<u16> = (0..7).map(|i| i * i).collect();
        let whole: Vec<u16> = row.iter().copied().cycle().take(100).collect();
        let mut symbols = whole.clone();
        symbols[7..].iter_mut().step_by(3).for_each(|symbol| *symbol = FREE);
        fill(SEARCH, Density::One, &mut symbols);
        assert_eq!(symbols, whole);
    }

    #[test]
    fn a_longer_match_one_byte_on_is_preferred() {
        let whole: Vec<u16> = (0..30).map(|i| 100 + i).collect();
        // A short match of the first three bytes nearby, and a long one from the second on.
        let mut symbols = [&whole[1..], &[7, 1, 100, 101, 102, 8], &[100], &whole[1..]].concat();
        let at = symbols.len() - 10;
        symbols[at] = FREE;
        fill(SEARCH, Density::One, &mut symbols);
        assert_eq!(symbols[symbols.len() - 29..], whole[1..]);
    }
}
