//! Entry numbers as sums over the groups.

use super::{Layout, mirrored};
use crate::index::Group;
use manoury_rules::{Bits, Variant};

/// Most positions that share an entry: one and its mirror images.
const IMAGES: usize = 4;

/// What each placement of each group adds to an entry's number. Who walks over many positions and
/// changes one group at a time finds entries by this far faster than by [`Layout::entry`].
#[derive(Clone, Debug)]
pub struct Addends {
    /// For the board as it is and, in a slice without men, for each of its mirror images: addends
    /// by group and plain rank.
    images: Vec<[Vec<u64>; 4]>,
}

/// The number of an entry as far as the groups have been added.
#[derive(Clone, Copy, Debug)]
pub struct EntrySum([u64; IMAGES]);

impl EntrySum {
    /// The number, once every group has been added.
    #[inline(always)]
    pub fn entry(self) -> u64 {
        let [a, b, c, d] = self.0;
        a.min(b).min(c.min(d))
    }
}

impl Addends {
    /// The addends of a layout.
    pub fn new<V: Variant>(layout: &Layout<V>) -> Self {
        let sets = Group::ALL.map(|group| group.sets::<V>(layout.slice));
        let image = |of: &dyn Fn(Bits) -> Bits| -> [Vec<u64>; 4] {
            std::array::from_fn(|g| {
                let addend = |&set: &Bits| layout.rankings[g].rank(of(set)) * layout.strides[g];
                sets[g].iter().map(addend).collect()
            })
        };
        let mirrors = layout.mirrors.iter().flat_map(|mirrors| mirrors.iter());
        let mut images = vec![image(&|set| set)];
        images.extend(mirrors.map(|mirror| image(&|set| mirrored(mirror, set))));
        Addends { images }
    }

    /// The sum before the first group.
    #[inline(always)]
    pub fn start(&self) -> EntrySum {
        let mut sums = [u64::MAX; IMAGES];
        sums[..self.images.len()].fill(0);
        EntrySum(sums)
    }

    /// The sum with the placement of a group added, by its plain rank.
    ///
    /// # Panics
    /// If the group has no placement of that rank.
    #[inline(always)]
    pub fn add(&self, mut sum: EntrySum, group: Group, rank: usize) -> EntrySum {
        for (image, sum) in self.images.iter().zip(&mut sum.0) {
            *sum += image[group as usize][rank];
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::super::Squares;
    use super::*;
    use crate::index::Index;
    use crate::material::Material;
    use manoury_rules::{Brazilian, International};

    fn agree<V: Variant>(name: &str) {
        let slice = name.parse::<Material>().unwrap().slice();
        let index = Index::<V>::new(slice);
        let squares = [Squares::Falling, Squares::Rising, Squares::Columns, Squares::Rows];
        for order in Layout::<V>::orders(slice) {
            let layout = Layout::<V>::new(slice, order, squares, 5).unwrap();
            let addends = Addends::new(&layout);
            for number in (0..index.len()).step_by(7) {
                let Some(position) = index.position(number, 0) else { continue };
                let sum = Group::ALL
                    .iter()
                    .zip(Index::ranks(&position))
                    .fold(addends.start(), |sum, (&group, rank)| {
                        addends.add(sum, group, rank as usize)
                    });
                assert_eq!(sum.entry(), layout.entry(&position), "{position}");
            }
        }
    }

    #[test]
    fn sums_are_the_entries_of_the_layout() {
        agree::<International>("KMvK");
        agree::<International>("MMvM");
        agree::<Brazilian>("KMvM");
        // Of four mirror images one is stored.
        agree::<Brazilian>("KKvK");
        agree::<International>("KvK");
    }
}
