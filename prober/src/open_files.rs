//! Few open files for many tables.
//!
//! A full set has hundreds of files, a process may often open no more than some hundred, and the
//! program that links this library needs some of them itself. So files are kept open while they are
//! in use and the least recently used one is closed for the next. Only blocks that are not in the
//! cache come here.

use crate::advice::Advice;
use manoury_tables::{FileStorage, Storage};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The files that are open, up to a limit; each thread that reads may hold one more for as long as
/// its read takes.
#[derive(Debug)]
pub(crate) struct OpenFiles {
    limit: usize,
    advice: Advice,
    /// By the numbers of their files, most recently used last.
    files: Mutex<Vec<(u32, Arc<FileStorage>)>>,
    /// The number of the next file.
    next: AtomicU32,
}

impl OpenFiles {
    /// Keeps up to `limit` files open, at least one.
    pub(crate) fn new(limit: usize, advice: Advice) -> Self {
        let files = Mutex::new(Vec::new());
        OpenFiles { limit: limit.max(1), advice, files, next: AtomicU32::new(0) }
    }

    fn held(&self) -> MutexGuard<'_, Vec<(u32, Arc<FileStorage>)>> {
        // No code that holds the lock can leave the list in pieces.
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A file, opened if it is not open.
    fn get(&self, number: u32, path: &Path) -> io::Result<Arc<FileStorage>> {
        if let Some(file) = find(&mut self.held(), number) {
            return Ok(file);
        }
        // Not under the lock: a slow disk must not keep others from files that are open.
        let opened = Arc::new(self.open(path)?);
        let mut files = self.held();
        if let Some(file) = find(&mut files, number) {
            return Ok(file);
        }
        if files.len() >= self.limit {
            files.remove(0);
        }
        files.push((number, opened.clone()));
        Ok(opened)
    }

    /// Opens a file, and closes others if the process or the system has no more of them.
    fn open(&self, path: &Path) -> io::Result<FileStorage> {
        loop {
            match FileStorage::open(path) {
                Ok(file) => {
                    self.advice.give(file.file());
                    return Ok(file);
                }
                Err(error) if too_many(&error) => {
                    let mut files = self.held();
                    if files.is_empty() {
                        return Err(error);
                    }
                    files.remove(0);
                }
                Err(error) => return Err(error),
            }
        }
    }
}

/// The open file of a number, which becomes the most recently used one.
fn find(files: &mut [(u32, Arc<FileStorage>)], number: u32) -> Option<Arc<FileStorage>> {
    let at = files.iter().rposition(|&(open, _)| open == number)?;
    files[at..].rotate_left(1);
    files.last().map(|(_, file)| file.clone())
}

/// Whether a file could be opened if others were closed: the limit of the process (EMFILE) or of
/// the system (ENFILE).
fn too_many(error: &io::Error) -> bool {
    cfg!(unix) && matches!(error.raw_os_error(), Some(23 | 24))
}

/// A file that is read plainly, and open only while it is in use.
#[derive(Debug)]
pub(crate) struct PlainFile {
    path: PathBuf,
    number: u32,
    open: Arc<OpenFiles>,
}

impl PlainFile {
    /// A file among others; nothing is opened yet.
    pub(crate) fn new(path: PathBuf, open: Arc<OpenFiles>) -> Self {
        let number = open.next.fetch_add(1, Ordering::Relaxed);
        PlainFile { path, number, open }
    }
}

impl Storage for PlainFile {
    fn len(&self) -> io::Result<u64> {
        self.open.get(self.number, &self.path)?.len()
    }

    fn bytes<'a>(
        &'a self,
        offset: u64,
        len: usize,
        scratch: &'a mut Vec<u8>,
    ) -> io::Result<&'a [u8]> {
        // A file is read into `scratch`; the borrow must not outlast the hold on the file.
        let file = self.open.get(self.number, &self.path)?;
        let read = file.bytes(offset, len, scratch)?.len();
        scratch.get(..read).ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_recently_used_file_is_closed() {
        let folder = tempfile::tempdir().unwrap();
        let open = Arc::new(OpenFiles::new(2, Advice::Normal));
        let files: Vec<PlainFile> = (0..3u8)
            .map(|i| {
                let path = folder.path().join(i.to_string());
                std::fs::write(&path, [i; 10]).unwrap();
                PlainFile::new(path, open.clone())
            })
            .collect();
        let mut scratch = Vec::new();
        for i in [0, 1, 0, 2, 2, 0, 1, 1, 2] {
            assert_eq!(files[i].bytes(3, 4, &mut scratch).unwrap(), [i as u8; 4]);
            assert_eq!(files[i].len().unwrap(), 10);
            let held = open.files.lock().unwrap();
            assert!(held.len() <= 2);
            assert_eq!(held.last().unwrap().0, files[i].number);
        }
        let held: Vec<_> = open.files.lock().unwrap().iter().map(|&(number, _)| number).collect();
        assert_eq!(held, [1, 2]);
        let error = files[0].bytes(8, 4, &mut scratch).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
    }

    #[cfg(unix)]
    #[test]
    fn errors_of_too_many_open_files_are_known() {
        assert!(too_many(&io::Error::from_raw_os_error(24)));
        assert!(!too_many(&io::Error::from_raw_os_error(2)));
        assert!(!too_many(&io::ErrorKind::NotFound.into()));
    }
}
