//! Writing a table file.

use super::dictionary::Dictionary;
use super::header::{HEADER_LEN, Header};
use super::histogram;
use super::reader::INDEX_ENTRY;
use crate::value::Kind;
use std::io::{self, Write};
use zstd::zstd_safe::{CParameter, FrameFormat};

/// One block as it goes into the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// Every byte of the decoded block is the first; of the second plane, where there is one, the
    /// second.
    Constant([u8; 2]),
    /// A zstd frame as [`Encoder`] makes it.
    Encoded(Vec<u8>),
}

/// Compresses blocks; reuses what that needs from block to block.
pub struct Encoder(zstd::bulk::Compressor<'static>);

impl Encoder {
    /// An encoder at a level of zstd, for a file with this dictionary.
    ///
    /// # Errors
    /// There is no memory for one.
    pub fn new(level: i32, dictionary: &Dictionary) -> io::Result<Self> {
        let mut zstd = zstd::bulk::Compressor::with_dictionary(level, dictionary.bytes())?;
        // What a frame can say of itself is known: the index has a checksum of every block, the
        // header its length, and the appendix the dictionary.
        zstd.include_dictid(false)?;
        zstd.include_checksum(false)?;
        zstd.include_contentsize(false)?;
        zstd.set_parameter(CParameter::Format(FrameFormat::Magicless))?;
        Ok(Encoder(zstd))
    }

    /// Encodes the packed entries of a block, which are no bits and exceptions.
    ///
    /// # Errors
    /// There is no memory for it.
    pub fn block(&mut self, packed: &[u8]) -> io::Result<Block> {
        let first = packed.first().copied().unwrap_or(0);
        if packed.iter().all(|&byte| byte == first) {
            return Ok(Block::Constant([first, 0]));
        }
        self.compressed(packed)
    }

    /// Encodes bytes that are no constant block, whatever they are.
    ///
    /// # Errors
    /// There is no memory for it.
    pub fn compressed(&mut self, packed: &[u8]) -> io::Result<Block> {
        self.0.compress(packed).map(Block::Encoded)
    }
}

/// The block index of a file as it grows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlockIndex {
    entries: Vec<u8>,
    /// Bytes that the blocks take in the file.
    bytes: u64,
}

impl BlockIndex {
    /// Adds a block.
    ///
    /// # Errors
    /// The encoded block takes more than 65,535 bytes.
    pub fn push(&mut self, block: &Block) -> io::Result<()> {
        let (len, word) = match block {
            Block::Constant([first, second]) => (0, u32::from_le_bytes([*first, *second, 0, 0])),
            Block::Encoded(bytes) => (bytes.len(), crc32fast::hash(bytes)),
        };
        let len =
            u16::try_from(len).map_err(|_| io::Error::other("a block of over 65,535 bytes"))?;
        self.bytes += len as u64;
        self.entries.extend(len.to_le_bytes());
        self.entries.extend(word.to_le_bytes());
        Ok(())
    }

    /// Adds entries as [`BlockIndex::entries`] gave them; false, and none is added, if they are not
    /// whole.
    pub fn extend(&mut self, entries: &[u8]) -> bool {
        if !entries.len().is_multiple_of(INDEX_ENTRY) {
            return false;
        }
        let lens = entries.chunks_exact(INDEX_ENTRY).map(|e| u16::from_le_bytes([e[0], e[1]]));
        self.bytes += lens.map(u64::from).sum::<u64>();
        self.entries.extend(entries);
        true
    }

    /// Blocks so far.
    pub fn blocks(&self) -> u64 {
        (self.entries.len() / INDEX_ENTRY) as u64
    }

    /// Bytes that the blocks so far take in the file.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The entries of the blocks from `first` on, as they go into the file.
    pub fn entries(&self, first: u64) -> &[u8] {
        self.entries.get(first as usize * INDEX_ENTRY..).unwrap_or_default()
    }
}

/// Writes what a file begins with: the header, whose lengths and index checksum are filled in here,
/// the block index, the histograms and the dictionary that the blocks were encoded with. The blocks are to
/// follow. Returns the length of the whole file.
///
/// # Errors
/// Writing fails.
///
/// # Panics
/// If there are not as many blocks as the header says: a mistake of the caller.
pub fn write_head(
    mut header: Header,
    index: &BlockIndex,
    dictionary: &Dictionary,
    out: &mut dyn Write,
) -> io::Result<u64> {
    assert_eq!(index.blocks(), header.blocks());
    let mut appendix = match header.name.kind {
        Kind::Wdl => Vec::new(),
        Kind::Distance(_) => histogram::section(&header.statistics),
    };
    appendix.extend(dictionary.encoded());
    let mut crc = crc32fast::Hasher::new();
    crc.update(&index.entries);
    crc.update(&appendix);
    header.index_crc = crc.finalize();
    header.appendix_len = appendix.len() as u32;
    header.length = (HEADER_LEN + index.entries.len() + appendix.len()) as u64 + index.bytes;
    out.write_all(&header.to_bytes())?;
    out.write_all(&index.entries)?;
    out.write_all(&appendix)?;
    Ok(header.length)
}

/// Writes a whole file of blocks that are in memory: the head and the blocks, all of one side to
/// move before those of the other, encoded with this dictionary. Returns its length.
///
/// # Errors
/// Writing fails, or an encoded block takes more than 65,535 bytes.
///
/// # Panics
/// If there are not as many blocks as the header says: a mistake of the caller.
pub fn write_table(
    header: Header,
    blocks: &[Block],
    dictionary: &Dictionary,
    out: &mut dyn Write,
) -> io::Result<u64> {
    let mut index = BlockIndex::default();
    blocks.iter().try_for_each(|block| index.push(block))?;
    let length = write_head(header, &index, dictionary, out)?;
    for block in blocks {
        if let Block::Encoded(bytes) = block {
            out.write_all(bytes)?;
        }
    }
    Ok(length)
}
