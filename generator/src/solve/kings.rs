//! Placements of one side's kings and the tables that follow a king's move from rank to rank.

use manoury_rules::{Bits, Board, Variant, bits};
use manoury_tables::{Group, Ranks, Slice};

/// Bits of a row of [`KingSets::with`]: ranks are looked up by ghost bit without a multiplication.
const ROW: usize = 64;

/// Every placement of a side's kings, and its neighbours.
pub(crate) struct KingSets {
    count: usize,
    /// The squares of each rank.
    sets: Vec<Bits>,
    /// The rank of a placement without its i-th king, at `rank * count + i`.
    without: Vec<u32>,
    /// The rank of a placement of one king fewer with a king added on a bit, at `rank * 64 + bit`.
    with: Vec<u32>,
}

impl KingSets {
    /// The placements of the kings of a group.
    pub(crate) fn new<V: Variant>(slice: Slice, group: Group) -> Self {
        let count = group.count(slice) as usize;
        let sets = group.sets::<V>(slice);
        let mut without = Vec::new();
        let mut with = Vec::new();
        if count > 0 {
            let rank = |set| Ranks::<V>::rank(set, false) as u32;
            without.reserve_exact(sets.len() * count);
            for &set in &sets {
                without.extend(bits(set).map(|bit| rank(set & !(1 << bit))));
            }
            let fewer = Ranks::<V>::sets(count as u32 - 1, Board::<V>::SQUARES, false);
            with.reserve_exact(fewer.len() * ROW);
            for &set in &fewer {
                with.extend((0..ROW).map(|bit| {
                    let free = Board::<V>::MASK & !set & 1 << bit;
                    if free == 0 { 0 } else { rank(set | free) }
                }));
            }
        }
        KingSets { count, sets, without, with }
    }

    /// Kings of each placement.
    #[inline(always)]
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The squares of every placement, by rank.
    #[inline(always)]
    pub(crate) fn sets(&self) -> &[Bits] {
        &self.sets
    }

    /// Calls `visit` with the rank of every placement that one king's quiet move leads to from
    /// `rank` when the squares in `occupied` are taken. King moves run both ways, so these are the
    /// placements it can have come from as well.
    #[inline(always)]
    pub(crate) fn neighbours<V: Variant>(
        &self,
        rank: usize,
        occupied: Bits,
        mut visit: impl FnMut(usize),
    ) {
        for (i, king) in bits(self.sets[rank]).enumerate() {
            let rest = self.without[rank * self.count + i] as usize * ROW;
            let row = &self.with[rest..rest + ROW];
            for to in bits(Board::<V>::king_moves(king, occupied)) {
                visit(row[to as usize] as usize);
            }
        }
    }
}
