//! Retrograde analysis of one slice.

mod captures;
mod cell;
mod configuration;
mod conversions;
mod kings;
mod order;

use crate::meter::{Meter, Phase};
use crate::progress::Part;
use crate::resident::Resident;
use crate::scores::SliceScores;
use cell::Cell;
use configuration::{Configuration, Frame, Solved};
use kings::KingSets;
use manoury_rules::{Color, MoveList, Position, Variant};
use manoury_tables::{Group, Index, Metric, Outcome, Ranks, Score, Slice};
use order::ConfigurationOrder;
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
pub(crate) fn solve_dtc<V: Variant>(
    slice: Slice,
    resident: &Resident<V>,
    meter: &Meter<'_>,
) -> SolvedSlice {
    let order = Arc::new(ConfigurationOrder::new(&Index::<V>::new(slice)));
    solve(slice, Metric::Dtc, V::LIMITS.conversion, order, None, resident, meter)
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
    solve(slice, metric, Score::MAX_PLIES, dtc.order.clone(), Some(dtc), resident, meter)
}

fn solve<V: Variant>(
    slice: Slice,
    metric: Metric,
    limit: u16,
    order: Arc<ConfigurationOrder>,
    known: Option<&SolvedSlice>,
    resident: &Resident<V>,
    meter: &Meter<'_>,
) -> SolvedSlice {
    let kings = [Group::StrongKings, Group::WeakKings];
    let frame = Frame {
        metric,
        limit,
        kings: kings.map(|group| KingSets::new::<V>(slice, group)),
        resident,
        meter,
    };
    let width = frame.width();
    let len = Index::<V>::new(slice).len() as usize;
    let at_work = || (MoveList::new(), meter.enter(Phase::Captures));
    let mut cells = [vec![Cell(0); len], vec![Cell(0); len]];
    for level in order.levels() {
        let [white, black] = &mut cells;
        let (white_solved, white) = white.split_at_mut(level.start * width);
        let (black_solved, black) = black.split_at_mut(level.start * width);
        let solved = Solved { cells: [white_solved, black_solved], width };
        // Tiny configurations are handed out by the hundred.
        let at_once = (4096 / width.max(1)).max(1);
        white[..level.len() * width]
            .par_chunks_mut(width)
            .zip(black[..level.len() * width].par_chunks_mut(width))
            .enumerate()
            .with_min_len(at_once)
            .for_each_init(at_work, |(list, _), (i, (white, black))| {
                let slot = level.start + i;
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
                frame.solve(&at, [white, black], list);
            });
        meter.advance(Part::Solve(metric), (level.len() * width) as u64, len as u64);
    }
    let scores = cells.map(|cells| cells.into_iter().map(Cell::score).collect());
    SolvedSlice { order, width, scores }
}
