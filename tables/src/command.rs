//! The command that makes tables, as a user types it.

use crate::name::TableName;
use crate::value::{Kind, Metric};
use manoury_rules::VariantName;
use std::fmt;
use std::path::{MAIN_SEPARATOR, Path};

/// The command `manoury generate`, for what messages tell users to do.
///
/// ```
/// use manoury_tables::GenerateCommand;
/// let command = GenerateCommand::of_file("my tables/english/KKvK.dtc".as_ref());
/// assert_eq!(
///     command.to_string(),
///     "manoury generate --material KKvK --variant english --out 'my tables'"
/// );
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GenerateCommand<'a> {
    /// What is to be made.
    pub selected: Selected,
    /// The variant.
    pub variant: VariantName,
    /// The folder of the tables of all variants, where it is known and may be told.
    pub out: Option<&'a Path>,
}

/// The tables that a command makes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Selected {
    /// What is made unless something else is chosen.
    #[default]
    Usual,
    /// All of up to so many pieces.
    Pieces(u32),
    /// One table, with all that it needs.
    Table(TableName),
}

impl<'a> GenerateCommand<'a> {
    /// Up to this many pieces DTW is made unless kinds are chosen.
    pub const DTW_PIECES: u32 = 4;

    /// Where tables lie unless a folder is chosen.
    pub const DEFAULT_FOLDER: &'static str = "tablebases";

    /// The command for a file of a folder of tables, as far as its path tells what to make:
    /// `<out>/<variant>/<table>`.
    pub fn of_file(path: &'a Path) -> Self {
        let table = path.file_name().and_then(|name| TableName::parse(name.to_str()?));
        let selected = table.map_or(Selected::Usual, Selected::Table);
        let folder = path.parent();
        let variant = folder.and_then(Path::file_name).and_then(|name| name.to_str()?.parse().ok());
        let Some(variant) = variant else { return GenerateCommand { selected, ..Self::default() } };
        // The folder of a path of two names is the one in which the program runs.
        let out = folder.and_then(Path::parent);
        let out = out.map(|out| if out.as_os_str().is_empty() { Path::new(".") } else { out });
        GenerateCommand { selected, variant, out }
    }
}

impl fmt::Display for GenerateCommand<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("manoury generate")?;
        match self.selected {
            Selected::Usual => {}
            Selected::Pieces(pieces) => write!(f, " --pieces {pieces}")?,
            Selected::Table(TableName { slice, .. }) => write!(f, " --material {slice}")?,
        }
        if self.variant != VariantName::default() {
            write!(f, " --variant {}", self.variant)?;
        }
        if let Selected::Table(TableName { slice, kind: Kind::Distance(Metric::Dtw) }) =
            self.selected
            && slice.total() > Self::DTW_PIECES
        {
            f.write_str(" --kinds wdl,dtc,dtw")?;
        }
        match self.out {
            Some(out) if out != Path::new(Self::DEFAULT_FOLDER) => {
                write!(f, " --out {}", quoted(out))
            }
            _ => Ok(()),
        }
    }
}

/// A path as a shell reads it.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let plain = |c: char| c.is_alphanumeric() || c == MAIN_SEPARATOR || "/._-+@:".contains(c);
    if text.chars().all(plain) { text } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_tells_what_to_make() {
        for (path, expected) in [
            ("/t/international/KKMvK.wdl", " --material KKMvK --out /t"),
            ("tablebases/international/KKMvK.wdl", " --material KKMvK"),
            (
                "english/KKMvKK.dtw",
                " --material KKMvKK --variant english --kinds wdl,dtc,dtw --out .",
            ),
            ("it's/brazilian/KvK.dtw", " --material KvK --variant brazilian --out 'it'\\''s'"),
            ("/a b/international/KvK.wdl", " --material KvK --out '/a b'"),
            ("/$x/international/KvK.wdl", " --material KvK --out '/$x'"),
            ("/t/brazilian/notes.txt", " --variant brazilian --out /t"),
            // Not a folder of tables: `--out` would make them elsewhere.
            ("/t/other/KvK.wdl", " --material KvK"),
            ("KvK.wdl", " --material KvK"),
            ("", ""),
        ] {
            let command = GenerateCommand::of_file(Path::new(path)).to_string();
            assert_eq!(command, format!("manoury generate{expected}"), "{path}");
        }
    }
}
