//! What the tables say of the positions of a game.

use crate::replay::Situation;
use manoury_prober::{Probe, ProbeError, Tablebase};
use manoury_rules::{DrawClocks, Reading, Variant, move_text};
use std::collections::BTreeSet;

/// Asks tables, and remembers what they could not say.
pub(crate) struct Values<'a, V: Variant> {
    tables: Option<&'a Tablebase<V>>,
    reading: Reading,
    /// The most pieces of a table.
    pieces: u32,
    /// Tables that were missing.
    pub(crate) missing: BTreeSet<String>,
    /// The first table that could not be used.
    pub(crate) damage: Option<ProbeError>,
}

impl<'a, V: Variant> Values<'a, V> {
    pub(crate) fn new(tables: Option<&'a Tablebase<V>>, reading: Reading) -> Self {
        let pieces = tables.map_or(0, Tablebase::max_pieces);
        Values { tables, reading, pieces, missing: BTreeSet::new(), damage: None }
    }

    /// The value of a position for its side to move, under the clocks of the game. After a draw by
    /// the rules nothing is won or lost any more.
    pub(crate) fn value(&mut self, situation: &Situation<V>) -> Option<Probe> {
        let Situation { position, clocks, drawn } = situation;
        let mut probe = if position.is_over() {
            Probe { outcome: manoury_prober::Outcome::Loss, dtc: Some(0), dtw: Some(0) }
        } else {
            let tables = self.within_reach(situation)?;
            let found = if *drawn {
                tables.probe(position)
            } else {
                tables.probe_with_clocks(position, clocks, self.reading)
            };
            self.known(situation, found)?
        };
        if *drawn {
            probe.outcome = probe.outcome.limited();
        }
        Some(probe)
    }

    /// The best move in a position.
    pub(crate) fn best(&mut self, situation: &Situation<V>) -> Option<String> {
        let Situation { position, clocks, drawn } = situation;
        let tables = self.within_reach(situation)?;
        let clocks = if *drawn { DrawClocks::fresh(position) } else { *clocks };
        let moves = tables.moves(position, &clocks, self.reading);
        let moves = self.known(situation, moves)?;
        moves.first().map(|best| move_text(position, best.mv))
    }

    /// The tables, if it makes sense to ask them: a capture may lead to what they have.
    fn within_reach(&self, Situation { position, .. }: &Situation<V>) -> Option<&'a Tablebase<V>> {
        let pieces = position.occupied().count_ones();
        // One capture may take several pieces: there is no telling how far down it goes.
        let near = pieces <= self.pieces || position.has_capture();
        self.tables.filter(|_| near && self.damage.is_none())
    }

    /// An answer, or a note of why there is none.
    fn known<T>(&mut self, situation: &Situation<V>, found: Result<T, ProbeError>) -> Option<T> {
        match found {
            Ok(found) => return Some(found),
            Err(ProbeError::Missing(table)) => {
                // Beyond the pieces that there are tables of, nothing is expected to be there.
                if situation.position.occupied().count_ones() <= self.pieces {
                    self.missing.insert(table.name.to_string());
                }
            }
            Err(error @ ProbeError::Table(_)) => self.damage = Some(error),
            // A side without pieces that is not to move, or clocks, both as they were set up.
            Err(_) => {}
        }
        None
    }
}
