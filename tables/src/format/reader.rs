//! Reading a table file.

use super::error::TableError;
use super::header::{HEADER_LEN, Header};
use super::layout::Layout;
use super::storage::Storage;
use crate::index::Framed;
use crate::name::TableName;
use crate::value::Outcome;
use manoury_rules::Variant;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Bytes of an entry of the block index: where the block begins (5) and its CRC-32 (4).
pub(super) const INDEX_ENTRY: usize = 9;

/// Where the entry of a position lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Located {
    /// The block.
    pub block: u64,
    /// The entry in the block.
    pub entry: usize,
}

/// Reuses what decoding needs from block to block.
pub struct Decoder {
    zstd: zstd::bulk::Decompressor<'static>,
    scratch: Vec<u8>,
}

impl Decoder {
    /// A decoder.
    ///
    /// # Errors
    /// There is no memory for one.
    pub fn new() -> io::Result<Self> {
        Ok(Decoder { zstd: zstd::bulk::Decompressor::new()?, scratch: Vec::new() })
    }
}

/// An open table file. Opening reads and checks the header and the block index; a block is checked
/// when it is decoded.
#[derive(Debug)]
pub struct Table<V, S> {
    path: PathBuf,
    storage: S,
    header: Header,
    layout: Layout<V>,
    /// The bytes of the block index.
    index: Vec<u8>,
}

