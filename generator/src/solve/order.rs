//! Men configurations in the order in which they can be solved.
//!
//! A quiet man's move brings one man one row nearer to promotion, so it leads from a configuration
//! to one with fewer *rows to go*, summed over all men of both sides. Configurations with equally
//! many rows to go do not depend on each other: a level, solved in parallel.

use manoury_rules::{Bits, Board, Variant, bits};
use manoury_tables::{Group, Index};
use std::ops::Range;

/// The men configurations of a slice by rows to go.
pub(crate) struct ConfigurationOrder {
    /// The squares of the strong and the weak side's men, by rank.
    men: [Vec<Bits>; 2],
    /// Where each configuration stands in the order, by plain number.
    slots: Vec<u32>,
    /// The plain number of the configuration in each slot.
    configurations: Vec<u32>,
    /// The slots of each level, nearest to promotion first.
    levels: Vec<Range<usize>>,
}

impl ConfigurationOrder {
    /// The order for a slice.
    pub(crate) fn new<V: Variant>(index: &Index<V>) -> Self {
        let slice = index.slice();
        let men = [Group::StrongMen.sets::<V>(slice), Group::WeakMen.sets::<V>(slice)];
        let row = |bit: u32| (Board::<V>::square(bit) / V::ROW) as usize;
        let last = 2 * V::ROW as usize - 1;
        let strong: Vec<usize> = men[0].iter().map(|&m| bits(m).map(row).sum()).collect();
        let weak: Vec<usize> =
            men[1].iter().map(|&m| bits(m).map(|bit| last - row(bit)).sum()).collect();
        let most = strong.iter().max().unwrap_or(&0) + weak.iter().max().unwrap_or(&0);

        let mut starts = vec![0usize; most + 2];
        for s in &strong {
            for w in &weak {
                starts[s + w + 1] += 1;
            }
        }
        for level in 1..starts.len() {
            starts[level] += starts[level - 1];
        }
        let levels = starts.windows(2).map(|w| w[0]..w[1]).filter(|r| !r.is_empty()).collect();
        let count = strong.len() * weak.len();
        let mut slots = Vec::with_capacity(count);
        let mut configurations = vec![0; count];
        for s in &strong {
            for w in &weak {
                let slot = &mut starts[s + w];
                configurations[*slot] = slots.len() as u32;
                slots.push(*slot as u32);
                *slot += 1;
            }
        }
        ConfigurationOrder { men, slots, configurations, levels }
    }

    /// The slots of each level in solving order.
    pub(crate) fn levels(&self) -> &[Range<usize>] {
        &self.levels
    }

    /// The number of slots.
    pub(crate) fn slots(&self) -> usize {
        self.slots.len()
    }

    /// The slot of a configuration.
    #[inline(always)]
    pub(crate) fn slot(&self, configuration: usize) -> usize {
        self.slots[configuration] as usize
    }

    /// The squares of the strong and the weak side's men in the configuration of a slot.
    pub(crate) fn men(&self, slot: usize) -> [Bits; 2] {
        let configuration = self.configurations[slot] as usize;
        let weak = self.men[1].len();
        [self.men[0][configuration / weak], self.men[1][configuration % weak]]
    }

    /// The number of weak men placements: the radix of a configuration's number.
    #[inline(always)]
    pub(crate) fn weak_placements(&self) -> usize {
        self.men[1].len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use manoury_rules::{Color, International, MoveList, Position};
    use manoury_tables::Slice;

    #[test]
    fn men_move_to_earlier_levels() {
        for slice in [Slice::all(3), Slice::all(4)].concat() {
            let index = Index::<International>::new(slice);
            let order = ConfigurationOrder::new(&index);
            let level_of = |slot: usize| {
                order.levels().iter().position(|level| level.contains(&slot)).unwrap()
            };
            let mut list = MoveList::new();
            for slot in (0..order.slots.len()).step_by(17) {
                let men = order.men(slot);
                if men[0] & men[1] != 0 {
                    continue;
                }
                for turn in Color::ALL {
                    let position = Position::new_unchecked(men, [0, 0], turn);
                    position.legal_moves(&mut list);
                    for &mv in list.iter().filter(|mv| !mv.is_capture()) {
                        let next = position.make(mv);
                        if next.kings(turn) == 0 {
                            let [s, w, ..] = Index::<International>::ranks(&next);
                            let child = s as usize * order.weak_placements() + w as usize;
                            assert!(level_of(order.slot(child)) < level_of(slot));
                        }
                    }
                }
            }
        }
    }
}
