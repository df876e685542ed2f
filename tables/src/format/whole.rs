//! All entries of one side to move in memory: for walks over whole files.

use super::error::TableError;
use super::packing::Density;
use super::reader::{Decoder, Table};
use super::storage::Storage;
use crate::value::Outcome;
use manoury_rules::Variant;
use std::io;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The entries of a file with one side to move, decoded but still packed.
pub struct WholeSide<'a, V, S> {
    table: &'a Table<V, S>,
    /// All blocks, one behind the other.
    bytes: Vec<u8>,
    /// Entries and bytes of a block, where the last byte of a block may not be full or there are
    /// planes; else entries are found in all the bytes.
    blocks: Option<(u64, usize)>,
}

impl<'a, V: Variant, S: Storage> WholeSide<'a, V, S> {
    /// Decodes all blocks of a side to move (0 the strong one), checksums first, on up to so many
    /// threads.
    ///
    /// # Errors
    /// A block cannot be read or is damaged, or there is not the memory for all of them; then the
    /// cause is [`io::ErrorKind::OutOfMemory`].
    pub fn decode(table: &'a Table<V, S>, side: usize, threads: usize) -> Result<Self, TableError> {
        let header = table.header();
        let blocks = header.side_blocks();
        let block_bytes = header.packing.bytes(header.block_entries as u64).max(1) as usize;
        let last = if blocks == 0 { 0 } else { header.block_bytes(blocks - 1) };
        let len = blocks.saturating_sub(1) as usize * block_bytes + last;
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(len).map_err(|_| TableError::Read {
            path: table.path().into(),
            source: io::ErrorKind::OutOfMemory.into(),
        })?;
        bytes.resize(len, 0);
        let first = side as u64 * blocks;
        let room = Mutex::new((first..).zip(bytes.chunks_mut(block_bytes)));
        // The lock is held for the next block only; there is nothing that could fail.
        let next = || room.lock().unwrap_or_else(PoisonError::into_inner).next();
        let decode = || -> Result<(), TableError> {
            let unreadable = |source| TableError::Read { path: table.path().into(), source };
            let mut decoder = Decoder::new().map_err(unreadable)?;
            let mut scratch = Vec::new();
            while let Some((block, room)) = next() {
                table.decode(block, &mut decoder, &mut scratch)?;
                room.copy_from_slice(&scratch);
            }
            Ok(())
        };
        let others = threads.min(blocks as usize).saturating_sub(1);
        thread::scope(|scope| {
            // Those that the system refuses are done without.
            let start = |_| thread::Builder::new().spawn_scoped(scope, decode).ok();
            let others: Vec<_> = (0..others).map_while(start).collect();
            let mut result = decode();
            for other in others {
                match other.join() {
                    Ok(other) => result = result.and(other),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            result
        })?;
        let entries = header.block_entries as u64;
        let density = header.packing.density();
        let full = entries.is_multiple_of(density.unit()) && density != Density::Planes;
        Ok(WholeSide { table, bytes, blocks: (!full).then_some((entries, block_bytes)) })
    }

    /// The table.
    pub fn table(&self) -> &'a Table<V, S> {
        self.table
    }

    /// The bytes in which an entry of the side is to be found, and its place in them.
    #[inline(always)]
    fn place(&self, entry: u64) -> (&[u8], usize) {
        match self.blocks {
            None => (&self.bytes, entry as usize),
            Some((entries, bytes)) => {
                let start = (entry / entries) as usize * bytes;
                (self.bytes.get(start..).unwrap_or(&[]), (entry % entries) as usize)
            }
        }
    }

    /// The outcome of an entry, in a file of outcomes.
    ///
    /// # Errors
    /// There is no outcome.
    #[inline(always)]
    pub fn outcome(&self, entry: u64) -> Result<Outcome, TableError> {
        let (bytes, entry) = self.place(entry);
        self.table.outcome(bytes, entry)
    }

    /// The plies of an entry of a decided outcome, in a file of distances.
    ///
    /// # Errors
    /// There is no distance.
    #[inline(always)]
    pub fn plies(&self, entry: u64, outcome: Outcome) -> Result<u16, TableError> {
        let (bytes, entry) = self.place(entry);
        self.table.plies(bytes, entry, outcome)
    }
}
