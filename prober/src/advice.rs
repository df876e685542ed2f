//! What the system is told about how files will be read.

use std::fs::File;

/// What a tablebase tells the system about how it will read its files: a hint, which changes no
/// answer. It is given when a file is opened, by the first probe that needs it.
///
/// A mapped file is advised by `madvise`, on Unix systems; a file that is read plainly by
/// `posix_fadvise`, on Linux. Elsewhere advice does nothing. A system that refuses it is not asked
/// again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Advice {
    /// What the system does unasked: it reads some way ahead of each block.
    #[default]
    Normal,
    /// Here and there: nothing is read ahead. For tables that are much larger than memory.
    Random,
    /// From front to back: more is read ahead. For [`Tablebase::preload`](crate::Tablebase::preload)
    /// and large batches.
    Sequential,
    /// All of it, soon: the system begins to read the whole file, while the probe goes on. For
    /// tables that fit into memory, on a slow disk.
    WillNeed,
}

impl Advice {
    /// Advises on a file that is read plainly.
    #[cfg(target_os = "linux")]
    pub(crate) fn give(self, file: &File) {
        use rustix::fs::Advice as Hint;
        let hint = match self {
            Advice::Normal => return,
            Advice::Random => Hint::Random,
            Advice::Sequential => Hint::Sequential,
            Advice::WillNeed => Hint::WillNeed,
        };
        // A hint: nothing depends on it.
        let _ = rustix::fs::fadvise(file, 0, None, hint);
    }

    /// Advises on a file that is read plainly.
    #[cfg(not(target_os = "linux"))]
    pub(crate) fn give(self, _: &File) {}

    /// Advises on a file that is mapped.
    #[cfg(unix)]
    pub(crate) fn give_mapped(self, map: &memmap2::Mmap) {
        let hint = match self {
            Advice::Normal => return,
            Advice::Random => memmap2::Advice::Random,
            Advice::Sequential => memmap2::Advice::Sequential,
            Advice::WillNeed => memmap2::Advice::WillNeed,
        };
        // A hint: nothing depends on it.
        let _ = map.advise(hint);
    }

    /// Advises on a file that is mapped.
    #[cfg(not(unix))]
    pub(crate) fn give_mapped(self, _: &memmap2::Mmap) {}
}
