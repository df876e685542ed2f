//! From scores in plain order to the symbols of a block in stored order.

use super::Effort;
use crate::meter::{Meter, Phase, Running};
use crate::scores::{self, SliceScores};
use manoury_rules::Variant;
use manoury_tables::{Content, Density, Index, Kind, Outcome, Packing, Score, StoredOrder};
use rayon::prelude::*;

/// Stands for a free entry: nothing is stored of its position, so any symbol will do.
pub(super) const FREE: u16 = u16::MAX;

/// Entries that are worth handing to another thread.
const LEAST: usize = 1 << 16;

/// Scores there can be.
const SCORES: usize = 1 << 16;

/// The scores of a slice in one metric, to be stored.
pub(super) struct Source<'a, V, S> {
    pub(super) index: Index<V>,
    pub(super) scores: &'a S,
    /// Told of the time of every thread that reads the scores.
    pub(super) meter: &'a Meter<'a>,
}

/// Scores as symbols of a packing.
pub(super) struct Symbols {
    pub(super) packing: Packing,
    /// By the two bytes of a score.
    by_score: Box<[u16]>,
}

impl Symbols {
    /// How a score is stored, if it is: not where there is no position, nor of a capture position.
    fn value(content: Content, score: Score) -> Option<Option<u16>> {
        let outcome = score.outcome().filter(|_| !score.is_capture())?;
        Some(content.value(outcome, score.plies()))
    }

    #[inline(always)]
    fn of(&self, score: Score) -> u16 {
        self.by_score[score.0 as usize]
    }

    fn new(packing: Packing) -> Self {
        let by_score = (0..SCORES).map(|score| {
            Self::value(packing.content(), Score(score as u16))
                .flatten()
                .and_then(|value| packing.symbol(value))
                .unwrap_or(FREE)
        });
        Symbols { packing, by_score: by_score.collect() }
    }
}

impl<V: Variant, S: SliceScores> Source<'_, V, S> {
    /// The ways to pack the scores that are worth a trial: the densest, with distances one entry to a
    /// byte as well, and with three outcomes and the greatest effort also planes. None if a distance
    /// does not fit a file.
    pub(super) fn packings(&self, kind: Kind, effort: Effort) -> Vec<Symbols> {
        let seen = self.seen();
        let contents: &[Content] = match kind {
            Kind::Wdl => &[Content::Outcomes],
            Kind::Distance(_) => &[Content::HalfPlies, Content::Plies],
        };
        // The values of a content, if every score that is stored has one.
        let values = |content: Content| {
            let mut values = Vec::new();
            for &score in &seen {
                match Symbols::value(content, score) {
                    Some(Some(value)) => values.push(value),
                    Some(None) if score.plies() > 0 => return None,
                    _ => {}
                }
            }
            values.sort_unstable();
            values.dedup();
            Some(values)
        };
        let Some((content, values)) =
            contents.iter().find_map(|&content| Some((content, values(content)?)))
        else {
            return Vec::new();
        };
        let packing = |density: &Density| Packing::new(content, *density, &values);
        let mut packings: Vec<Packing> =
            Density::ALL.iter().find_map(packing).into_iter().collect();
        if kind != Kind::Wdl {
            packings.extend(packing(&Density::One));
            packings.dedup();
        }
        if effort == Effort::Max
            && packings.first().is_some_and(|densest| densest.density() == Density::Five)
            && kind == Kind::Wdl
        {
            // A block with draws and wins only, or draws and losses, then has a plane of zeros.
            let draw = content.value(Outcome::Draw, 0);
            let mut values = values;
            values.sort_by_key(|&value| (Some(value) != draw, value));
            packings.extend(Packing::new(content, Density::Planes, &values));
        }
        packings.into_iter().map(Symbols::new).collect()
    }

    /// Counts this thread's time until the value is dropped.
    pub(super) fn at_work(&self) -> Running<'_> {
        self.meter.enter(Phase::Encoding)
    }

    /// Every score that occurs.
    fn seen(&self) -> Vec<Score> {
        let sides = self.index.slice().sides();
        let kings = self.index.kings();
        let seen = scores::portions(self.index.len())
            .fold(
                || vec![false; SCORES],
                |mut seen, numbers| {
                    let _at_work = self.at_work();
                    for (configuration, cells) in scores::stretches(numbers, kings) {
                        for side in 0..sides {
                            let scores = self.scores.configuration(side, configuration);
                            for score in &scores[cells.clone()] {
                                seen[score.0 as usize] = true;
                            }
                        }
                    }
                    seen
                },
            )
            .reduce(|| vec![false; SCORES], |a, b| a.iter().zip(b).map(|(a, b)| a | b).collect());
        (0..SCORES).filter(|&score| seen[score]).map(|score| Score(score as u16)).collect()
    }

    /// Fills `into` with the symbols of as many entries from `first` on with one side to move.
    pub(super) fn gather(
        &self,
        symbols: &Symbols,
        order: &StoredOrder,
        side: usize,
        first: u64,
        into: &mut [u16],
    ) {
        let kings = self.index.kings();
        order.for_each_run(first, into.len() as u64, |run| {
            let mut place = run.place;
            let mut put = |symbol| {
                into[place] = symbol;
                place += run.step;
            };
            if let Some((configuration, ranks)) = run.within(kings) {
                let scores = self.scores.configuration(side, configuration);
                ranks.for_each(|rank| put(rank.map_or(FREE, |rank| symbols.of(scores[rank]))));
                return;
            }
            run.plain().for_each(|plain| {
                put(plain.map_or(FREE, |plain| {
                    let scores = self.scores.configuration(side, plain / kings);
                    symbols.of(scores[(plain % kings) as usize])
                }));
            });
        });
    }

    /// As [`Source::gather`], by all threads.
    pub(super) fn gather_all(
        &self,
        symbols: &Symbols,
        order: &StoredOrder,
        side: usize,
        first: u64,
        into: &mut [u16],
    ) {
        let share = into.len().div_ceil(rayon::current_num_threads());
        let stretch = (order.reach() as usize).clamp(LEAST.min(share), share.max(LEAST));
        let at_work = || self.at_work();
        into.par_chunks_mut(stretch).enumerate().for_each_init(at_work, |_, (i, into)| {
            self.gather(symbols, order, side, first + (i * stretch) as u64, into);
        });
    }
}
