//! A table file that is opened at the first probe that needs it.

use crate::storage::{Access, TableBytes};
use manoury_rules::Variant;
use manoury_tables::{Table, TableError, TableName};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// An open table file.
pub(crate) type OpenTable<V> = Table<V, TableBytes>;

/// A table file known by its name.
///
/// It is opened once, whichever threads ask first. That a file is damaged or misplaced is
/// remembered, so that everybody is told the same. A failure of the system to read it is not: it
/// may pass (too many open files, a disk that was away), and the next probe tries again.
#[derive(Debug)]
pub(crate) struct TableFile<V: Variant> {
    name: TableName,
    path: PathBuf,
    opened: OnceLock<Result<OpenTable<V>, Arc<TableError>>>,
    /// Held by the thread that opens the file.
    opening: Mutex<()>,
}

impl<V: Variant> TableFile<V> {
    pub(crate) fn new(name: TableName, path: PathBuf) -> Self {
        TableFile { name, path, opened: OnceLock::new(), opening: Mutex::new(()) }
    }

    /// What the file holds by its name.
    pub(crate) fn name(&self) -> TableName {
        self.name
    }

    /// Where it lies.
    pub(crate) fn path(&self) -> &PathBuf {
        &self.path
    }

    /// The table, opened if it is not open.
    ///
    /// # Safety
    /// With [`Access::Mapped`], nobody truncates the file or writes into it as long as the table
    /// lives.
    #[inline]
    pub(crate) unsafe fn table(&self, access: &Access) -> Result<&OpenTable<V>, Arc<TableError>> {
        match self.opened.get() {
            Some(opened) => opened.as_ref().map_err(Arc::clone),
            // SAFETY: the caller keeps the contract.
            None => unsafe { self.open(access) },
        }
    }

    /// The table if it is open or damaged; `None` if nobody has needed it yet.
    #[inline]
    pub(crate) fn opened(&self) -> Option<Result<&OpenTable<V>, Arc<TableError>>> {
        self.opened.get().map(|opened| opened.as_ref().map_err(Arc::clone))
    }

    /// # Safety
    /// As for [`TableFile::table`].
    #[cold]
    unsafe fn open(&self, access: &Access) -> Result<&OpenTable<V>, Arc<TableError>> {
        // The lock guards nothing but the turn.
        let _turn = self.opening.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(opened) = self.opened.get() {
            return opened.as_ref().map_err(Arc::clone);
        }
        // SAFETY: the caller keeps the contract.
        let opened = unsafe { TableBytes::open(&self.path, access) }
            .map_err(|source| TableError::Read { path: self.path.clone(), source })
            .and_then(|bytes| Table::open(bytes, &self.path, self.name))
            .map_err(Arc::new);
        match opened {
            Err(error) if !error.is_damage() => Err(error),
            opened => self.opened.get_or_init(|| opened).as_ref().map_err(Arc::clone),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advice::Advice;
    use crate::open_files::OpenFiles;
    use manoury_rules::International;

    #[test]
    fn damage_is_remembered_and_a_failed_read_is_tried_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("KvK.wdl");
        let name = TableName::parse("KvK.wdl").unwrap();
        let access = Access::Plain(Arc::new(OpenFiles::new(1, Advice::Normal)));
        let file = TableFile::<International>::new(name, path.clone());
        // SAFETY: the file is not mapped.
        let error = || unsafe { file.table(&access) }.unwrap_err();
        assert!(matches!(*error(), TableError::Read { .. }));
        std::fs::write(&path, b"no table").unwrap();
        let damage = error();
        assert!(matches!(*damage, TableError::Corrupt { .. }));
        std::fs::remove_file(&path).unwrap();
        assert!(Arc::ptr_eq(&damage, &error()));
    }
}
