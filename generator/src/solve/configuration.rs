//! One men configuration: an independent problem in which only kings move.
//!
//! See the README beside this file for the states and invariants.

use super::cell::Cell;
use super::conversions::{self, Conversions, ManMove};
use super::kings::KingSets;
use super::plies::Plies;
use super::stage::{self, Run, Stage};
use crate::journal::Snapshots;
use crate::meter::{Meter, Phase};
use crate::progress::Part;
use crate::resident::Resident;
use manoury_rules::{Bits, Color, MoveList, Position, Variant};
use manoury_tables::{Metric, Outcome, Score};
use rayon::prelude::*;

/// What does not change from configuration to configuration of a slice.
pub(super) struct Frame<'a, V> {
    pub(super) metric: Metric,
    /// The greatest distance not cut off by the draw limit; [`Score::MAX_PLIES`] where limits are
    /// ignored.
    pub(super) limit: u16,
    /// The kings of the strong and the weak side.
    pub(super) kings: [KingSets; 2],
    pub(super) resident: &'a Resident<V>,
    pub(super) meter: &'a Meter<'a>,
    /// Cells of one side to move in the slice.
    pub(super) cells: u64,
}

/// The cells of the configurations that are finished already, by side to move, in slot order.
pub(super) struct Solved<'a> {
    pub(super) cells: [&'a [Cell]; 2],
    /// Cells of one configuration.
    pub(super) width: usize,
}

impl Solved<'_> {
    /// The score of the position that has the same kings as `cell` in the configuration of `slot`.
    #[inline(always)]
    pub(super) fn score(&self, turn: Color, slot: usize, cell: usize) -> Score {
        self.cells[turn.index()][slot * self.width + cell].score()
    }
}

/// One men configuration to solve.
pub(super) struct Configuration<'a> {
    pub(super) men: [Bits; 2],
    /// The quiet man moves of White (the strong side) and Black.
    pub(super) man_moves: [Vec<ManMove>; 2],
    pub(super) solved: &'a Solved<'a>,
    /// Scores of the same configuration in DTC, from which draws are known; empty where not.
    pub(super) known: [&'a [Score]; 2],
}

/// What the first look at the positions leaves to be done.
#[derive(Default)]
struct Seeds {
    /// The greatest distance of a position decided, or of a loss pending.
    last: u16,
    /// Positions all of whose conversions lose, the last of them in so many plies: (plies, side,
    /// cell). Their counters go down by one then.
    pending: Vec<(u16, u8, u32)>,
    /// Some value is cursed or blessed.
    cursed: bool,
}

impl Seeds {
    fn join(mut self, mut other: Seeds) -> Seeds {
        self.pending.append(&mut other.pending);
        Seeds {
            last: self.last.max(other.last),
            pending: self.pending,
            cursed: self.cursed || other.cursed,
        }
    }
}

/// Configurations with more cells than this are looked at by several threads.
pub(super) const PARALLEL_CELLS: usize = 100_000;

/// Rows of cells that a thread looks at before it tells so.
const ROWS: usize = 64;

/// The work on a cell, as the meter is told of it: the first look at it, and the plies. Of a
/// configuration of over [`PARALLEL_CELLS`] the first is told on the way.
pub(super) const WORK: [u64; 2] = [3, 1];

