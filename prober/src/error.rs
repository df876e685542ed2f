//! What can go wrong in opening and probing.

use manoury_rules::ClockError;
use manoury_tables::{GenerateCommand, MAX_PIECES, Selected, TableError, TableName};
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
         {}",
        path.display(),
        other_folder(variant, path, source)
    )]
    Unreadable {
        /// The variant's name.
        variant: &'static str,
        /// The folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// No folder holds a table of the variant.
    #[error(
        "no {variant} tables in {}; they lie in a sub-folder '{variant}' of it, \
         make them with `{}`",
        Listed(folders),
        generate(variant, Selected::Usual, folders.first())
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
    /// The command that makes the table, as a user types it, in the first of the folders.
    pub fn command(&self) -> String {
        generate(self.variant, Selected::Table(self.name), self.folders.first()).to_string()
    }

    /// As [`MissingTable::command`], without a folder, for those who are not to know it.
    pub fn command_without_folder(&self) -> String {
        generate(self.variant, Selected::Table(self.name), None).to_string()
    }
}

/// The command that makes tables of a variant in a folder.
fn generate<'a>(
    variant: &str,
    selected: Selected,
    folder: Option<&'a PathBuf>,
) -> GenerateCommand<'a> {
    let variant = variant.parse().unwrap_or_default();
    GenerateCommand { selected, variant, out: folder.map(PathBuf::as_path) }
}

/// What to do about a folder that cannot be read.
fn other_folder(variant: &str, path: &PathBuf, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => {
            let command = generate(variant, Selected::Usual, Some(path));
            format!("name another folder or make its tables with `{command}`")
        }
        _ => "name another folder".to_string(),
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
    use manoury_rules::{Brazilian, English, International, Variant};

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
             make it with `manoury generate --material KKMvK --out one`"
        );
        let command = |text: String| text.split('`').nth(1).unwrap().to_string();
        assert_eq!(
            command(missing::<Brazilian>("KKMvK.dtc")),
            "manoury generate --material KKMvK --variant brazilian --out one"
        );
        assert_eq!(
            command(missing::<English>("KKMvKK.dtw")),
            "manoury generate --material KKMvKK --variant english --kinds wdl,dtc,dtw --out one"
        );
        assert_eq!(
            command(missing::<International>("KKMvK.dtx")),
            "manoury generate --material KKMvK --out one"
        );
    }

    #[test]
    fn a_folder_may_stay_private() {
        let name = TableName::parse("KKvK.wdl").unwrap();
        let folders = [PathBuf::from("my tables")].into();
        let missing = MissingTable { name, variant: English::NAME, folders };
        let command = "manoury generate --material KKvK --variant english";
        assert_eq!(missing.command_without_folder(), command);
        assert_eq!(missing.command(), format!("{command} --out 'my tables'"));
    }

    #[test]
    fn errors_are_small_and_travel_between_threads() {
        fn shared<T: Send + Sync + 'static>() {}
        shared::<ProbeError>();
        shared::<OpenError>();
        assert!(size_of::<ProbeError>() <= 64);
    }
}
