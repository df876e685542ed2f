//! The order of the entries in a file.
//!
//! As the plain index, an entry's number is a mixed-radix number of the ranks of the four groups,
//! but two things are chosen for each file, because what compresses best differs from slice to
//! slice: which group varies slowest and which fastest, and in which order the squares are counted
//! when a group is ranked.

use crate::index::Group;
use crate::material::Slice;
use crate::rank::Ranks;
use manoury_rules::{Bits, Board, Position, Variant, bits};
use std::marker::PhantomData;

/// The order in which squares are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Squares {
    /// By their numbers.
    Rows,
    /// Along diagonals, from one to the next: for the strong side those that fall from left to
    /// right, for the weak side those that rise.
    Diagonals,
}

impl Squares {
    /// Both orders.
    pub const ALL: [Squares; 2] = [Squares::Rows, Squares::Diagonals];

    /// The code in a file's header.
    pub const fn code(self) -> u8 {
        self as u8
    }

    pub(super) fn from_code(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|squares| squares.code() == code)
    }

    /// The squares of a group in the order in which they are counted, as bits.
    fn of<V: Variant>(self, group: Group) -> Vec<u32> {
        let first = if group.off_top() { V::ROW } else { 0 };
        let mut squares: Vec<u32> = (first..first + group.squares::<V>()).collect();
        if self == Squares::Diagonals {
            let falling = matches!(group, Group::StrongMen | Group::StrongKings);
            squares.sort_by_key(|square| {
                let row = (square / V::ROW) as i32;
                let column = (square % V::ROW) as i32 * 2 + (row + 1) % 2;
                (if falling { row - column } else { row + column }, row)
            });
        }
        squares.into_iter().map(Board::<V>::bit).collect()
    }
}

/// The order of the entries of a file.
#[derive(Clone, Debug)]
pub struct Layout<V> {
    slice: Slice,
    /// Places in [`Group::ALL`], the slowest first.
    order: [u8; 4],
    squares: Squares,
    sizes: [u64; 4],
    /// What a step of a group's rank adds to an entry's number.
    strides: [u64; 4],
    /// For each group the bit whose place among the bits of the board is the place of this bit
    /// among the counted squares; with [`Squares::Rows`] the bit itself.
    counted: Box<[[u8; 64]; 4]>,
    variant: PhantomData<V>,
}

