//! Positions of a slice and their numbers.
//!
//! In a slice's frame the strong side is White. The *plain index* is a mixed-radix number of the
//! ranks of four groups: strong men, weak men, strong kings, weak kings, the last varying fastest.
//! Groups do not exclude each other's squares, so some numbers stand for no position (two pieces on
//! one square): a dense index is cheaper, and those entries are free for the compressor. The two
//! sides to move share the numbers.

use crate::material::{Material, Slice};
use crate::rank::{Ranks, binomial};
use manoury_rules::{Bits, Board, Color, Position, Variant};
use std::marker::PhantomData;

/// The groups of equal pieces in the order of the plain index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Group {
    /// The strong side's men.
    StrongMen,
    /// The weak side's men.
    WeakMen,
    /// The strong side's kings.
    StrongKings,
    /// The weak side's kings.
    WeakKings,
}

impl Group {
    /// The four groups in index order.
    pub const ALL: [Group; 4] =
        [Group::StrongMen, Group::WeakMen, Group::StrongKings, Group::WeakKings];

    /// Pieces of the group in a slice.
    pub const fn count(self, slice: Slice) -> u32 {
        match self {
            Group::StrongMen => slice.strong().men as u32,
            Group::WeakMen => slice.weak().men as u32,
            Group::StrongKings => slice.strong().kings as u32,
            Group::WeakKings => slice.weak().kings as u32,
        }
    }

    /// The group's squares in a position of the slice's frame.
    #[inline(always)]
    pub const fn of<V: Variant>(self, position: &Position<V>) -> Bits {
        match self {
            Group::StrongMen => position.men(Color::White),
            Group::WeakMen => position.men(Color::Black),
            Group::StrongKings => position.kings(Color::White),
            Group::WeakKings => position.kings(Color::Black),
        }
    }

    /// Whether squares are counted from the second row.
    #[inline(always)]
    pub const fn off_top(self) -> bool {
        matches!(self, Group::StrongMen)
    }

    /// Squares that a piece of the group can stand on.
    pub const fn squares<V: Variant>(self) -> u32 {
        match self {
            Group::StrongMen | Group::WeakMen => Board::<V>::MEN_SQUARES,
            Group::StrongKings | Group::WeakKings => Board::<V>::SQUARES,
        }
    }

    /// Placements of the group: the radix of its rank.
    pub const fn size<V: Variant>(self, slice: Slice) -> u64 {
        binomial(self.squares::<V>(), self.count(slice))
    }

    /// Every placement of the group in the order of the ranks.
    pub fn sets<V: Variant>(self, slice: Slice) -> Vec<Bits> {
        Ranks::<V>::sets(self.count(slice), self.squares::<V>(), self.off_top())
    }
}

/// A position in the frame of its slice: the strong side is White.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Framed<V> {
    /// The slice.
    pub slice: Slice,
    /// The position, turned and with colours exchanged where the strong side was Black.
    pub position: Position<V>,
    /// 0 if the strong side moves, 1 if the weak side does. Always 0 in a symmetric slice.
    pub side: usize,
}

impl<V: Variant> Framed<V> {
    /// Brings a position into the frame of its slice. `None` if a side has no piece.
    #[inline]
    pub fn new(position: &Position<V>) -> Option<Self> {
        let material = Material::of(position);
        if material.first.total() == 0 || material.second.total() == 0 {
            return None;
        }
        let slice = material.slice();
        let mover_is_strong = slice.material() == material;
        let strong = if mover_is_strong { position.turn() } else { !position.turn() };
        let position = match strong {
            Color::White => *position,
            Color::Black => position.reversed(),
        };
        Some(Framed { slice, position, side: usize::from(!mover_is_strong) })
    }
}

/// The plain index of a slice on a variant's board.
#[derive(Clone, Copy, Debug)]
pub struct Index<V> {
    slice: Slice,
    sizes: [u64; 4],
    variant: PhantomData<V>,
}

impl<V: Variant> Index<V> {
    /// The index of a slice.
    pub fn new(slice: Slice) -> Self {
        Index { slice, sizes: Group::ALL.map(|group| group.size::<V>(slice)), variant: PhantomData }
    }

    /// The slice.
    pub fn slice(&self) -> Slice {
        self.slice
    }

    /// The radices: placements of each group.
    #[inline(always)]
    pub fn sizes(&self) -> [u64; 4] {
        self.sizes
    }

    /// Numbers in use for one side to move.
    pub fn len(&self) -> u64 {
        self.sizes.iter().product()
    }

    /// Whether the slice has no position on this board: more men than squares.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Men configurations: placements of the men of both sides.
    pub fn configurations(&self) -> u64 {
        self.sizes[0] * self.sizes[1]
    }

    /// Numbers of one men configuration: placements of the kings of both sides.
    pub fn kings(&self) -> u64 {
        self.sizes[2] * self.sizes[3]
    }

    /// The ranks of the four groups of a position in the slice's frame.
    #[inline(always)]
    pub fn ranks(position: &Position<V>) -> [u64; 4] {
        Group::ALL.map(|group| Ranks::<V>::rank(group.of(position), group.off_top()))
    }

    /// The plain index of a position in the slice's frame.
    #[inline(always)]
    pub fn index(&self, position: &Position<V>) -> u64 {
        let ranks = Self::ranks(position);
        ((ranks[0] * self.sizes[1] + ranks[1]) * self.sizes[2] + ranks[2]) * self.sizes[3]
            + ranks[3]
    }

    /// The position with a plain index and a side to move (0 the strong one), in the slice's frame.
    /// `None` where the number stands for no position.
    pub fn position(&self, index: u64, side: usize) -> Option<Position<V>> {
        if index >= self.len() {
            return None;
        }
        let mut rest = index;
        let mut sets = [0; 4];
        for g in (0..4).rev() {
            let group = Group::ALL[g];
            let rank = rest % self.sizes[g];
            rest /= self.sizes[g];
            sets[g] = Ranks::<V>::unrank(
                rank,
                group.count(self.slice),
                group.squares::<V>(),
                group.off_top(),
            )?;
        }
        let turn = if side == 0 { Color::White } else { Color::Black };
        Position::new([sets[0], sets[1]], [sets[2], sets[3]], turn).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use manoury_rules::{English, International};

    fn round_trip<V: Variant>(pieces: u32) -> u64 {
        let mut positions = 0;
        for slice in Slice::all(pieces) {
            let index = Index::<V>::new(slice);
            for side in 0..slice.sides() {
                for number in 0..index.len() {
                    let Some(position) = index.position(number, side) else { continue };
                    assert_eq!(index.index(&position), number);
                    let framed = Framed::new(&position).unwrap();
                    assert_eq!((framed.slice, framed.position), (slice, position));
                    assert_eq!(framed.side, side);
                    let back = Framed::new(&position.reversed()).unwrap();
                    if !slice.is_symmetric() {
                        assert_eq!(back, framed);
                    }
                    positions += 1;
                }
            }
        }
        positions
    }

    #[test]
    fn every_position_has_one_number() {
        assert_eq!(round_trip::<International>(2), 8_845);
        assert_eq!(round_trip::<International>(3), 806_300);
        assert_eq!(round_trip::<English>(2), 3_488);
        assert_eq!(round_trip::<English>(3), 196_032);
    }
}
