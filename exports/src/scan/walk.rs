//! The entries of a bitbase in their order, with the outcome of each.
//!
//! An entry's number is a mixed-radix number of the ranks of four groups: the mover's men, the other
//! side's men, the mover's kings, the other side's kings, the last varying fastest. Each side's
//! squares are counted from its own end of the board. Kings are ranked on the squares that the
//! groups before leave free. Since that leaves the order of placements what it is on the whole board,
//! the walk passes over those placements that hit a piece.

use super::runs::Runs;
use crate::frame::Frame;
use crate::source::GameTable;
use manoury_rules::{Bits, Board, International};
use manoury_tables::{
    Addends, EntrySum, FileStorage, Group, Outcome, Ranks, TableError, WholeSide, binomial,
};
use rayon::prelude::*;
use std::ops::Range;

/// The decoded outcomes of the side to move.
type Outcomes<'a> = WholeSide<'a, International, FileStorage>;

/// The squares of a group and their rank in the tables.
#[derive(Clone, Copy, Debug)]
struct Placement {
    set: Bits,
    rank: u32,
}

/// The order of a bitbase's entries.
pub(super) struct Walk {
    frame: Frame,
    /// The pieces of each group.
    counts: [u32; 4],
}

/// Entries that a thread makes at a time, about.
const PART: u64 = 1 << 18;

/// Parts that are made before they are handed on.
const TOGETHER: u64 = 64;

impl Walk {
    /// The walk over a side to move.
    pub(super) fn new(frame: Frame) -> Self {
        Walk { frame, counts: frame.groups.map(|group| group.count(frame.slice)) }
    }

    /// The side to move.
    pub(super) fn frame(&self) -> Frame {
        self.frame
    }

    /// Entries of the kings with the same men.
    fn kings(&self) -> u64 {
        let [own_men, other_men, own, other] = self.counts;
        let free = Board::<International>::SQUARES - own_men - other_men;
        binomial(free, own) * binomial(free - own, other)
    }

    /// Entries.
    pub(super) fn len(&self) -> u64 {
        let men = |count| binomial(Board::<International>::MEN_SQUARES, count);
        men(self.counts[0]) * men(self.counts[1]) * self.kings()
    }

    /// The placements of a group on the empty board, in the order of the bitbase.
    fn placements(&self, group: Group) -> Vec<Placement> {
        let count = group.count(self.frame.slice);
        let sets = Ranks::<International>::sets(count, group.squares::<International>(), false);
        // In the slice's frame the strong side is White, whose squares are counted from 50 down.
        let turned = Frame::is_strong(group);
        sets.into_iter()
            .map(|set| {
                let set = if turned { Board::<International>::turned(set) } else { set };
                let rank = Ranks::<International>::rank(set, group.off_top()) as u32;
                Placement { set, rank }
            })
            .collect()
    }

    /// Makes all entries on all threads, and hands them on in their order.
    ///
    /// # Errors
    /// The table holds something that is no outcome.
    pub(super) fn for_each_part(
        &self,
        outcomes: &Outcomes<'_>,
        visit: &mut dyn FnMut(&Runs),
    ) -> Result<(), TableError> {
        let walker = Walker {
            frame: self.frame,
            placements: self.frame.groups.map(|group| self.placements(group)),
            kings: self.kings(),
            addends: Addends::new(GameTable::layout(outcomes.table())),
            outcomes,
        };
        let rows: u64 = walker.placements[..3].iter().map(|group| group.len() as u64).product();
        let part = (PART * rows / self.len()).max(1);
        let mut first = 0;
        while first < rows {
            let parts: Vec<Range<u64>> = (first..rows)
                .step_by(part as usize)
                .take(TOGETHER as usize)
                .map(|first| first..rows.min(first + part))
                .collect();
            first += part * TOGETHER;
            let made: Vec<Result<Runs, TableError>> =
                parts.into_par_iter().map(|rows| walker.rows(rows)).collect();
            for runs in made {
                visit(&runs?);
            }
        }
        Ok(())
    }
}

/// What makes entries.
struct Walker<'a> {
    frame: Frame,
    /// Of the frame's groups.
    placements: [Vec<Placement>; 4],
    /// Entries of the kings with the same men.
    kings: u64,
    addends: Addends,
    outcomes: &'a Outcomes<'a>,
}

impl Walker<'_> {
    /// The entries of some rows. Rows are numbered by the placements of the first three groups on
    /// the empty board; in a row the last group runs through its placements. Entries with two men on
    /// one square belong to the first row of these men.
    fn rows(&self, rows: Range<u64>) -> Result<Runs, TableError> {
        let [own_men, other_men, own_kings, other_kings] = &self.placements;
        let [first, second, third, _] = self.frame.groups;
        let mut runs = Runs::default();
        let mut row = rows.start;
        while row < rows.end {
            let width = own_kings.len() as u64;
            let (men, kings) = (row / width, (row % width) as usize);
            let end = rows.end.min((men + 1) * width);
            row = end;
            let own = own_men[(men / other_men.len() as u64) as usize];
            let other = other_men[(men % other_men.len() as u64) as usize];
            if own.set & other.set != 0 {
                // The kings have fewer squares than there are.
                runs.push_free(if kings == 0 { self.kings } else { 0 });
                continue;
            }
            let sum = self.add(self.add(self.addends.start(), first, own), second, other);
            let taken = own.set | other.set;
            for &king in &own_kings[kings..=((end - 1) % width) as usize] {
                if king.set & taken == 0 {
                    let sets = [own.set, other.set, king.set];
                    self.row(sets, other_kings, self.add(sum, third, king), &mut runs)?;
                }
            }
        }
        Ok(runs)
    }

    /// The entries of a row: `sets` and `sum` are those of the first three groups.
    #[inline(always)]
    fn row(
        &self,
        sets: [Bits; 3],
        last: &[Placement],
        sum: EntrySum,
        runs: &mut Runs,
    ) -> Result<(), TableError> {
        let [own_men, other_men, own_kings] = sets;
        let taken = own_men | other_men | own_kings;
        for &placement in last {
            if placement.set & taken != 0 {
                continue;
            }
            let position = self.frame.position([own_men, other_men, own_kings, placement.set]);
            if position.has_capture() {
                runs.push_free(1);
                continue;
            }
            let entry = self.add(sum, self.frame.groups[3], placement).entry();
            runs.push(value(self.outcomes.outcome(entry)?));
        }
        Ok(())
    }

    #[inline(always)]
    fn add(&self, sum: EntrySum, group: Group, placement: Placement) -> EntrySum {
        self.addends.add(sum, group, placement.rank as usize)
    }
}

/// An outcome as a bitbase has it: the one on the board.
#[inline(always)]
fn value(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Draw => 0,
        Outcome::Loss | Outcome::BlessedLoss => 1,
        Outcome::Win | Outcome::CursedWin => 2,
    }
}
