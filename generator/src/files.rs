//! Files that are there whole or not at all.
//!
//! A file is written under a temporary name, synced, renamed, and the folder synced: whoever finds
//! the final name finds all of it, whenever the machine or the process stops.

use crate::error::BuildError;
use manoury_tables::TableName;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// What the name of an unfinished file ends in. Readers pass such files over, the next run removes
/// them.
pub(crate) const TEMPORARY: &str = ".tmp";

/// The name of the file that is locked while a run works in a folder.
const LOCK: &str = ".lock";

/// Where finished files come to lie.
///
/// The trait exists so that tests can let any write fail.
pub trait Output: Sync {
    /// Puts a file under `path`, written by `write`, whole or not at all.
    ///
    /// # Errors
    /// The first error of writing, syncing or renaming; then nothing is left under `path` that was
    /// not there before. If the file is in its place and only the folder cannot be synced, that is an
    /// error too, and the file stays: it is whole, but may not outlast a loss of power.
    fn put(
        &self,
        path: &Path,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()>;
}

/// The file system.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl Output for Disk {
    fn put(
        &self,
        path: &Path,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        put(path, write)
    }
}

/// Puts a file under `path` on the file system, written by `write`, whole or not at all.
pub(crate) fn put(
    path: &Path,
    write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let temporary = temporary(path);
    let result = (|| {
        let mut out = BufWriter::with_capacity(1 << 16, File::create(&temporary)?);
        write(&mut out)?;
        let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.sync_all()?;
        fs::rename(&temporary, path)?;
        sync_folder(path)
    })();
    if result.is_err() {
        // What cannot be removed now is removed by the next run.
        let _ = fs::remove_file(&temporary);
    }
    result
}

/// The temporary name of a file.
fn temporary(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(TEMPORARY);
    name.into()
}

/// Makes the name of a new file last. Only Unix can open a folder for it.
pub(crate) fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(unix)
        && let Some(folder) = path.parent()
    {
        // A bare file name has an empty parent, which no system call takes.
        let here = folder.as_os_str().is_empty();
        File::open(if here { Path::new(".") } else { folder })?.sync_all()?;
    }
    Ok(())
}

/// A folder of tables that one run at a time works in.
pub(crate) struct Workplace {
    folder: PathBuf,
    /// Held for its lock.
    _lock: File,
}

impl Workplace {
    /// Makes the folder with its parents, locks it and removes what an interrupted run left.
    pub(crate) fn open(folder: &Path) -> Result<Self, BuildError> {
        let at = |path: &Path| {
            let path = path.to_path_buf();
            move |source| BuildError::Write { path, source }
        };
        fs::create_dir_all(folder).map_err(at(folder))?;
        let lock_path = folder.join(LOCK);
        let lock = File::create(&lock_path).map_err(at(&lock_path))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(fs::TryLockError::WouldBlock) => {
                return Err(BuildError::Busy { folder: folder.to_path_buf() });
            }
            Err(fs::TryLockError::Error(source)) => {
                return Err(BuildError::Write { path: lock_path, source });
            }
        }
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
    fn a_failed_write_leaves_what_was_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("KvK.wdl");
        Disk.put(&path, &mut |out| out.write_all(b"first")).unwrap();
        let error = Disk.put(&path, &mut |out| {
            out.write_all(b"second")?;
            Err(io::Error::from(io::ErrorKind::StorageFull))
        });
        assert_eq!(error.unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert_eq!(fs::read(&path).unwrap(), b"first");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

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
