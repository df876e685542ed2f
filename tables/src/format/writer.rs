//! Writing a table file.

use super::header::{HEADER_LEN, Header};
use super::histogram;
use super::reader::INDEX_ENTRY;
use crate::value::Kind;
use std::io::{self, Write};
use zstd::zstd_safe::{CParameter, FrameFormat};

/// One block as it goes into the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// Every byte of the decoded block is the same.
    Constant(u8),
    /// A zstd frame as [`Encoder`] makes it.
    Encoded(Vec<u8>),
}

/// Compresses blocks; reuses what that needs from block to block.
pub struct Encoder(zstd::bulk::Compressor<'static>);

impl Encoder {
    /// An encoder at a level of zstd.
    ///
    /// # Errors
    /// There is no memory for one.
    pub fn new(level: i32) -> io::Result<Self> {
        let mut zstd = zstd::bulk::Compressor::new(level)?;
        // What a frame can say of itself is known: the index has a checksum of every block, and the
        // header its length.
        zstd.include_checksum(false)?;
        zstd.include_contentsize(false)?;
        zstd.set_parameter(CParameter::Format(FrameFormat::Magicless))?;
        Ok(Encoder(zstd))
    }

    /// Encodes the packed entries of a block.
    ///
    /// # Errors
    /// There is no memory for it.
    pub fn block(&mut self, packed: &[u8]) -> io::Result<Block> {
        let first = packed.first().copied().unwrap_or(0);
        if packed.iter().all(|&byte| byte == first) {
            return Ok(Block::Constant(first));
        }
        self.0.compress(packed).map(Block::Encoded)
    }
}

/// Writes a whole file: the header, whose lengths and index checksum are filled in here, the block
/// index, the histograms and the blocks, all of one side to move before those of the other. Returns its length.
///
/// # Errors
/// Writing fails, or an encoded block takes more than 65,535 bytes.
///
/// # Panics
/// If there are not as many blocks as the header says: a mistake of the caller.
pub fn write_table(mut header: Header, blocks: &[Block], out: &mut dyn Write) -> io::Result<u64> {
    assert_eq!(blocks.len() as u64, header.blocks());
    let mut index = Vec::with_capacity(blocks.len() * INDEX_ENTRY);
    let histograms = match header.name.kind {
        Kind::Wdl => Vec::new(),
        Kind::Distance(_) => histogram::section(&header.statistics),
    };
    let mut at = (HEADER_LEN + blocks.len() * INDEX_ENTRY + histograms.len()) as u64;
    for block in blocks {
        let (len, word) = match block {
            Block::Constant(byte) => (0, *byte as u32),
            Block::Encoded(bytes) => (bytes.len(), crc32fast::hash(bytes)),
        };
        let len =
            u16::try_from(len).map_err(|_| io::Error::other("a block of over 65,535 bytes"))?;
        at += len as u64;
        index.extend(len.to_le_bytes());
        index.extend(word.to_le_bytes());
    }
    index.extend(&histograms);
    header.length = at;
    header.histogram_len = histograms.len() as u32;
    header.index_crc = crc32fast::hash(&index);
    out.write_all(&header.to_bytes())?;
    out.write_all(&index)?;
    for block in blocks {
        if let Block::Encoded(bytes) = block {
            out.write_all(bytes)?;
        }
    }
    Ok(at)
}
