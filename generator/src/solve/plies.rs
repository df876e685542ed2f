//! The plies of one configuration: king moves played backward.

use super::cell::Cell;
use super::configuration::Frame;
use super::stage::{self, Stage};
use crate::journal::Snapshots;
use crate::meter::Phase;
use manoury_rules::{Bits, Variant};
use manoury_tables::Outcome;
use rayon::prelude::*;

/// The plies of configurations with more cells than this are played by several threads: there are
/// few such configurations, and it takes seconds.
pub(crate) const PARALLEL_PLIES: usize = 16_000_000;

/// Strips of columns for each thread: enough that none waits long for another.
pub(crate) const STRIPS: usize = 2;

/// The king moves of a configuration, played backward ply by ply.
pub(super) struct Plies<'a, 'b, V> {
    pub(super) frame: &'a Frame<'a, V>,
    pub(super) men: [Bits; 2],
    pub(super) cells: [&'b mut [Cell]; 2],
    pub(super) snapshots: Option<Snapshots<'b>>,
}

impl<V: Variant> Plies<'_, '_, V> {
    /// Makes a snapshot between two plies if one is due.
    fn offer(&mut self, stage: Stage) {
        let [first, second] = &self.cells;
        stage::offer(&mut self.snapshots, stage, [first, second]);
    }

    /// Decides every win and loss within the limit. `pending` are the losses that the first look left
    /// for later.
    pub(super) fn limited(&mut self, stage: &mut Stage, mut pending: Vec<(u16, u8, u32)>) {
        let frame = self.frame;
        pending.sort_unstable();
        let mut pending = pending.into_iter().peekable();
        while stage.ply <= stage.last && stage.ply < frame.limit {
            self.offer(*stage);
            let n = stage.ply;
            while let Some((_, side, cell)) = pending.next_if(|&(plies, ..)| plies == n) {
                let cell = &mut self.cells[side as usize][cell as usize];
                // It may have been won meanwhile.
                if cell.is_undecided() && cell.count_down() {
                    *cell = Cell::decided(Outcome::Loss, n);
                }
            }
            let win = Cell::decided(Outcome::Win, n + 1);
            let loss = Cell::decided(Outcome::Loss, n + 1);
            let mut changed = false;
            for side in 0..2 {
                changed |= self.back_up(
                    side,
                    [Cell::decided(Outcome::Loss, n), Cell::decided(Outcome::Win, n)],
                    [win, loss],
                );
            }
            if changed {
                stage.last = stage.last.max(n + 1);
            }
            stage.ply += 1;
        }
    }

    /// Gives cells their first state of the second run.
    pub(super) fn begin_unlimited(&mut self) {
        let blessed = |plies| Cell::decided(Outcome::BlessedLoss, plies);
        let cursed = |plies| Cell::decided(Outcome::CursedWin, plies);
        for cell in self.cells.iter_mut().flat_map(|cells| cells.iter_mut()) {
            match cell.limited_conversion() {
                Some(Outcome::CursedWin) => *cell = cursed(1),
                Some(Outcome::BlessedLoss) if cell.count_down() => *cell = blessed(1),
                _ => {}
            }
        }
    }

    /// Decides cursed wins and blessed losses, wins and losses being fixed.
    pub(super) fn unlimited(&mut self, stage: &mut Stage) {
        let limit = self.frame.limit;
        let blessed = |plies| Cell::decided(Outcome::BlessedLoss, plies);
        let cursed = |plies| Cell::decided(Outcome::CursedWin, plies);
        while stage.changed || stage.ply <= limit {
            self.offer(*stage);
            let n = stage.ply;
            let mut changed = false;
            for side in 0..2 {
                changed |=
                    self.back_up(side, [blessed(n), cursed(n)], [cursed(n + 1), blessed(n + 1)]);
                if n == limit {
                    changed |= self.back_up(
                        side,
                        [Cell::decided(Outcome::Loss, n), Cell::decided(Outcome::Win, n)],
                        [cursed(n + 1), blessed(n + 1)],
                    );
                }
            }
            stage.changed = changed;
            stage.ply += 1;
        }
    }

