//! What can be wrong with a table file.

use std::io;
use std::path::PathBuf;

/// Why a table file cannot be used. The text names the file and says what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The operating system failed to read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The bytes are not those that were written.
    #[error("{} is damaged: {what}; delete it and run `manoury generate` again", path.display())]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// What does not fit.
        what: String,
    },
    /// The file is whole but holds something else than its name or folder says.
    #[error("{} does not belong here: {what}; move it away and run `manoury generate` again", path.display())]
    Misplaced {
        /// The file.
        path: PathBuf,
        /// What it holds.
        what: String,
    },
    /// The file was made by another version of the format.
    #[error(
        "{} has format version {version}, this program reads {}; \
         delete it and run `manoury generate` again",
        path.display(),
        super::header::VERSION
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        version: u32,
    },
}

impl TableError {
    /// The file at fault.
    pub fn path(&self) -> &PathBuf {
        match self {
            TableError::Read { path, .. }
            | TableError::Corrupt { path, .. }
            | TableError::Misplaced { path, .. }
            | TableError::Version { path, .. } => path,
        }
    }

    /// Whether the file is at fault, not the reading of it.
    pub fn is_damage(&self) -> bool {
        !matches!(self, TableError::Read { .. })
    }
}
