//! From runs to the bytes of a bitbase, as few as can be.
//!
//! Where free entries lie between two spans, the border of their runs may be at any of them. Each
//! length of a run takes a known number of bytes, so the best borders are a shortest path: from the
//! places of one border to those of the next. A border without a choice cuts the path into pieces,
//! which are encoded by themselves, on all threads.

use super::codes::{self, LENGTHS};
use super::runs::{Runs, Span};
use rayon::prelude::*;
use std::ops::Range;

/// Encodes one file.
#[derive(Default)]
pub(super) struct Encoder {
    bytes: Vec<u8>,
    /// Where the entries begin that are not encoded yet.
    start: u64,
    /// What is not encoded yet, and all there is.
    runs: Runs,
}

/// Spans that a thread takes at a time, at least.
const PORTION: usize = 1 << 12;

impl Encoder {
    /// Nothing yet.
    pub(super) fn new() -> Self {
        Self::default()
    }

    /// Adds entries behind those there are.
    pub(super) fn add(&mut self, runs: &Runs) {
        self.runs.append(runs);
        let spans = self.runs.spans();
        let tight = spans.windows(2).rposition(|pair| pair[0].end == pair[1].start);
        if let Some(before) = tight {
            let end = spans[before].end;
            self.encode(before + 1, end);
        }
    }

    /// The bytes of all entries.
    pub(super) fn finish(mut self) -> Vec<u8> {
        let (spans, len) = (self.runs.spans().len(), self.runs.len());
        if spans > 0 {
            self.encode(spans, len);
        } else if len > self.start {
            codes::push_run(0, len - self.start, &mut self.bytes);
        }
        self.bytes
    }

    /// Encodes the entries up to `end`, which are of the first `count` spans.
    fn encode(&mut self, count: usize, end: u64) {
        let spans = &self.runs.spans()[..count];
        let encoded: Vec<Vec<u8>> = portions(spans)
            .into_par_iter()
            .map_init(Path::default, |path, portion| {
                let start =
                    if portion.start == 0 { self.start } else { spans[portion.start].start };
                let end = if portion.end == count { end } else { spans[portion.end].start };
                let mut bytes = Vec::new();
                path.encode_pieces(&spans[portion], start, end, &mut bytes);
                bytes
            })
            .collect();
        encoded.iter().for_each(|bytes| self.bytes.extend(bytes));
        self.runs.drop_spans(count);
        self.start = end;
    }
}

/// Cuts spans into portions at borders without a choice.
fn portions(spans: &[Span]) -> Vec<Range<usize>> {
    let mut portions = Vec::new();
    let mut first = 0;
    for (i, pair) in spans.windows(2).enumerate() {
        if i + 1 - first >= PORTION && pair[0].end == pair[1].start {
            portions.push(first..i + 1);
            first = i + 1;
        }
    }
    portions.push(first..spans.len());
    portions
}

/// A place where a border may be.
#[derive(Clone, Copy, Debug)]
struct Place {
    at: u64,
    /// Fewest bytes of the piece up to here.
    cost: u64,
    /// The place of the border before, by its number among all.
    before: usize,
}

/// Borders with fewer places are tried at all of them.
const NARROW: u64 = 24;

/// Places of a border that are followed, at most.
const FOLLOWED: usize = 24;

/// The borders of a piece; reused from piece to piece.
#[derive(Default)]
struct Path {
    places: Vec<Place>,
    tried: Vec<u64>,
    ends: Vec<u64>,
}

impl Path {
    /// Encodes spans whose first run begins at `start` and whose last one ends at `end`.
    fn encode_pieces(&mut self, spans: &[Span], start: u64, end: u64, out: &mut Vec<u8>) {
        let (mut at, mut done) = (start, 0);
        for piece in spans.chunk_by(|a, b| a.end < b.start) {
            done += piece.len();
            // The last piece may end behind its last span.
            let to = if done == spans.len() { end } else { spans[done].start };
            self.encode_piece(piece, at, to, out);
            at = to;
        }
    }

    /// Encodes one piece.
    fn encode_piece(&mut self, piece: &[Span], start: u64, end: u64, out: &mut Vec<u8>) {
        self.places.clear();
        self.places.push(Place { at: start, cost: 0, before: 0 });
        let mut before = 0..1;
        for (i, pair) in piece.windows(2).enumerate() {
            let behind = piece.get(i + 2).map_or(end, |next| next.start);
            self.choose(pair[0].end..=pair[1].start, before.clone(), pair[1].end..=behind);
            let first = self.places.len();
            for i in 0..self.tried.len() {
                let place = self.reach(self.tried[i], before.clone());
                self.places.push(place);
            }
            self.follow(first);
            before = first..self.places.len();
        }
        let last = self.reach(end, before);
        self.ends.clear();
        let mut place = last;
        while place.at > start {
            self.ends.push(place.at);
            place = self.places[place.before];
        }
        let mut at = start;
        for (span, &end) in piece.iter().zip(self.ends.iter().rev()) {
            codes::push_run(span.value, end - at, out);
            at = end;
        }
    }

