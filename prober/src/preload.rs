//! Tables brought into the cache before they are needed.

use crate::error::ProbeError;
use crate::tablebase::Tablebase;
use crate::tables::Question;
use manoury_rules::Variant;
use manoury_tables::{BlockBytes, Kind, TableName};

impl<V: Variant> Tablebase<V> {
    /// Opens the outcomes (WDL) of all slices of up to so many pieces and decodes their blocks into
    /// the cache, fewest pieces first, as far as its budget goes; tells how many bytes of it they
    /// take. After that [`Tablebase::probe_wdl_cached_only`] knows what has found room, and
    /// [`Tablebase::probe_wdl`] reads nothing for it.
    ///
    /// Distances are not brought in, and a slice that has no table is passed over. Nothing that is
    /// in the cache goes for it.
    ///
    /// ```
    /// # let folder = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/two_pieces.rs"));
    /// # let tablebase = manoury_prober::Tablebase::<manoury_rules::International>::open([folder.path()])?;
    /// let bytes = tablebase.preload(2)?;
    /// assert!(bytes > 0 && bytes < 10_000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A table cannot be read or is damaged. What came before it is in the cache.
    pub fn preload(&self, pieces: u32) -> Result<u64, ProbeError> {
        let names = self.tables.files().iter().map(|file| file.name());
        let wanted = |kind: Kind, total: u32| kind == Kind::Wdl && total <= pieces;
        names
            .filter(|name| wanted(name.kind, name.slice.total()))
            .map(|name| self.preload_table(name))
            .sum()
    }

    /// Whether there is room in the cache for another block without one going for it.
    pub fn cache_has_room(&self) -> bool {
        self.tables.cache().has_room_for_any()
    }

    /// Opens one table, of outcomes or distances, and decodes its blocks into the cache as far as
    /// that has room; tells how many bytes of it they take. Nothing that is in the cache goes for it.
    ///
    /// # Errors
    /// The table is missing, cannot be read or is damaged. What came before is in the cache.
    pub fn preload_table(&self, name: TableName) -> Result<u64, ProbeError> {
        let (number, table) = self.tables.table(name.slice, name.kind)?;
        let cache = self.tables.cache();
        let mut bytes = 0;
        for block in 0..table.header().blocks() {
            let decoded = table.header().block_bytes(block);
            let is_kept = cache.bytes_of(number, block).is_some();
            if !is_kept && cache.has_room(number, block, decoded) {
                self.tables.ask(number, table, block, &mut Nothing)?;
            }
            bytes += cache.bytes_of(number, block).unwrap_or(0);
        }
        Ok(bytes)
    }
}

/// What is asked of a block that is only to be there.
struct Nothing;

impl Question for Nothing {
    type Answer = ();

    fn ask(&mut self, _: &(impl BlockBytes + ?Sized)) {}
}
