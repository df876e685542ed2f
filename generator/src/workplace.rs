//! A folder that one run at a time makes tables in.

use crate::error::BuildError;
use manoury_tables::{FolderLock, TEMPORARY, TableName};
use std::fs;
use std::path::{Path, PathBuf};

/// A folder of tables that one run at a time works in.
pub(crate) struct Workplace {
    folder: PathBuf,
    /// Held for as long as the run works.
    _lock: FolderLock,
}

impl Workplace {
    /// Makes the folder with its parents, locks it and removes what an interrupted run left.
    pub(crate) fn open(folder: &Path) -> Result<Self, BuildError> {
        let at = |path: &Path| {
            let path = path.to_path_buf();
            move |source| BuildError::Write { path, source }
        };
        fs::create_dir_all(folder).map_err(at(folder))?;
        let lock = FolderLock::take(folder)
            .map_err(|(path, source)| BuildError::Write { path, source })?
            .ok_or_else(|| BuildError::Busy { folder: folder.to_path_buf() })?;
        for entry in fs::read_dir(folder).map_err(at(folder))? {
            let path = entry.map_err(at(folder))?.path();
            if is_ours_unfinished(&path) {
                fs::remove_file(&path).map_err(at(&path))?;
            }
        }
        Ok(Workplace { folder: folder.to_path_buf(), _lock: lock })
    }

    /// The folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }
}

/// Whether a path is a temporary file of a table or a manifest, not somebody else's.
fn is_ours_unfinished(path: &Path) -> bool {
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return false };
    let Some(name) = name.strip_suffix(TEMPORARY) else { return false };
    name == crate::manifest::NAME || TableName::parse(name).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_unfinished_files_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let ours = ["KKMvK.dtc.tmp", "manifest.json.tmp"];
        let theirs = ["notes.tmp", "KKMvK.dtc", "KvKQ.wdl.tmp", "KKMvK.dtc.tmp.txt"];
        for name in ours.iter().chain(&theirs) {
            fs::write(folder.path().join(name), b"x").unwrap();
        }
        fs::create_dir(folder.path().join("sub")).unwrap();
        let workplace = Workplace::open(folder.path()).unwrap();
        assert!(ours.iter().all(|name| !folder.path().join(name).exists()));
        assert!(theirs.iter().all(|name| folder.path().join(name).exists()));
        assert!(matches!(Workplace::open(folder.path()), Err(BuildError::Busy { .. })));
        drop(workplace);
        Workplace::open(folder.path()).unwrap();
    }
}
