//! The entries of one side to move in memory, decoded but still packed, and where each is found.

use manoury_rules::{Color, Position, Variant};
use manoury_tables::{Decoder, FileStorage, Group, Outcome, Table, TableError};
use rayon::prelude::*;

/// The decoded entries of a file with one side to move.
pub(super) struct Stored<'a, V> {
    table: &'a Table<V, FileStorage>,
    /// All blocks, one behind the other.
    bytes: Vec<u8>,
    /// Bytes and entries of a block.
    block_bytes: usize,
    block_entries: u64,
    /// What the rank of each group adds to an entry's number, by plain rank; sums wrap. None in a
    /// slice in which mirror images share an entry.
    addends: Option<[Vec<u64>; 4]>,
}

impl<'a, V: Variant> Stored<'a, V> {
    /// Decodes all blocks of one side to move, on all threads.
    pub(super) fn decode(
        table: &'a Table<V, FileStorage>,
        side: usize,
    ) -> Result<Self, TableError> {
        let header = table.header();
        if header.entries != table.layout().len() {
            let what = "it has another number of entries than its layout".into();
            return Err(TableError::Corrupt { path: table.path().into(), what });
        }
        let blocks = header.side_blocks();
        let block_bytes = header.packing.bytes(header.block_entries as u64).max(1) as usize;
        let last = if blocks == 0 { 0 } else { header.block_bytes(blocks - 1) };
        let mut bytes = vec![0; blocks.saturating_sub(1) as usize * block_bytes + last];
        let first = side as u64 * blocks;
        let unreadable = |source| TableError::Read { path: table.path().into(), source };
        bytes.par_chunks_mut(block_bytes).enumerate().try_for_each_init(
            || (None, Vec::new()),
            |(decoder, scratch), (block, bytes)| {
                let decoder = match decoder {
                    Some(decoder) => decoder,
                    none => none.insert(Decoder::new().map_err(unreadable)?),
                };
                table.decode(first + block as u64, decoder, scratch)?;
                bytes.copy_from_slice(scratch);
                Ok(())
            },
        )?;
        let block_entries = header.block_entries as u64;
        Ok(Stored { table, bytes, block_bytes, block_entries, addends: addends(table) })
    }

    /// What the ranks of all groups but the weak kings add to an entry's number.
    #[inline(always)]
    pub(super) fn row(&self, ranks: [usize; 3]) -> u64 {
        let Some(addends) = &self.addends else { return 0 };
        (0..3).fold(0, |sum: u64, g| sum.wrapping_add(addends[g][ranks[g]]))
    }

    /// The block of a position and its place in it. `row` is what [`Self::row`] says of its other
    /// groups, `weak` the rank of its weak kings.
    #[inline(always)]
    fn place(&self, row: u64, weak: usize, position: &Position<V>) -> (&[u8], usize) {
        let entry = match &self.addends {
            Some(addends) => row.wrapping_add(addends[3][weak]),
            None => self.table.layout().entry(position),
        };
        let block = (entry / self.block_entries) as usize;
        let bytes = self.bytes.get(block * self.block_bytes..).unwrap_or(&[]);
        (bytes, (entry % self.block_entries) as usize)
    }

    /// The outcome of a position, from a file of outcomes.
    #[inline(always)]
    pub(super) fn outcome(
        &self,
        row: u64,
        weak: usize,
        position: &Position<V>,
    ) -> Result<Outcome, TableError> {
        let (block, entry) = self.place(row, weak, position);
        self.table.outcome(block, entry)
    }

    /// The plies of a position of a decided outcome, from a file of distances.
    #[inline(always)]
    pub(super) fn plies(
        &self,
        row: u64,
        weak: usize,
        position: &Position<V>,
        outcome: Outcome,
    ) -> Result<u16, TableError> {
        let (block, entry) = self.place(row, weak, position);
        self.table.plies(block, entry, outcome)
    }
}

/// What each group's rank adds to an entry's number: a sum over the groups. None where mirror images
/// share an entry.
fn addends<V: Variant>(table: &Table<V, FileStorage>) -> Option<[Vec<u64>; 4]> {
    let layout = table.layout();
    if layout.has_mirrors() {
        return None;
    }
    let sets = Group::ALL.map(|group| group.sets::<V>(table.header().name.slice));
    let entry = |groups: [u64; 4]| {
        let [strong_men, weak_men, strong, weak] = groups;
        let men = [strong_men, weak_men];
        layout.entry(&Position::new_unchecked(men, [strong, weak], Color::White))
    };
    let firsts = sets.each_ref().map(|sets| sets.first().copied().unwrap_or(0));
    let least = entry(firsts);
    Some(std::array::from_fn(|g| {
        // The first group's addends hold what the first ranks of the others add.
        let counted = if g == 0 { 0 } else { least };
        let addend = |&set: &u64| {
            let mut groups = firsts;
            groups[g] = set;
            entry(groups).wrapping_sub(counted)
        };
        sets[g].iter().map(addend).collect()
    }))
}