impl<V: Variant> Frame<'_, V> {
    /// Cells of one side to move in a configuration.
    pub(super) fn width(&self) -> usize {
        self.kings[0].sets().len() * self.kings[1].sets().len()
    }

    /// Solves a configuration into the cells of both sides to move (the strong side's first), at
    /// `strong kings' rank × weak placements + weak kings' rank`. What is done of a large one is kept
    /// in `snapshots`.
    pub(super) fn solve(
        &self,
        at: &Configuration<'_>,
        cells: [&mut [Cell]; 2],
        mut snapshots: Option<Snapshots<'_>>,
        list: &mut MoveList,
    ) {
        let [strong, weak] = cells;
        let has_kings = self.kings.iter().any(|kings| kings.count() > 0);
        let restored = if strong.len() > PARALLEL_CELLS {
            stage::restore(snapshots.as_ref(), [strong, weak])
        } else {
            None
        };
        let (mut stage, pending) = match restored {
            Some(stage) => {
                self.advance(WORK[0], strong.len());
                (stage, Vec::new())
            }
            None => {
                let seeds = self.seed(at, strong, weak, list);
                (Stage::seeded(seeds.last, seeds.cursed), seeds.pending)
            }
        };
        if !pending.is_empty() {
            // A stage does not hold them. There are none in DTC, where every conversion takes a ply.
            snapshots = None;
        }
        if has_kings {
            let _running = self.meter.enter(Phase::KingMoves);
            let mut plies = Plies { frame: self, men: at.men, cells: [strong, weak], snapshots };
            if stage.run == Run::Limited {
                plies.limited(&mut stage, pending);
                if !stage.cursed && stage.last < self.limit {
                    return;
                }
                plies.begin_unlimited();
                stage = Stage { run: Run::Unlimited, ply: 1, changed: true, ..stage };
            }
            plies.unlimited(&mut stage);
        }
    }

    /// Gives every cell its first state.
    fn seed(
        &self,
        at: &Configuration<'_>,
        strong: &mut [Cell],
        weak: &mut [Cell],
        list: &mut MoveList,
    ) -> Seeds {
        let row = self.kings[1].sets().len();
        if self.width() > PARALLEL_CELLS {
            let at_work = || (MoveList::new(), self.meter.enter(Phase::Captures));
            let chunk = row * ROWS;
            strong
                .par_chunks_mut(chunk)
                .zip(weak.par_chunks_mut(chunk))
                .enumerate()
                .map_init(at_work, |(list, _), (i, (strong, weak))| {
                    let done = strong.len();
                    let mut seeds = Seeds::default();
                    let rows = strong.chunks_exact_mut(row).zip(weak.chunks_exact_mut(row));
                    for (s, (strong, weak)) in (i * ROWS..).zip(rows) {
                        self.seed_row(at, s, [strong, weak], list, &mut seeds);
                    }
                    self.advance(WORK[0], done);
                    seeds
                })
                .reduce(Seeds::default, Seeds::join)
        } else {
            let mut seeds = Seeds::default();
            let rows = strong.chunks_exact_mut(row).zip(weak.chunks_exact_mut(row));
            for (s, (strong, weak)) in rows.enumerate() {
                self.seed_row(at, s, [strong, weak], list, &mut seeds);
            }
            seeds
        }
    }

    /// Tells the meter that some of the [`WORK`] on so many cells is done.
    pub(super) fn advance(&self, work: u64, cells: usize) {
        let all = WORK.iter().sum::<u64>() * self.cells;
        self.meter.advance(Part::Solve(self.metric), work * cells as u64, all);
    }

    /// Gives the cells with one placement of the strong kings their first state.
    fn seed_row(
        &self,
        at: &Configuration<'_>,
        s: usize,
        cells: [&mut [Cell]; 2],
        list: &mut MoveList,
        seeds: &mut Seeds,
    ) {
        let strong = self.kings[0].sets()[s];
        let [white, black] = cells;
        let men = at.men[0] | at.men[1];
        let base = s * white.len();
        if strong & men != 0 || at.men[0] & at.men[1] != 0 {
            white.fill(Cell(Score::NONE.0));
            black.fill(Cell(Score::NONE.0));
            return;
        }
        for (w, &weak) in self.kings[1].sets().iter().enumerate() {
            if weak & (men | strong) != 0 {
                white[w] = Cell(Score::NONE.0);
                black[w] = Cell(Score::NONE.0);
                continue;
            }
            let position = Position::new_unchecked(at.men, [strong, weak], Color::White);
            white[w] = self.first_state(at, &position, base + w, list, seeds);
            let position = position.with_turn(Color::Black);
            black[w] = self.first_state(at, &position, base + w, list, seeds);
        }
    }

    /// The state of a position before any king has moved.
    #[inline(always)]
    fn first_state(
        &self,
        at: &Configuration<'_>,
        position: &Position<V>,
        cell: usize,
        list: &mut MoveList,
        seeds: &mut Seeds,
    ) -> Cell {
        let side = position.turn().index();
        if let Some(known) = at.known[side].get(cell)
            && known.without_capture() == Score::DRAW
        {
            return Cell(known.0);
        }
        if position.has_capture() {
            let found = conversions::captures(self.metric, self.resident, position, list);
            let state = self.converted(found, seeds);
            return Cell(Score(state.0).with_capture().0);
        }
        let found = conversions::quiet(
            self.metric,
            self.resident,
            at.solved,
            &at.man_moves[side],
            position,
            cell,
        );
        if found.best == Some(Outcome::Win) {
            // A king's move may still win sooner.
            return self.converted(found, seeds);
        }
        let occupied = position.occupied();
        let moves: u32 = manoury_rules::bits(position.kings(position.turn()))
            .map(|king| manoury_rules::Board::<V>::king_moves(king, occupied).count_ones())
            .sum();
        if moves == 0 {
            return self.converted(found, seeds);
        }
        match found.best {
            None => Cell::undecided(moves, None),
            // Every king's move that loses takes two plies at least.
            Some(Outcome::Loss) if found.plies <= 1 => Cell::undecided(moves, None),
            Some(Outcome::Loss) => {
                seeds.pending.push((found.plies, side as u8, cell as u32));
                seeds.last = seeds.last.max(found.plies);
                Cell::undecided(moves + 1, None)
            }
            limited => {
                seeds.cursed |= limited != Some(Outcome::Draw);
                Cell::undecided(moves + 1, limited)
            }
        }
    }

    /// The state of a position that has only conversions, or none and no move at all.
    #[inline(always)]
    fn converted(&self, found: Conversions, seeds: &mut Seeds) -> Cell {
        match found.best {
            None => Cell::decided(Outcome::Loss, 0),
            Some(Outcome::Draw) => Cell(Score::DRAW.0),
            Some(outcome @ (Outcome::Win | Outcome::Loss)) => {
                seeds.last = seeds.last.max(found.plies);
                Cell::decided(outcome, found.plies)
            }
            Some(outcome) => {
                seeds.cursed = true;
                Cell::decided(outcome, found.plies)
            }
        }
    }
}
