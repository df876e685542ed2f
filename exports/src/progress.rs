//! What an export tells of itself while it runs.

use crate::files::WrittenFile;

/// Something that happened.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// All tables are there, work begins.
    Started {
        /// Files to write.
        files: u64,
        /// Entries in all of them.
        entries: u64,
    },
    /// Entries have been made.
    Advanced {
        /// How many, since the last time.
        entries: u64,
    },
    /// A file is in its place.
    Written(&'a WrittenFile),
}

/// Who is told of progress, from any thread.
pub trait Observer: Sync {
    /// Something happened.
    fn event(&self, event: Event<'_>);
}

/// Nobody.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    fn event(&self, _: Event<'_>) {}
}
