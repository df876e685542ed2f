//! Writing a table file.

use super::header::{HEADER_LEN, Header};
use super::reader::INDEX_ENTRY;
use std::io::{self, Write};

/// One block as it goes into the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// Every byte of the decoded block is the same.
    Constant(u8),
    /// A zstd frame.
    Encoded(Vec<u8>),
}

/// Writes a whole file: the header, whose length and index checksum are filled in here, the block
/// index and the blocks, all of one side to move before those of the other. Returns its length.
///
/// # Errors
/// Writing fails, or the file would exceed 2⁴⁰ bytes.
///
/// # Panics
/// If there are not as many blocks as the header says: a mistake of the caller.
pub fn write_table(mut header: Header, blocks: &[Block], out: &mut dyn Write) -> io::Result<u64> {
    assert_eq!(blocks.len() as u64, header.blocks());
    let mut index = Vec::with_capacity(blocks.len() * INDEX_ENTRY);
    let mut at = (HEADER_LEN + blocks.len() * INDEX_ENTRY) as u64;
    for block in blocks {
        index.extend(&at.to_le_bytes()[..5]);
        let word = match block {
            Block::Constant(byte) => *byte as u32,
            Block::Encoded(bytes) => {
                at += bytes.len() as u64;
                crc32fast::hash(bytes)
            }
        };
        index.extend(word.to_le_bytes());
    }
    if at >> 40 != 0 {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "a table of over 2^40 bytes"));
    }
    header.length = at;
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
