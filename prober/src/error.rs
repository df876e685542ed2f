//! What can go wrong in opening and probing.

use manoury_rules::{ClockError, International, Variant};
use manoury_tables::{Kind, MAX_PIECES, Metric, TableError, TableName};
use std::fmt;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

/// Why a tablebase cannot be opened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// No folder was named.
    #[error("no folder of tables is named; name at least one")]
    NoFolder,
    /// A folder is missing or cannot be listed.
    #[error(
        "cannot read the tables folder {}: {source}; \
         name another folder or make its tables with `manoury generate`",
        path.display()
    )]
    Unreadable {
        /// The folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// No folder holds a table of the variant.
    #[error(
        "no {variant} tables in {}; they lie in a sub-folder '{variant}' of it, \
         make them with `manoury generate{}`",
        Listed(folders),
        of_variant(variant)
    )]
    Empty {
        /// The variant's name.
        variant: &'static str,
        /// The folders that were looked into.
        folders: Vec<PathBuf>,
    },
}

/// Why a position has no answer. Cheap to clone.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProbeError {
    /// A table that is needed is in none of the folders.
    #[error(transparent)]
    Missing(MissingTable),
    /// More pieces than any table has, and the game is not over.
    #[error("the position has {pieces} pieces; tables have at most {MAX_PIECES}")]
    TooManyPieces {
        /// Pieces on the board.
        pieces: u32,
    },
    /// The side not to move has no piece, so that the game was over before the last move.
    #[error(
        "the side that is not to move has no piece: the game was over before; \
         let that side move or give it a piece"
    )]
    OneSided,
    /// The clocks given are ones that no game can reach.
    #[error(transparent)]
    Clocks(#[from] ClockError),
    /// A table file cannot be used.
    #[error(transparent)]
    Table(#[from] Arc<TableError>),
}

impl ProbeError {
    /// Whether the answer would be there if more tables were.
    pub const fn is_missing(&self) -> bool {
        matches!(self, ProbeError::Missing(_))
    }
}

impl From<TableError> for ProbeError {
    fn from(error: TableError) -> Self {
        ProbeError::Table(Arc::new(error))
    }
}

/// A table that a probe needs and none of the folders has. Its text names the file and the command
/// that makes it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{name} is needed and not in {}; make it with `{}`",
    Listed(folders),
    self.command()
)]
pub struct MissingTable {
    /// The slice and the kind; shown, the file's name.
    pub name: TableName,
    /// The variant's name.
    pub variant: &'static str,
    /// The folders that were searched.
    pub folders: Arc<[PathBuf]>,
}

impl MissingTable {
    /// The command that makes the table, as a user types it.
    pub fn command(&self) -> String {
        let MissingTable { name, variant, .. } = self;
        let (slice, variant, kinds) = (name.slice, of_variant(variant), of_kind(*name));
        format!("manoury generate --material {slice}{variant}{kinds}")
    }
}

/// Up to this many pieces `manoury generate` makes DTW without being asked.
const DTW_PIECES: u32 = 4;

/// The option that chooses a variant, where it is not the default.
fn of_variant(variant: &str) -> String {
    if variant == International::NAME { String::new() } else { format!(" --variant {variant}") }
}

/// The option that chooses kinds, where the default ones do not include a table's.
fn of_kind(name: TableName) -> &'static str {
    match name.kind {
        Kind::Distance(Metric::Dtw) if name.slice.total() > DTW_PIECES => " --kinds wdl,dtc,dtw",
        _ => "",
    }
}

/// Folders as a message names them.
struct Listed<'a>(&'a [PathBuf]);

impl fmt::Display for Listed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, folder) in self.0.iter().enumerate() {
            let before = if i == 0 { "" } else { ", " };
            write!(f, "{before}{}", folder.display())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use manoury_rules::{Brazilian, English};

    fn missing<V: Variant>(file: &str) -> String {
        let name = TableName::parse(file).unwrap();
        let folders = ["one", "two"].map(PathBuf::from).into();
        ProbeError::Missing(MissingTable { name, variant: V::NAME, folders }).to_string()
    }

    #[test]
    fn a_missing_table_comes_with_the_command_that_makes_it() {
        assert_eq!(
            missing::<International>("KKMvK.wdl"),
            "KKMvK.wdl is needed and not in one, two; \
             make it with `manoury generate --material KKMvK`"
        );
        let command = |text: String| text.split('`').nth(1).unwrap().to_string();
        assert_eq!(
            command(missing::<Brazilian>("KKMvK.dtc")),
            "manoury generate --material KKMvK --variant brazilian"
        );
        assert_eq!(
            command(missing::<English>("KKMvKK.dtw")),
            "manoury generate --material KKMvKK --variant english --kinds wdl,dtc,dtw"
        );
        assert_eq!(
            command(missing::<International>("KKMvK.dtx")),
            "manoury generate --material KKMvK"
        );
        assert_eq!(DTW_PIECES, manoury_generator::DTW_PIECES);
    }

    #[test]
    fn errors_are_small_and_travel_between_threads() {
        fn shared<T: Send + Sync + 'static>() {}
        shared::<ProbeError>();
        shared::<OpenError>();
        assert!(size_of::<ProbeError>() <= 64);
    }
}
