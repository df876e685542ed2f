//! Finished slices in memory: what conversions are looked up in.
//!
//! Outcomes are kept at two bits a position (four where a slice has cursed values), so that every
//! slice a large one leads to fits. Distances are kept as whole scores and only where a metric
//! needs them.

use crate::pages;
use crate::scores::{self, SliceScores};
use bitvec::prelude::{BitVec, Lsb0};
use manoury_rules::{Bits, Board, Color, Position, Variant, bits};
use manoury_tables::{Index, Material, Metric, Outcome, Pieces, Ranks, Score, Slice};
use rayon::prelude::*;
use std::sync::{Arc, OnceLock};

/// The outcomes of one side to move, packed.
#[derive(Debug)]
struct Outcomes {
    cells: BitVec<u64, Lsb0>,
    /// log₂ of the bits in a cell: 1 or 2.
    log_width: u32,
}

/// Two-bit codes are an outcome's code shifted right by one: loss (1) 0, draw (3) 1, win (5) 2.
const NARROW: [Outcome; 4] = [Outcome::Loss, Outcome::Draw, Outcome::Win, Outcome::Draw];

impl Outcomes {
    fn new<V: Variant>(
        index: &Index<V>,
        scores: &impl SliceScores,
        side: usize,
        cursed: bool,
    ) -> Self {
        let log_width = if cursed { 2 } else { 1 };
        let (len, per_word) = (index.len(), 64 >> log_width);
        let word = |word: u64| {
            let numbers = word * per_word..len.min((word + 1) * per_word);
            let (mut bits, mut filled) = (0, 0);
            for (configuration, cells) in scores::stretches(numbers, index.kings()) {
                for score in &scores.configuration(side, configuration)[cells] {
                    let outcome = score.outcome().unwrap_or(Outcome::Draw) as u64;
                    let code = if cursed { outcome } else { outcome >> 1 };
                    bits |= code << (filled << log_width);
                    filled += 1;
                }
            }
            bits
        };
        let count = len.div_ceil(per_word);
        let mut words = pages::with_capacity(count as usize);
        words.par_extend((0..count as usize).into_par_iter().map(|i| word(i as u64)));
        Outcomes { cells: BitVec::from_vec(words), log_width }
    }

    #[inline(always)]
    fn get(&self, index: u64) -> Outcome {
        let words = self.cells.as_raw_slice();
        if self.log_width == 1 {
            NARROW[(words[(index >> 5) as usize] >> ((index & 31) << 1) & 3) as usize]
        } else {
            let code = words[(index >> 4) as usize] >> ((index & 15) << 2) & 15;
            Outcome::from_code(code as u8).unwrap_or(Outcome::Draw)
        }
    }
}

/// The values of one finished slice.
#[derive(Debug)]
pub(crate) struct ResidentSlice<V> {
    index: Index<V>,
    outcomes: Vec<Outcomes>,
    /// Scores in the metrics that were asked for, in plain order, by side to move.
    dtw: Option<Vec<Vec<Score>>>,
    dtx: Option<Vec<Vec<Score>>>,
    /// By metric; see [`ResidentSlice::digest`].
    digests: [OnceLock<blake3::Hash>; 3],
}

impl<V: Variant> ResidentSlice<V> {
    /// Packs the outcomes of a slice.
    pub(crate) fn new(slice: Slice, scores: &impl SliceScores) -> Self {
        let index = Index::new(slice);
        let is_cursed = |score: &Score| {
            matches!(score.outcome(), Some(Outcome::CursedWin | Outcome::BlessedLoss))
        };
        let cursed = (0..index.configurations()).into_par_iter().any(|configuration| {
            (0..slice.sides())
                .any(|side| scores.configuration(side, configuration).iter().any(is_cursed))
        });
        let outcomes =
            (0..slice.sides()).map(|side| Outcomes::new(&index, scores, side, cursed)).collect();
        ResidentSlice { index, outcomes, dtw: None, dtx: None, digests: Default::default() }
    }

    /// Keeps the scores of a metric as well.
    pub(crate) fn keep(&mut self, metric: Metric, scores: &impl SliceScores) {
        let kept = (0..self.index.slice().sides())
            .map(|side| {
                let mut plain = Vec::with_capacity(self.index.len() as usize);
                for configuration in 0..self.index.configurations() {
                    plain.extend_from_slice(scores.configuration(side, configuration));
                }
                plain
            })
            .collect();
        match metric {
            Metric::Dtc => {}
            Metric::Dtw => self.dtw = Some(kept),
            Metric::Dtx => self.dtx = Some(kept),
        }
    }
}

impl<V> ResidentSlice<V> {
    /// A digest of what is looked up to solve by a metric: for DTC outcomes, for the others scores,
    /// if there are any.
    fn digest(&self, metric: Metric) -> blake3::Hash {
        *self.digests[metric as usize].get_or_init(|| {
            let mut hasher = blake3::Hasher::new();
            let scores = match metric {
                Metric::Dtc => {
                    for outcomes in &self.outcomes {
                        hasher.update(&outcomes.log_width.to_le_bytes());
                        update(&mut hasher, outcomes.cells.as_raw_slice(), |word| {
                            word.to_le_bytes()
                        });
                    }
                    &None
                }
                Metric::Dtw => &self.dtw,
                Metric::Dtx => &self.dtx,
            };
            for scores in scores.iter().flatten() {
                // The mark of a capture position is looked up by nobody.
                update(&mut hasher, scores, |score| score.without_capture().0.to_le_bytes());
            }
            hasher.finalize()
        })
    }
}