impl<V: Variant> Layout<V> {
    /// The layout of a slice with the groups in `order`, the slowest first. `None` if `order` is no
    /// permutation of 0–3.
    pub fn new(slice: Slice, order: [u8; 4], squares: Squares) -> Option<Self> {
        let mut seen = [false; 4];
        for &group in &order {
            *seen.get_mut(group as usize)? = true;
        }
        if seen.contains(&false) {
            return None;
        }
        let sizes = Group::ALL.map(|group| group.size::<V>(slice));
        let mut strides = [0; 4];
        let mut stride = 1u64;
        for &group in order.iter().rev() {
            strides[group as usize] = stride;
            stride = stride.checked_mul(sizes[group as usize])?;
        }
        let counted = Group::ALL.map(|group| {
            let mut counted = [0; 64];
            let places = Squares::Rows.of::<V>(group);
            for (bit, place) in squares.of::<V>(group).into_iter().zip(places) {
                counted[bit as usize] = place as u8;
            }
            counted
        });
        let counted = Box::new(counted);
        Some(Layout { slice, order, squares, sizes, strides, counted, variant: PhantomData })
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

    /// The order in which squares are counted.
    pub fn squares(&self) -> Squares {
        self.squares
    }

    /// Entries for one side to move.
    pub fn len(&self) -> u64 {
        self.sizes.iter().product()
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of the entry of a position in the slice's frame.
    #[inline(always)]
    pub fn entry(&self, position: &Position<V>) -> u64 {
        (0..4)
            .map(|g| {
                let group = Group::ALL[g];
                self.rank(g, group.of(position), group.off_top()) * self.strides[g]
            })
            .sum()
    }

    /// The stored rank of the g-th group.
    #[inline(always)]
    fn rank(&self, g: usize, set: Bits, off_top: bool) -> u64 {
        let set = match self.squares {
            Squares::Rows => set,
            Squares::Diagonals => {
                let counted = &self.counted[g];
                bits(set).fold(0, |all, bit| all | 1 << (counted[bit as usize & 63] & 63))
            }
        };
        Ranks::<V>::rank(set, off_top)
    }
}

/// The entries of a layout in stored order, each with its plain index: how whole files are written
/// and read.
#[derive(Clone, Debug)]
pub struct StoredOrder {
    order: [u8; 4],
    sizes: [u64; 4],
    strides: [u64; 4],
    /// For each group, by stored rank, what it adds to a plain index.
    plain: [Vec<u64>; 4],
}

impl StoredOrder {
    /// The entries of a layout.
    pub fn new<V: Variant>(layout: &Layout<V>) -> Self {
        let sizes = layout.sizes;
        let plain = std::array::from_fn(|g| {
            let group = Group::ALL[g];
            let stride: u64 = sizes[g + 1..].iter().product();
            let mut plain = vec![0; sizes[g] as usize];
            for (rank, set) in group.sets::<V>(layout.slice).into_iter().enumerate() {
                plain[layout.rank(g, set, group.off_top()) as usize] = rank as u64 * stride;
            }
            plain
        });
        StoredOrder { order: layout.order, sizes, strides: layout.strides, plain }
    }

    /// Calls `visit` with the plain index of each entry from `first` on, `count` of them.
    #[inline]
    pub fn for_each(&self, first: u64, count: u64, mut visit: impl FnMut(u64)) {
        let fastest = self.order[3] as usize;
        let mut rank: [usize; 4] =
            std::array::from_fn(|g| (first / self.strides[g] % self.sizes[g]) as usize);
        let mut left = count;
        while left > 0 {
            // The fastest group runs to its end, then the others are carried over.
            let slow: u64 = (0..4).filter(|&g| g != fastest).map(|g| self.plain[g][rank[g]]).sum();
            let run = left.min(self.sizes[fastest] - rank[fastest] as u64);
            for plain in &self.plain[fastest][rank[fastest]..rank[fastest] + run as usize] {
                visit(slow + plain);
            }
            left -= run;
            rank[fastest] = 0;
            for &group in self.order[..3].iter().rev() {
                let rank = &mut rank[group as usize];
                *rank += 1;
                if (*rank as u64) < self.sizes[group as usize] {
                    break;
                }
                *rank = 0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::Index;
    use crate::material::Material;
    use manoury_rules::{Brazilian, International};

    fn slice(name: &str) -> Slice {
        name.parse::<Material>().unwrap().slice()
    }

    fn agree<V: Variant>(slice: Slice, step: usize) {
        let index = Index::<V>::new(slice);
        for order in Layout::<V>::orders(slice).into_iter().step_by(step) {
            for squares in Squares::ALL {
                let layout = Layout::<V>::new(slice, order, squares).unwrap();
                assert_eq!(layout.len(), index.len());
                let first = layout.len() / 3;
                let mut entry = first;
                StoredOrder::new(&layout).for_each(first, layout.len() / 5, |plain| {
                    if let Some(position) = index.position(plain, 0) {
                        assert_eq!(layout.entry(&position), entry);
                    }
                    entry += 1;
                });
                assert_eq!(entry, first + layout.len() / 5);
            }
        }
    }

    #[test]
    fn entries_are_numbered_in_stored_order() {
        assert_eq!(Layout::<Brazilian>::orders(slice("KMvKM")).len(), 24);
        agree::<Brazilian>(slice("KMvKM"), 5);
        agree::<International>(slice("KMMvK"), 2);
        agree::<International>(slice("KKvM"), 1);
    }

    #[test]
    fn every_entry_is_visited_once() {
        let layout = Layout::<Brazilian>::new(slice("KMvK"), [1, 3, 0, 2], Squares::Diagonals);
        let layout = layout.unwrap();
        let mut seen = vec![false; layout.len() as usize];
        StoredOrder::new(&layout).for_each(0, layout.len(), |plain| {
            assert!(!std::mem::replace(&mut seen[plain as usize], true));
        });
        assert!(seen.iter().all(|&seen| seen));
    }

    #[test]
    fn orders_leave_empty_groups_alone() {
        let orders = |name: &str| Layout::<Brazilian>::orders(slice(name));
        assert_eq!(orders("KKvKK"), [[0, 1, 2, 3], [0, 1, 3, 2]]);
        assert_eq!(orders("KMvK").len(), 6);
        let layout = |order| Layout::<Brazilian>::new(slice("KvK"), order, Squares::Rows);
        assert!(layout([0, 1, 2, 2]).is_none());
        assert!(layout([0, 1, 2, 4]).is_none());
    }
}
