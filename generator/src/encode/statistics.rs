//! Counts for the header of a table file.

use crate::scores::{self, SliceScores};
use manoury_rules::Variant;
use manoury_tables::{Index, Kind, Longest, Outcome, Score, Slice, Statistics};
use rayon::prelude::*;

/// Counts the positions of a slice with one side to move, and finds the longest wins and losses.
///
/// Outcomes are those of `outcomes`, distances those of `distances`: a win under the draw limits is
/// counted with its distance in whatever metric the file holds. A WDL file has no longest and no
/// histogram.
///
/// Every thread holds what it gets from `at_work` while it counts some of them.
pub fn count<V: Variant, G>(
    slice: Slice,
    kind: Kind,
    side: usize,
    outcomes: &impl SliceScores,
    distances: &impl SliceScores,
    at_work: impl Fn() -> G + Sync,
) -> Statistics {
    let index = Index::<V>::new(slice);
    let kings = index.kings();
    scores::portions(index.len())
        .fold(Tally::new, |mut tally, numbers| {
            let _at_work = at_work();
            for (configuration, cells) in scores::stretches(numbers, kings) {
                let first = configuration * kings + cells.start as u64;
                let outcomes = &outcomes.configuration(side, configuration)[cells.clone()];
                let distances = &distances.configuration(side, configuration)[cells];
                tally.add(first, outcomes, distances);
            }
            tally
        })
        .reduce(Tally::new, Tally::join)
        .statistics(kind)
}

/// Values there are of a score.
const SCORES: usize = 1 << u16::BITS;

/// Places for the outcomes' codes, those that are none included.
const CODES: usize = 1 << (u16::BITS - Score::OUTCOME_SHIFT);

/// How often each score occurs: one addition a position, whatever is told of the sums later.
struct Tally {
    /// By the bits of a score.
    counts: Box<[u64; SCORES]>,
    /// The longest of each outcome's code: plies, and the lowest number. Plies of -1 where there is
    /// none, of `i32::MAX` for codes whose longest nobody asks for.
    longest: [(i32, u64); CODES],
}

impl Tally {
    fn new() -> Self {
        let mut longest = [(i32::MAX, 0); CODES];
        longest[Outcome::Win as usize] = (-1, 0);
        longest[Outcome::Loss as usize] = (-1, 0);
        let counts: Box<[u64]> = vec![0; SCORES].into();
        match counts.try_into() {
            Ok(counts) => Tally { counts, longest },
            Err(_) => unreachable!("the length is that of the type"),
        }
    }

    /// Counts the positions whose numbers run on from `first`.
    fn add(&mut self, first: u64, outcomes: &[Score], distances: &[Score]) {
        for (i, (score, distance)) in outcomes.iter().zip(distances).enumerate() {
            let plies = distance.plies();
            self.counts[(score.0 & !Score::MAX_PLIES | plies) as usize] += 1;
            let longest = &mut self.longest[(score.0 >> Score::OUTCOME_SHIFT) as usize];
            if i32::from(plies) > longest.0 {
                *longest = (plies.into(), first + i as u64);
            }
        }
    }

    fn join(mut self, other: Tally) -> Tally {
        self.counts.iter_mut().zip(other.counts.iter()).for_each(|(sum, count)| *sum += count);
        for (mine, theirs) in self.longest.iter_mut().zip(other.longest) {
            // Of equals the lower number, whatever the order of counting.
            if theirs.0 > mine.0 || theirs.0 == mine.0 && theirs.1 < mine.1 {
                *mine = theirs;
            }
        }
        self
    }

    fn statistics(&self, kind: Kind) -> Statistics {
        let mut statistics = Statistics::default();
        for (bits, &count) in self.counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let score = Score(bits as u16);
            let Some(outcome) = score.outcome() else { continue };
            statistics.outcomes[outcome as usize - 1] += count;
            if score.is_capture() {
                statistics.captures += count;
            }
            if kind != Kind::Wdl {
                statistics.histogram.add(outcome, score.plies(), count);
            }
        }
        if kind != Kind::Wdl {
            let longest = |outcome: Outcome| {
                let (plies, index) = self.longest[outcome as usize];
                u16::try_from(plies).ok().map(|plies| Longest { plies, index })
            };
            statistics.longest_win = longest(Outcome::Win);
            statistics.longest_loss = longest(Outcome::Loss);
        }
        statistics
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use manoury_rules::English;
    use manoury_tables::{Histogram, Material, Metric};

    /// Made-up scores of a slice, one side to move, by plain index.
    struct Made {
        kings: u64,
        scores: Vec<Score>,
    }

    impl SliceScores for Made {
        fn configuration(&self, _: usize, configuration: u64) -> &[Score] {
            let first = (configuration * self.kings) as usize;
            &self.scores[first..first + self.kings as usize]
        }
    }

    #[test]
    fn counts_are_those_of_one_position_after_the_other() {
        let slice = "KKKvMM".parse::<Material>().unwrap().slice();
        let index = Index::<English>::new(slice);
        assert!(index.len() > scores::PORTION && index.configurations() > 1);
        let score = |number: u64| {
            let random = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33;
            let outcome = Outcome::from_code((random % 7) as u8);
            let plies = if outcome == Some(Outcome::Draw) { 0 } else { (random >> 8) as u16 % 99 };
            let score = outcome.map_or(Score::NONE, |outcome| Score::new(outcome, plies));
            if random >> 20 & 1 == 0 { score } else { score.with_capture() }
        };
        let scores: Vec<Score> = (0..index.len()).map(score).collect();
        let mut expected = Statistics::default();
        let mut histogram = Histogram::default();
        for (number, score) in scores.iter().enumerate() {
            let Some(outcome) = score.outcome() else { continue };
            expected.outcomes[outcome as usize - 1] += 1;
            expected.captures += u64::from(score.is_capture());
            histogram.add(outcome, score.plies(), 1);
            let longest = match outcome {
                Outcome::Win => &mut expected.longest_win,
                Outcome::Loss => &mut expected.longest_loss,
                _ => continue,
            };
            if longest.is_none_or(|longest| score.plies() > longest.plies) {
                *longest = Some(Longest { plies: score.plies(), index: number as u64 });
            }
        }
        let made = Made { kings: index.kings(), scores };
        let counted = |kind| count::<English, _>(slice, kind, 0, &made, &made, || ());
        let dtc = counted(Kind::Distance(Metric::Dtc));
        assert_eq!(dtc, Statistics { histogram, ..expected.clone() });
        let wdl = counted(Kind::Wdl);
        assert_eq!(wdl, Statistics { longest_win: None, longest_loss: None, ..expected });
    }
}
