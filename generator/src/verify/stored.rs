//! The entries of one side to move in memory, decoded but still packed, and where each is found.

use manoury_rules::Variant;
use manoury_tables::{
    Addends, EntrySum, FileStorage, Group, Outcome, Table, TableError, WholeSide,
};

/// The decoded entries of a file with one side to move.
pub(super) struct Stored<'a, V> {
    side: WholeSide<'a, V, FileStorage>,
    addends: Addends,
}

impl<'a, V: Variant> Stored<'a, V> {
    /// Decodes all blocks of one side to move, on all threads.
    pub(super) fn decode(
        table: &'a Table<V, FileStorage>,
        side: usize,
    ) -> Result<Self, TableError> {
        let addends = Addends::new(table.layout());
        let side = WholeSide::decode(table, side, rayon::current_num_threads())?;
        Ok(Stored { side, addends })
    }

    /// What all groups but the weak kings add to an entry's number, by their ranks.
    #[inline(always)]
    pub(super) fn row(&self, ranks: [usize; 3]) -> EntrySum {
        let groups = Group::ALL.into_iter().zip(ranks);
        groups.fold(self.addends.start(), |sum, (group, rank)| self.addends.add(sum, group, rank))
    }

    /// The entry of a position: `row` is what [`Self::row`] says of its other groups, `weak` the
    /// rank of its weak kings.
    #[inline(always)]
    fn entry(&self, row: EntrySum, weak: usize) -> u64 {
        self.addends.add(row, Group::WeakKings, weak).entry()
    }

    /// The outcome of a position, from a file of outcomes.
    #[inline(always)]
    pub(super) fn outcome(&self, row: EntrySum, weak: usize) -> Result<Outcome, TableError> {
        self.side.outcome(self.entry(row, weak))
    }

    /// The plies of a position of a decided outcome, from a file of distances.
    #[inline(always)]
    pub(super) fn plies(
        &self,
        row: EntrySum,
        weak: usize,
        outcome: Outcome,
    ) -> Result<u16, TableError> {
        self.side.plies(self.entry(row, weak), outcome)
    }
}
