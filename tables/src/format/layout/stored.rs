//! Walking over the entries of a file, with the plain index of each.

use super::{Layout, mirrored};
use crate::index::{Group, Index};
use manoury_rules::{Bits, Variant};
use std::ops::Range;

/// Stands for no placement, no position.
const NONE: u64 = u64::MAX;

/// Entries in which one group alone runs through its placements.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// The place of the first entry in the range asked for.
    pub place: usize,
    /// From one entry's place to the next one's.
    pub step: usize,
    base: u64,
    addends: &'a [u64],
    kings: bool,
}

impl Run<'_> {
    /// The plain index of the positions; `None` for an entry that is no placement of the pieces, or
    /// of which a mirror image is stored.
    #[inline]
    pub fn plain(&self) -> impl Iterator<Item = Option<u64>> {
        let base = self.base;
        let is_stored = move |addend| base != NONE && addend != NONE;
        self.addends.iter().map(move |&addend| is_stored(addend).then(|| base + addend))
    }

    /// If all entries are of one men configuration, of `kings` placements of kings each: its number,
    /// and for each entry the rank among these.
    #[inline]
    pub fn within(&self, kings: u64) -> Option<(u64, impl Iterator<Item = Option<usize>>)> {
        let (configuration, base) = (self.base / kings, self.base % kings);
        let rank = move |&addend: &u64| (addend != NONE).then(|| (base + addend) as usize);
        (self.kings && self.base != NONE).then(|| (configuration, self.addends.iter().map(rank)))
    }
}

/// The entries of a layout in stored order, each with its plain index: how whole files are written
/// and read.
#[derive(Clone, Debug)]
pub struct StoredOrder {
    order: [u8; 4],
    strides: [u64; 4],
    len: u64,
    /// For each group, by stored rank, what it adds to a plain index; [`NONE`] where a row is filled
    /// up.
    plain: [Vec<u64>; 4],
    /// The group whose placements are next to each other in plain order.
    near: usize,
    /// For each group, by stored rank, what the images in the mirrors add to the entry's number.
    /// Empty in a slice with men.
    images: Vec<[Vec<u64>; 4]>,
}

impl StoredOrder {
    /// The entries of a layout.
    pub fn new<V: Variant>(layout: &Layout<V>) -> Self {
        let index = Index::<V>::new(layout.slice);
        let sizes = index.sizes();
        let sets = Group::ALL.map(|group| group.sets::<V>(layout.slice));
        let by_rank = |value: &dyn Fn(usize, usize, Bits) -> u64| -> [Vec<u64>; 4] {
            std::array::from_fn(|g| {
                let ranking = &layout.rankings[g];
                let mut values = vec![NONE; ranking.size as usize];
                for (rank, &set) in sets[g].iter().enumerate() {
                    values[ranking.rank(set) as usize] = value(g, rank, set);
                }
                values
            })
        };
        let plain = by_rank(&|g, rank, _| rank as u64 * sizes[g + 1..].iter().product::<u64>());
        let images = layout.mirrors.iter().flat_map(|mirrors| mirrors.iter());
        let images = images
            .map(|mirror| {
                by_rank(&|g, _, set| {
                    layout.rankings[g].rank(mirrored(mirror, set)) * layout.strides[g]
                })
            })
            .collect();
        let near = (0..4).rfind(|&g| plain[g].len() > 1).unwrap_or(3);
        let Layout { order, strides, len, .. } = *layout;
        StoredOrder { order, strides, len, plain, near, images }
    }

