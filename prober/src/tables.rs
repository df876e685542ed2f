//! The table files of a tablebase and what stands in them.

use crate::cache::BlockCache;
use crate::error::{MissingTable, ProbeError};
use crate::folders::Folders;
use crate::storage::Access;
use crate::table_file::{OpenTable, TableFile};
use crate::workbench::on_workbench;
use manoury_rules::Variant;
use manoury_tables::{
    BlockBytes, Framed, Kind, Metric, Outcome, Score, Slice, TableError, TableName,
};
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
    pub(crate) unsafe fn new(folders: Folders, access: Access, cache_bytes: u64) -> Self {
        let mut tables = Tables {
            folders: folders.named,
            files: Vec::with_capacity(folders.tables.len()),
            places: vec![NONE; COUNTS.pow(4) * Kind::ALL.len()],
            access,
            cache: BlockCache::new(cache_bytes, folders.tables.len()),
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
        let (number, table) = self.table(framed.slice, Kind::Wdl)?;
        let at = table.locate(framed);
        let mut question = OutcomeAt { table, entry: at.entry };
        Ok(self.ask(number, table, at.block, &mut question)??)
    }

    /// The distance that is stored for a position of a decided outcome.
    #[inline]
    pub(crate) fn plies(
        &self,
        framed: &Framed<V>,
        metric: Metric,
        outcome: Outcome,
    ) -> Result<u16, ProbeError> {
        let (number, table) = self.table(framed.slice, Kind::Distance(metric))?;
        let at = table.locate(framed);
        let mut question = PliesAt { table, entry: at.entry, outcome };
        let plies = self.ask(number, table, at.block, &mut question)??;
        if plies >= Score::MAX_PLIES {
            let what = "an entry is no distance".into();
            return Err(TableError::Corrupt { path: table.path().into(), what }.into());
        }
        Ok(plies)
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
        let mut question = OutcomeAt { table, entry: at.entry };
        Ok(self.ask_at_hand(number, table, at.block, &mut question).transpose()?)
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

    /// What a block says, which is decoded if it is not in the cache.
    #[inline]
    pub(crate) fn ask<Q: Question>(
        &self,
        number: u32,
        table: &OpenTable<V>,
        block: u64,
        question: &mut Q,
    ) -> Result<Q::Answer, TableError> {
        match self.cache.ask(number, block, question) {
            Some(answer) => Ok(answer),
            None => self.decode(number, table, block, question),
        }
    }

    /// What a block says that is in the cache or constant.
    #[inline]
    pub(crate) fn ask_at_hand<Q: Question>(
        &self,
        number: u32,
        table: &OpenTable<V>,
        block: u64,
        question: &mut Q,
    ) -> Option<Q::Answer> {
        self.cache
            .ask(number, block, question)
            .or_else(|| Some(question.ask(&table.constant(block)?)))
    }

    #[cold]
    #[inline(never)]
    fn decode<Q: Question>(
        &self,
        number: u32,
        table: &OpenTable<V>,
        block: u64,
        question: &mut Q,
    ) -> Result<Q::Answer, TableError> {
        if let Some(constant) = table.constant(block) {
            return Ok(question.ask(&constant));
        }
        on_workbench(
            |bench| {
                table.decode(block, &mut bench.decoder, &mut bench.block)?;
                let blocks = table.header().blocks();
                self.cache.put(number, block, blocks, || bench.shrinker.shrink(&bench.block));
                Ok(question.ask(&bench.block))
            },
            |source| TableError::Read { path: table.path().into(), source },
        )
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

/// Something that is asked of a decoded block, however it is kept.
pub(crate) trait Question {
    /// The answer.
    type Answer;

    /// Asks. It may happen several times before an answer counts.
    fn ask(&mut self, block: &(impl BlockBytes + ?Sized)) -> Self::Answer;
}

/// The outcome of an entry.
struct OutcomeAt<'a, V: Variant> {
    table: &'a OpenTable<V>,
    entry: usize,
}

impl<V: Variant> Question for OutcomeAt<'_, V> {
    type Answer = Result<Outcome, TableError>;

    #[inline(always)]
    fn ask(&mut self, block: &(impl BlockBytes + ?Sized)) -> Self::Answer {
        self.table.outcome(block, self.entry)
    }
}

/// The plies of an entry.
struct PliesAt<'a, V: Variant> {
    table: &'a OpenTable<V>,
    entry: usize,
    outcome: Outcome,
}

impl<V: Variant> Question for PliesAt<'_, V> {
    type Answer = Result<u16, TableError>;

    #[inline(always)]
    fn ask(&mut self, block: &(impl BlockBytes + ?Sized)) -> Self::Answer {
        self.table.plies(block, self.entry, self.outcome)
    }
}
