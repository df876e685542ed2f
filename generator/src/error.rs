//! What can go wrong in making tables.

use crate::size::Size;
use manoury_tables::{Kind, Slice, TableError};
use std::io;
use std::path::PathBuf;

/// Why work cannot be planned.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// A number of pieces that no table has.
    #[error("tables have 2 to {max} pieces, not {0}; choose a number in that range", max = manoury_tables::MAX_PIECES)]
    Pieces(u32),
    /// More men than a board has squares, or numbers past 32 bits.
    #[error("{0} has no table on this board; choose another material")]
    NoTable(Slice),
    /// The memory allowed does not do.
    #[error(
        "{slice} needs {} of memory, {} are allowed; \
         allow more with --memory or choose fewer pieces",
        Size(*needed),
        Size(*allowed)
    )]
    Memory {
        /// The first slice that does not fit.
        slice: Slice,
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed.
        allowed: u64,
    },
}

/// The threads could not be started.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot start {threads} threads: {reason}; ask for fewer with --threads")]
pub struct ThreadsError {
    /// Threads asked for.
    pub threads: usize,
    /// Why.
    pub reason: String,
}

/// Why tables were not made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The work does not fit.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// Another run works in the folder.
    #[error("another run works in {}; wait for it or choose another folder", folder.display())]
    Busy {
        /// The folder.
        folder: PathBuf,
    },
    /// A file or folder could not be written. What was finished before stays.
    #[error("cannot write {}: {source}; make room or choose another folder and run again", path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Something that is no file has the name of a table or the manifest.
    #[error("{} is in the way of a file of that name; move it or choose another folder", path.display())]
    InTheWay {
        /// What is in the way.
        path: PathBuf,
    },
    /// A finished table cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The threads could not be started.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    /// A class limit changes an outcome, which no variant here does and the tables cannot express.
    #[error(
        "{slice}: a value of {plies} plies exceeds its class limit of {limit}; \
         the class limits of this variant cannot be kept in its tables"
    )]
    ClassLimit {
        /// The slice.
        slice: Slice,
        /// The distance.
        plies: u16,
        /// The limit in plies.
        limit: u16,
    },
    /// A distance does not fit its file.
    #[error("{slice}.{kind}: a distance exceeds what a table can hold")]
    TooLong {
        /// The slice.
        slice: Slice,
        /// The kind.
        kind: Kind,
    },
}

/// Why tables were not verified.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The memory allowed does not do.
    #[error(
        "to check {slice} takes {} of memory, {} are allowed; \
         allow more with --memory or check a part of the positions with --sample",
        Size(*needed),
        Size(*allowed)
    )]
    Memory {
        /// The slice that takes most.
        slice: Slice,
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed.
        allowed: u64,
    },
    /// A folder cannot be listed.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The threads could not be started.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
}
