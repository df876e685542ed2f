//! Where the bytes of a table come from.

use std::fs::File;
use std::io;
use std::path::Path;

/// Bytes at offsets: a file, a memory map, or a vector in a test.
pub trait Storage: Send + Sync {
    /// Length in bytes.
    ///
    /// # Errors
    /// The length cannot be found out.
    fn len(&self) -> io::Result<u64>;

    /// Whether there are no bytes.
    ///
    /// # Errors
    /// The length cannot be found out.
    fn is_empty(&self) -> io::Result<bool> {
        Ok(self.len()? == 0)
    }

    /// The `len` bytes from `offset`, borrowed from the storage or read into `scratch`.
    ///
    /// # Errors
    /// There are not as many bytes, or they cannot be read.
    fn bytes<'a>(
        &'a self,
        offset: u64,
        len: usize,
        scratch: &'a mut Vec<u8>,
    ) -> io::Result<&'a [u8]>;
}

/// A file read with plain system calls, one for each request.
#[derive(Debug)]
pub struct FileStorage(File);

impl FileStorage {
    /// Opens a file.
    ///
    /// # Errors
    /// The file cannot be opened.
    pub fn open(path: &Path) -> io::Result<Self> {
        File::open(path).map(FileStorage)
    }

    /// The open file.
    pub fn file(&self) -> &File {
        &self.0
    }
}

impl Storage for FileStorage {
    fn len(&self) -> io::Result<u64> {
        Ok(self.0.metadata()?.len())
    }

    fn bytes<'a>(
        &'a self,
        offset: u64,
        len: usize,
        scratch: &'a mut Vec<u8>,
    ) -> io::Result<&'a [u8]> {
        scratch.resize(len, 0);
        read_exact_at(&self.0, scratch, offset)?;
        Ok(scratch)
    }
}

#[cfg(unix)]
fn read_exact_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, offset)
}

#[cfg(windows)]
fn read_exact_at(file: &File, mut buffer: &mut [u8], mut offset: u64) -> io::Result<()> {
    while !buffer.is_empty() {
        let read = std::os::windows::fs::FileExt::seek_read(file, buffer, offset)?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        buffer = &mut buffer[read..];
        offset += read as u64;
    }
    Ok(())
}

impl Storage for Vec<u8> {
    fn len(&self) -> io::Result<u64> {
        Ok(Vec::len(self) as u64)
    }

    fn bytes<'a>(&'a self, offset: u64, len: usize, _: &'a mut Vec<u8>) -> io::Result<&'a [u8]> {
        slice_at(self, offset, len)
    }
}

/// The `len` bytes of `bytes` from `offset`.
///
/// # Errors
/// [`io::ErrorKind::UnexpectedEof`] if there are not as many.
pub fn slice_at(bytes: &[u8], offset: u64, len: usize) -> io::Result<&[u8]> {
    usize::try_from(offset)
        .ok()
        .and_then(|start| bytes.get(start..start.checked_add(len)?))
        .ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
}
