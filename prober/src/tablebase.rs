//! Opening folders of tables.

use crate::advice::Advice;
use crate::cache::{BlockCache, CacheUsage};
use crate::error::OpenError;
use crate::folders::Folders;
use crate::open_files::OpenFiles;
use crate::storage::Access;
use crate::tables::Tables;
use manoury_rules::Variant;
use manoury_tables::{Kind, Slice, TableName};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How a tablebase is opened, for whoever is not content with [`Tablebase::open`].
///
/// ```
/// # let folder = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/two_pieces.rs"));
/// # let folder = folder.path();
/// use manoury_prober::{Advice, Options, Tablebase};
/// use manoury_rules::International;
///
/// let options = Options::new().with_cache(256 << 20).open_files(8).advise(Advice::Random);
/// let tablebase: Tablebase<International> = options.open([folder])?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    cache_bytes: u64,
    open_files: usize,
    advice: Advice,
}

impl Default for Options {
    fn default() -> Self {
        Options { cache_bytes: 64 << 20, open_files: 32, advice: Advice::Normal }
    }
}

impl Options {
    /// A cache of 64 MiB, and at most 32 files open at a time.
    pub fn new() -> Self {
        Self::default()
    }

    /// Memory for decoded blocks in bytes. All threads share them. A block is kept in less memory
    /// than it decodes to, where it shrinks: all outcomes of 2–5 pieces in International draughts
    /// fit into 64 MiB but for a few in a hundred. A cache too small for a block still works: each
    /// probe decodes.
    pub fn with_cache(self, bytes: u64) -> Self {
        Options { cache_bytes: bytes, ..self }
    }

    /// Most files that are kept open at a time, at least 1; each thread may open one more for as
    /// long as it reads a block. Where the system lets the process open no more, fewer are kept.
    /// Mapped files are open only while they are being mapped.
    pub fn open_files(self, files: usize) -> Self {
        Options { open_files: files, ..self }
    }

    /// What the system is told about how the files will be read; unasked, nothing.
    pub fn advise(self, advice: Advice) -> Self {
        Options { advice, ..self }
    }

    /// Opens folders whose tables are read with plain system calls; see [`Tablebase::open`].
    ///
    /// # Errors
    /// A folder is missing or cannot be listed, or none has a table of the variant.
    pub fn open<V: Variant>(
        &self,
        folders: impl IntoIterator<Item = impl AsRef<Path>>,
    ) -> Result<Tablebase<V>, OpenError> {
        let access = Access::Plain(Arc::new(OpenFiles::new(self.open_files, self.advice)));
        // SAFETY: nothing is mapped.
        unsafe { self.open_with(folders, access) }
    }

    /// Opens folders whose tables are mapped into memory; see [`Tablebase::open_mapped`].
    ///
    /// # Errors
    /// As for [`Options::open`].
    ///
    /// # Safety
    /// As for [`Tablebase::open_mapped`].
    pub unsafe fn open_mapped<V: Variant>(
        &self,
        folders: impl IntoIterator<Item = impl AsRef<Path>>,
    ) -> Result<Tablebase<V>, OpenError> {
        // SAFETY: the caller keeps the contract.
        unsafe { self.open_with(folders, Access::Mapped(self.advice)) }
    }

    /// # Safety
    /// With [`Access::Mapped`], the contract of [`Tablebase::open_mapped`].
    unsafe fn open_with<V: Variant>(
        &self,
        folders: impl IntoIterator<Item = impl AsRef<Path>>,
        access: Access,
    ) -> Result<Tablebase<V>, OpenError> {
        let folders = folders.into_iter().map(|folder| folder.as_ref().into()).collect();
        let folders = Folders::list::<V>(folders)?;
        let cache = BlockCache::new(self.cache_bytes);
        // SAFETY: the caller keeps the contract.
        Ok(Tablebase { tables: unsafe { Tables::new(folders, access, cache) } })
    }
}

