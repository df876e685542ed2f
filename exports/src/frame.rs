//! A side to move of a slice, seen from the mover.

use manoury_rules::{Bits, Color, International, Position};
use manoury_tables::{Group, Material, Slice};

/// A material whose side named first is to move: one file of an export, one side of a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// The slice.
    pub(crate) slice: Slice,
    /// 0 if the strong side moves, 1 if the weak one does.
    pub(crate) side: usize,
    /// The mover in the slice's own frame, in which the strong side is White.
    pub(crate) mover: Color,
    /// The mover's men, the other side's men, the mover's kings, the other side's kings.
    pub(crate) groups: [Group; 4],
}

impl Frame {
    /// The frame of a material.
    pub(crate) fn of(material: Material) -> Self {
        let slice = material.slice();
        let [strong_men, weak_men, strong_kings, weak_kings] = Group::ALL;
        if slice.material() == material {
            Frame { slice, side: 0, mover: Color::White, groups: Group::ALL }
        } else {
            let groups = [weak_men, strong_men, weak_kings, strong_kings];
            Frame { slice, side: 1, mover: Color::Black, groups }
        }
    }

    /// Whether the pieces of a group are the strong side's.
    pub(crate) fn is_strong(group: Group) -> bool {
        matches!(group, Group::StrongMen | Group::StrongKings)
    }

    /// The position with the groups' pieces on these squares, in the order of the groups.
    #[inline(always)]
    pub(crate) fn position(&self, sets: [Bits; 4]) -> Position<International> {
        let [own_men, other_men, own_kings, other_kings] = sets;
        let pair = |own, other| match self.mover {
            Color::White => [own, other],
            Color::Black => [other, own],
        };
        let (men, kings) = (pair(own_men, other_men), pair(own_kings, other_kings));
        Position::new_unchecked(men, kings, self.mover)
    }
}