    /// The cheapest way to a place from the places of the border before.
    #[inline(always)]
    fn reach(&self, at: u64, before: Range<usize>) -> Place {
        let mut best = Place { at, cost: u64::MAX, before: before.start };
        for number in before {
            let place = self.places[number];
            let cost = place.cost + codes::cost(at - place.at);
            if cost < best.cost {
                best = Place { at, cost, before: number };
            }
        }
        best
    }

    /// Chooses the places of a border that are tried. In a wide gap those where the run before or
    /// the run behind has a length of one byte.
    fn choose(
        &mut self,
        gap: std::ops::RangeInclusive<u64>,
        before: Range<usize>,
        behind: std::ops::RangeInclusive<u64>,
    ) {
        self.tried.clear();
        let (low, high) = (*gap.start(), *gap.end());
        if high - low < NARROW {
            return self.tried.extend(gap);
        }
        self.tried.extend([low, high]);
        for place in &self.places[before] {
            let fitting = LENGTHS.iter().map(|len| place.at + len);
            self.tried.extend(fitting.filter(|at| gap.contains(at)));
        }
        for end in [behind.start(), behind.end()] {
            let fitting = LENGTHS.iter().filter_map(|len| end.checked_sub(*len));
            self.tried.extend(fitting.filter(|at| gap.contains(at)));
        }
        self.tried.sort_unstable();
        self.tried.dedup();
    }

    /// Drops places from `first` on that are not worth following: those that cost over a byte more
    /// than the best, and of too many the dearer and earlier ones.
    fn follow(&mut self, first: usize) {
        let best = self.places[first..].iter().map(|place| place.cost).min().unwrap_or(0);
        let mut kept = first;
        for i in first..self.places.len() {
            if self.places[i].cost <= best + 1 {
                self.places[kept] = self.places[i];
                kept += 1;
            }
        }
        self.places.truncate(kept);
        if self.places.len() - first > FOLLOWED {
            self.places[first..].sort_unstable_by_key(|place| (place.cost, u64::MAX - place.at));
            self.places.truncate(first + FOLLOWED);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const FREE: u8 = 3;

    fn runs(cells: &[u8]) -> Runs {
        let mut runs = Runs::default();
        for &cell in cells {
            if cell == FREE { runs.push_free(1) } else { runs.push(cell) }
        }
        runs
    }

    fn encoded(parts: &[&[u8]]) -> Vec<u8> {
        let mut encoder = Encoder::new();
        parts.iter().for_each(|part| encoder.add(&runs(part)));
        encoder.finish()
    }

    /// The fewest bytes, by looking at every byte that could come next.
    fn fewest(cells: &[u8]) -> u64 {
        let mut fewest = vec![u64::MAX; cells.len() + 1];
        fewest[0] = 0;
        for at in 0..cells.len() {
            let next = fewest[at].saturating_add(1);
            for value in 0..3 {
                let reach = cells[at..].iter().take_while(|&&c| c == value || c == FREE).count();
                for len in LENGTHS.into_iter().take_while(|&len| len as usize <= reach) {
                    let end = &mut fewest[at + len as usize];
                    *end = (*end).min(next);
                }
            }
        }
        fewest[cells.len()]
    }

    fn check(cells: &[u8], bytes: &[u8]) {
        let mut entries = cells.iter();
        for &byte in bytes {
            assert!(byte < 255);
            for _ in 0..LENGTHS[byte as usize / 3] {
                let cell = *entries.next().expect("as many entries as there are");
                assert!(cell == FREE || cell == byte % 3);
            }
        }
        assert_eq!(entries.next(), None);
    }

    proptest! {
        #[test]
        fn entries_come_back_in_few_bytes(
            // Runs of a value or of free entries, mostly short.
            runs in proptest::collection::vec((0u8..6, 0u32..8, 1usize..40), 0..60),
            cut in 0.0f64..1.0,
        ) {
            let cells: Vec<u8> = runs
                .iter()
                .flat_map(|&(value, shift, len)| vec![value.min(FREE); (len >> shift).max(1)])
                .collect();
            let (first, second) = cells.split_at((cut * cells.len() as f64) as usize);
            let bytes = encoded(&[first, second]);
            check(&cells, &bytes);
            prop_assert_eq!(&bytes, &encoded(&[&cells]), "the same however it comes");
            prop_assert!(bytes.len() as u64 <= fewest(&cells) + 1);
        }
    }

    #[test]
    fn narrow_gaps_are_filled_in_the_best_way() {
        let mut state = 1u64;
        for _ in 0..2000 {
            let cells: Vec<u8> = (0..60)
                .map(|_| {
                    state =
                        state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    (state >> 61).min(FREE as u64) as u8
                })
                .collect();
            let bytes = encoded(&[&cells]);
            check(&cells, &bytes);
            assert_eq!(bytes.len() as u64, fewest(&cells));
        }
    }

    #[test]
    fn nothing_and_nothing_but_free_entries() {
        assert_eq!(encoded(&[]), []);
        let free = vec![FREE; 1000];
        let bytes = encoded(&[&free, &free]);
        check(&[FREE; 2000], &bytes);
        assert!(bytes.len() <= 3, "{bytes:?}");
    }
}
