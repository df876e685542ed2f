//! Decoded blocks, kept within a budget of bytes.
//!
//! A probe that finds its block here writes nothing that another thread reads, but for a mark the
//! first time, and waits for nobody: threads that ask for the same block do not disturb each other.
//! Every block of every file has a slot, a word that says where in the cache's memory the block
//! lies. A reader takes the slot, looks at the block, and takes the slot again: if it says
//! something else by then, another block may have taken the place meanwhile, and what was read does
//! not count. Slots and memory are atomic words, so such a look is harmless.
//!
//! Blocks come and go under a lock, one for each of up to [`RINGS`] parts of the memory.

use crate::arena::{Arena, WORD};
use crate::block::Lines;
use crate::ring::{BlockKey, Ring, Slot, USED, len_of, place};
use crate::tables::Question;
use manoury_tables::DECODED_LEN;
use std::sync::atomic::{AtomicU64, Ordering, fence};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// Most parts of the memory.
const RINGS: u64 = 16;

/// Least bytes of a part, where there are several.
const RING: u64 = 1 << 20;

/// How often a look is taken anew before the block is decoded instead.
const LOOKS: u32 = 8;

/// Words of a block of so many bytes that does not shrink, with what is kept before it.
const fn most_words(bytes: usize) -> usize {
    bytes.div_ceil(WORD) + 2
}

/// The decoded blocks of all files of a tablebase.
pub(crate) struct BlockCache {
    /// For each file the slots of its blocks, once one is kept.
    slots: Box<[OnceLock<Box<[Slot]>>]>,
    arena: Arena,
    rings: Box<[Mutex<Ring>]>,
    /// Blocks put here so far.
    decoded: AtomicU64,
}

/// What a tablebase's cache holds and has saved, to choose its size by.
///
/// A block is decoded when a probe needs it and it is not in the cache. So a program that goes on
/// decoding blocks it has had before wants a larger cache. Blocks that are one value throughout
/// need neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CacheUsage {
    /// Blocks in the cache.
    pub cached_blocks: u64,
    /// Memory they take, in bytes.
    pub cached_bytes: u64,
    /// Blocks that were decoded since the tablebase was opened.
    pub decoded_blocks: u64,
}

impl BlockCache {
    /// A cache of up to so many bytes for the blocks of so many files. One that is too small for a
    /// block still works: each probe decodes.
    pub(crate) fn new(bytes: u64, files: usize) -> Self {
        let arena = Arena::new(bytes);
        let words = arena.words().len();
        let count = (words as u64 * WORD as u64 / RING).clamp(1, RINGS) as usize;
        let ring = |i: usize| Ring::new(words * i / count, words * (i + 1) / count);
        BlockCache {
            slots: (0..files).map(|_| OnceLock::new()).collect(),
            arena,
            rings: (0..count).map(|i| Mutex::new(ring(i))).collect(),
            decoded: AtomicU64::new(0),
        }
    }

    #[inline(always)]
    fn slot(&self, file: u32, block: u64) -> Option<&Slot> {
        self.slots.get(file as usize)?.get()?.get(block as usize)
    }

    /// What a block says; `None` if it is not here.
    #[inline]
    pub(crate) fn ask<Q: Question>(
        &self,
        file: u32,
        block: u64,
        question: &mut Q,
    ) -> Option<Q::Answer> {
        let slot = self.slot(file, block)?;
        for _ in 0..LOOKS {
            // What was written into the block before the slot told of it is seen.
            let said = slot.load(Ordering::Acquire);
            if place(said) == 0 {
                return None;
            }
            let answer = question.ask(&Lines(self.arena.words().get(place(said)..)?));
            // If one of the words read was written later, the slot is seen to have changed.
            fence(Ordering::Acquire);
            let now = slot.load(Ordering::Relaxed);
            if (now ^ said) & !USED != 0 {
                continue;
            }
            if now & USED == 0 {
                // Only if it is still the same block; and if not, it is no harm.
                let used = now | USED;
                let _ = slot.compare_exchange(now, used, Ordering::Relaxed, Ordering::Relaxed);
            }
            return Some(answer);
        }
        None
    }

    /// Counts a decoded block, and keeps it unless another thread has been faster or there is no
    /// room for any. `blocks` is how many the file has.
    pub(crate) fn put<W: ExactSizeIterator<Item = u64>>(
        &self,
        file: u32,
        block: u64,
        blocks: u64,
        words: impl FnOnce() -> W,
    ) {
        self.decoded.fetch_add(1, Ordering::Relaxed);
        let (Some(slots), Ok(number)) = (self.slots.get(file as usize), u32::try_from(block))
        else {
            return;
        };
        if self.arena.words().is_empty() {
            return;
        }
        let words = words();
        slots.get_or_init(|| (0..blocks).map(|_| Slot::new(0)).collect());
        let mut ring = self.ring(file, block);
        if self.slot(file, block).is_some_and(|slot| place(slot.load(Ordering::Relaxed)) == 0) {
            let slot = |key: BlockKey| self.slot(key.0, key.1 as u64);
            ring.put(self.arena.words(), slot, (file, number), words);
        }
    }

    /// The part of the memory for a block.
    fn ring(&self, file: u32, block: u64) -> MutexGuard<'_, Ring> {
        let ring = (file as u64 + block) as usize % self.rings.len();
        // No code that holds the lock can leave a ring in pieces.
        self.rings[ring].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a block of so many bytes, decoded, will find room without another one going for it.
    pub(crate) fn has_room(&self, file: u32, block: u64, bytes: usize) -> bool {
        self.ring(file, block).has_room(most_words(bytes))
    }

