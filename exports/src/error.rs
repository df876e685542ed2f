//! What can go wrong in exporting.

use manoury_prober::MissingTable;
use manoury_tables::{GenerateCommand, Selected, TableError, TableName};
use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why tables were not exported. The text names the file and says what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// A number of pieces that the format has no files for.
    #[error(
        "bitbases of Scan have 2 to {most} pieces, not {pieces}; choose a number in that range",
        most = crate::scan::MOST_PIECES
    )]
    Pieces {
        /// The number asked for.
        pieces: u32,
    },
    /// Tables that are needed are not there. Nothing has been written.
    #[error(transparent)]
    Missing(#[from] MissingTables),
    /// A table cannot be read or is damaged.
    #[error(transparent)]
    Table(#[from] TableError),
    /// Another export writes into the folder.
    #[error("another export writes into {}; wait for it or choose another folder", folder.display())]
    Busy {
        /// The folder.
        folder: PathBuf,
    },
    /// A file or folder cannot be written. Files that were finished before stay.
    #[error(
        "cannot write {}: {source}; make room or choose another folder and run again",
        path.display()
    )]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A distance that the format has no code for.
    #[error(
        "{file} cannot hold a distance of {plies} plies, its format ends at {most}; \
         check the tables with `manoury verify`"
    )]
    TooLong {
        /// The name of the file.
        file: String,
        /// The distance in plies.
        plies: u16,
        /// The greatest distance of the format.
        most: u16,
    },
    /// The threads could not be started.
    #[error("cannot start {threads} threads: {reason}; ask for fewer with --threads")]
    Threads {
        /// Threads asked for.
        threads: usize,
        /// Why.
        reason: String,
    },
}

/// Tables that an export needs and none of the folders has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingTables {
    /// The first of them.
    pub first: MissingTable,
    /// The others.
    pub others: Vec<TableName>,
    /// Pieces of the export: all tables up to that number are needed.
    pub pieces: u32,
    /// The most pieces for which all tables are there, where an export of fewer pieces could be
    /// chosen.
    pub fewer: Option<u32>,
}

impl fmt::Display for MissingTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MissingTables { first, others, pieces, fewer } = self;
        if others.is_empty() {
            first.fmt(f)?;
        } else {
            let folders = first.folders.iter().map(|folder| folder.display().to_string());
            let command = GenerateCommand {
                selected: Selected::Pieces(*pieces),
                out: first.folders.first().map(PathBuf::as_path),
                ..GenerateCommand::default()
            };
            let (folders, others) = (folders.collect::<Vec<_>>().join(", "), others.len());
            write!(
                f,
                "{} and {others} more are needed and not in {folders}; \
                 make them with `{command}`",
                first.name
            )?;
        }
        match fewer {
            Some(fewer) => write!(f, " or choose --pieces {fewer}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for MissingTables {}
