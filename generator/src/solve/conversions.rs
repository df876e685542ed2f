//! What the conversions of a position come to.

use super::captures;
use super::configuration::Solved;
use crate::resident::Resident;
use manoury_rules::{Bits, Board, Color, MoveList, Position, Variant, bits};
use manoury_tables::{Metric, Outcome, Score, Step};

/// The best and the last of a position's conversions, folded as they are found.
///
/// Plies are counted as the metric does. Unlike [`manoury_tables::Backup`] it stops at a win where
/// the distance cannot matter, and leaves king moves to the solver.
#[derive(Clone, Copy)]
pub(super) struct Conversions {
    pub(super) best: Option<Outcome>,
    /// Least plies if the best is a win, greatest if it is a loss.
    pub(super) plies: u16,
}

impl Conversions {
    pub(super) const NONE: Conversions = Conversions { best: None, plies: 0 };

    #[inline(always)]
    fn add(&mut self, outcome: Outcome, plies: u16) {
        let better = match self.best {
            None => true,
            Some(best) if best != outcome => outcome > best,
            Some(Outcome::Win) => plies < self.plies,
            Some(Outcome::Loss) => plies > self.plies,
            Some(_) => false,
        };
        if better {
            (self.best, self.plies) = (Some(outcome), plies);
        }
    }
}

/// A quiet move of a man in one configuration.
pub(super) struct ManMove {
    from: Bits,
    to: Bits,
    /// The slot of the configuration it leads to; `None` for a promotion.
    slot: Option<usize>,
}

/// The quiet man moves of one side in a configuration whose squares `to` may still be taken by
/// kings. `slot` finds the slot of a configuration after the move.
pub(super) fn man_moves<V: Variant>(
    men: [Bits; 2],
    turn: Color,
    slot: impl Fn([Bits; 2]) -> usize,
) -> Vec<ManMove> {
    let us = turn.index();
    let free = Board::<V>::MASK & !(men[0] | men[1]);
    let mut moves = Vec::new();
    for from in bits(men[us]).map(|bit| 1 << bit) {
        for to in bits(Board::<V>::forward(from, turn) & free).map(|bit| 1u64 << bit) {
            let promotes = to & Board::<V>::PROMOTION[us] != 0;
            let mut after = men;
            after[us] = men[us] & !from | to;
            moves.push(ManMove { from, to, slot: (!promotes).then(|| slot(after)) });
        }
    }
    moves
}

/// Folds the captures of a position, which has one.
#[inline]
pub(super) fn captures<V: Variant>(
    metric: Metric,
    resident: &Resident<V>,
    position: &Position<V>,
    list: &mut MoveList,
) -> Conversions {
    if metric == Metric::Dtc && captures::applies::<V>() {
        let best = captures::best_outcome(resident, position);
        return Conversions { best: Some(best), plies: 1 };
    }
    position.legal_captures(list);
    let mut found = Conversions::NONE;
    for &mv in list.iter() {
        let next = position.make(mv);
        if next.pieces(next.turn()) == 0 {
            // The last piece is gone: over in one ply, in every metric.
            return Conversions { best: Some(Outcome::Win), plies: 1 };
        }
        if Step::Capture.converts(metric) {
            found.add(resident.outcome(&next).opposite(), 1);
            if found.best == Some(Outcome::Win) {
                break;
            }
        } else {
            let score = resident.score(metric, &next);
            let outcome = score.outcome().unwrap_or(Outcome::Draw);
            found.add(outcome.opposite(), score.plies() + 1);
        }
    }
    found
}

/// Folds the quiet man moves of a position, which must not capture.
#[inline(always)]
pub(super) fn quiet<V: Variant>(
    metric: Metric,
    resident: &Resident<V>,
    solved: &Solved<'_>,
    moves: &[ManMove],
    position: &Position<V>,
    cell: usize,
) -> Conversions {
    let mut found = Conversions::NONE;
    let us = position.turn();
    let kings = position.kings(Color::White) | position.kings(Color::Black);
    for mv in moves.iter().filter(|mv| mv.to & kings == 0) {
        let score = match mv.slot {
            Some(slot) => solved.score(!us, slot, cell),
            None => {
                let mut men = [position.men(Color::White), position.men(Color::Black)];
                let mut kings = [position.kings(Color::White), position.kings(Color::Black)];
                men[us.index()] &= !mv.from;
                kings[us.index()] |= mv.to;
                let next = Position::new_unchecked(men, kings, !us);
                if Step::ManMove.converts(metric) {
                    Score::new(resident.outcome(&next), 0)
                } else {
                    resident.score(metric, &next)
                }
            }
        };
        let outcome = score.outcome().unwrap_or(Outcome::Draw).opposite();
        let plies = if Step::ManMove.converts(metric) { 1 } else { score.plies() + 1 };
        found.add(outcome, plies);
        if outcome == Outcome::Win && Step::ManMove.converts(metric) {
            break;
        }
    }
    found
}
