//! Which table files lie in which folder.

use crate::error::OpenError;
use manoury_rules::Variant;
use manoury_tables::TableName;
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The table files of one variant in some folders.
#[derive(Debug)]
pub(crate) struct Folders {
    /// The folders as they were named.
    pub(crate) named: Arc<[PathBuf]>,
    /// Every table with its file, in no particular order.
    pub(crate) tables: HashMap<TableName, PathBuf>,
}

impl Folders {
    /// Lists the variant's sub-folder of each folder. Of a table that several folders have, the
    /// first folder's counts. Whatever is no table by its name, and every sub-folder, is passed
    /// over.
    pub(crate) fn list<V: Variant>(folders: Vec<PathBuf>) -> Result<Self, OpenError> {
        if folders.is_empty() {
            return Err(OpenError::NoFolder);
        }
        let mut tables = HashMap::new();
        for folder in &folders {
            // A folder that is not there is a mistake, one without this variant's tables is none.
            std::fs::read_dir(folder).map_err(unreadable::<V>(folder))?;
            let folder = folder.join(V::NAME);
            match std::fs::read_dir(&folder) {
                Ok(entries) => {
                    add_tables(entries, &mut tables).map_err(unreadable::<V>(&folder))?
                }
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(unreadable::<V>(&folder)(error)),
            }
        }
        if tables.is_empty() {
            return Err(OpenError::Empty { variant: V::NAME, folders });
        }
        Ok(Folders { named: folders.into(), tables })
    }
}

/// Adds the tables that are not there yet.
fn add_tables(
    entries: std::fs::ReadDir,
    tables: &mut HashMap<TableName, PathBuf>,
) -> io::Result<()> {
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name();
        let Some(name) = name.to_str().and_then(TableName::parse) else { continue };
        // Follows a symbolic link; one that leads nowhere is no table.
        if entry.path().is_file() {
            tables.entry(name).or_insert_with(|| entry.path());
        }
    }
    Ok(())
}

fn unreadable<V: Variant>(folder: &Path) -> impl Fn(io::Error) -> OpenError {
    move |source| OpenError::Unreadable { variant: V::NAME, path: folder.into(), source }
}

#[cfg(test)]
mod tests {
    use super::*;
    use manoury_rules::{English, International};
    use std::fs;

    #[test]
    fn only_tables_are_listed_and_the_first_folder_wins() {
        let root = tempfile::tempdir().unwrap();
        let [one, two] = ["one", "two"].map(|name| root.path().join(name));
        for folder in [&one, &two] {
            fs::create_dir_all(folder.join("international/KvM.wdl")).unwrap();
            for name in ["KvK.wdl", "KvK.dtc.tmp", ".lock", "manifest.json", "MvK.wdl", "Knight"] {
                fs::write(folder.join("international").join(name), b"x").unwrap();
            }
        }
        fs::write(two.join("international/KKvK.dtc"), b"x").unwrap();
        let folders = Folders::list::<International>(vec![one.clone(), two.clone()]).unwrap();
        let mut found: Vec<_> =
            folders.tables.iter().map(|(name, path)| (name.to_string(), path.clone())).collect();
        found.sort();
        let expected = [
            ("KKvK.dtc".to_string(), two.join("international/KKvK.dtc")),
            ("KvK.wdl".to_string(), one.join("international/KvK.wdl")),
        ];
        assert_eq!(found, expected);
        let none = Folders::list::<English>(vec![one.clone(), two]).unwrap_err();
        assert!(matches!(none, OpenError::Empty { variant: "english", .. }));
        let command = format!("`manoury generate --variant english --out {}`", one.display());
        assert!(none.to_string().ends_with(&command), "{none}");
    }

    #[test]
    fn a_missing_or_empty_folder_is_named() {
        let root = tempfile::tempdir().unwrap();
        let list = |folders| Folders::list::<International>(folders).unwrap_err();
        let nowhere = root.path().join("nowhere");
        let error = list(vec![root.path().into(), nowhere.clone()]);
        assert!(matches!(&error, OpenError::Unreadable { path, .. } if *path == nowhere));
        assert!(matches!(list(vec![]), OpenError::NoFolder));
        for (error, folder) in [(list(vec![root.path().into()]), root.path()), (error, &*nowhere)] {
            let text = error.to_string();
            let command = format!("`manoury generate --out {}`", folder.display());
            assert!(text.ends_with(&command) && !text.contains('\n'), "{text}");
        }
        fs::write(root.path().join("international"), b"no folder").unwrap();
        let no_folder = list(vec![root.path().into()]);
        assert!(matches!(no_folder, OpenError::Unreadable { .. }));
        assert!(no_folder.to_string().ends_with("; name another folder"), "{no_folder}");
    }
}
