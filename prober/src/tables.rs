//! The table files of a tablebase and what stands in them.

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
        entry: impl FnOnce(&OpenTable<V>, &[u8], usize) -> Result<T, TableError>,
    ) -> Result<T, ProbeError> {
        let Some((number, file)) = self.file(framed.slice, kind) else {
            return Err(self.missing(framed.slice, kind));
        };
        // SAFETY: whoever made the value keeps the contract.
        let table = unsafe { file.table(&self.access) }?;
        let at = table.locate(framed);
        let block = self.cache.get(
            (number, at.block),
            |decoder, out| table.decode(at.block, decoder, out),
            |source| TableError::Read { path: file.path().clone(), source },
        )?;
        Ok(entry(table, &block, at.entry)?)
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
