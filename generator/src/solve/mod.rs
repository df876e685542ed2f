//! Retrograde analysis of one slice.

mod captures;
mod cell;
mod configuration;
mod conversions;
mod kings;
mod order;
mod plies;
mod stage;

use crate::journal::{Journal, Snapshots};
use crate::meter::{Meter, Phase};
use crate::pages;
use crate::resident::Resident;
use crate::scores::SliceScores;
use cell::Cell;
use configuration::{Configuration, Frame, Solved};
use kings::KingSets;
use manoury_rules::{Color, MoveList, Position, Variant};
use manoury_tables::{Group, Index, Metric, Outcome, Ranks, Score, Slice};
use order::ConfigurationOrder;
pub(crate) use plies::{PARALLEL_PLIES, STRIPS};
use rayon::prelude::*;
use std::sync::Arc;

/// Every value of a slice in one metric.
pub(crate) struct SolvedSlice {
    order: Arc<ConfigurationOrder>,
    /// Cells of one configuration.
    width: usize,
    /// By side to move (the strong side first), configurations in slot order.
    scores: [Vec<Score>; 2],
}

impl SliceScores for SolvedSlice {
    fn configuration(&self, side: usize, configuration: u64) -> &[Score] {
        let start = self.order.slot(configuration as usize) * self.width;
        &self.scores[side][start..start + self.width]
    }
}

impl SolvedSlice {
    /// Keeps in the slice's journal what is not kept yet.
    pub(crate) fn keep(&self, journal: &Journal<'_>) {
        let slots = self.order.slots();
        let [strong, weak] = &self.scores;
        journal.keep(slots, self.width, [strong, weak], |score: Score| score.0);
    }
}

/// The score of a capture position, whose captures lead to slices in `resident`.
pub(crate) fn resolve_captures<V: Variant>(
    metric: Metric,
    resident: &Resident<V>,
    position: &Position<V>,
    list: &mut MoveList,
) -> Score {
    let found = conversions::captures(metric, resident, position, list);
    match found.best {
        None | Some(Outcome::Draw) => Score::DRAW,
        Some(outcome) => Score::new(outcome, found.plies),
    }
    .with_capture()
}

/// Solves a slice for outcome and DTC. Every slice that its conversions lead to is in `resident`.
/// What is done is kept in `journal`.
pub(crate) fn solve_dtc<V: Variant>(
    slice: Slice,
    resident: &Resident<V>,
    journal: &Journal<'_>,
    meter: &Meter<'_>,
) -> SolvedSlice {
    let order = Arc::new(ConfigurationOrder::new(&Index::<V>::new(slice)));
    solve(slice, Metric::Dtc, V::LIMITS.conversion, order, None, resident, Some(journal), meter)
}

/// Solves a slice in a metric that ignores draw limits. `dtc` is the slice's solution for DTC, and
/// `resident` holds the scores in the metric of every slice that its conversions lead to.
pub(crate) fn solve_distance<V: Variant>(
    slice: Slice,
    metric: Metric,
    dtc: &SolvedSlice,
    resident: &Resident<V>,
    meter: &Meter<'_>,
) -> SolvedSlice {
    solve(slice, metric, Score::MAX_PLIES, dtc.order.clone(), Some(dtc), resident, None, meter)
}

#[allow(clippy::too_many_arguments, reason = "each is another thing")]
fn solve<V: Variant>(
    slice: Slice,
    metric: Metric,
    limit: u16,
    order: Arc<ConfigurationOrder>,
    known: Option<&SolvedSlice>,
    resident: &Resident<V>,
    journal: Option<&Journal<'_>>,
    meter: &Meter<'_>,
) -> SolvedSlice {
    let kings = [Group::StrongKings, Group::WeakKings];
    let frame = Frame {
        metric,
        limit,
        kings: kings.map(|group| KingSets::new::<V>(slice, group)),
        resident,
        meter,
        cells: Index::<V>::new(slice).len(),
    };
    let width = frame.width();
    let len = frame.cells as usize;
    let [look, plies] = configuration::WORK;
    let untold = if width > configuration::PARALLEL_CELLS { plies } else { look + plies };
    let at_work = || (MoveList::new(), meter.enter(Phase::Captures));
    let mut cells = [(); 2].map(|()| pages::filled(Cell(0), len));
    let restored = journal.map_or(0, |journal| {
        let [white, black] = &mut cells;
        journal.restore(width, [white, black], Cell)
    });
    for (level, batch) in stage::batches(order.levels(), width) {
        if batch.end <= restored {
            frame.advance(look + plies, batch.len() * width);
            continue;
        }
        let [white, black] = &mut cells;
        let (white_solved, white) = white.split_at_mut(level * width);
        let (black_solved, black) = black.split_at_mut(level * width);
        let solved = Solved { cells: [white_solved, black_solved], width };
        let cells_of_batch = (batch.start - level) * width..(batch.end - level) * width;
        // Tiny configurations are handed out by the hundred.
        let at_once = (4096 / width.max(1)).max(1);
        white[cells_of_batch.clone()]
            .par_chunks_mut(width)
            .zip(black[cells_of_batch].par_chunks_mut(width))
            .enumerate()
            .with_min_len(at_once)
            .for_each_init(at_work, |(list, _), (i, (white, black))| {
                let slot = batch.start + i;
                let men = order.men(slot);
                let slot_of = |men: [u64; 2]| {
                    let rank = |group: Group, men| Ranks::<V>::rank(men, group.off_top()) as usize;
                    let strong = rank(Group::StrongMen, men[0]);
                    let weak = rank(Group::WeakMen, men[1]);
                    order.slot(strong * order.weak_placements() + weak)
                };
                let known = |side: usize| {
                    known.map_or(&[][..], |dtc| &dtc.scores[side][slot * width..(slot + 1) * width])
                };
                let at = Configuration {
                    men,
                    man_moves: Color::ALL
                        .map(|turn| conversions::man_moves::<V>(men, turn, slot_of)),
                    solved: &solved,
                    known: [known(0), known(1)],
                };
                let snapshots = journal.map(|journal| Snapshots::new(journal, slot));
                frame.solve(&at, [white, black], snapshots, list);
            });
        frame.advance(untold, batch.len() * width);
        if let Some(journal) = journal.filter(|journal| journal.is_due()) {
            let [white, black] = &cells;
            journal.keep(batch.end, width, [white, black], |cell: Cell| cell.score().0);
        }
    }
    for cells in &mut cells {
        cells.par_iter_mut().for_each(|cell| *cell = Cell(cell.score().0));
    }
    // In place: of the same bits.
    let scores = cells.map(|cells| cells.into_iter().map(|cell| Score(cell.0)).collect());
    SolvedSlice { order, width, scores }
}