    /// Calls `visit` for each entry from `first` on, `count` of them, with the plain index of its
    /// position; `None` for an entry that is no placement of the pieces, or of which a mirror image
    /// is stored.
    #[inline]
    pub fn for_each(&self, first: u64, count: u64, mut visit: impl FnMut(Option<u64>)) {
        let end = self.len.min(first + count);
        self.runs_in_order(first, first..end, &mut |run: Run<'_>| run.plain().for_each(&mut visit));
    }

    /// How many entries a range must have for [`StoredOrder::for_each_run`] to find
    /// [`Self::TOGETHER`] plain indexes next to each other in it.
    pub fn reach(&self) -> u64 {
        Self::TOGETHER.min(self.plain[self.near].len() as u64) * self.strides[self.near]
    }

    /// Scores in a cache line or two.
    const TOGETHER: u64 = 32;

    /// Rows that are written to side by side: their ends stay in a core's cache.
    const ROWS: usize = 256;

    /// Calls `visit` with runs that together are the entries from `first` on, `count` of them. Plain
    /// indexes that are near each other are visited one after the other: read in stored order, every
    /// score of a large slice would come from another page of memory.
    #[inline]
    pub fn for_each_run(&self, first: u64, count: u64, mut visit: impl FnMut(Run<'_>)) {
        let end = self.len.min(first + count);
        let fastest = self.order[3] as usize;
        let row = self.plain[fastest].len() as u64;
        let rows = first.next_multiple_of(row)..end / row * row;
        if fastest == self.near || !self.images.is_empty() || rows.start >= rows.end {
            return self.runs_in_order(first, first..end, &mut visit);
        }
        self.runs_in_order(first, first..rows.start, &mut visit);
        let step = self.strides[self.near];
        let [slow, slower] = self.others();
        for a in self.ranks(slower, 0, &rows) {
            let a = (a as u64 * self.strides[slower], self.plain[slower][a]);
            for b in self.ranks(slow, a.0, &rows) {
                let entry = a.0 + b as u64 * self.strides[slow];
                let plain = a.1 + self.plain[slow][b];
                let ranks = self.ranks(self.near, entry, &rows);
                for from in ranks.clone().step_by(Self::ROWS) {
                    let to = ranks.end.min(from + Self::ROWS);
                    let place = (entry + from as u64 * step - first) as usize;
                    for (i, &fast) in self.plain[fastest].iter().enumerate() {
                        visit(Run {
                            place: place + i,
                            step: step as usize,
                            base: if fast == NONE { NONE } else { plain + fast },
                            addends: &self.plain[self.near][from..to],
                            kings: self.near >= Group::StrongKings as usize,
                        });
                    }
                }
            }
        }
        self.runs_in_order(first, rows.end..end, &mut visit);
    }

    /// The entries of a range as runs of the fastest group, in stored order.
    #[inline]
    fn runs_in_order(&self, first: u64, range: Range<u64>, visit: &mut impl FnMut(Run<'_>)) {
        let fastest = self.order[3] as usize;
        let mut rank: [usize; 4] = std::array::from_fn(|g| {
            (range.start / self.strides[g].max(1) % self.plain[g].len().max(1) as u64) as usize
        });
        let mut stored = Vec::new();
        let mut entry = range.start;
        while entry < range.end {
            // The fastest group runs to its end, then the others are carried over.
            let slower = |values: &[Vec<u64>; 4]| -> u64 {
                (0..4).filter(|&g| g != fastest).map(|g| values[g][rank[g]]).sum()
            };
            let len = (range.end - entry).min((self.plain[fastest].len() - rank[fastest]) as u64);
            let ranks = rank[fastest]..rank[fastest] + len as usize;
            let mut addends = &self.plain[fastest][ranks.clone()];
            if !self.images.is_empty() {
                let slow: [u64; 3] = std::array::from_fn(|m| slower(&self.images[m]));
                stored.clear();
                stored.extend(ranks.zip(entry..).map(|(rank, own)| {
                    let image = |m: usize| slow[m] + self.images[m][fastest][rank];
                    let plain = self.plain[fastest][rank];
                    let lowest = plain != NONE && (0..3).all(|m| image(m) >= own);
                    if lowest { plain } else { NONE }
                }));
                addends = &stored;
            }
            visit(Run {
                place: (entry - first) as usize,
                step: 1,
                base: slower(&self.plain),
                addends,
                kings: fastest >= Group::StrongKings as usize,
            });
            entry += len;
            rank[fastest] = 0;
            for &group in self.order[..3].iter().rev() {
                let rank = &mut rank[group as usize];
                *rank += 1;
                if *rank < self.plain[group as usize].len() {
                    break;
                }
                *rank = 0;
            }
        }
    }

    /// The groups other than the fastest and the near one, the slower one last.
    fn others(&self) -> [usize; 2] {
        let mut others =
            self.order[..3].iter().rev().map(|&g| g as usize).filter(|&g| g != self.near);
        std::array::from_fn(|_| others.next().unwrap_or(0))
    }

    /// The ranks of a group with which there are whole rows in a range of entries, where the groups
    /// decided before it add `base`. Groups faster than the near one are decided before it and have
    /// all their ranks.
    fn ranks(&self, group: usize, base: u64, rows: &Range<u64>) -> Range<usize> {
        let (stride, len) = (self.strides[group], self.plain[group].len());
        if len == 1 || stride < self.strides[self.near] {
            return 0..len;
        }
        let (start, end) = (rows.start.saturating_sub(base), rows.end.saturating_sub(base));
        let from = if group == self.near { start.div_ceil(stride) } else { start / stride };
        from.min(len as u64) as usize..end.div_ceil(stride).min(len as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::super::Squares;
    use super::*;
    use crate::material::{Material, Slice};
    use manoury_rules::{Brazilian, English, International};

    const DIAGONALS: [Squares; 4] =
        [Squares::Falling, Squares::Rising, Squares::Columns, Squares::Rows];

    fn slice(name: &str) -> Slice {
        name.parse::<Material>().unwrap().slice()
    }

    /// Every position has an entry; its value is found there under any of its mirror images.
    fn agree<V: Variant>(name: &str, step: usize) {
        let slice = slice(name);
        let index = Index::<V>::new(slice);
        for order in Layout::<V>::orders(slice).into_iter().step_by(step) {
            for (squares, unit) in [([Squares::Rows; 4], 1), (DIAGONALS, 5), (DIAGONALS, 8)] {
                let layout = Layout::<V>::new(slice, order, squares, unit).unwrap();
                assert!(layout.len() >= index.len());
                assert!(unit > 1 || layout.len() == index.len());
                let stored = StoredOrder::new(&layout);
                let mut seen = vec![None; index.len() as usize];
                let mut entry = 0;
                // In two parts: one may begin anywhere.
                for (first, end) in [(0, layout.len() / 3), (layout.len() / 3, layout.len())] {
                    stored.for_each(first, end - first, |plain| {
                        if let Some(plain) = plain {
                            assert_eq!(seen[plain as usize].replace(entry), None);
                        }
                        entry += 1;
                    });
                }
                assert_eq!(entry, layout.len());
                runs_agree(&stored, index.kings(), layout.len());
                for plain in 0..index.len() {
                    let Some(position) = index.position(plain, 0) else { continue };
                    match seen[plain as usize] {
                        Some(entry) => assert_eq!(layout.entry(&position), entry),
                        None => assert!(
                            slice.men() == 0 && seen.contains(&Some(layout.entry(&position)))
                        ),
                    }
                }
            }
        }
    }

    /// Ranges that begin and end anywhere, of any length.
    fn runs_agree(stored: &StoredOrder, kings: u64, len: u64) {
        let mut first = 0;
        for count in [1, stored.reach() + 3, len / 5, 7, len / 2 + 1, len] {
            let mut expected = Vec::new();
            stored.for_each(first, count, |plain| expected.push(Some(plain)));
            let mut found = vec![None; expected.len()];
            stored.for_each_run(first, count, |run| {
                for (i, plain) in run.plain().enumerate() {
                    assert_eq!(found[run.place + i * run.step].replace(plain), None);
                }
                let Some((configuration, ranks)) = run.within(kings) else { return };
                let plain = ranks.map(|rank| Some(configuration * kings + rank? as u64));
                assert!(plain.eq(run.plain()));
            });
            assert_eq!(found, expected);
            first += expected.len() as u64;
        }
        assert_eq!(first, len);
    }

    #[test]
    fn every_position_has_its_entry() {
        assert_eq!(Layout::<Brazilian>::orders(slice("KMvKM")).len(), 24);
        agree::<English>("KMvM", 2);
        agree::<English>("KMMvK", 5);
        agree::<International>("KMvK", 2);
        agree::<International>("KKvM", 1);
    }

    #[test]
    fn one_of_four_mirror_images_is_stored() {
        for (name, share) in [("KvK", 3), ("KKvK", 3)] {
            agree::<Brazilian>(name, 1);
            let slice = slice(name);
            let layout = Layout::<International>::new(slice, [0, 1, 2, 3], DIAGONALS, 5).unwrap();
            let mut stored = 0;
            StoredOrder::new(&layout).for_each(0, layout.len(), |plain| {
                stored += u64::from(plain.is_some());
            });
            assert!(stored * share < layout.len(), "{stored} of {}", layout.len());
        }
    }
}
