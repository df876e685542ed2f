//! Files that are there whole or not at all.
//!
//! A file is written under a temporary name, synced, renamed, and the folder synced: whoever finds
//! the final name finds all of it, whenever the machine or the process stops.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// What the name of an unfinished file ends in. Readers pass such files over.
pub const TEMPORARY: &str = ".tmp";

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
            // What cannot be removed now is overwritten or removed by the next run.
            let _ = fs::remove_file(&temporary);
        }
        result
    }
}

/// The temporary name of a file.
fn temporary(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(TEMPORARY);
    name.into()
}

/// Makes a new name `path` last, by syncing the folder it lies in. Only Unix can open a folder for
/// that; elsewhere nothing is done.
///
/// # Errors
/// The folder cannot be opened or synced.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(unix)
        && let Some(folder) = path.parent()
    {
        // A bare file name has an empty parent, which no system call takes.
        let here = folder.as_os_str().is_empty();
        File::open(if here { Path::new(".") } else { folder })?.sync_all()?;
    }
    Ok(())
}

/// The name of the file that is locked while a run works in a folder.
const LOCK: &str = ".lock";

/// A folder that one run at a time writes into, as long as the value lives.
#[derive(Debug)]
pub struct FolderLock {
    /// Held for its lock.
    _file: File,
}

impl FolderLock {
    /// Locks a folder that is there; `None` if another run has it. A small file, `.lock`, stays
    /// behind.
    ///
    /// # Errors
    /// The file cannot be made or locked; with its path.
    pub fn take(folder: &Path) -> Result<Option<Self>, (PathBuf, io::Error)> {
        let path = folder.join(LOCK);
        let locked = File::create(&path).and_then(|file| match file.try_lock() {
            Ok(()) => Ok(Some(FolderLock { _file: file })),
            Err(fs::TryLockError::WouldBlock) => Ok(None),
            Err(fs::TryLockError::Error(error)) => Err(error),
        });
        locked.map_err(|error| (path, error))
    }
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
    fn a_folder_is_locked_once() {
        let folder = tempfile::tempdir().unwrap();
        let lock = FolderLock::take(folder.path()).unwrap();
        assert!(lock.is_some());
        assert!(FolderLock::take(folder.path()).unwrap().is_none());
        drop(lock);
        assert!(FolderLock::take(folder.path()).unwrap().is_some());
        let (path, error) = FolderLock::take(&folder.path().join("none")).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        assert!(path.ends_with("none/.lock"));
    }
}