    /// From the positions with `side` to move that are decided as `from` (lost, won), steps back to
    /// those of the other side that a king's move leads from, and decides them as `to` (won, lost).
    /// Whether any was decided.
    fn back_up(&mut self, side: usize, from: [Cell; 2], to: [Cell; 2]) -> bool {
        let step = StepBack { frame: self.frame, men: self.men, mover: 1 - side, from, to };
        if self.frame.kings[step.mover].count() == 0 {
            return false;
        }
        let [first, second] = &mut self.cells;
        let (decided, targets) =
            if side == 0 { (&first[..], &mut second[..]) } else { (&second[..], &mut first[..]) };
        let row = self.frame.kings[1].sets().len();
        let at_work = || self.frame.meter.enter(Phase::KingMoves);
        if decided.len() <= PARALLEL_PLIES {
            let mut changed = false;
            for (s, cells) in decided.chunks_exact(row).enumerate() {
                step.for_each_before(s, 0, cells, |s, w, lost| {
                    changed |= step.decide(&mut targets[s * row + w], lost);
                });
            }
            changed
        } else if step.mover == 1 {
            // The weak side's kings stay in a row.
            let rows = decided.par_chunks_exact(row).zip(targets.par_chunks_exact_mut(row));
            rows.enumerate()
                .map_init(at_work, |_, (s, (cells, targets))| {
                    let mut changed = false;
                    step.for_each_before(s, 0, cells, |_, w, lost| {
                        changed |= step.decide(&mut targets[w], lost);
                    });
                    changed
                })
                .reduce(|| false, |a, b| a | b)
        } else {
            // The strong side's stay in a column: each thread gets some columns of all rows.
            let width = row.div_ceil(STRIPS * rayon::current_num_threads());
            let mut strips: Vec<Vec<&mut [Cell]>> = Vec::new();
            strips.resize_with(row.div_ceil(width), || Vec::with_capacity(decided.len() / row));
            for targets in targets.chunks_exact_mut(row) {
                for (strip, targets) in strips.iter_mut().zip(targets.chunks_mut(width)) {
                    strip.push(targets);
                }
            }
            strips
                .into_par_iter()
                .enumerate()
                .map_init(at_work, |_, (i, mut targets)| {
                    let mut changed = false;
                    let first = i * width;
                    for (s, cells) in decided.chunks_exact(row).enumerate() {
                        let cells = &cells[first..row.min(first + width)];
                        step.for_each_before(s, first, cells, |s, w, lost| {
                            changed |= step.decide(&mut targets[s][w - first], lost);
                        });
                    }
                    changed
                })
                .reduce(|| false, |a, b| a | b)
        }
    }
}

/// One ply played backward by the kings of one side.
struct StepBack<'a, V> {
    frame: &'a Frame<'a, V>,
    men: [Bits; 2],
    /// The side whose kings step back: 0 the strong one.
    mover: usize,
    /// Lost and won, as decided after the move.
    from: [Cell; 2],
    /// Won and lost, before it.
    to: [Cell; 2],
}

impl<V: Variant> StepBack<'_, V> {
    /// Steps back from the cells of row `s` (a placement of the strong side's kings) from column
    /// `first` on (placements of the weak side's). `visit` gets row and column of each cell before
    /// the move, and whether the one after it is lost.
    #[inline(always)]
    fn for_each_before(
        &self,
        s: usize,
        first: usize,
        cells: &[Cell],
        mut visit: impl FnMut(usize, usize, bool),
    ) {
        let [strong, weak] = &self.frame.kings;
        let standing = self.men[0] | self.men[1] | strong.sets()[s];
        for_each_of(cells, self.from, |i, lost| {
            let w = first + i;
            let occupied = standing | weak.sets()[w];
            if self.mover == 0 {
                strong.neighbours::<V>(s, occupied, |s| visit(s, w, lost));
            } else {
                weak.neighbours::<V>(w, occupied, |w| visit(s, w, lost));
            }
        });
    }

    /// Decides a cell from which a move leads to a lost or won position. Whether it was undecided or
    /// won later.
    #[inline(always)]
    fn decide(&self, target: &mut Cell, lost: bool) -> bool {
        let [win, loss] = self.to;
        if lost && target.is_improved_by(win) {
            *target = win;
            true
        } else if !lost && target.is_undecided() && target.count_down() {
            *target = loss;
            true
        } else {
            false
        }
    }
}

/// Calls `visit` with the number of every cell that is decided as one of `from`, and whether it is
/// the first.
#[inline(always)]
fn for_each_of(cells: &[Cell], from: [Cell; 2], mut visit: impl FnMut(usize, bool)) {
    // Most chunks hold none of them: compare whole chunks first, which the compiler vectorises.
    const CHUNK: usize = 32;
    for (chunk, cells) in cells.chunks(CHUNK).enumerate() {
        let any = cells.iter().fold(false, |any, cell| any | cell.is(from[0]) | cell.is(from[1]));
        if any {
            for (i, cell) in cells.iter().enumerate() {
                if cell.is(from[0]) {
                    visit(chunk * CHUNK + i, true);
                } else if cell.is(from[1]) {
                    visit(chunk * CHUNK + i, false);
                }
            }
        }
    }
}
