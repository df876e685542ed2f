//! Where an export's files go, and how the work is done.

use crate::error::ExportError;
use crate::progress::{Event, Observer, Silent};
use manoury_tables::{Disk, FolderLock, Output};
use std::fs;
use std::path::{Path, PathBuf};

/// How an export is carried out.
pub struct Options<'a> {
    /// Threads to work with; 0 for one a core.
    pub threads: usize,
    /// Where finished files come to lie.
    pub output: &'a dyn Output,
    /// Who is told of progress.
    pub observer: &'a dyn Observer,
}

impl Default for Options<'_> {
    /// A thread a core, files on the disk, nobody told.
    fn default() -> Self {
        Options { threads: 0, output: &Disk, observer: &Silent }
    }
}

impl Options<'_> {
    /// The threads.
    pub(crate) fn pool(&self) -> Result<rayon::ThreadPool, ExportError> {
        let builder = rayon::ThreadPoolBuilder::new().num_threads(self.threads);
        builder.build().map_err(|source| ExportError::Threads {
            threads: self.threads,
            reason: source.to_string(),
        })
    }

    /// Puts a file into its place, whole or not at all.
    pub(crate) fn put(&self, path: PathBuf, bytes: &[u8]) -> Result<WrittenFile, ExportError> {
        match self.output.put(&path, &mut |out| out.write_all(bytes)) {
            Ok(()) => {
                let file = WrittenFile { path, bytes: bytes.len() as u64 };
                self.observer.event(Event::Written(&file));
                Ok(file)
            }
            Err(source) => Err(ExportError::Write { path, source }),
        }
    }
}

/// Makes a folder with its parents.
pub(crate) fn make_folder(folder: &Path) -> Result<(), ExportError> {
    fs::create_dir_all(folder).map_err(|source| ExportError::Write { path: folder.into(), source })
}

/// Makes a folder and keeps it for this export alone, as long as the lock lives.
pub(crate) fn lock(folder: &Path) -> Result<FolderLock, ExportError> {
    make_folder(folder)?;
    FolderLock::take(folder)
        .map_err(|(path, source)| ExportError::Write { path, source })?
        .ok_or_else(|| ExportError::Busy { folder: folder.into() })
}

/// A file of an export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenFile {
    /// Where it lies.
    pub path: PathBuf,
    /// Its length.
    pub bytes: u64,
}
