//! What is done of a slice that is still in work, on disk: whoever stops a run loses a minute.
//!
//! While a slice is in work, the folder of tables has a folder `KKMvK.journal.tmp`. It is made when
//! the first checkpoint is due and removed when the slice is finished:
//!
//! | file | holds |
//! |---|---|
//! | `work.json` | what the work is; if a run is to do other work, the journal is discarded |
//! | `solving` | cells of configurations that are solved; files that have been put in their place |
//! | `configuration-N` | cells of a large configuration between two plies, by its slot |
//! | `wdl`, `dtc`, … | the header of a file, its dictionary and its blocks, as far as they are encoded |
//!
//! Nothing is trusted without its checksum. A checkpoint that cannot be written is no reason to
//! stop: it is reported once, and the work goes on without.

mod cells;
mod record;
mod spool;

pub(crate) use cells::Snapshots;
pub(crate) use spool::{IN_MEMORY, Spool, Spooled};

use crate::manifest::Entry;
use crate::progress::{Event, Observer};
use manoury_tables::{Disk, Kind, Output, Slice, TEMPORARY, sync_folder};
use record::Log;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The version of what the files of a journal hold, and of what makes it: other bytes for the same
/// values need another.
const VERSION: u32 = 3;

/// The file that says what the work is.
const WORK: &str = "work.json";

/// The journal of one slice.
pub(crate) struct Journal<'a> {
    slice: Slice,
    folder: PathBuf,
    /// What the work is, in a text that is equal for the same work only.
    work: String,
    /// Time between checkpoints; none are made without, but those of earlier runs are of use.
    interval: Option<Duration>,
    observer: &'a dyn Observer,
    /// A checkpoint could not be written; no more are tried.
    failed: AtomicBool,
    /// When the next checkpoint is due.
    pace: Mutex<Pace>,
    solving: Mutex<Solving>,
}

/// What is in the file of solved configurations.
#[derive(Default)]
struct Solving {
    log: Option<Log>,
    /// Slots whose cells are kept.
    slots: usize,
    /// Files that have been put in their place.
    placed: Vec<(Kind, Entry)>,
}

/// When checkpoints are due.
struct Pace {
    last: Instant,
    wait: Duration,
}

/// A checkpoint that takes a while is made less often, so that this part of the time is spent on it
/// at most; but never less often than at every second interval.
const PART: u32 = 20;

impl Pace {
    fn new(interval: Duration) -> Self {
        Pace { last: Instant::now(), wait: interval }
    }

    fn is_due(&self) -> bool {
        self.last.elapsed() >= self.wait
    }

    /// A checkpoint was made that took so long.
    fn made(&mut self, interval: Duration, cost: Duration) {
        *self = Pace {
            last: Instant::now(),
            wait: interval.max(cost.saturating_mul(PART).min(interval.saturating_mul(2))),
        };
    }
}

/// The folder of a slice's journal.
fn folder_of(tables: &Path, slice: Slice) -> PathBuf {
    tables.join(format!("{slice}.journal{TEMPORARY}"))
}

/// Removes the journal of a slice, if there is one. Whether there was.
pub(crate) fn remove(tables: &Path, slice: Slice) -> bool {
    // What cannot be removed will be found to be of no use by the next run.
    fs::remove_dir_all(folder_of(tables, slice)).is_ok()
}

impl<'a> Journal<'a> {
    /// Opens the journal of a slice, or begins one. `work` says what the work is, as fields of JSON
    /// that are equal for the same work only; a journal of other work is discarded.
    pub(crate) fn open(
        tables: &Path,
        slice: Slice,
        interval: Option<Duration>,
        observer: &'a dyn Observer,
        work: &str,
    ) -> Self {
        let journal = Journal {
            slice,
            folder: folder_of(tables, slice),
            work: format!("{{\"journal\": {VERSION}, \"slice\": \"{slice}\", {work}}}\n"),
            interval,
            observer,
            failed: AtomicBool::new(false),
            pace: Mutex::new(Pace::new(interval.unwrap_or_default())),
            solving: Mutex::default(),
        };
        if journal.folder.is_dir() {
            let same = fs::read(journal.folder.join(WORK))
                .is_ok_and(|found| found == journal.work.as_bytes());
            if !same && remove(tables, slice) {
                observer.event(Event::Discarded { slice });
            }
        }
        journal
    }

    /// Whether a checkpoint is due.
    pub(crate) fn is_due(&self) -> bool {
        self.is_on() && lock(&self.pace).is_due()
    }

    /// Whether checkpoints are made.
    fn is_on(&self) -> bool {
        self.interval.is_some() && !self.has_failed()
    }

    /// Whether the journal could not be written.
    fn has_failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }

    /// The seed of the checksums of this work's records.
    fn seed(&self) -> u32 {
        crc32fast::hash(self.work.as_bytes())
    }

    /// A file of the journal.
    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Makes the folder, if it is not there.
    fn begin(&self) -> io::Result<()> {
        let path = self.path(WORK);
        if path.is_file() {
            return Ok(());
        }
        // Two configurations may come here at once.
        let _begun = lock(&self.solving);
        fs::create_dir_all(&self.folder)?;
        sync_folder(&self.folder)?;
        Disk.put(&path, &mut |out| out.write_all(self.work.as_bytes()))
    }

    /// Makes a checkpoint by `write`, which returns the bytes it wrote. An error is reported once.
    fn checkpoint(&self, write: impl FnOnce() -> io::Result<u64>) {
        if !self.is_on() {
            return;
        }
        let start = Instant::now();
        match self.begin().and_then(|()| write()) {
            Ok(bytes) => {
                lock(&self.pace).made(self.interval.unwrap_or_default(), start.elapsed());
                self.observer.event(Event::Checkpoint { slice: self.slice, bytes });
            }
            Err(error) => self.fail(&error),
        }
    }

    /// Gives checkpoints up, and says so the first time.
    fn fail(&self, error: &io::Error) {
        if !self.failed.swap(true, Ordering::Relaxed) {
            let (slice, path) = (self.slice, &*self.folder);
            self.observer.event(Event::CheckpointFailed { slice, path, error });
        }
    }

    /// Removes the journal: the slice is finished.
    pub(crate) fn close(self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
