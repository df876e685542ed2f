//! Cells of a slice that is being solved, in the journal.

use super::record::{self, Log, Record, Records};
use super::{Journal, Pace, lock};
use crate::manifest::Entry;
use crate::progress::{Event, Restored};
use manoury_tables::{Disk, Kind, Output};
use rayon::prelude::*;
use std::fs;
use std::io::{self, Write};
use std::time::Instant;

/// The file of solved configurations.
const SOLVING: &str = "solving";

/// What the name of a configuration's file begins with.
const CONFIGURATION: &str = "configuration-";

/// Tags of records: cells of a side to move; so many slots are whole; a file is in its place; how
/// far a configuration is.
const CELLS: u8 = 1;
const REACHED: u8 = 2;
const PLACED: u8 = 3;
const STAGE: u8 = 4;

/// Cells in a record.
const CHUNK: usize = 1 << 19;

/// Records compressed at a time.
const AT_ONCE: usize = 32;

/// Cells compress to a fraction at any level, so the quickest will do.
const LEVEL: i32 = 1;

/// Writes cells of both sides to move as records; `first` is the number of the first one. Returns
/// the bytes written.
fn write_cells<T: Copy + Sync>(
    out: &mut dyn Write,
    seed: u32,
    first: usize,
    cells: [&[T]; 2],
    word: impl Fn(T) -> u16 + Sync,
) -> io::Result<u64> {
    let chunks: Vec<(u8, usize, &[T])> = (0..2u8)
        .flat_map(|side| {
            let chunks = cells[side as usize].chunks(CHUNK).enumerate();
            chunks.map(move |(i, chunk)| (side, first + i * CHUNK, chunk))
        })
        .collect();
    let mut written = 0;
    for chunks in chunks.chunks(AT_ONCE) {
        let compressed = chunks
            .par_iter()
            .map(|&(_, _, cells)| {
                let bytes: Vec<u8> =
                    cells.iter().flat_map(|&cell| word(cell).to_le_bytes()).collect();
                zstd::bulk::compress(&bytes, LEVEL)
            })
            .collect::<io::Result<Vec<_>>>()?;
        for (&(side, first, cells), frame) in chunks.iter().zip(&compressed) {
            let place =
                [&(first as u64).to_le_bytes()[..], &(cells.len() as u32).to_le_bytes()].concat();
            written += record::write(out, seed, CELLS, &[&[side], &place, frame])?;
        }
    }
    Ok(written)
}

/// Puts the cells of a record in their place; nothing where it holds others than there are.
fn read_cells<T>(payload: &[u8], cells: &mut [&mut [T]; 2], from: impl Fn(u16) -> T) -> Option<()> {
    let (&side, rest) = payload.split_first()?;
    let (first, rest) = rest.split_first_chunk()?;
    let (count, frame) = rest.split_first_chunk()?;
    let first = usize::try_from(u64::from_le_bytes(*first)).ok()?;
    let count = u32::from_le_bytes(*count) as usize;
    let into = cells.get_mut(side as usize)?.get_mut(first..first.checked_add(count)?)?;
    let bytes = zstd::bulk::decompress(frame, 2 * count).ok()?;
    if bytes.len() != 2 * count {
        return None;
    }
    for (cell, bytes) in into.iter_mut().zip(bytes.chunks_exact(2)) {
        *cell = from(u16::from_le_bytes([bytes[0], bytes[1]]));
    }
    Some(())
}

