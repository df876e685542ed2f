//! Decoded blocks, kept within a budget of bytes.

use crate::block::{CachedBlock, Shrinker};
use manoury_tables::{BLOCK_LEN, Decoder, TableError};
use quick_cache::sync::Cache;
use quick_cache::{DefaultHashBuilder, Weighter};
use std::cell::RefCell;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};

/// A block: the number of its file in the tablebase, and its own in the file.
pub(crate) type BlockKey = (u32, u64);

/// The decoded blocks of all files of a tablebase.
///
/// The cache is divided into shards with a lock each, so that threads that look for different
/// blocks do not wait for each other; of several that miss the same block one decodes it and the
/// others wait. A hit allocates nothing.
pub(crate) struct BlockCache {
    blocks: Cache<BlockKey, CachedBlock, Bytes>,
    /// Blocks decoded so far.
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

/// Weighs a block by the memory it takes.
#[derive(Clone)]
struct Bytes;

/// About what the cache itself needs for a block.
const OVERHEAD: u64 = 96;

/// About what a block takes: in tables of five pieces 3 KiB for outcomes.
const TYPICAL: u64 = 4 << 10;

impl Weighter<BlockKey, CachedBlock> for Bytes {
    fn weight(&self, _: &BlockKey, block: &CachedBlock) -> u64 {
        block.weight() + OVERHEAD
    }
}

impl BlockCache {
    /// A cache of up to so many bytes. One that is too small for a block still works: each probe
    /// decodes.
    pub(crate) fn new(bytes: u64) -> Self {
        let blocks = usize::try_from(bytes / (TYPICAL + OVERHEAD)).unwrap_or(usize::MAX);
        BlockCache {
            blocks: Cache::with(
                blocks.clamp(1, 1 << 24),
                bytes,
                Bytes,
                DefaultHashBuilder::default(),
                Default::default(),
            ),
            decoded: AtomicU64::new(0),
        }
    }

    /// The block, if it is there.
    #[inline]
    pub(crate) fn find(&self, key: BlockKey) -> Option<CachedBlock> {
        self.blocks.get(&key)
    }

    /// The block, decoded by `decode` if it is not there by now. A failure is not kept: the next
    /// probe tries again.
    #[cold]
    pub(crate) fn decode(
        &self,
        key: BlockKey,
        decode: impl FnOnce(&mut Decoder, &mut Vec<u8>) -> Result<(), TableError>,
        no_decoder: impl Fn(io::Error) -> TableError,
    ) -> Result<CachedBlock, TableError> {
        self.blocks.get_or_insert_with(&key, || {
            self.decoded.fetch_add(1, Ordering::Relaxed);
            with_decoder(decode, no_decoder)
        })
    }

    /// Whether another block will fit without one going for it.
    pub(crate) fn has_room(&self) -> bool {
        // Shards fill unevenly: each has its share of the budget.
        let spare = self.blocks.capacity() / 32 + BLOCK_LEN + OVERHEAD;
        self.blocks.weight().saturating_add(spare) <= self.blocks.capacity()
    }

    /// What is in the cache.
    pub(crate) fn usage(&self) -> CacheUsage {
        CacheUsage {
            cached_blocks: self.blocks.len() as u64,
            cached_bytes: self.blocks.weight(),
            decoded_blocks: self.decoded.load(Ordering::Relaxed),
        }
    }
}

/// What a thread decodes with, made once.
struct Workbench {
    decoder: Decoder,
    block: Vec<u8>,
    shrinker: Shrinker,
}

impl Workbench {
    fn new() -> io::Result<Self> {
        Ok(Workbench { decoder: Decoder::new()?, block: Vec::new(), shrinker: Shrinker::new() })
    }

    fn decode(
        &mut self,
        decode: impl FnOnce(&mut Decoder, &mut Vec<u8>) -> Result<(), TableError>,
    ) -> Result<CachedBlock, TableError> {
        decode(&mut self.decoder, &mut self.block)?;
        Ok(self.shrinker.shrink(&self.block))
    }
}

thread_local! {
    static WORKBENCH: RefCell<Option<Workbench>> = const { RefCell::new(None) };
}

#[cold]
fn with_decoder(
    decode: impl FnOnce(&mut Decoder, &mut Vec<u8>) -> Result<(), TableError>,
    no_decoder: impl Fn(io::Error) -> TableError,
) -> Result<CachedBlock, TableError> {
    // Taken out while in use: a thread that is ending has none any more and makes one.
    let kept = WORKBENCH.try_with(RefCell::take).unwrap_or(None);
    let mut workbench = match kept {
        Some(workbench) => workbench,
        None => Workbench::new().map_err(no_decoder)?,
    };
    let result = workbench.decode(decode);
    let _ = WORKBENCH.try_with(|place| place.replace(Some(workbench)));
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use manoury_tables::BlockBytes;
    use std::path::PathBuf;

    fn failure(what: &str) -> TableError {
        TableError::Corrupt { path: PathBuf::new(), what: what.into() }
    }

    /// Asks for a block whose bytes do not shrink.
    fn ask(cache: &BlockCache, block: u64) -> CachedBlock {
        let decode = |_: &mut Decoder, out: &mut Vec<u8>| {
            out.clear();
            out.extend((0..BLOCK_LEN).map(|at| (at * at >> 3 ^ at ^ block) as u8));
            Ok(())
        };
        cache
            .find((7, block))
            .map(Ok)
            .unwrap_or_else(|| {
                cache.decode((7, block), decode, |error| failure(&error.to_string()))
            })
            .unwrap()
    }

    #[test]
    fn blocks_are_decoded_once_while_they_fit() {
        for (budget, expected) in [(0, 60), (1 << 20, 20)] {
            let cache = BlockCache::new(budget);
            for _ in 0..3 {
                for block in 0..20 {
                    assert_eq!(ask(&cache, block).byte(0), Some(block as u8));
                }
            }
            let usage = cache.usage();
            assert_eq!(usage.decoded_blocks, expected);
            assert!(usage.cached_bytes <= budget);
            assert_eq!(usage.cached_blocks, if budget == 0 { 0 } else { 20 });
        }
    }

    #[test]
    fn the_budget_is_kept() {
        let budget = 10 * BLOCK_LEN;
        let cache = BlockCache::new(budget);
        for block in 0..1000 {
            let room = cache.has_room();
            let before = cache.usage().cached_blocks;
            ask(&cache, block);
            assert!(cache.usage().cached_bytes <= budget);
            assert!(!room || cache.usage().cached_blocks == before + 1);
        }
        assert!(!cache.has_room());
    }

    #[test]
    fn a_failure_is_not_kept() {
        let cache = BlockCache::new(1 << 20);
        for attempt in ["first", "second"] {
            let result = cache.decode((7, 0), |_, _| Err(failure(attempt)), |_| failure("none"));
            assert!(result.unwrap_err().to_string().contains(attempt));
        }
        assert_eq!(ask(&cache, 0).byte(BLOCK_LEN as usize), None);
    }
}