    /// Whether there is a block that will, however long it is.
    pub(crate) fn has_room_for_any(&self) -> bool {
        self.rings().any(|ring| ring.has_room(most_words(DECODED_LEN as usize)))
    }

    /// The parts of the memory, one after the other.
    fn rings(&self) -> impl Iterator<Item = MutexGuard<'_, Ring>> {
        // No code that holds the lock can leave a ring in pieces.
        self.rings.iter().map(|ring| ring.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Bytes that a block takes; `None` if it is not here.
    pub(crate) fn bytes_of(&self, file: u32, block: u64) -> Option<u64> {
        let ring = self.ring(file, block);
        let place = place(self.slot(file, block)?.load(Ordering::Relaxed));
        let len = len_of(self.arena.words(), place)?;
        drop(ring);
        Some((len * WORD) as u64)
    }

    /// What is in the cache.
    pub(crate) fn usage(&self) -> CacheUsage {
        let mut usage = CacheUsage {
            cached_blocks: 0,
            cached_bytes: 0,
            decoded_blocks: self.decoded.load(Ordering::Relaxed),
        };
        for ring in self.rings() {
            usage.cached_blocks += ring.blocks();
            usage.cached_bytes += ring.words() * WORD as u64;
        }
        usage
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::Shrinker;
    use manoury_tables::BlockBytes;
    use std::sync::Barrier;

    /// Files, and blocks of each.
    const FILES: u64 = 3;
    const BLOCKS: u64 = 200;

    /// Most bytes of a block.
    const LEN: usize = DECODED_LEN as usize;

    /// Whether the bytes of a block are all its own.
    struct Whole(u64);

    impl Question for Whole {
        type Answer = bool;

        fn ask(&mut self, block: &(impl BlockBytes + ?Sized)) -> bool {
            let Whole(seed) = *self;
            bytes(seed).iter().enumerate().all(|(at, &byte)| block.byte(at) == Some(byte))
                && block.byte(bytes(seed).len()).is_none()
        }
    }

    /// The bytes of a block: some that shrink, some that do not.
    fn bytes(seed: u64) -> Vec<u8> {
        let len = DECODED_LEN - seed * 37 % 1000;
        let shift = if seed.is_multiple_of(4) { 0 } else { 7 };
        (0..len).map(|at| (((at >> shift) * (at >> shift) * (2 * seed + 1)) >> 3) as u8).collect()
    }

    /// Asks for a block, which is put there if it is not.
    fn ask(cache: &BlockCache, shrinker: &mut Shrinker, number: u64) -> bool {
        let (file, block) = ((number / BLOCKS) as u32, number % BLOCKS);
        cache.ask(file, block, &mut Whole(number)).unwrap_or_else(|| {
            cache.put(file, block, BLOCKS, || shrinker.shrink(&bytes(number)));
            true
        })
    }

    #[test]
    fn blocks_are_decoded_once_while_they_fit() {
        for (budget, expected) in [(0, 60), (1 << 20, 20)] {
            let cache = BlockCache::new(budget, 1);
            let mut shrinker = Shrinker::new();
            for _ in 0..3 {
                for block in 0..20 {
                    assert!(ask(&cache, &mut shrinker, block));
                }
            }
            let usage = cache.usage();
            assert_eq!(usage.decoded_blocks, expected);
            assert!(usage.cached_bytes <= budget);
            assert_eq!(usage.cached_blocks, if budget == 0 { 0 } else { 20 });
            let each = (0..20).filter_map(|block| cache.bytes_of(0, block));
            assert_eq!(each.sum::<u64>(), usage.cached_bytes);
        }
    }

    #[test]
    fn there_is_room_until_one_must_go() {
        let budget = 10 * DECODED_LEN;
        let cache = BlockCache::new(budget, FILES as usize);
        let mut shrinker = Shrinker::new();
        for number in 0..FILES * BLOCKS {
            assert!(number > 0 || cache.has_room_for_any());
            let room = cache.has_room((number / BLOCKS) as u32, number % BLOCKS, LEN);
            let before = cache.usage().cached_blocks;
            ask(&cache, &mut shrinker, number);
            assert!(cache.usage().cached_bytes <= budget);
            assert!(!room || cache.usage().cached_blocks == before + 1);
        }
        assert!(!cache.has_room(0, 0, LEN) && !cache.has_room_for_any());
        assert!(cache.usage().cached_blocks > 9);
    }

    #[test]
    fn threads_never_see_half_of_one_block_and_half_of_another() {
        const THREADS: u64 = 4;
        // From hardly a block, so that all is moved all the time, to all of them.
        for budget in [10 << 10, 20 << 10, 100 << 10, 2 << 20, 16 << 20] {
            let cache = BlockCache::new(budget, FILES as usize);
            let start = Barrier::new(THREADS as usize);
            std::thread::scope(|scope| {
                for thread in 0..THREADS {
                    let (cache, start) = (&cache, &start);
                    scope.spawn(move || {
                        let mut shrinker = Shrinker::new();
                        let mut state = thread;
                        start.wait();
                        for _ in 0..500 {
                            state = state
                                .wrapping_mul(0x5851_f42d_4c95_7f2d)
                                .wrapping_add(0x1405_7b7e_f767_814f);
                            // Few of them often, all of them sometimes.
                            let all = if state >> 63 == 0 { 5 } else { FILES * BLOCKS };
                            assert!(ask(cache, &mut shrinker, (state >> 30) % all));
                        }
                    });
                }
            });
            assert!(cache.usage().cached_bytes <= budget);
        }
    }
}
