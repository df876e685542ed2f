//! From scores in plain order to the symbols of a block in stored order.

use crate::scores::SliceScores;
use manoury_rules::Variant;
use manoury_tables::{Index, Kind, Packing, Score, Slice, StoredOrder};

/// Stands for a free entry: nothing is stored of its position, so any symbol will do.
pub(super) const FREE: u16 = u16::MAX;

/// The scores of a file's values, and which of them are stored.
pub(super) struct Source<'a, V, S> {
    pub(super) index: Index<V>,
    pub(super) kind: Kind,
    pub(super) packing: Packing,
    pub(super) scores: &'a S,
}

impl<V: Variant, S: SliceScores> Source<'_, V, S> {
    /// The slice.
    pub(super) fn slice(&self) -> Slice {
        self.index.slice()
    }

    /// Replaces `symbols` by those of `count` entries from `first` on with one side to move.
    pub(super) fn gather(
        &self,
        order: &StoredOrder,
        side: usize,
        first: u64,
        count: u64,
        symbols: &mut Vec<u16>,
    ) {
        let kings = self.index.kings();
        symbols.clear();
        symbols.reserve(count as usize);
        // Entries that follow each other are often of one configuration.
        let mut at = (0..0, &[][..]);
        order.for_each(first, count, |plain| {
            if !at.0.contains(&plain) {
                let configuration = plain / kings;
                let first = configuration * kings;
                at = (first..first + kings, self.scores.configuration(side, configuration));
            }
            symbols.push(self.symbol(at.1[(plain - at.0.start) as usize]));
        });
    }

    /// The symbol of a score, [`FREE`] where none is stored: no position, a capture position, and
    /// in a distance file a draw.
    #[inline(always)]
    fn symbol(&self, score: Score) -> u16 {
        let Some(outcome) = score.outcome().filter(|_| !score.is_capture()) else { return FREE };
        let symbol = match self.kind {
            Kind::Wdl => self.packing.outcome_symbol(outcome),
            Kind::Distance(_) if score.without_capture() == Score::DRAW => None,
            Kind::Distance(_) => self.packing.plies_symbol(outcome, score.plies()),
        };
        symbol.unwrap_or(FREE)
    }
}

/// The narrowest packing that holds every value of a slice.
pub(super) fn packing<V: Variant>(
    slice: Slice,
    kind: Kind,
    scores: &impl SliceScores,
) -> Option<Packing> {
    let candidates: &[Packing] = match kind {
        Kind::Wdl => &[Packing::Outcomes3, Packing::Outcomes5],
        Kind::Distance(_) => &[Packing::HalfPlies8, Packing::Plies8, Packing::Plies16],
    };
    let index = Index::<V>::new(slice);
    let mut fits = vec![true; candidates.len()];
    for side in 0..slice.sides() {
        for configuration in 0..index.configurations() {
            for &score in scores.configuration(side, configuration) {
                let Some(outcome) = score.outcome() else { continue };
                if score.is_capture() || kind != Kind::Wdl && score == Score::DRAW {
                    continue;
                }
                for (packing, fits) in candidates.iter().zip(&mut fits) {
                    *fits &= match kind {
                        Kind::Wdl => packing.outcome_symbol(outcome),
                        Kind::Distance(_) => packing.plies_symbol(outcome, score.plies()),
                    }
                    .is_some();
                }
            }
        }
    }
    candidates.iter().zip(fits).find_map(|(&packing, fits)| fits.then_some(packing))
}
