//! The memory of the cache.

use memmap2::{MmapMut, MmapRaw};
use std::sync::atomic::AtomicU64;

/// Bytes of a word.
pub(crate) const WORD: usize = size_of::<u64>();

/// Most words: a slot of the cache numbers them with 32 bits.
const MOST: u64 = u32::MAX as u64;

/// Words that threads share, all of them 0 at first. The system gives the memory when it is first
/// written to, in large pages where it has them: blocks lie about everywhere, and with small pages
/// each look would begin with a search for the page.
#[derive(Debug)]
pub(crate) struct Arena {
    /// None where there are no words.
    map: Option<MmapRaw>,
    len: usize,
}

impl Arena {
    /// As many of so many bytes as the system lets this process have, up to 32 GiB.
    pub(crate) fn new(bytes: u64) -> Self {
        let mut len = usize::try_from((bytes / WORD as u64).min(MOST)).unwrap_or(usize::MAX / WORD);
        while len > 0 {
            if let Ok(map) = MmapMut::map_anon(len * WORD) {
                // A hint: nothing depends on it.
                #[cfg(target_os = "linux")]
                let _ = map.advise(memmap2::Advice::HugePage);
                return Arena { map: Some(map.into()), len };
            }
            len /= 2;
        }
        Arena { map: None, len: 0 }
    }

    /// The words.
    #[inline(always)]
    pub(crate) fn words(&self) -> &[AtomicU64] {
        match &self.map {
            // SAFETY: the map begins at a page, so it is aligned for words; it has `len` of them,
            // written by the system with zeros, which any bits of an AtomicU64 may be; it lives as
            // long as `self` and is used by nothing but what is returned here, shared and atomic.
            Some(map) => unsafe {
                std::slice::from_raw_parts(map.as_mut_ptr().cast::<AtomicU64>(), self.len)
            },
            None => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering;

    #[test]
    fn all_words_are_there_and_zero() {
        for bytes in [0, 7, 8, 100, 5 << 20] {
            let arena = Arena::new(bytes);
            assert_eq!(arena.words().len() as u64, bytes / 8);
            assert!(arena.words().iter().all(|word| word.load(Ordering::Relaxed) == 0));
        }
    }

    #[test]
    fn what_the_system_does_not_give_is_done_without() {
        let arena = Arena::new(u64::MAX);
        for word in arena.words().first().into_iter().chain(arena.words().last()) {
            word.store(7, Ordering::Relaxed);
            assert_eq!(word.load(Ordering::Relaxed), 7);
        }
    }
}
