//! The tables that are exported.

use crate::error::{ExportError, MissingTables};
use manoury_prober::{MissingTable, Tablebase};
use manoury_rules::{International, Variant};
use manoury_tables::{FileStorage, Kind, Slice, Table, TableError, TableName};
use std::collections::HashMap;
use std::path::PathBuf;

/// A table of the game.
pub(crate) type GameTable = Table<International, FileStorage>;

/// The files of the tables that an export needs.
pub(crate) struct Source {
    paths: HashMap<TableName, PathBuf>,
}

impl Source {
    /// The tables of some kinds of every slice of 2 to `pieces` pieces, all of them there and with a
    /// sound header and block index. `fewer_will_do` tells whether an export of fewer pieces could be
    /// asked for.
    pub(crate) fn new(
        tablebase: &Tablebase<International>,
        pieces: u32,
        kinds: &[Kind],
        fewer_will_do: bool,
    ) -> Result<Self, ExportError> {
        let paths = tablebase.tables().map(|(name, path)| (name, path.into())).collect();
        let source = Source { paths };
        let slices = (2..=pieces).flat_map(Slice::all);
        let needed: Vec<TableName> = slices
            .flat_map(|slice| kinds.iter().map(move |&kind| TableName { slice, kind }))
            .collect();
        let mut missing = needed.iter().filter(|name| !source.paths.contains_key(name)).copied();
        if let Some(name) = missing.next() {
            let folders = tablebase.folders().into();
            let first = MissingTable { name, variant: International::NAME, folders };
            let others = missing.collect();
            // The first one that is missing has the fewest pieces.
            let fewer = Some(name.slice.total() - 1).filter(|&fewer| fewer_will_do && fewer > 1);
            return Err(MissingTables { first, others, pieces, fewer }.into());
        }
        needed.iter().try_for_each(|&name| source.open(name).map(drop))?;
        Ok(source)
    }

    /// Opens one of the tables.
    pub(crate) fn open(&self, name: TableName) -> Result<GameTable, TableError> {
        // A name that was not asked for is a file that is not there.
        let path = self.paths.get(&name).cloned().unwrap_or_else(|| name.to_string().into());
        match FileStorage::open(&path) {
            Ok(storage) => Table::open(storage, &path, name),
            Err(source) => Err(TableError::Read { path, source }),
        }
    }
}