impl Journal<'_> {
    /// Restores what is kept of the cells of both sides to move, `width` of them to a slot. Returns
    /// the slots restored; what lies behind them is undefined.
    pub(crate) fn restore<T>(
        &self,
        width: usize,
        mut cells: [&mut [T]; 2],
        from: impl Fn(u16) -> T,
    ) -> usize {
        let path = self.path(SOLVING);
        if self.has_failed() || !path.is_file() {
            return 0;
        }
        let seed = self.seed();
        let Ok(records) = Records::open(&path, seed) else { return 0 };
        let len = cells[0].len();
        let mut kept = lock(&self.solving);
        let mut whole = 0;
        for Record { tag, payload, offset } in records {
            let end = offset + payload.len() as u64;
            match tag {
                CELLS if read_cells(&payload, &mut cells, &from).is_some() => {}
                REACHED => match <[u8; 8]>::try_from(&payload[..]).map(u64::from_le_bytes) {
                    Ok(slots) if slots <= (len / width.max(1)) as u64 => {
                        kept.slots = slots as usize;
                        whole = end;
                    }
                    _ => break,
                },
                PLACED => match serde_json::from_slice::<(u8, Entry)>(&payload) {
                    Ok((code, entry)) => {
                        let kind = Kind::ALL.into_iter().find(|kind| kind.code() == code);
                        kept.placed.extend(kind.map(|kind| (kind, entry)));
                        whole = end;
                    }
                    _ => break,
                },
                _ => break,
            }
        }
        match Log::open(&path, seed, whole) {
            Ok(log) => kept.log = Some(log),
            Err(error) => self.fail(&error),
        }
        let slots = kept.slots;
        drop(kept);
        if slots > 0 {
            let restored = Restored::Solved((slots * width * 2) as u64);
            self.observer.event(Event::Resumed { slice: self.slice, restored });
        }
        slots
    }

    /// Keeps the cells of the first `slots` slots, as far as they are not kept yet.
    pub(crate) fn keep<T: Copy + Sync>(
        &self,
        slots: usize,
        width: usize,
        cells: [&[T]; 2],
        word: impl Fn(T) -> u16 + Sync,
    ) {
        let kept = lock(&self.solving).slots;
        if kept >= slots {
            return;
        }
        self.checkpoint(|| {
            let seed = self.seed();
            let new = cells.map(|cells| &cells[kept * width..slots * width]);
            // Compressing waits for other threads, which may do other work on this one meanwhile, so
            // the lock is not held: the log is taken out, and only one thread solves the slice.
            let log = lock(&self.solving).log.take();
            let mut log = log.map_or_else(|| Log::open(&self.path(SOLVING), seed, 0), Ok)?;
            let written = log.append(|out, seed, _| {
                let written = write_cells(out, seed, kept * width, new, &word)?;
                let reached = (slots as u64).to_le_bytes();
                Ok(written + record::write(out, seed, REACHED, &[&reached])?)
            });
            let mut solving = lock(&self.solving);
            solving.log = Some(log);
            let written = written?;
            solving.slots = slots;
            drop(solving);
            self.forget_configurations(slots);
            Ok(written)
        });
    }

    /// Removes the files of configurations in front of a slot.
    fn forget_configurations(&self, slots: usize) {
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let slot = name.to_str().and_then(|name| name.strip_prefix(CONFIGURATION));
            if slot.and_then(|slot| slot.parse::<usize>().ok()).is_some_and(|slot| slot < slots) {
                // One that stays is read by nobody.
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    /// Notes that a file has been put in its place.
    pub(crate) fn placed(&self, kind: Kind, entry: &Entry) {
        let note = || -> io::Result<()> {
            if let Some(log) = lock(&self.solving).log.as_mut().filter(|_| self.is_on()) {
                let note = serde_json::to_vec(&(kind.code(), entry))?;
                log.append(|out, seed, _| record::write(out, seed, PLACED, &[&note]))?;
            }
            Ok(())
        };
        if let Err(error) = note() {
            self.fail(&error);
        }
        let _ = fs::remove_file(self.path(kind.name()));
    }

    /// The entry of a file that has been put in its place by this work.
    pub(crate) fn placed_entry(&self, kind: Kind) -> Option<Entry> {
        let solving = lock(&self.solving);
        solving.placed.iter().find(|placed| placed.0 == kind).map(|placed| placed.1.clone())
    }
}

/// Checkpoints inside a large configuration.
pub(crate) struct Snapshots<'a> {
    journal: &'a Journal<'a>,
    slot: usize,
    pace: Pace,
}

impl<'a> Snapshots<'a> {
    /// Snapshots of the configuration in a slot.
    pub(crate) fn new(journal: &'a Journal<'a>, slot: usize) -> Self {
        Snapshots { journal, slot, pace: Pace::new(journal.interval.unwrap_or_default()) }
    }

    fn name(&self) -> String {
        format!("{CONFIGURATION}{}", self.slot)
    }

    /// Restores the cells of both sides to move from the last snapshot, if there is a whole one.
    /// Returns the stage it was made at; without, what the cells hold is undefined.
    pub(crate) fn restore<T>(
        &self,
        mut cells: [&mut [T]; 2],
        from: impl Fn(u16) -> T,
    ) -> Option<Vec<u8>> {
        let path = self.journal.path(&self.name());
        if self.journal.has_failed() || !path.is_file() {
            return None;
        }
        let mut restored = 0;
        for Record { tag, payload, .. } in Records::open(&path, self.journal.seed()).ok()? {
            match tag {
                CELLS => {
                    read_cells(&payload, &mut cells, &from)?;
                    restored += 1;
                }
                // It is the last one: all cells are there.
                STAGE if restored == 2 * cells[0].len().div_ceil(CHUNK) => {
                    let restored = Restored::Plies(2 * cells[0].len() as u64);
                    let slice = self.journal.slice;
                    self.journal.observer.event(Event::Resumed { slice, restored });
                    return Some(payload);
                }
                _ => return None,
            }
        }
        None
    }

    /// Makes a snapshot if one is due.
    pub(crate) fn offer<T: Copy + Sync>(
        &mut self,
        stage: &[u8],
        cells: [&[T]; 2],
        word: impl Fn(T) -> u16 + Sync,
    ) {
        let journal = self.journal;
        if !journal.is_on() || !self.pace.is_due() {
            return;
        }
        let start = Instant::now();
        let seed = journal.seed();
        let mut bytes = 0;
        let made = journal.begin().and_then(|()| {
            Disk.put(&journal.path(&self.name()), &mut |out| {
                bytes = write_cells(out, seed, 0, cells, &word)?;
                bytes += record::write(out, seed, STAGE, &[stage])?;
                Ok(())
            })
        });
        match made {
            Ok(()) => {
                self.pace.made(journal.interval.unwrap_or_default(), start.elapsed());
                journal.observer.event(Event::Checkpoint { slice: journal.slice, bytes });
            }
            Err(error) => journal.fail(&error),
        }
    }
}
