//! Comparing every stored value with the best of its successors.

use super::LISTED;
use super::finding::wrong_value;
use super::successors::Successors;
use super::values::{PORTION, Values, backup};
use crate::positions::Positions;
use crate::resident::Resident;
use manoury_rules::{Position, Variant};
use manoury_tables::{Backup, Kind, Metric, Score, Step};
use rayon::prelude::*;

/// What is wrong with a value, and in which kind of file.
pub(super) type Wrong = (Kind, String);

/// What a check saw.
#[derive(Default)]
pub(super) struct Checked {
    /// Positions whose values were compared.
    pub(super) positions: u64,
    /// The first few wrong values.
    pub(super) wrong: Vec<Wrong>,
}

impl Checked {
    fn join(mut self, other: Checked) -> Checked {
        let room = LISTED.saturating_sub(self.wrong.len());
        self.wrong.extend(other.wrong.into_iter().take(room));
        Checked { positions: self.positions + other.positions, wrong: self.wrong }
    }
}

impl<V: Variant> Values<V> {
    /// Compares the values of all quiet positions; distances in DTC only if `checks_dtc`.
    pub(super) fn check(&self, resident: &Resident<V>, checks_dtc: bool) -> Checked {
        let positions = Positions::new(&self.index);
        let len = self.index.len();
        let mut all = Checked::default();
        for side in 0..self.slice().sides() {
            let checked = (0..len.div_ceil(PORTION))
                .into_par_iter()
                .map_init(Successors::new, |successors, portion| {
                    let mut checked = Checked::default();
                    let numbers = portion * PORTION..len.min((portion + 1) * PORTION);
                    positions.for_each(side, numbers, |number, position| {
                        if self.metrics[0].1.scores(side)[number as usize].is_capture() {
                            return;
                        }
                        checked.positions += 1;
                        self.check_position(
                            resident,
                            &position,
                            number,
                            checks_dtc,
                            successors,
                            &mut checked.wrong,
                        );
                    });
                    checked
                })
                .reduce(Checked::default, Checked::join);
            all.positions += checked.positions;
            all.wrong.extend(checked.wrong);
        }
        all
    }

    /// Compares the values of one quiet position.
    #[inline]
    fn check_position(
        &self,
        resident: &Resident<V>,
        position: &Position<V>,
        number: u64,
        checks_dtc: bool,
        successors: &mut Successors<V>,
        wrong: &mut Vec<Wrong>,
    ) {
        let side = position.turn().index();
        successors.find(&self.index, position);
        let next_side = if self.slice().is_symmetric() { 0 } else { 1 - side };
        for (metric, scores) in &self.metrics {
            let stored = scores.scores(side)[number as usize];
            let after = scores.scores(next_side);
            let mut backup = backup::<V>(*metric);
            fold(&mut backup, Step::KingMove, &successors.kings, after);
            fold(&mut backup, Step::ManMove, &successors.men, after);
            for next in &successors.promoted {
                let score = match metric {
                    Metric::Dtc => Score::new(resident.outcome(next), 0),
                    Metric::Dtw | Metric::Dtx => resident.score(*metric, next),
                };
                backup.add(Step::ManMove, score);
            }
            let expected = backup.score();
            if stored == expected || wrong.len() >= LISTED {
                continue;
            }
            let kind = match metric {
                Metric::Dtc if stored.outcome() != expected.outcome() => Kind::Wdl,
                Metric::Dtc if !checks_dtc => continue,
                metric => Kind::Distance(*metric),
            };
            wrong.push((kind, wrong_value(number, position, stored, expected)));
        }
    }
}

/// Adds the scores at `numbers`.
#[inline(always)]
fn fold(backup: &mut Backup, step: Step, numbers: &[u64], scores: &[Score]) {
    // Most successors of a position are worth the same, and one of them says it all.
    let mut last = Score::NONE;
    for &number in numbers {
        let score = scores[number as usize];
        if score != last {
            backup.add(step, score);
            last = score;
        }
    }
}
