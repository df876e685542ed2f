//! The layouts in which C may hand in sets of squares.

use crate::failure::Failure;
use crate::values::Constant;
use manoury_rules::{Bits, Board, International, Variant};
use std::fmt;

/// Which bit stands for which square, counted from 0 for the lowest bit. Squares have the numbers
/// that FENs use.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ManouryLayout {
    /// 10x10, 50 bits: bit 0 for square 1, bit 1 for square 2, up to bit 49 for square 50.
    Dense50 = 0,
    /// 10x10, 54 bits: as before, but that after each ten squares a bit stands for nothing. Bits
    /// 10, 21, 32 and 43 are never set; bit 11 is for square 11, bit 53 for square 50. Kingsrow's
    /// driver and many engines have their boards so.
    Ghost54 = 1,
    /// 8x8, 32 bits: bit 0 for square 1 up to bit 31 for square 32.
    Dense32 = 2,
}

impl Constant for ManouryLayout {
    const NAME: &'static str = "ManouryLayout";
    const ALL: &'static [Self] =
        &[ManouryLayout::Dense50, ManouryLayout::Ghost54, ManouryLayout::Dense32];

    fn code(self) -> i32 {
        self as i32
    }
}

impl ManouryLayout {
    /// Squares of the board that it is of.
    pub(crate) const fn squares(self) -> u32 {
        match self {
            ManouryLayout::Dense50 | ManouryLayout::Ghost54 => 50,
            ManouryLayout::Dense32 => 32,
        }
    }

    /// Whether a bit stands for nothing after every second row, as in the sets of a position.
    const fn is_ghost(self) -> bool {
        matches!(self, ManouryLayout::Ghost54)
    }

    /// The bits that stand for squares.
    const fn mask(self) -> u64 {
        match self {
            ManouryLayout::Dense50 => (1 << 50) - 1,
            ManouryLayout::Ghost54 => Board::<International>::MASK,
            ManouryLayout::Dense32 => (1 << 32) - 1,
        }
    }

    /// That it is of the variant's board.
    pub(crate) fn check<V: Variant>(self) -> Result<(), Failure> {
        let (of, has) = (self.squares(), Board::<V>::SQUARES);
        if of != has {
            return Err(Failure::WrongLayout { layout: self, of, variant: V::NAME, has });
        }
        Ok(())
    }

    /// A set of C's as one of a position. `name` is what C calls it.
    #[inline]
    pub(crate) fn read<V: Variant>(self, set: u64, name: &'static str) -> Result<Bits, Failure> {
        let off = set & !self.mask();
        if off != 0 {
            return Err(Failure::OffBoard { bit: off.trailing_zeros(), set: name, layout: self });
        }
        Ok(if self.is_ghost() { set } else { spread::<V>(set) })
    }

    /// A set of a position as C has it.
    #[inline]
    pub(crate) fn write<V: Variant>(self, set: Bits) -> u64 {
        if self.is_ghost() { set } else { packed::<V>(set) }
    }
}

impl fmt::Display for ManouryLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            ManouryLayout::Dense50 => "MANOURY_LAYOUT_DENSE50",
            ManouryLayout::Ghost54 => "MANOURY_LAYOUT_GHOST54",
            ManouryLayout::Dense32 => "MANOURY_LAYOUT_DENSE32",
        })
    }
}

/// Squares of two rows, between which and the next there is a ghost.
const fn group<V: Variant>() -> u32 {
    2 * V::ROW
}

/// Puts the ghosts in.
#[inline]
const fn spread<V: Variant>(dense: u64) -> Bits {
    let mut set = 0;
    let mut first = 0;
    while first < Board::<V>::SQUARES {
        set |= (dense >> first & ((1 << group::<V>()) - 1)) << Board::<V>::bit(first);
        first += group::<V>();
    }
    set
}

/// Takes the ghosts out.
#[inline]
const fn packed<V: Variant>(set: Bits) -> u64 {
    let mut dense = 0;
    let mut first = 0;
    while first < Board::<V>::SQUARES {
        dense |= (set >> Board::<V>::bit(first) & ((1 << group::<V>()) - 1)) << first;
        first += group::<V>();
    }
    dense
}

#[cfg(test)]
mod tests {
    use super::*;
    use manoury_rules::English;

    fn there_and_back<V: Variant>(layout: ManouryLayout, bit_of: impl Fn(u32) -> u32) {
        layout.check::<V>().unwrap();
        let mut all = 0;
        for square in 0..Board::<V>::SQUARES {
            let set = 1 << bit_of(square);
            all |= set;
            let read = layout.read::<V>(set, "set").unwrap();
            assert_eq!(read, 1 << Board::<V>::bit(square));
            assert_eq!(layout.write::<V>(read), set);
        }
        assert_eq!(layout.read::<V>(all, "set").unwrap(), Board::<V>::MASK);
        assert_eq!(layout.write::<V>(Board::<V>::MASK), all);
        for bit in (0..64).filter(|bit| all >> bit & 1 == 0) {
            let error = layout.read::<V>(all | 1 << bit, "set").unwrap_err();
            assert!(matches!(error, Failure::OffBoard { bit: at, .. } if at == bit), "{error}");
        }
    }

    #[test]
    fn every_square_is_found_again() {
        there_and_back::<International>(ManouryLayout::Dense50, |square| square);
        there_and_back::<International>(ManouryLayout::Ghost54, |square| square + square / 10);
        there_and_back::<English>(ManouryLayout::Dense32, |square| square);
    }

    #[test]
    fn a_layout_of_another_board_is_refused() {
        let error = ManouryLayout::Dense32.check::<International>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "the layout MANOURY_LAYOUT_DENSE32 is of a board of 32 squares, international draughts has 50",
        );
        assert!(ManouryLayout::Ghost54.check::<English>().is_err());
    }
}