/// Takes numbers into a digest, in an order of bytes that is the same on every machine.
fn update<T: Copy, const N: usize>(
    hasher: &mut blake3::Hasher,
    numbers: &[T],
    bytes: impl Fn(T) -> [u8; N],
) {
    const PORTION: usize = 1 << 14;
    let mut buffer = Vec::with_capacity(PORTION * N);
    for portion in numbers.chunks(PORTION) {
        buffer.clear();
        buffer.extend(portion.iter().flat_map(|&number| bytes(number)));
        hasher.update(&buffer);
    }
}

/// Counts of each kind of piece below this bound have a place in the directory.
const COUNTS: usize = 8;

/// Where a material is found.
#[derive(Clone, Debug)]
struct Place<V> {
    slice: Arc<ResidentSlice<V>>,
    /// The strong side of the slice is Black in positions of this material.
    black_is_strong: bool,
}

/// Every finished slice that the work at hand needs, found by the counts of the pieces.
#[derive(Clone, Debug)]
pub(crate) struct Resident<V> {
    places: Vec<Option<Place<V>>>,
}

impl<V: Variant> Default for Resident<V> {
    fn default() -> Self {
        Resident { places: vec![None; COUNTS.pow(4)] }
    }
}

impl<V: Variant> Resident<V> {
    /// The place of a material with White's pieces first.
    fn place(white: Pieces, black: Pieces) -> usize {
        [white.men, white.kings, black.men, black.kings]
            .iter()
            .fold(0, |place, &count| place * COUNTS + count as usize)
    }

    /// Adds a slice, for both colours.
    pub(crate) fn add(&mut self, slice: Arc<ResidentSlice<V>>) {
        let Material { first, second } = slice.index.slice().material();
        let place = |black_is_strong| Some(Place { slice: slice.clone(), black_is_strong });
        self.places[Self::place(second, first)] = place(true);
        self.places[Self::place(first, second)] = place(false);
    }

    /// A digest of all values that are looked up to solve by these metrics, in hexadecimal.
    pub(crate) fn digest(&self, metrics: &[Metric]) -> String {
        let mut hasher = blake3::Hasher::new();
        // A slice has two places, unless it is symmetric; one of them is turned.
        for (i, place) in self.places.iter().enumerate() {
            if let Some(place) = place.as_ref().filter(|place| !place.black_is_strong) {
                hasher.update(&(i as u64).to_le_bytes());
                for &metric in metrics {
                    hasher.update(place.slice.digest(metric).as_bytes());
                }
            }
        }
        hasher.finalize().to_hex().to_string()
    }

    /// The slice of a position, the position in its frame, and the side to move. Both sides have a
    /// piece, and the slice is there: planning saw to it.
    #[inline(always)]
    fn find(&self, position: &Position<V>) -> (&ResidentSlice<V>, Position<V>, usize) {
        let count = |set: u64| set.count_ones() as usize;
        let place = [
            count(position.men(Color::White)),
            count(position.kings(Color::White)),
            count(position.men(Color::Black)),
            count(position.kings(Color::Black)),
        ]
        .into_iter()
        .fold(0, |place, count| place * COUNTS + count);
        let place = self.places[place].as_ref().expect("slices are solved in order of dependency");
        let symmetric = place.slice.outcomes.len() == 1;
        let turn = position.turn();
        let reverse = if symmetric { turn == Color::Black } else { place.black_is_strong };
        let framed = if reverse { position.reversed() } else { *position };
        let side = framed.turn().index();
        (&place.slice, framed, side)
    }

    /// The outcome of a position for its side to move.
    #[inline(always)]
    pub(crate) fn outcome(&self, position: &Position<V>) -> Outcome {
        let (slice, framed, side) = self.find(position);
        slice.outcomes[side].get(slice.index.index(&framed))
    }

    /// The worst outcome for the side to move among the positions in which the other side, `color`,
    /// has one more king, on one of the squares `on` (at least one, all free).
    #[inline(always)]
    pub(crate) fn worst_with_king(
        &self,
        position: &Position<V>,
        color: Color,
        on: Bits,
    ) -> Outcome {
        // All these positions are of one slice and turned alike.
        let men = [position.men(Color::White), position.men(Color::Black)];
        let mut kings = [position.kings(Color::White), position.kings(Color::Black)];
        kings[color.index()] |= on & on.wrapping_neg();
        let first = Position::new_unchecked(men, kings, position.turn());
        let (slice, framed, side) = self.find(&first);
        let turned = framed.turn() != position.turn();
        let (color, on) = if turned { (!color, Board::<V>::turned(on)) } else { (color, on) };
        // What only the king's square changes is the rank of its group.
        let rank = |kings: Bits| Ranks::<V>::rank(kings, false);
        let stride = if color == Color::White { slice.index.sizes()[3] } else { 1 };
        let kings = framed.kings(color);
        let others = kings & !on;
        let rest = slice.index.index(&framed) - rank(kings) * stride;
        let outcomes = &slice.outcomes[side];
        let mut worst = Outcome::Win;
        for king in bits(on) {
            worst = worst.min(outcomes.get(rest + rank(others | 1 << king) * stride));
            if worst == Outcome::Loss {
                break;
            }
        }
        worst
    }

    /// The score of a position in a metric whose scores were kept; the outcome alone, at distance
    /// 0, where they were not.
    #[inline]
    pub(crate) fn score(&self, metric: Metric, position: &Position<V>) -> Score {
        let (slice, framed, side) = self.find(position);
        let kept = match metric {
            Metric::Dtc => &None,
            Metric::Dtw => &slice.dtw,
            Metric::Dtx => &slice.dtx,
        };
        let index = slice.index.index(&framed);
        match kept {
            Some(scores) => scores[side][index as usize].without_capture(),
            None => Score::new(slice.outcomes[side].get(index), 0),
        }
    }
}
