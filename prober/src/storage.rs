//! Where the bytes of a table file come from: plain reads or a memory map.

use crate::advice::Advice;
use crate::open_files::{OpenFiles, PlainFile};
use manoury_tables::{Storage, slice_at};
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// How the files of a tablebase are read.
#[derive(Clone, Debug)]
pub(crate) enum Access {
    /// By system calls, over a limited number of open files.
    Plain(Arc<OpenFiles>),
    /// By memory maps. Made only where the contract of [`MappedFile::open`] has been accepted.
    Mapped(Advice),
}

/// The bytes of one table file.
#[derive(Debug)]
pub(crate) enum TableBytes {
    Plain(PlainFile),
    Mapped(MappedFile),
}

impl TableBytes {
    /// Opens a file.
    ///
    /// # Safety
    /// With [`Access::Mapped`], the contract of [`MappedFile::open`].
    pub(crate) unsafe fn open(path: &Path, access: &Access) -> io::Result<Self> {
        match access {
            Access::Plain(open) => Ok(TableBytes::Plain(PlainFile::new(path.into(), open.clone()))),
            Access::Mapped(advice) => {
                // SAFETY: the caller keeps the contract.
                unsafe { MappedFile::open(path, *advice) }.map(TableBytes::Mapped)
            }
        }
    }
}

impl Storage for TableBytes {
    fn len(&self) -> io::Result<u64> {
        match self {
            TableBytes::Plain(file) => file.len(),
            TableBytes::Mapped(file) => file.len(),
        }
    }

    fn bytes<'a>(
        &'a self,
        offset: u64,
        len: usize,
        scratch: &'a mut Vec<u8>,
    ) -> io::Result<&'a [u8]> {
        match self {
            TableBytes::Plain(file) => file.bytes(offset, len, scratch),
            TableBytes::Mapped(file) => file.bytes(offset, len, scratch),
        }
    }
}

/// A file mapped into memory. It needs no open file once it is mapped.
#[derive(Debug)]
pub(crate) struct MappedFile(memmap2::Mmap);

impl MappedFile {
    /// Maps a file.
    ///
    /// # Safety
    /// As long as the map lives, nobody truncates the file or writes into it. A read behind its new
    /// end ends the process with a signal, and bytes that change while they are looked at break
    /// what Rust takes for granted. Replacing the file by renaming another over it is harmless: the
    /// map goes on showing the old one.
    unsafe fn open(path: &Path, advice: Advice) -> io::Result<Self> {
        let file = File::open(path)?;
        // SAFETY: the caller sees to it that the file stays as it is.
        let map = unsafe { memmap2::Mmap::map(&file) }?;
        advice.give_mapped(&map);
        Ok(MappedFile(map))
    }
}

impl Storage for MappedFile {
    fn len(&self) -> io::Result<u64> {
        Ok(self.0.len() as u64)
    }

    fn bytes<'a>(&'a self, offset: u64, len: usize, _: &'a mut Vec<u8>) -> io::Result<&'a [u8]> {
        slice_at(&self.0, offset, len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_read_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let content: Vec<u8> = (0..=255).collect();
        std::fs::write(&path, &content).unwrap();
        let all = [Advice::Normal, Advice::Random, Advice::Sequential, Advice::WillNeed];
        let plain = |advice| Access::Plain(Arc::new(OpenFiles::new(1, advice)));
        for access in all.map(plain).into_iter().chain(all.map(Access::Mapped)) {
            // SAFETY: nobody touches the file.
            let file = unsafe { TableBytes::open(&path, &access) }.unwrap();
            let mut scratch = Vec::new();
            assert_eq!(file.len().unwrap(), 256);
            assert_eq!(file.bytes(200, 56, &mut scratch).unwrap(), &content[200..]);
            for (offset, len) in [(200, 57), (257, 0), (u64::MAX, 2)] {
                let result = file.bytes(offset, len, &mut scratch);
                if len > 0 {
                    assert!(result.is_err());
                }
            }
        }
    }
}
