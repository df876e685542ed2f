//! The table files of a tablebase and what stands in them.

use crate::block::CachedBlock;
use crate::cache::BlockCache;
use crate::error::{MissingTable, ProbeError};
use crate::folders::Folders;
use crate::storage::Access;
use crate::table_file::{OpenTable, TableFile};
use manoury_rules::Variant;
use manoury_tables::{Framed, Kind, Metric, Outcome, Score, Slice, TableError, TableName};
use std::path::PathBuf;
use std::sync::Arc;

/// A group of equal pieces has fewer than this: table names hold no more.
const COUNTS: usize = 8;

/// No file.
const NONE: u16 = u16::MAX;

/// Every table of a variant, found by material and kind, and the decoded blocks.
pub(crate) struct Tables<V: Variant> {
    folders: Arc<[PathBuf]>,
    files: Vec<TableFile<V>>,
    /// The number of the file of each slice and kind, or [`NONE`].
    places: Vec<u16>,
    access: Access,
    cache: BlockCache,
}

impl<V: Variant> Tables<V> {
    /// The tables in some folders, none of them opened.
    ///
    /// # Safety
    /// With [`Access::Mapped`], nobody truncates the files or writes into them as long as the value
    /// lives.
    pub(crate) unsafe fn new(folders: Folders, access: Access, cache: BlockCache) -> Self {
        let mut tables = Tables {
            folders: folders.named,
            files: Vec::with_capacity(folders.tables.len()),
            places: vec![NONE; COUNTS.pow(4) * Kind::ALL.len()],
            access,
            cache,
        };
        let mut found: Vec<_> = folders.tables.into_iter().collect();
        found.sort_by_key(|(name, _)| (name.slice.order(), name.kind));
        for (name, path) in found {
            // 300 slices of at most seven pieces, four kinds each: the number fits.
            if let Some(place) = tables.places.get_mut(Self::place(name.slice, name.kind)) {
                *place = tables.files.len() as u16;
                tables.files.push(TableFile::new(name, path));
            }
        }
        tables
    }

    /// The folders as they were named.
    pub(crate) fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// The files in the order of their slices.
    pub(crate) fn files(&self) -> &[TableFile<V>] {
        &self.files
    }

    #[inline(always)]
    fn place(slice: Slice, kind: Kind) -> usize {
        let (strong, weak) = (slice.strong(), slice.weak());
        let counts = [strong.kings, strong.men, weak.kings, weak.men];
        let place = counts.iter().fold(0, |place, &count| place * COUNTS + count as usize);
        place * Kind::ALL.len() + (kind.code() as usize - 1)
    }

    /// The file of a slice and kind.
    #[inline(always)]
    pub(crate) fn file(&self, slice: Slice, kind: Kind) -> Option<(u32, &TableFile<V>)> {
        let number = *self.places.get(Self::place(slice, kind))?;
        Some((number as u32, self.files.get(number as usize)?))
    }

    /// The outcome that is stored for a position.
    #[inline]
    pub(crate) fn outcome(&self, framed: &Framed<V>) -> Result<Outcome, ProbeError> {
        self.read(framed, Kind::Wdl, |table, block, entry| table.outcome(block, entry))
    }

    /// The distance that is stored for a position of a decided outcome.
    #[inline]
    pub(crate) fn plies(
        &self,
        framed: &Framed<V>,
        metric: Metric,
        outcome: Outcome,
    ) -> Result<u16, ProbeError> {
        self.read(framed, Kind::Distance(metric), |table, block, entry| {
            let plies = table.plies(block, entry, outcome)?;
            if plies >= Score::MAX_PLIES {
                let what = "an entry is no distance".into();
                return Err(TableError::Corrupt { path: table.path().into(), what });
            }
            Ok(plies)
        })
    }

    #[inline]
    fn read<T>(
        &self,
        framed: &Framed<V>,
        kind: Kind,
        entry: impl FnOnce(&OpenTable<V>, &CachedBlock, usize) -> Result<T, TableError>,
    ) -> Result<T, ProbeError> {
        let (number, table) = self.table(framed.slice, kind)?;
        let at = table.locate(framed);
        let block = self.block(number, table, at.block)?;
        Ok(entry(table, &block, at.entry)?)
    }

    /// The open table of a slice and kind with its number, opened if it is not open.
    #[inline]
    pub(crate) fn table(
        &self,
        slice: Slice,
        kind: Kind,
    ) -> Result<(u32, &OpenTable<V>), ProbeError> {
        let Some((number, file)) = self.file(slice, kind) else {
            return Err(self.missing(slice, kind));
        };
        // SAFETY: whoever made the value keeps the contract.
        Ok((number, unsafe { file.table(&self.access) }?))
    }

    /// A block, decoded if it is not at hand.
    #[inline]
    pub(crate) fn block(
        &self,
        number: u32,
        table: &OpenTable<V>,
        block: u64,
    ) -> Result<CachedBlock, TableError> {
        match self.block_at_hand(number, table, block) {
            Some(block) => Ok(block),
            None => self.cache.decode(
                (number, block),
                |decoder, out| table.decode(block, decoder, out),
                |source| TableError::Read { path: table.path().into(), source },
            ),
        }
    }

    /// A block that need not be decoded.
    #[inline]
    pub(crate) fn block_at_hand(
        &self,
        number: u32,
        table: &OpenTable<V>,
        block: u64,
    ) -> Option<CachedBlock> {
        self.cache.find((number, block)).or_else(|| constant(table, block))
    }

    /// The outcome that is stored for a position, without opening or decoding anything; `None`
    /// where that would be needed.
    #[inline]
    pub(crate) fn outcome_at_hand(
        &self,
        framed: &Framed<V>,
    ) -> Result<Option<Outcome>, ProbeError> {
        let Some((number, file)) = self.file(framed.slice, Kind::Wdl) else {
            return Err(self.missing(framed.slice, Kind::Wdl));
        };
        let Some(table) = file.opened() else { return Ok(None) };
        let table = table?;
        let at = table.locate(framed);
        let Some(block) = self.block_at_hand(number, table, at.block) else { return Ok(None) };
        Ok(Some(table.outcome(&block, at.entry)?))
    }

    /// The decoded blocks.
    pub(crate) fn cache(&self) -> &BlockCache {
        &self.cache
    }

    /// The error for a table that is not there.
    #[cold]
    pub(crate) fn missing(&self, slice: Slice, kind: Kind) -> ProbeError {
        ProbeError::Missing(MissingTable {
            name: TableName { slice, kind },
            variant: V::NAME,
            folders: self.folders.clone(),
        })
    }
}

/// A block of one byte again and again, which the block index tells by itself.
#[cold]
fn constant<V: Variant>(table: &OpenTable<V>, block: u64) -> Option<CachedBlock> {
    let byte = table.constant(block)?;
    // At most BLOCK_LEN: the header has been checked.
    Some(CachedBlock::Constant(byte, table.header().block_bytes(block) as u16))
}
