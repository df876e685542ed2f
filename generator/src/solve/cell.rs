//! The state of one position while its men configuration is being solved.

use manoury_tables::{Outcome, Score};

/// A [`Score`], or an undecided position: outcome code 7 with a counter.
///
/// The counter of an undecided position is the number of its king moves that have not yet turned
/// out to lose, plus one if some conversion does not lose (so that it never reaches zero) or loses
/// later than now (so that it reaches zero then).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct Cell(pub(crate) u16);

impl Cell {
    const UNDECIDED: u16 = 7 << Score::OUTCOME_SHIFT;
    const FROM_UNDECIDED: u16 = Self::UNDECIDED;
    /// The best conversion is a blessed loss; it counts as one move that does not lose.
    const BLESSED: u16 = 1 << 7;
    /// The best conversion is a cursed win; it counts as one move that does not lose.
    const CURSED: u16 = 1 << 8;
    const COUNTER: u16 = Self::BLESSED - 1;

    /// An undecided position. `conversion` is what its conversions come to, if it has any.
    #[inline(always)]
    pub(crate) fn undecided(counter: u32, conversion: Option<Outcome>) -> Self {
        debug_assert!(counter > 0 && counter <= Self::COUNTER as u32);
        let flags = match conversion {
            Some(Outcome::BlessedLoss) => Self::BLESSED,
            Some(Outcome::CursedWin) => Self::CURSED,
            _ => 0,
        };
        Cell(Self::UNDECIDED | flags | counter as u16)
    }

    /// A decided position.
    #[inline(always)]
    pub(crate) const fn decided(outcome: Outcome, plies: u16) -> Self {
        Cell(Score::new(outcome, plies).0)
    }

    /// The score; an undecided position counts as drawn.
    #[inline(always)]
    pub(crate) const fn score(self) -> Score {
        if self.is_undecided() { Score::DRAW } else { Score(self.0) }
    }

    #[inline(always)]
    pub(crate) const fn is_undecided(self) -> bool {
        self.0 >= Self::FROM_UNDECIDED
    }

    /// Whether the position is decided as `other`, as a capture or not.
    #[inline(always)]
    pub(crate) const fn is(self, other: Cell) -> bool {
        self.0 & !Score::CAPTURE == other.0
    }

    /// Whether a king's move with `outcome` in `plies` improves a quiet position: it is undecided,
    /// or a conversion takes longer to the same.
    #[inline(always)]
    pub(crate) const fn is_improved_by(self, better: Cell) -> bool {
        // Same outcome, no capture mark, more plies: one range of numbers.
        self.is_undecided() || self.0 > better.0 && self.0 <= better.0 | Score::MAX_PLIES
    }

    /// Takes one move off an undecided position's counter; whether it was the last.
    #[inline(always)]
    pub(crate) const fn count_down(&mut self) -> bool {
        self.0 -= 1;
        self.0 & Self::COUNTER == 0
    }

    /// What the conversions of an undecided position come to if that is cursed or blessed.
    #[inline(always)]
    pub(crate) const fn limited_conversion(self) -> Option<Outcome> {
        if !self.is_undecided() {
            None
        } else if self.0 & Self::CURSED != 0 {
            Some(Outcome::CursedWin)
        } else if self.0 & Self::BLESSED != 0 {
            Some(Outcome::BlessedLoss)
        } else {
            None
        }
    }
}
