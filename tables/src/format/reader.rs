//! Reading a table file.

use super::dictionary::Prepared;
use super::error::TableError;
use super::header::{BLOCK_LEN, HEADER_LEN, Header};
use super::histogram;
use super::layout::Layout;
use super::packing::{BlockBytes, Constant, Density};
use super::planes;
use super::storage::Storage;
use crate::index::Framed;
use crate::name::TableName;
use crate::value::{Kind, Outcome};
use manoury_rules::Variant;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use zstd::zstd_safe::{DCtx, DParameter, FrameFormat};

/// Bytes of an entry of the block index: the length of the block (2) and its CRC-32 (4).
pub const INDEX_ENTRY: usize = 6;

/// Where the entry of a position lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Located {
    /// The block.
    pub block: u64,
    /// The entry in the block.
    pub entry: usize,
}

/// Divides by the same number again and again: a multiplication is several times faster than a
/// division, and a probe waits for it before it can look for its block.
#[derive(Clone, Copy, Debug)]
struct Divisor {
    divisor: u64,
    /// (2^64 - 1) / divisor, rounded down.
    inverse: u64,
}

impl Divisor {
    /// A divisor that is not 0; 0 counts as 1.
    fn new(divisor: u32) -> Self {
        let divisor = divisor.max(1) as u64;
        Divisor { divisor, inverse: u64::MAX / divisor }
    }

    /// Quotient and remainder.
    #[inline(always)]
    fn divide(self, number: u64) -> (u64, u64) {
        // Right or one too little: `number / divisor` is more than this by
        // `number * (2^64 / divisor - inverse) / 2^64`, which is less than 1, and by what is cut off.
        let quotient = ((number as u128 * self.inverse as u128) >> 64) as u64;
        let rest = number - quotient * self.divisor;
        if rest < self.divisor { (quotient, rest) } else { (quotient + 1, rest - self.divisor) }
    }
}

/// Reuses what decoding needs from block to block.
pub struct Decoder {
    zstd: DCtx<'static>,
    scratch: Vec<u8>,
    /// Bits and exceptions, before they become planes.
    bits: Vec<u8>,
}

impl Decoder {
    /// A decoder.
    ///
    /// # Errors
    /// There is no memory for one.
    pub fn new() -> io::Result<Self> {
        let mut zstd = DCtx::try_create().ok_or(io::ErrorKind::OutOfMemory)?;
        let format = DParameter::Format(FrameFormat::Magicless);
        zstd.set_parameter(format).map_err(|_| io::ErrorKind::Unsupported)?;
        Ok(Decoder { zstd, scratch: Vec::new(), bits: Vec::new() })
    }
}

