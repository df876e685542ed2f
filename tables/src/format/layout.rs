//! The order of the entries in a file.
//!
//! As the plain index, an entry's number is a mixed-radix number of the ranks of the four groups,
//! but which group varies slowest and which fastest is chosen for each file: what compresses best
//! differs from slice to slice.

use crate::index::{Group, Index};
use crate::material::Slice;
use manoury_rules::{Position, Variant};
use std::marker::PhantomData;

/// The order of the entries of a file.
#[derive(Clone, Copy, Debug)]
pub struct Layout<V> {
    /// Places in [`Group::ALL`], the slowest first.
    order: [u8; 4],
    sizes: [u64; 4],
    /// What a step of a group's rank adds to an entry's number.
    strides: [u64; 4],
    variant: PhantomData<V>,
}

impl<V: Variant> Layout<V> {
    /// The layout of a slice with the groups in `order`, the slowest first. `None` if `order` is no
    /// permutation of 0–3.
    pub fn new(slice: Slice, order: [u8; 4]) -> Option<Self> {
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
        Some(Layout { order, sizes, strides, variant: PhantomData })
    }

    /// Every order that makes a difference: groups without pieces stay where they are.
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
        let ranks = Index::<V>::ranks(position);
        (0..4).map(|group| ranks[group] * self.strides[group]).sum()
    }

    /// Calls `visit` with the ranks of the four groups for each entry from `first` on, `count` of
    /// them, in stored order.
    #[inline]
    pub fn for_each_ranks(&self, first: u64, count: u64, mut visit: impl FnMut([u64; 4])) {
        let mut ranks = [0; 4];
        for group in 0..4 {
            ranks[group] = first / self.strides[group] % self.sizes[group];
        }
        let fastest = self.order[3] as usize;
        let mut left = count;
        while left > 0 {
            // The fastest group runs to its end, then the others are carried over.
            let run = left.min(self.sizes[fastest] - ranks[fastest]);
            for _ in 0..run {
                visit(ranks);
                ranks[fastest] += 1;
            }
            left -= run;
            for &group in self.order.iter().rev() {
                let group = group as usize;
                if ranks[group] < self.sizes[group] {
                    break;
                }
                ranks[group] = 0;
                let slower = self.order.iter().position(|&g| g as usize == group).unwrap_or(0);
                if slower > 0 {
                    ranks[self.order[slower - 1] as usize] += 1;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::material::Material;
    use manoury_rules::{Brazilian, Color};

    #[test]
    fn entries_are_numbered_in_stored_order() {
        let slice = "KMvKM".parse::<Material>().unwrap().slice();
        let index = Index::<Brazilian>::new(slice);
        assert_eq!(Layout::<Brazilian>::orders(slice).len(), 24);
        for order in Layout::<Brazilian>::orders(slice).into_iter().step_by(5) {
            let layout = Layout::<Brazilian>::new(slice, order).unwrap();
            assert_eq!(layout.len(), index.len());
            let mut entry = 1234;
            layout.for_each_ranks(entry, 50_000, |ranks| {
                let sizes = index.sizes();
                let plain =
                    ((ranks[0] * sizes[1] + ranks[1]) * sizes[2] + ranks[2]) * sizes[3] + ranks[3];
                if let Some(position) = index.position(plain, 0) {
                    assert_eq!(position.turn(), Color::White);
                    assert_eq!(layout.entry(&position), entry);
                }
                entry += 1;
            });
        }
    }

    #[test]
    fn orders_leave_empty_groups_alone() {
        let orders =
            |name: &str| Layout::<Brazilian>::orders(name.parse::<Material>().unwrap().slice());
        assert_eq!(orders("KKvKK"), [[0, 1, 2, 3], [0, 1, 3, 2]]);
        assert_eq!(orders("KMvK").len(), 6);
        let slice = "KvK".parse::<Material>().unwrap().slice();
        assert!(Layout::<Brazilian>::new(slice, [0, 1, 2, 2]).is_none());
        assert!(Layout::<Brazilian>::new(slice, [0, 1, 2, 4]).is_none());
    }
}
