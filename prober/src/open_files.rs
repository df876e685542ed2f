//! Few open files for many tables.
//!
//! A full set has hundreds of files, a process may often open no more than some hundred, and the
//! program that links this library needs some of them itself. So files are kept open while they are
//! in use and the least recently used one is closed for the next. Only blocks that are not in the
//! cache come here.

use manoury_tables::{FileStorage, Storage};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The files that are open, up to a limit.
#[derive(Debug)]
pub(crate) struct OpenFiles {
    limit: usize,
    /// Most recently used last.
    files: Mutex<Vec<(PathBuf, Arc<FileStorage>)>>,
}

impl OpenFiles {
    /// Keeps up to `limit` files open, at least one.
    pub(crate) fn new(limit: usize) -> Self {
        OpenFiles { limit: limit.max(1), files: Mutex::new(Vec::new()) }
    }

    /// The file, opened if it is not open.
    fn get(&self, path: &Path) -> io::Result<Arc<FileStorage>> {
        // No code that holds the lock can leave the list in pieces.
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = files.iter().position(|(open, _)| open == path) {
            files[at..].rotate_left(1);
        } else {
            if files.len() >= self.limit {
                files.remove(0);
            }
            files.push((path.into(), Arc::new(FileStorage::open(path)?)));
        }
        files.last().map(|(_, file)| file.clone()).ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

/// A file that is read plainly, and open only while it is in use.
#[derive(Debug)]
pub(crate) struct PlainFile {
    pub(crate) path: PathBuf,
    pub(crate) open: Arc<OpenFiles>,
}

impl Storage for PlainFile {
    fn len(&self) -> io::Result<u64> {
        self.open.get(&self.path)?.len()
    }

    fn bytes<'a>(
        &'a self,
        offset: u64,
        len: usize,
        scratch: &'a mut Vec<u8>,
    ) -> io::Result<&'a [u8]> {
        // A file is read into `scratch`; the borrow must not outlast the hold on the file.
        let read = self.open.get(&self.path)?.bytes(offset, len, scratch)?.len();
        scratch.get(..read).ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_recently_used_file_is_closed() {
        let folder = tempfile::tempdir().unwrap();
        let open = Arc::new(OpenFiles::new(2));
        let files: Vec<PlainFile> = (0..3u8)
            .map(|i| {
                let path = folder.path().join(i.to_string());
                std::fs::write(&path, [i; 10]).unwrap();
                PlainFile { path, open: open.clone() }
            })
            .collect();
        let mut scratch = Vec::new();
        for i in [0, 1, 0, 2, 2, 0, 1, 1, 2] {
            assert_eq!(files[i].bytes(3, 4, &mut scratch).unwrap(), [i as u8; 4]);
            assert_eq!(files[i].len().unwrap(), 10);
            let held = open.files.lock().unwrap();
            assert!(held.len() <= 2);
            assert_eq!(held.last().unwrap().0, files[i].path);
        }
        let held: Vec<_> =
            open.files.lock().unwrap().iter().map(|(path, _)| path.clone()).collect();
        assert_eq!(held, [files[1].path.clone(), files[2].path.clone()]);
        let error = files[0].bytes(8, 4, &mut scratch).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
    }
}