impl<V: Variant, S: Storage> Table<V, S> {
    /// Opens the file at `path`, whose bytes are `storage` and which must hold `name`.
    ///
    /// # Errors
    /// The file cannot be read, is damaged, or holds something else.
    pub fn open(storage: S, path: &Path, name: TableName) -> Result<Self, TableError> {
        let corrupt = |what: &str| TableError::Corrupt { path: path.into(), what: what.into() };
        let unreadable = |source: io::Error| match source.kind() {
            io::ErrorKind::UnexpectedEof => corrupt("it is cut off"),
            _ => TableError::Read { path: path.into(), source },
        };
        let mut scratch = Vec::new();
        let mut bytes = [0; HEADER_LEN];
        bytes.copy_from_slice(storage.bytes(0, HEADER_LEN, &mut scratch).map_err(unreadable)?);
        let header = Header::from_bytes::<V>(&bytes, name, path)?;
        let length = storage.len().map_err(unreadable)?;
        if length != header.length {
            return Err(corrupt("its length is not the one it was written with"));
        }
        let index_len = header
            .blocks()
            .checked_mul(INDEX_ENTRY as u64)
            .filter(|&len| len <= length - HEADER_LEN as u64)
            .ok_or_else(|| corrupt("its block index does not fit"))?;
        let index = storage
            .bytes(HEADER_LEN as u64, index_len as usize, &mut scratch)
            .map_err(unreadable)?
            .to_vec();
        if crc32fast::hash(&index) != header.index_crc {
            return Err(corrupt("the checksum of its block index is wrong"));
        }
        let layout = Layout::new(name.slice, header.order, header.squares)
            .ok_or_else(|| corrupt("the order of its groups is none"))?;
        Ok(Table { path: path.into(), storage, header, layout, index })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The header.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The order of the entries.
    pub fn layout(&self) -> &Layout<V> {
        &self.layout
    }

    /// Where the entry of a position of this slice lies.
    #[inline(always)]
    pub fn locate(&self, framed: &Framed<V>) -> Located {
        let entry = self.layout.entry(&framed.position);
        let block_entries = self.header.block_entries as u64;
        Located {
            block: framed.side as u64 * self.header.side_blocks() + entry / block_entries,
            entry: (entry % block_entries) as usize,
        }
    }

    /// The bytes of a block in the file, and the index's word about it: a CRC-32, or the byte that
    /// fills a block of no bytes.
    fn block(&self, block: u64) -> Result<(Range<u64>, u32), TableError> {
        let entry = |block: u64| {
            let start = usize::try_from(block).ok()?.checked_mul(INDEX_ENTRY)?;
            let bytes = self.index.get(start..start + INDEX_ENTRY)?;
            let mut offset = [0; 8];
            offset[..5].copy_from_slice(&bytes[..5]);
            let word = u32::from_le_bytes([bytes[5], bytes[6], bytes[7], bytes[8]]);
            Some((u64::from_le_bytes(offset), word))
        };
        let found = entry(block).map(|(start, word)| {
            let end = entry(block + 1).map_or(self.header.length, |(next, _)| next);
            (start..end, word)
        });
        found
            .filter(|(range, _)| range.start <= range.end && range.end <= self.header.length)
            .ok_or_else(|| self.corrupt(format!("there is no sound block {block}")))
    }

    /// Decodes a block into `out`, replacing what it held: packed entries, at most
    /// [`super::BLOCK_LEN`] bytes.
    ///
    /// # Errors
    /// The block cannot be read or is damaged.
    pub fn decode(
        &self,
        block: u64,
        decoder: &mut Decoder,
        out: &mut Vec<u8>,
    ) -> Result<(), TableError> {
        let (range, word) = self.block(block)?;
        let len = self.header.block_bytes(block);
        out.clear();
        if range.is_empty() {
            out.resize(len, word as u8);
            return Ok(());
        }
        let bytes = self.encoded(&range, word, block, &mut decoder.scratch)?;
        out.reserve(len);
        let decoded = decoder.zstd.decompress_to_buffer(bytes, out);
        if !matches!(decoded, Ok(found) if found == len) {
            return Err(self.corrupt(format!("block {block} does not decode")));
        }
        Ok(())
    }

    /// The bytes of a block as they are in the file, checked.
    fn encoded<'a>(
        &'a self,
        range: &Range<u64>,
        crc: u32,
        block: u64,
        scratch: &'a mut Vec<u8>,
    ) -> Result<&'a [u8], TableError> {
        // No block of BLOCK_LEN bytes is encoded in as much as twice the bytes.
        let len = range.end - range.start;
        if len > 2 * super::BLOCK_LEN {
            return Err(self.corrupt(format!("block {block} is too long")));
        }
        let bytes = self
            .storage
            .bytes(range.start, len as usize, scratch)
            .map_err(|source| self.unreadable(source))?;
        if crc32fast::hash(bytes) != crc {
            return Err(self.corrupt(format!("the checksum of block {block} is wrong")));
        }
        Ok(bytes)
    }

    /// Checks every byte of the file that opening has not: the blocks, without decoding them.
    ///
    /// # Errors
    /// The first block that cannot be read or is damaged.
    pub fn verify_checksums(&self) -> Result<(), TableError> {
        let mut scratch = Vec::new();
        let mut expected = (HEADER_LEN + self.index.len()) as u64;
        for block in 0..self.header.blocks() {
            let (range, word) = self.block(block)?;
            if range.start != expected {
                return Err(self.corrupt(format!("block {block} does not begin where it should")));
            }
            expected = range.end;
            if !range.is_empty() {
                self.encoded(&range, word, block, &mut scratch)?;
            }
        }
        if expected != self.header.length {
            return Err(self.corrupt("there are bytes behind the last block".into()));
        }
        Ok(())
    }

    /// The outcome of an entry of a decoded block of a WDL file.
    ///
    /// # Errors
    /// The block holds no outcome there.
    #[inline(always)]
    pub fn outcome(&self, block: &[u8], entry: usize) -> Result<Outcome, TableError> {
        let packing = self.header.packing;
        packing
            .symbol(block, entry)
            .and_then(|symbol| packing.outcome(symbol))
            .ok_or_else(|| self.corrupt("an entry is no outcome".into()))
    }

    /// The plies of an entry of a decoded block of a distance file, for a position of a decided
    /// outcome.
    ///
    /// # Errors
    /// The block holds no distance there.
    #[inline(always)]
    pub fn plies(&self, block: &[u8], entry: usize, outcome: Outcome) -> Result<u16, TableError> {
        let packing = self.header.packing;
        packing
            .symbol(block, entry)
            .map(|symbol| packing.plies(symbol, outcome))
            .ok_or_else(|| self.corrupt("an entry is no distance".into()))
    }

    #[cold]
    fn corrupt(&self, what: String) -> TableError {
        TableError::Corrupt { path: self.path.clone(), what }
    }

    #[cold]
    fn unreadable(&self, source: io::Error) -> TableError {
        match source.kind() {
            io::ErrorKind::UnexpectedEof => self.corrupt("it is cut off".into()),
            _ => TableError::Read { path: self.path.clone(), source },
        }
    }
}