/// An open table file. Opening reads and checks the header, the block index and the appendix; a block is
/// checked when it is decoded.
#[derive(Debug)]
pub struct Table<V, S> {
    path: PathBuf,
    storage: S,
    header: Header,
    dictionary: Option<Prepared>,
    layout: Layout<V>,
    /// Blocks of one side to move.
    side_blocks: u64,
    /// Divides by the entries of a block.
    block_entries: Divisor,
    /// Where the second half of a decoded block begins.
    half: usize,
    /// Where each block begins, and behind the last where it ends.
    starts: Vec<u64>,
    /// What the index says of each block: a CRC-32, or the bytes that fill the halves of a block of
    /// no bytes.
    words: Vec<u32>,
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
        let mut header = Header::from_bytes::<V>(&bytes, name, path)?;
        let length = storage.len().map_err(unreadable)?;
        if length != header.length {
            return Err(corrupt("its length is not the one it was written with"));
        }
        let front_len = header
            .blocks()
            .checked_mul(INDEX_ENTRY as u64)
            .and_then(|len| len.checked_add(header.appendix_len as u64))
            .filter(|&len| len <= length - HEADER_LEN as u64)
            .ok_or_else(|| corrupt("its block index does not fit"))?;
        let index = storage
            .bytes(HEADER_LEN as u64, front_len as usize, &mut scratch)
            .map_err(unreadable)?;
        if crc32fast::hash(index) != header.index_crc {
            return Err(corrupt("the checksum of its block index is wrong"));
        }
        let (index, mut appendix) = index.split_at(index.len() - header.appendix_len as usize);
        if name.kind != Kind::Wdl {
            histogram::read_section(&mut appendix, &mut header.statistics)
                .ok_or_else(|| corrupt("its histograms are none of its positions"))?;
        }
        let dictionary =
            Prepared::read(appendix).ok_or_else(|| corrupt("its dictionary is none"))?;
        let mut at = HEADER_LEN as u64 + front_len;
        let mut starts = vec![at];
        let mut words = Vec::with_capacity(header.blocks() as usize);
        for entry in index.chunks_exact(INDEX_ENTRY) {
            at += u16::from_le_bytes([entry[0], entry[1]]) as u64;
            starts.push(at);
            words.push(u32::from_le_bytes([entry[2], entry[3], entry[4], entry[5]]));
        }
        if at != length {
            return Err(corrupt("its blocks do not fill it"));
        }
        let unit = header.packing.density().unit();
        let layout = Layout::new(name.slice, header.order, header.squares, unit)
            .ok_or_else(|| corrupt("the order of its groups is none"))?;
        let side_blocks = header.side_blocks();
        let block_entries = Divisor::new(header.block_entries);
        let half = header.half();
        let path = path.into();
        Ok(Table {
            path,
            storage,
            header,
            dictionary,
            layout,
            side_blocks,
            block_entries,
            half,
            starts,
            words,
        })
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
        let (block, entry) = self.block_entries.divide(self.layout.entry(&framed.position));
        Located { block: framed.side as u64 * self.side_blocks + block, entry: entry as usize }
    }

    /// The bytes of a block in the file, and the index's word about it.
    fn block(&self, block: u64) -> Result<(Range<u64>, u32), TableError> {
        let found = usize::try_from(block).ok().and_then(|block| {
            let range = *self.starts.get(block)?..*self.starts.get(block.checked_add(1)?)?;
            Some((range, *self.words.get(block)?))
        });
        found.ok_or_else(|| self.corrupt(format!("there is no block {block}")))
    }

    /// A constant block: it has no bytes in the file, and nothing to decode. `None` for any other.
    #[inline(always)]
    pub fn constant(&self, block: u64) -> Option<Constant> {
        let at = block as usize;
        let [from, to] = [self.starts.get(at)?, self.starts.get(at + 1)?];
        if from != to {
            return None;
        }
        Some(self.constant_of(*self.words.get(at)?, block))
    }

    #[cold]
    fn constant_of(&self, word: u32, block: u64) -> Constant {
        let [first, second, ..] = word.to_le_bytes();
        Constant { first, second, half: self.half, len: self.header.block_bytes(block) }
    }

    /// Decodes a block into `out`, replacing what it held: packed entries, at most
    /// [`super::DECODED_LEN`] bytes.
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
            let constant = self.constant_of(word, block);
            out.resize(constant.half.min(len), constant.first);
            out.resize(len, constant.second);
            return Ok(());
        }
        let bytes = self.encoded(&range, word, block, &mut decoder.scratch)?;
        let decoded = match self.header.packing.density() {
            Density::Planes => {
                let bits = &mut decoder.bits;
                bits.clear();
                bits.reserve(BLOCK_LEN as usize);
                let entries = self.header.entries_of(block) as usize;
                self.decompress(&mut decoder.zstd, bytes, bits)
                    .and_then(|()| planes::unpack(bits, entries, self.half, out))
            }
            _ => {
                out.reserve(len);
                self.decompress(&mut decoder.zstd, bytes, out)
            }
        };
        if decoded.is_none() || out.len() != len {
            return Err(self.corrupt(format!("block {block} does not decode")));
        }
        Ok(())
    }

    /// Decompresses the bytes of a block into the room that `out` has. `None` if they do not.
    fn decompress(&self, zstd: &mut DCtx<'_>, bytes: &[u8], out: &mut Vec<u8>) -> Option<()> {
        let decompressed = match &self.dictionary {
            None => zstd.decompress(out, bytes),
            Some(Prepared(dictionary)) => zstd.decompress_using_ddict(out, bytes, dictionary),
        };
        decompressed.ok().map(drop)
    }

    /// The bytes of a block as they are in the file, checked.
    fn encoded<'a>(
        &'a self,
        range: &Range<u64>,
        crc: u32,
        block: u64,
        scratch: &'a mut Vec<u8>,
    ) -> Result<&'a [u8], TableError> {
        // Less than 2^16: the index says it in two bytes.
        let len = range.end - range.start;
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
        for block in 0..self.header.blocks() {
            let (range, word) = self.block(block)?;
            if !range.is_empty() {
                self.encoded(&range, word, block, &mut scratch)?;
            }
        }
        Ok(())
    }

    /// The outcome of an entry of a decoded block of a WDL file.
    ///
    /// # Errors
    /// The block holds no outcome there.
    #[inline(always)]
    pub fn outcome(
        &self,
        block: &(impl BlockBytes + ?Sized),
        entry: usize,
    ) -> Result<Outcome, TableError> {
        self.header
            .packing
            .outcome(block, self.half, entry)
            .ok_or_else(|| self.corrupt("an entry is no outcome".into()))
    }

    /// The plies of an entry of a decoded block of a distance file, for a position of a decided
    /// outcome.
    ///
    /// # Errors
    /// The block holds no distance there.
    #[inline(always)]
    pub fn plies(
        &self,
        block: &(impl BlockBytes + ?Sized),
        entry: usize,
        outcome: Outcome,
    ) -> Result<u16, TableError> {
        self.header
            .packing
            .plies(block, self.half, entry, outcome)
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn quotients_are_exact(divisor in 1u32.., number in 0u64.., near in 0u64..3) {
            let multiple = number - number % divisor as u64;
            for number in [number, multiple + near, multiple.wrapping_sub(near), near] {
                let expected = (number / divisor as u64, number % divisor as u64);
                prop_assert_eq!(Divisor::new(divisor).divide(number), expected);
            }
        }
    }

    #[test]
    fn the_ends_of_all_ranges_divide() {
        for divisor in [1, 2, 3, 131_072, u32::MAX - 1, u32::MAX] {
            for number in [0, 1, divisor as u64 - 1, divisor as u64, u64::MAX - 1, u64::MAX] {
                let expected = (number / divisor as u64, number % divisor as u64);
                assert_eq!(Divisor::new(divisor).divide(number), expected);
            }
        }
    }
}
