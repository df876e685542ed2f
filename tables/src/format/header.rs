//! The first bytes of a table file; see `docs/FORMAT.md`.

use super::error::TableError;
use super::histogram::Histogram;
use super::layout::{Layout, Squares};
use super::packing::{Content, Density, LISTED, Packing};
use crate::material::{Material, Pieces};
use crate::name::TableName;
use crate::value::{Kind, Outcome};
use manoury_rules::{DrawLimits, Variant};
use std::path::Path;

/// What every table file begins with. The last byte keeps text tools away.
pub const MAGIC: [u8; 8] = *b"MANOURY\x1a";

/// The version of the format that is written and read. A reader refuses any other: values must
/// never be guessed at.
pub const VERSION: u32 = 4;

/// Length of the header in bytes.
pub const HEADER_LEN: usize = 256;

/// Greatest length of what a block decompresses to, in bytes: what a probe may have to decode.
pub const BLOCK_LEN: u64 = 16 * 1024;

/// Greatest length of a decoded block in bytes: bits, before which a byte stood, become two planes.
pub const DECODED_LEN: u64 = 2 * (BLOCK_LEN - 1);

/// The longest of some positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Longest {
    /// Distance in plies.
    pub plies: u16,
    /// The plain index of the first position with this distance.
    pub index: u64,
}

/// Counts over all positions of a slice with one side to move, capture positions included.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Positions of each outcome, in the order of [`Outcome::ALL`].
    pub outcomes: [u64; 5],
    /// Positions whose mover must capture.
    pub captures: u64,
    /// The longest `win` in the file's metric; none in a WDL file.
    pub longest_win: Option<Longest>,
    /// The longest `loss` in the file's metric; none in a WDL file.
    pub longest_loss: Option<Longest>,
    /// Decided positions by distance in the file's metric; empty in a WDL file.
    pub histogram: Histogram,
}

impl Statistics {
    /// All positions.
    pub fn positions(&self) -> u64 {
        self.outcomes.iter().sum()
    }

    /// Positions of one outcome.
    pub const fn of(&self, outcome: Outcome) -> u64 {
        self.outcomes[outcome as usize - 1]
    }
}

/// What a table file says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The variant's code.
    pub variant: u8,
    /// The draw limits the values were made under.
    pub limits: DrawLimits,
    /// Slice and kind.
    pub name: TableName,
    /// How entries are packed.
    pub packing: Packing,
    /// The order of the groups, see [`Layout`].
    pub order: [u8; 4],
    /// The order in which the squares of each group are counted, see [`Layout`].
    pub squares: [Squares; 4],
    /// Entries of one side to move.
    pub entries: u64,
    /// Entries of each block but the last of a side.
    pub block_entries: u32,
    /// Length of the file in bytes.
    pub length: u64,
    /// One for each stored side to move, the strong side first.
    pub statistics: Vec<Statistics>,
    /// CRC-32 of the block index and the appendix.
    pub index_crc: u32,
    /// Length in bytes of the appendix, between the block index and the blocks: the histograms of a
    /// distance file, then the dictionary, compressed, if the blocks have one.
    pub appendix_len: u32,
}

impl Header {
    /// Blocks of one side to move.
    pub fn side_blocks(&self) -> u64 {
        self.entries.div_ceil(self.block_entries.max(1) as u64)
    }

    /// Blocks of the file.
    pub fn blocks(&self) -> u64 {
        self.side_blocks() * self.name.slice.sides() as u64
    }

    /// Entries of a block.
    pub fn entries_of(&self, block: u64) -> u64 {
        let first = block % self.side_blocks().max(1) * self.block_entries as u64;
        (self.entries - first.min(self.entries)).min(self.block_entries as u64)
    }

    /// Bytes of a block when decoded. Planes are as long in a side's last block as in the others.
    pub fn block_bytes(&self, block: u64) -> usize {
        match self.packing.density() {
            Density::Planes => 2 * self.half(),
            _ => self.packing.bytes(self.entries_of(block)) as usize,
        }
    }

    /// Where the second plane begins in a decoded block; the length of a block where there are none.
    pub(super) fn half(&self) -> usize {
        let bytes = self.packing.bytes(self.block_entries as u64) as usize;
        if self.packing.density() == Density::Planes { bytes / 2 } else { bytes }
    }

    /// The header's bytes.
    pub fn to_bytes(&self) -> [u8; HEADER_LEN] {
        let mut bytes = Vec::with_capacity(HEADER_LEN);
        let slice = self.name.slice;
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([self.variant, self.name.kind.code()]);
        for side in [slice.strong(), slice.weak()] {
            bytes.extend([side.kings, side.men]);
        }
        let squares =
            self.squares.iter().rev().fold(0, |codes, squares| codes << 2 | squares.code());
        bytes.extend([self.packing.content().code(), squares]);
        let limits = [Some(self.limits.conversion), self.limits.sixteen, self.limits.five];
        for limit in limits {
            bytes.extend(limit.unwrap_or(0).to_le_bytes());
        }
        bytes.extend(self.order);
        bytes.extend([self.packing.density().code(), 0]);
        bytes.extend(self.entries.to_le_bytes());
        bytes.extend(self.block_entries.to_le_bytes());
        bytes.extend(self.index_crc.to_le_bytes());
        bytes.extend(self.length.to_le_bytes());
        for side in 0..2 {
            let none = Statistics::default();
            let statistics = self.statistics.get(side).unwrap_or(&none);
            for count in statistics.outcomes.iter().chain([&statistics.captures]) {
                bytes.extend(count.to_le_bytes());
            }
            for longest in [statistics.longest_win, statistics.longest_loss] {
                let (plies, index) =
                    longest.map_or((NONE, NONE), |longest| (longest.plies as u64, longest.index));
                bytes.extend(plies.to_le_bytes());
                bytes.extend(index.to_le_bytes());
            }
        }
        bytes.extend(self.packing.values().iter().flat_map(|value| value.to_le_bytes()));
        bytes.extend(self.appendix_len.to_le_bytes());
        let crc = crc32fast::hash(&bytes);
        bytes.extend(crc.to_le_bytes());
        let mut array = [0; HEADER_LEN];
        array.copy_from_slice(&bytes);
        array
    }

