//! Values by the plainest of means: no tables, no distances, the clocks a part of the position.

use super::{all_positions, children};
use manoury_prober::Outcome;
use manoury_rules::{DrawClocks, Position, Reading, Variant};
use std::collections::HashMap;

/// Outcomes under the clocks by the rules alone: over on the board is lost, a limit reached is
/// drawn, everything else is the best of its moves. There is an end to it because every move either
/// converts or brings a limit nearer.
pub struct Clocked<V> {
    reading: Reading,
    known: HashMap<(Position<V>, DrawClocks), Outcome>,
}

impl<V: Variant> Clocked<V> {
    pub fn new(reading: Reading) -> Self {
        Clocked { reading, known: HashMap::new() }
    }

    /// Win, draw or loss.
    pub fn outcome(&mut self, position: &Position<V>, clocks: &DrawClocks) -> Outcome {
        if let Some(&known) = self.known.get(&(*position, *clocks)) {
            return known;
        }
        let moves = children(position);
        let outcome = if moves.is_empty() {
            Outcome::Loss
        } else if clocks.expired::<V>().is_some() {
            Outcome::Draw
        } else {
            let mut best = Outcome::Loss;
            for (mv, child) in moves {
                let after = clocks.after(position, mv, &child, self.reading);
                best = best.max(self.outcome(&child, &after).opposite());
                if best == Outcome::Win {
                    break;
                }
            }
            best
        };
        self.known.insert((*position, *clocks), outcome);
        outcome
    }
}

/// Distances to the end of the game, by asking again and again which positions are decided now.
pub struct OnBoard<V> {
    /// Plies of every decided position; odd ones are wins.
    plies: HashMap<Position<V>, u16>,
}

impl<V: Variant> OnBoard<V> {
    /// Solves some slices, which hold all that they lead to.
    pub fn new(slices: &[&str]) -> Self {
        let mut moves: Vec<(Position<V>, Vec<Position<V>>)> = slices
            .iter()
            .flat_map(|name| all_positions::<V>(name))
            .map(|position| {
                let next = children(&position).into_iter().map(|(_, child)| framed(&child));
                (position, next.collect())
            })
            .collect();
        let mut solved = OnBoard { plies: HashMap::new() };
        for ply in 0.. {
            let mut decided = Vec::new();
            moves.retain(|(position, next)| {
                let of = |child: &Position<V>| match child.pieces(child.turn()) {
                    0 => (ply > 0).then_some(0),
                    _ => solved.plies.get(child).copied(),
                };
                let won = next.iter().any(|child| of(child).is_some_and(|p| p % 2 == 0));
                let lost = next.iter().all(|child| of(child).is_some_and(|p| p % 2 == 1));
                if won || lost {
                    assert_eq!(won, ply % 2 == 1, "{position}");
                    decided.push((*position, ply));
                }
                !(won || lost)
            });
            // A loss may come a ply after no win: look twice.
            if decided.is_empty() && ply > 1 && !solved.plies.values().any(|&p| p + 1 == ply) {
                return solved;
            }
            solved.plies.extend(decided);
        }
        unreachable!()
    }

    /// The outcome without draw limits and the plies to the end.
    pub fn probe(&self, position: &Position<V>) -> (Outcome, Option<u16>) {
        match self.plies.get(&framed(position)) {
            None => (Outcome::Draw, None),
            Some(&plies) if plies % 2 == 1 => (Outcome::Win, Some(plies)),
            Some(&plies) => (Outcome::Loss, Some(plies)),
        }
    }
}

/// The position as its slice numbers it: the strong side White.
fn framed<V: Variant>(position: &Position<V>) -> Position<V> {
    manoury_tables::Framed::new(position).map_or(*position, |framed| framed.position)
}
