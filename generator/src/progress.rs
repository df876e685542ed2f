//! What a run tells about itself.

use crate::meter::PhaseSeconds;
use manoury_tables::{Kind, Metric, Slice, Statistics};
use std::io;
use std::path::Path;

/// Something that happened in a run.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A slice is being solved.
    Started {
        /// The slice.
        slice: Slice,
        /// (position, side to move) pairs to solve.
        entries: u64,
    },
    /// Some more of a part of the work on a slice is done.
    Advanced {
        /// The slice.
        slice: Slice,
        /// The part.
        part: Part,
        /// How much of the part was done since the last such event; of a whole part 1 in sum.
        share: f64,
    },
    /// An interrupted run left a part of a slice, which need not be made again.
    Resumed {
        /// The slice.
        slice: Slice,
        /// What is there.
        restored: Restored,
    },
    /// An interrupted run left a part of a slice that is of no use: it was made with other options or
    /// over other tables, or is damaged. The slice starts anew.
    Discarded {
        /// The slice.
        slice: Slice,
    },
    /// What is done of a slice has been written to the disk: an interruption does not lose it.
    Checkpoint {
        /// The slice.
        slice: Slice,
        /// Bytes written.
        bytes: u64,
    },
    /// What is done of a slice could not be written. The slice is finished all the same, but starts
    /// anew if the run is interrupted.
    CheckpointFailed {
        /// The slice.
        slice: Slice,
        /// The folder of what was to be written.
        path: &'a Path,
        /// Why.
        error: &'a io::Error,
    },
    /// A slice is solved and is now encoded.
    Solved {
        /// The slice.
        slice: Slice,
    },
    /// A slice is written.
    Finished(&'a SliceReport),
    /// A file that was there already is damaged; it is made anew.
    Damaged {
        /// The file.
        path: &'a Path,
        /// What is wrong with it.
        reason: &'a str,
    },
    /// A slice was verified, value by value or by its checksums alone, as far as it could be.
    Verified {
        /// The slice.
        slice: Slice,
        /// Positions whose values were compared with those of their successors.
        positions: u64,
        /// Whether all of it could be checked; else a finding says what stood in the way.
        complete: bool,
    },
}

/// What an interrupted run left of a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Restored {
    /// So many (position, side to move) pairs that are solved.
    Solved(u64),
    /// So many pairs of a large men configuration between two plies.
    Plies(u64),
    /// So many blocks of a file.
    Blocks(Kind, u64),
}

/// A part of the work on a slice, see [`crate::Task::parts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// Solving in a metric.
    Solve(Metric),
    /// Encoding a kind of file.
    Encode(Kind),
}

/// Who is told what happens, from any thread.
pub trait Observer: Sync {
    /// Takes note of an event.
    fn event(&self, event: Event<'_>);
}

/// Takes no note.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    fn event(&self, _: Event<'_>) {}
}

/// What became of one slice.
#[derive(Clone, Debug, PartialEq)]
pub struct SliceReport {
    /// The slice.
    pub slice: Slice,
    /// Whether it was whole already and left as it was.
    pub skipped: bool,
    /// All kinds of file that the plan has of it.
    pub kinds: Vec<Kind>,
    /// The files written, with their lengths in bytes.
    pub files: Vec<(Kind, u64)>,
    /// Seconds spent on finding outcomes and DTC; other slices may have been at work meanwhile.
    pub solving: f64,
    /// Seconds from start to the last file written; other slices were at work meanwhile.
    pub seconds: f64,
    /// Where the time of the threads went.
    pub phases: PhaseSeconds,
    /// The kind of file that the statistics are of: the first of DTW, DTC and WDL that is made.
    pub counted: Kind,
    /// Counts for each stored side to move, the strong side first.
    pub statistics: Vec<Statistics>,
}

impl SliceReport {
    pub(crate) fn new(slice: Slice) -> Self {
        SliceReport {
            slice,
            skipped: false,
            kinds: Vec::new(),
            files: Vec::new(),
            solving: 0.0,
            seconds: 0.0,
            phases: PhaseSeconds::default(),
            counted: Kind::Wdl,
            statistics: Vec::new(),
        }
    }

    pub(crate) fn skipped(slice: Slice) -> Self {
        SliceReport { skipped: true, ..Self::new(slice) }
    }
}
