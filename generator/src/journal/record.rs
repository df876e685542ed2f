//! Records: what a journal's files are made of.
//!
//! A record is a tag, a length, a checksum and that many bytes. The checksum starts from a seed that
//! stands for the work, so records of other work are as good as none. What follows the first record
//! that is not whole was never written to its end, or is damaged: it is dropped.

use manoury_tables::sync_folder;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;

/// Bytes of a record before its payload.
const HEAD: usize = 1 + 4 + 4;

/// The checksum of a record.
fn checksum(seed: u32, tag: u8, len: u32, parts: &[&[u8]]) -> u32 {
    let mut hasher = crc32fast::Hasher::new_with_initial(seed);
    hasher.update(&[tag]);
    hasher.update(&len.to_le_bytes());
    parts.iter().for_each(|part| hasher.update(part));
    hasher.finalize()
}

/// Writes a record whose payload is the parts one after the other. Returns the bytes it takes.
pub(super) fn write(out: &mut dyn Write, seed: u32, tag: u8, parts: &[&[u8]]) -> io::Result<u64> {
    let len: usize = parts.iter().map(|part| part.len()).sum();
    let words = u32::try_from(len).map_err(|_| io::Error::other("a record of over 4 GiB"))?;
    out.write_all(&[tag])?;
    out.write_all(&words.to_le_bytes())?;
    out.write_all(&checksum(seed, tag, words, parts).to_le_bytes())?;
    parts.iter().try_for_each(|part| out.write_all(part))?;
    Ok((HEAD + len) as u64)
}

/// The whole records at the start of a file.
pub(super) struct Records {
    file: BufReader<File>,
    seed: u32,
    /// Bytes of the file not yet read.
    left: u64,
    /// Where the next record begins.
    at: u64,
}

/// A record as it was read.
pub(super) struct Record {
    pub(super) tag: u8,
    pub(super) payload: Vec<u8>,
    /// Where the payload lies in the file.
    pub(super) offset: u64,
}

impl Records {
    pub(super) fn open(path: &Path, seed: u32) -> io::Result<Self> {
        let file = File::open(path)?;
        let left = file.metadata()?.len();
        Ok(Records { file: BufReader::with_capacity(1 << 16, file), seed, left, at: 0 })
    }

    fn read(&mut self) -> Option<Record> {
        let mut head = [0; HEAD];
        self.file.read_exact(&mut head).ok()?;
        let [tag, a, b, c, d, crc @ ..] = head;
        let len = u32::from_le_bytes([a, b, c, d]);
        if (HEAD as u64 + len as u64) > self.left {
            return None;
        }
        let mut payload = vec![0; len as usize];
        self.file.read_exact(&mut payload).ok()?;
        if checksum(self.seed, tag, len, &[&payload]) != u32::from_le_bytes(crc) {
            return None;
        }
        let offset = self.at + HEAD as u64;
        self.at = offset + len as u64;
        self.left -= HEAD as u64 + len as u64;
        Some(Record { tag, payload, offset })
    }
}

impl Iterator for Records {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        let record = self.read();
        if record.is_none() {
            self.left = 0;
        }
        record
    }
}

/// A file of records that grows.
pub(super) struct Log {
    file: File,
    seed: u32,
    len: u64,
}

impl Log {
    /// Goes on behind the first `len` bytes of the file at `path`, which is made if it is missing.
    pub(super) fn open(path: &Path, seed: u32, len: u64) -> io::Result<Self> {
        let new = !path.exists();
        let file =
            File::options().read(true).write(true).create(true).truncate(false).open(path)?;
        file.set_len(len)?;
        if new {
            sync_folder(path)?;
        }
        Ok(Log { file, seed, len })
    }

    /// Appends the records that `write` writes and sees to it that they last; all of them or none.
    /// `write` is given the checksum's seed and where the first one begins.
    pub(super) fn append<T>(
        &mut self,
        write: impl FnOnce(&mut dyn Write, u32, u64) -> io::Result<T>,
    ) -> io::Result<T> {
        let result = (|| {
            self.file.seek(SeekFrom::Start(self.len))?;
            let mut out = io::BufWriter::with_capacity(1 << 16, &self.file);
            let written = write(&mut out, self.seed, self.len)?;
            out.flush()?;
            drop(out);
            self.file.sync_data()?;
            Ok((written, self.file.stream_position()?))
        })();
        match result {
            Ok((written, len)) => {
                self.len = len;
                Ok(written)
            }
            Err(error) => {
                // Where even that fails the checksums of what is left there tell.
                let _ = self.file.set_len(self.len);
                Err(error)
            }
        }
    }

    /// Copies bytes of the file.
    pub(super) fn copy(&mut self, place: Range<u64>, out: &mut dyn Write) -> io::Result<()> {
        let len = place.end - place.start;
        self.file.seek(SeekFrom::Start(place.start))?;
        let copied = io::copy(&mut (&self.file).take(len), out)?;
        if copied == len { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn payloads(path: &Path, seed: u32) -> Vec<Vec<u8>> {
        Records::open(path, seed).unwrap().map(|record| record.payload).collect()
    }

    #[test]
    fn only_whole_records_of_the_same_work_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let mut log = Log::open(&path, 7, 0).unwrap();
        for payload in [&b"first"[..], b"", b"third"] {
            log.append(|out, seed, _| write(out, seed, 1, &[payload, b"!"])).unwrap();
        }
        let whole = std::fs::read(&path).unwrap();
        assert_eq!(payloads(&path, 7), [&b"first!"[..], b"!", b"third!"]);
        assert!(payloads(&path, 8).is_empty());
        for place in 0..whole.len() {
            std::fs::write(&path, &whole[..place]).unwrap();
            assert!(payloads(&path, 7).len() < 3);
            let mut damaged = whole.clone();
            damaged[place] ^= 0x10;
            std::fs::write(&path, damaged).unwrap();
            let expected = [15, 25].iter().filter(|&&end| place >= end).count();
            assert_eq!(payloads(&path, 7).len(), expected, "{place}");
        }
    }

    #[test]
    fn a_failed_append_leaves_what_was_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let mut log = Log::open(&path, 0, 0).unwrap();
        log.append(|out, seed, _| write(out, seed, 1, &[b"first"])).unwrap();
        log.append(|out, seed, _| {
            write(out, seed, 1, &[&[0; 100_000]])?;
            Err::<(), _>(io::Error::from(io::ErrorKind::StorageFull))
        })
        .unwrap_err();
        log.append(|out, seed, _| write(out, seed, 1, &[b"second"])).unwrap();
        assert_eq!(payloads(&path, 0), [&b"first"[..], b"second"]);
        let mut copied = Vec::new();
        log.copy(9..14, &mut copied).unwrap();
        assert_eq!(copied, b"first");
    }
}