    /// Reads the header of the file at `path`, which must hold `name` in the variant. Its histograms
    /// are still empty: they follow the block index.
    ///
    /// # Errors
    /// The bytes are no header, or one of something else.
    pub fn from_bytes<V: Variant>(
        bytes: &[u8; HEADER_LEN],
        name: TableName,
        path: &Path,
    ) -> Result<Self, TableError> {
        let corrupt = |what: &str| TableError::Corrupt { path: path.into(), what: what.into() };
        let misplaced = |what: String| TableError::Misplaced { path: path.into(), what };
        let mut fields = Fields { bytes, at: 0 };
        if fields.take::<8>() != MAGIC {
            return Err(corrupt("it does not begin as a table of manoury"));
        }
        let version = fields.u32();
        // Before the checksum: another version may keep it elsewhere.
        if version != VERSION {
            return Err(TableError::Version { path: path.into(), version });
        }
        let [.., a, b, c, d] = *bytes;
        if crc32fast::hash(&bytes[..HEADER_LEN - 4]) != u32::from_le_bytes([a, b, c, d]) {
            return Err(corrupt("the checksum of its header is wrong"));
        }
        let variant = fields.u8();
        if variant != V::CODE {
            return Err(misplaced(format!("it is a table of another variant than {}", V::NAME)));
        }
        let kind = fields.u8();
        let mut side = || Pieces { kings: fields.u8(), men: fields.u8() };
        let material = Material { first: side(), second: side() };
        let slice = name.slice;
        if material != slice.material() || kind != name.kind.code() {
            return Err(misplaced("it holds another material or kind than its name says".into()));
        }
        let content = fields.u8();
        let squares = fields.u8();
        let squares = [0, 2, 4, 6].map(|shift| Squares::from_code(squares >> shift));
        let limit = |plies: u16| (plies != 0).then_some(plies);
        let limits = DrawLimits {
            conversion: fields.u16(),
            sixteen: limit(fields.u16()),
            five: limit(fields.u16()),
        };
        if limits != V::LIMITS {
            return Err(misplaced("it was made under other draw limits".into()));
        }
        let order = fields.take();
        let density = fields.u8();
        fields.u8();
        let listed = Fields { bytes, at: VALUES }.values();
        let packing = Packing::from_codes(content, density, listed)
            .filter(|packing| (packing.content() == Content::Outcomes) == (name.kind == Kind::Wdl))
            .ok_or_else(|| corrupt("its packing is unknown"))?;
        let layout = Layout::<V>::new(slice, order, squares, packing.density().unit())
            .ok_or_else(|| corrupt("the order of its groups is none"))?;
        let entries = fields.u64();
        if entries != layout.len() {
            return Err(corrupt("its number of entries is not that of its slice"));
        }
        let block_entries = fields.u32();
        if block_entries == 0 || packing.compressed(block_entries as u64) > BLOCK_LEN {
            return Err(corrupt("the size of its blocks is out of range"));
        }
        let index_crc = fields.u32();
        let length = fields.u64();
        let statistics = (0..slice.sides())
            .map(|_| Statistics {
                outcomes: [(); 5].map(|()| fields.u64()),
                captures: fields.u64(),
                longest_win: fields.longest(),
                longest_loss: fields.longest(),
                histogram: Histogram::default(),
            })
            .collect();
        let appendix_len = Fields { bytes, at: APPENDIX_LEN }.u32();
        if appendix_len == 0 && name.kind != Kind::Wdl {
            return Err(corrupt("it has no histograms"));
        }
        Ok(Header {
            variant,
            limits,
            name,
            packing,
            order,
            squares,
            entries,
            block_entries,
            length,
            statistics,
            index_crc,
            appendix_len,
        })
    }
}

/// Where the list of values lies.
const VALUES: usize = 216;

/// Where the length of the appendix lies.
const APPENDIX_LEN: usize = 248;

/// What stands for no longest position.
const NONE: u64 = u64::MAX;

/// The fields of a header one after the other.
struct Fields<'a> {
    bytes: &'a [u8; HEADER_LEN],
    at: usize,
}

impl Fields<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let mut field = [0; N];
        field.copy_from_slice(&self.bytes[self.at..self.at + N]);
        self.at += N;
        field
    }

    fn u8(&mut self) -> u8 {
        self.take::<1>()[0]
    }

    fn u16(&mut self) -> u16 {
        u16::from_le_bytes(self.take())
    }

    fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.take())
    }

    fn u64(&mut self) -> u64 {
        u64::from_le_bytes(self.take())
    }

    fn values(&mut self) -> [u16; LISTED] {
        [(); LISTED].map(|()| self.u16())
    }

    fn longest(&mut self) -> Option<Longest> {
        let (plies, index) = (self.u64(), self.u64());
        u16::try_from(plies).ok().map(|plies| Longest { plies, index })
    }
}
