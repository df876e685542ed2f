//! Decoded blocks, kept within a budget of bytes.

use manoury_tables::{BLOCK_LEN, Decoder, TableError};
use quick_cache::sync::Cache;
use quick_cache::{DefaultHashBuilder, Weighter};
use std::cell::RefCell;
use std::io;
use std::sync::Arc;

/// A block: the number of its file in the tablebase, and its own in the file.
pub(crate) type BlockKey = (u32, u64);

/// The decoded blocks of all files of a tablebase.
///
/// The cache is divided into shards with a lock each, so that threads that look for different
/// blocks do not wait for each other; of several that miss the same block one decodes it and the
/// others wait. A hit allocates nothing.
pub(crate) struct BlockCache {
    blocks: Cache<BlockKey, Arc<[u8]>, Bytes>,
}

/// Weighs a block by the memory it takes.
#[derive(Clone)]
struct Bytes;

/// About what the cache itself needs for a block.
const OVERHEAD: u64 = 64;

impl Weighter<BlockKey, Arc<[u8]>> for Bytes {
    fn weight(&self, _: &BlockKey, block: &Arc<[u8]>) -> u64 {
        block.len() as u64 + OVERHEAD
    }
}

impl BlockCache {
    /// A cache of up to so many bytes. One that is too small for a block still works: each probe
    /// decodes.
    pub(crate) fn new(bytes: u64) -> Self {
        let blocks = usize::try_from(bytes / (BLOCK_LEN + OVERHEAD)).unwrap_or(usize::MAX);
        BlockCache {
            blocks: Cache::with(
                blocks.clamp(1, 1 << 24),
                bytes,
                Bytes,
                DefaultHashBuilder::default(),
                Default::default(),
            ),
        }
    }

    /// The block, decoded by `decode` if it is not there. A failure is not kept: the next probe
    /// tries again.
    #[inline]
    pub(crate) fn get(
        &self,
        key: BlockKey,
        decode: impl FnOnce(&mut Decoder, &mut Vec<u8>) -> Result<(), TableError>,
        no_decoder: impl Fn(io::Error) -> TableError,
    ) -> Result<Arc<[u8]>, TableError> {
        match self.blocks.get(&key) {
            Some(block) => Ok(block),
            None => self.blocks.get_or_insert_with(&key, || with_decoder(decode, no_decoder)),
        }
    }
}

/// What a thread decodes with, made once.
struct Workbench {
    decoder: Decoder,
    block: Vec<u8>,
}

impl Workbench {
    fn new() -> io::Result<Self> {
        Ok(Workbench { decoder: Decoder::new()?, block: Vec::new() })
    }

    fn decode(
        &mut self,
        decode: impl FnOnce(&mut Decoder, &mut Vec<u8>) -> Result<(), TableError>,
    ) -> Result<Arc<[u8]>, TableError> {
        decode(&mut self.decoder, &mut self.block)?;
        Ok(self.block.as_slice().into())
    }
}

thread_local! {
    static WORKBENCH: RefCell<Option<Workbench>> = const { RefCell::new(None) };
}

#[cold]
fn with_decoder(
    decode: impl FnOnce(&mut Decoder, &mut Vec<u8>) -> Result<(), TableError>,
    no_decoder: impl Fn(io::Error) -> TableError,
) -> Result<Arc<[u8]>, TableError> {
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
    use std::path::PathBuf;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn failure(what: &str) -> TableError {
        TableError::Corrupt { path: PathBuf::new(), what: what.into() }
    }

    fn fill(cache: &BlockCache, block: u64, decoded: &AtomicUsize) -> Arc<[u8]> {
        let decode = |_: &mut Decoder, out: &mut Vec<u8>| {
            decoded.fetch_add(1, Ordering::Relaxed);
            out.clear();
            out.resize(BLOCK_LEN as usize, block as u8);
            Ok(())
        };
        cache.get((7, block), decode, |error| failure(&error.to_string())).unwrap()
    }

    #[test]
    fn blocks_are_decoded_once_while_they_fit() {
        for (budget, expected) in [(0, 60), (1 << 20, 20)] {
            let cache = BlockCache::new(budget);
            let decoded = AtomicUsize::new(0);
            for _ in 0..3 {
                for block in 0..20 {
                    assert_eq!(fill(&cache, block, &decoded)[100], block as u8);
                }
            }
            assert_eq!(decoded.into_inner(), expected);
            assert!(cache.blocks.weight() <= budget);
        }
    }

    #[test]
    fn the_budget_is_kept() {
        let cache = BlockCache::new(10 * BLOCK_LEN);
        let decoded = AtomicUsize::new(0);
        for block in 0..1000 {
            fill(&cache, block, &decoded);
            assert!(cache.blocks.weight() <= 10 * BLOCK_LEN);
        }
    }

    #[test]
    fn a_failure_is_not_kept() {
        let cache = BlockCache::new(1 << 20);
        for attempt in ["first", "second"] {
            let result = cache.get((7, 0), |_, _| Err(failure(attempt)), |_| failure("none"));
            assert!(result.unwrap_err().to_string().contains(attempt));
        }
        let decoded = AtomicUsize::new(0);
        assert_eq!(fill(&cache, 0, &decoded).len(), BLOCK_LEN as usize);
    }
}