/// The endgame tables of a variant in some folders.
///
/// All methods take `&self`: put one into an `Arc` or a `static` and let every thread ask. What is
/// asked and how it is answered is told beside the methods.
pub struct Tablebase<V: Variant> {
    pub(crate) tables: Tables<V>,
}

impl<V: Variant> Tablebase<V> {
    /// Opens one or more folders. A folder's tables lie in its sub-folder named after the variant:
    /// `<folder>/international/KKMvK.wdl`. A table that is in several folders is taken from the
    /// first. Opening only lists the folders; a file is opened by the first probe that needs it, so
    /// that a damaged one shows then. Whatever has not the name of a table is passed over.
    ///
    /// Files are read with plain system calls. They may be replaced while the tablebase is in use
    /// (as `manoury generate` does), but then answers from them are errors until the tablebase is
    /// opened anew.
    ///
    /// ```
    /// # let folder = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/two_pieces.rs"));
    /// # let folder = folder.path();
    /// use manoury_prober::{OpenError, Tablebase};
    /// use manoury_rules::{English, International};
    ///
    /// let tablebase = Tablebase::<International>::open([folder])?;
    /// assert_eq!(tablebase.max_pieces(), 2);
    /// let none = Tablebase::<English>::open([folder]);
    /// assert!(matches!(none, Err(OpenError::Empty { .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A folder is missing or cannot be listed, or none has a table of the variant.
    pub fn open(folders: impl IntoIterator<Item = impl AsRef<Path>>) -> Result<Self, OpenError> {
        Options::new().open(folders)
    }

    /// As [`Tablebase::open`], with every file mapped into memory: less work for each block that is
    /// not in the cache.
    ///
    /// # Errors
    /// As for [`Tablebase::open`].
    ///
    /// # Safety
    /// As long as the tablebase lives, nobody truncates its files or writes into them: this process
    /// or another. A file cut short ends the process with a signal, one that changes while it is
    /// looked at is undefined behaviour. Replacing a file by renaming another over it is harmless,
    /// and `manoury generate` does nothing else.
    pub unsafe fn open_mapped(
        folders: impl IntoIterator<Item = impl AsRef<Path>>,
    ) -> Result<Self, OpenError> {
        // SAFETY: the caller keeps the contract.
        unsafe { Options::new().open_mapped(folders) }
    }

    /// The folders as they were named.
    pub fn folders(&self) -> &[PathBuf] {
        self.tables.folders()
    }

    /// Every table there is with its file, in the order of the slices: fewer pieces first, then
    /// fewer men.
    pub fn tables(&self) -> impl Iterator<Item = (TableName, &Path)> {
        self.tables.files().iter().map(|file| (file.name(), file.path().as_path()))
    }

    /// Whether there is a table. Whether it is whole shows when it is probed.
    pub fn has(&self, slice: Slice, kind: Kind) -> bool {
        self.tables.file(slice, kind).is_some()
    }

    /// What is in the cache of decoded blocks, and how often it was not enough.
    ///
    /// ```
    /// # let folder = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/two_pieces.rs"));
    /// # let tablebase = manoury_prober::Tablebase::<manoury_rules::International>::open([folder.path()])?;
    /// let position = "W:WK46:BK5".parse()?;
    /// for _ in 0..1000 {
    ///     tablebase.probe_wdl(&position)?;
    /// }
    /// assert_eq!(tablebase.usage().decoded_blocks, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn usage(&self) -> CacheUsage {
        self.tables.cache().usage()
    }

    /// The greatest number of pieces for which there are outcomes, of at least one slice. A search
    /// need not ask for positions with more.
    pub fn max_pieces(&self) -> u32 {
        let files = self.tables.files().iter().map(|file| file.name());
        files.filter(|n| n.kind == Kind::Wdl).map(|n| n.slice.total()).max().unwrap_or(0)
    }
}

impl<V: Variant> fmt::Debug for Tablebase<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tablebase")
            .field("variant", &V::NAME)
            .field("folders", &self.folders())
            .field("tables", &self.tables.files().len())
            .finish_non_exhaustive()
    }
}
