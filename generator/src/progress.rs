//! What a run tells about itself.

use manoury_tables::{Kind, Slice};
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
    /// So many more pairs are solved.
    Advanced {
        /// The slice.
        slice: Slice,
        /// Pairs since the last such event.
        entries: u64,
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
    /// A slice was verified, value by value or by its checksums alone.
    Verified {
        /// The slice.
        slice: Slice,
        /// Positions whose values were compared with those of their successors.
        positions: u64,
    },
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
    /// The files written, with their lengths in bytes.
    pub files: Vec<(Kind, u64)>,
    /// Seconds spent on finding outcomes and DTC; other slices may have been at work meanwhile.
    pub solving: f64,
    /// Seconds from start to the last file written; other slices were at work meanwhile.
    pub seconds: f64,
}

impl SliceReport {
    pub(crate) fn new(slice: Slice) -> Self {
        SliceReport { slice, skipped: false, files: Vec::new(), solving: 0.0, seconds: 0.0 }
    }

    pub(crate) fn skipped(slice: Slice) -> Self {
        SliceReport { skipped: true, ..Self::new(slice) }
    }
}
