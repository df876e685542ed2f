//! The order of the entries in a file.
//!
//! As the plain index, an entry's number is a mixed-radix number of the ranks of the four groups.
//! What compresses best differs from slice to slice, so these are chosen for each file: which group
//! varies slowest and which fastest, and in which order the squares are counted when a group is
//! ranked. Rows begin at whole bytes, so that rows which are alike are alike in their bytes.
//!
//! Without men the board can be mirrored along both of its long diagonals. Of the up to four
//! positions that are the same but for that, the one with the lowest entry is stored.

mod addends;
mod stored;

use crate::index::Group;
use crate::material::Slice;
use manoury_rules::{Bits, Board, Color, Position, Variant, bits};
use std::marker::PhantomData;

pub use addends::{Addends, EntrySum};
pub use stored::{Run, StoredOrder};

/// The order in which the squares of a group are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Squares {
    /// By their numbers.
    Rows,
    /// Along the diagonals that fall from left to right.
    Falling,
    /// Along the diagonals that rise from left to right.
    Rising,
    /// Down the columns.
    Columns,
}

impl Squares {
    /// All orders.
    pub const ALL: [Squares; 4] =
        [Squares::Rows, Squares::Falling, Squares::Rising, Squares::Columns];

    /// The code in a file's header, two bits.
    pub const fn code(self) -> u8 {
        self as u8
    }

    pub(super) const fn from_code(code: u8) -> Self {
        Self::ALL[code as usize & 3]
    }

    /// The squares of a group in the order in which they are counted, as bits.
    fn of<V: Variant>(self, group: Group) -> Vec<u32> {
        let first = if group.off_top() { V::ROW } else { 0 };
        let mut squares: Vec<u32> = (first..first + group.squares::<V>()).collect();
        squares.sort_by_key(|&square| {
            let (row, column) = coordinates::<V>(square);
            match self {
                Squares::Rows => (row, column),
                Squares::Falling => (row - column, row),
                Squares::Rising => (row + column, row),
                Squares::Columns => (column, row),
            }
        });
        squares.into_iter().map(Board::<V>::bit).collect()
    }
}

/// Row and column of a square, both from 0.
fn coordinates<V: Variant>(square: u32) -> (i32, i32) {
    let row = (square / V::ROW) as i32;
    (row, (square % V::ROW) as i32 * 2 + (row + 1) % 2)
}

/// What ranks the placements of a group.
#[derive(Clone, Debug)]
struct Ranking {
    /// For each bit of the board the bit of the counted squares it becomes, in counting order; with
    /// [`Squares::Rows`] itself.
    counted: [u8; 64],
    straight: bool,
    /// What the i-th counted square (from 0) adds to the rank, by counted bit.
    addends: Vec<[u32; 64]>,
    /// Ranks in use, rows filled up to whole units.
    size: u64,
}

impl Ranking {
    /// The placements of `count` pieces, in rows of a multiple of `unit` ranks each. In a row only
    /// the square counted first moves.
    fn new<V: Variant>(group: Group, count: u32, squares: Squares, unit: u64) -> Self {
        let places = Squares::Rows.of::<V>(group);
        let mut counted = [0; 64];
        for (&bit, &place) in squares.of::<V>(group).iter().zip(&places) {
            counted[bit as usize] = place as u8;
        }
        // sizes[s]: ranks of the placements of the pieces so far below the square counted s.
        let mut sizes: Vec<u64> =
            (0..=places.len() as u64).map(|square| square.next_multiple_of(unit)).collect();
        let mut addends = Vec::new();
        for piece in 0..count {
            let mut by_bit = [0; 64];
            if piece > 0 {
                let mut sum = 0;
                sizes = sizes
                    .iter()
                    .map(|&size| {
                        sum += size;
                        sum - size
                    })
                    .collect();
            }
            for (square, &bit) in places.iter().enumerate() {
                let addend = if piece == 0 { square as u64 } else { sizes[square] };
                by_bit[bit as usize] = addend as u32;
            }
            addends.push(by_bit);
        }
        let size = if count == 0 { 1 } else { sizes[places.len()] };
        Ranking { counted, straight: squares == Squares::Rows, addends, size }
    }

    #[inline(always)]
    fn rank(&self, set: Bits) -> u64 {
        let set = if self.straight {
            set
        } else {
            bits(set).fold(0, |all, bit| all | 1 << (self.counted[bit as usize & 63] & 63))
        };
        let mut rank = 0;
        for (addends, bit) in self.addends.iter().zip(bits(set)) {
            rank += addends[bit as usize & 63] as u64;
        }
        rank
    }
}

/// The bits that the squares of the board become when it is mirrored along one long diagonal, along
/// the other, and along both, which is a half turn.
fn mirrors<V: Variant>() -> [[u8; 64]; 3] {
    let last = 2 * V::ROW as i32 - 1;
    let square = |row: i32, column: i32| row as u32 * V::ROW + column as u32 / 2;
    let mut mirrors = [[0; 64]; 3];
    for from in 0..Board::<V>::SQUARES {
        let (row, column) = coordinates::<V>(from);
        let images = [
            square(column, row),
            square(last - column, last - row),
            square(last - row, last - column),
        ];
        for (mirror, to) in mirrors.iter_mut().zip(images) {
            mirror[Board::<V>::bit(from) as usize] = Board::<V>::bit(to) as u8;
        }
    }
    mirrors
}

