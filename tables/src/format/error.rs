//! What can be wrong with a table file.

use super::header::VERSION;
use crate::command::GenerateCommand;
use std::error::Error;
use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why a table file cannot be used. The text names the file and says what to do.
#[derive(Debug)]
#[non_exhaustive]
pub enum TableError {
    /// The operating system failed to read.
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The bytes are not those that were written.
    Corrupt {
        /// The file.
        path: PathBuf,
        /// What does not fit.
        what: String,
    },
    /// The file is whole but holds something else than its name or folder says.
    Misplaced {
        /// The file.
        path: PathBuf,
        /// What it holds.
        what: String,
    },
    /// The file was made by another version of the format.
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

    /// What is wrong, without the file's name and without what to do.
    pub fn problem(&self) -> String {
        match self {
            TableError::Read { source, .. } => format!("cannot be read: {source}"),
            TableError::Corrupt { what, .. } => format!("is damaged: {what}"),
            TableError::Misplaced { what, .. } => format!("does not belong here: {what}"),
            TableError::Version { version, .. } => {
                format!("has format version {version}, this program reads {VERSION}")
            }
        }
    }

    /// The text without the file's name and folder, for those who are not to know where it lies: what
    /// is wrong and what to do.
    pub fn reason(&self) -> String {
        self.advised(GenerateCommand { out: None, ..GenerateCommand::of_file(self.path()) })
    }

    /// As [`Self::reason`], with the folder in what to do.
    pub fn reason_in_folder(&self) -> String {
        self.advised(GenerateCommand::of_file(self.path()))
    }

    /// What is wrong and what to do. The command makes anew what is damaged.
    fn advised(&self, command: GenerateCommand<'_>) -> String {
        let problem = self.problem();
        match self {
            TableError::Read { .. } => problem,
            TableError::Misplaced { .. } => {
                format!("{problem}; move it to where it belongs and run `{command}`")
            }
            TableError::Corrupt { .. } | TableError::Version { .. } => {
                format!("{problem}; run `{command}` to make it anew")
            }
        }
    }

    /// Whether the file is at fault, not the reading of it.
    pub fn is_damage(&self) -> bool {
        !matches!(self, TableError::Read { .. })
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.path().display(), self.reason_in_folder())
    }
}

impl Error for TableError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            TableError::Read { source, .. } => Some(source),
            _ => None,
        }
    }
}