#[inline(always)]
fn mirrored(mirror: &[u8; 64], set: Bits) -> Bits {
    bits(set).fold(0, |all, bit| all | 1 << (mirror[bit as usize & 63] & 63))
}

/// The order of the entries of a file.
#[derive(Clone, Debug)]
pub struct Layout<V> {
    slice: Slice,
    /// Places in [`Group::ALL`], the slowest first.
    order: [u8; 4],
    squares: [Squares; 4],
    rankings: Box<[Ranking; 4]>,
    /// What a step of a group's rank adds to an entry's number.
    strides: [u64; 4],
    len: u64,
    /// In a slice without men.
    mirrors: Option<Box<[[u8; 64]; 3]>>,
    variant: PhantomData<V>,
}

impl<V: Variant> Layout<V> {
    /// The layout of a slice with the groups in `order`, the slowest first, the squares of each group
    /// counted as `squares` says, and `unit` entries to the byte. `None` if `order` is no permutation
    /// of 0–3, or the numbers are too great.
    pub fn new(slice: Slice, order: [u8; 4], squares: [Squares; 4], unit: u64) -> Option<Self> {
        let mut seen = [false; 4];
        for &group in &order {
            *seen.get_mut(group as usize)? = true;
        }
        if seen.contains(&false) {
            return None;
        }
        let rankings: Box<[Ranking; 4]> = Box::new(std::array::from_fn(|g| {
            let group = Group::ALL[g];
            let unit = if order[3] as usize == g { unit } else { 1 };
            Ranking::new::<V>(group, group.count(slice), squares[g], unit)
        }));
        let mut strides = [0; 4];
        let mut len = 1u64;
        for &group in order.iter().rev() {
            strides[group as usize] = len;
            len = len.checked_mul(rankings[group as usize].size)?;
        }
        let mirrors = (slice.men() == 0).then(|| Box::new(mirrors::<V>()));
        Some(Layout {
            slice,
            order,
            squares,
            rankings,
            strides,
            len,
            mirrors,
            variant: PhantomData,
        })
    }

    /// Every order of the groups that makes a difference: groups without pieces stay in front.
    pub fn orders(slice: Slice) -> Vec<[u8; 4]> {
        let mut orders = Vec::new();
        for code in 0..4u32.pow(4) {
            let order = [3, 2, 1, 0].map(|place| (code >> (2 * place) & 3) as u8);
            let distinct = (0..4).all(|group| order.contains(&group));
            let empty = |group: &u8| Group::ALL[*group as usize].count(slice) == 0;
            let first = order.iter().take_while(|group| empty(group)).count();
            let tidy =
                order[first..].iter().all(|group| !empty(group)) && order[..first].is_sorted();
            if distinct && tidy {
                orders.push(order);
            }
        }
        orders
    }

    /// Places in [`Group::ALL`], the slowest first.
    pub fn order(&self) -> [u8; 4] {
        self.order
    }

    /// The order in which the squares of each group are counted.
    pub fn squares(&self) -> [Squares; 4] {
        self.squares
    }

    /// Entries for one side to move, those that fill up rows included.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether mirror images of a position share an entry.
    pub fn has_mirrors(&self) -> bool {
        self.mirrors.is_some()
    }

    /// The mirror image of a position in the slice's frame, or the position itself, that is stored.
    pub fn stored_image(&self, position: &Position<V>) -> Position<V> {
        let kings = Color::ALL.map(|color| position.kings(color));
        let mut best = (self.own_entry(Group::ALL.map(|group| group.of(position))), kings);
        for mirror in self.mirrors.iter().flat_map(|mirrors| mirrors.iter()) {
            let kings = kings.map(|kings| mirrored(mirror, kings));
            best = best.min((self.own_entry([0, 0, kings[0], kings[1]]), kings));
        }
        match self.mirrors {
            None => *position,
            Some(_) => Position::new_unchecked([0, 0], best.1, position.turn()),
        }
    }

    /// The number of the entry that holds the value of a position in the slice's frame.
    #[inline(always)]
    pub fn entry(&self, position: &Position<V>) -> u64 {
        let entry = self.own_entry(Group::ALL.map(|group| group.of(position)));
        match &self.mirrors {
            None => entry,
            Some(mirrors) => {
                let kings = Color::ALL.map(|color| position.kings(color));
                let image = |mirror| {
                    let [white, black] = kings.map(|kings| mirrored(mirror, kings));
                    self.own_entry([0, 0, white, black])
                };
                mirrors.iter().map(image).fold(entry, u64::min)
            }
        }
    }

    /// The entry of the placements of the four groups, mirrored or not.
    #[inline(always)]
    fn own_entry(&self, sets: [Bits; 4]) -> u64 {
        (0..4).map(|g| self.rankings[g].rank(sets[g]) * self.strides[g]).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::material::Material;
    use manoury_rules::Brazilian;

    fn slice(name: &str) -> Slice {
        name.parse::<Material>().unwrap().slice()
    }

    #[test]
    fn orders_leave_empty_groups_alone() {
        let orders = |name: &str| Layout::<Brazilian>::orders(slice(name));
        assert_eq!(orders("KKvKK"), [[0, 1, 2, 3], [0, 1, 3, 2]]);
        assert_eq!(orders("KMvK").len(), 6);
        let layout = |order| Layout::<Brazilian>::new(slice("KvK"), order, [Squares::Rows; 4], 1);
        assert!(layout([0, 1, 2, 2]).is_none());
        assert!(layout([0, 1, 2, 4]).is_none());
    }
}
