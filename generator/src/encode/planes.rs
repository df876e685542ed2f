//! How many entries a block of bits and exceptions holds.

use super::gather::{FREE, Source, Symbols};
use crate::scores::SliceScores;
use manoury_rules::Variant;
use manoury_tables::{BLOCK_LEN, Bits, Layout, StoredOrder};

/// Entries of a block that are tried, the most first: bits of 15½ KiB down to 12, the rest of
/// [`BLOCK_LEN`] is for exceptions. With fewer a byte holds as much in five outcomes.
const ENTRIES: [u64; 5] = [8 * 15_872, 8 * 15_360, 8 * 14_336, 8 * 13_312, 8 * 12_288];

/// The most entries that a block may have.
pub(super) const MOST_ENTRIES: u64 = ENTRIES[0];

/// Entries of a block, such that every block holds its exceptions; `None` if there are too many.
pub(super) fn block_entries<V: Variant, S: SliceScores>(
    source: &Source<'_, V, S>,
    symbols: &Symbols,
    layout: &Layout<V>,
) -> Option<u64> {
    let order = StoredOrder::new(layout);
    ENTRIES.into_iter().find(|&entries| {
        let whole_blocks = super::PORTION / entries * entries;
        let mut portion = Vec::new();
        let mut sides = 0..source.index.slice().sides();
        sides.all(|side| {
            let mut portions = (0..layout.len()).step_by(whole_blocks as usize);
            portions.all(|first| {
                let len = whole_blocks.min(layout.len() - first);
                portion.resize(len as usize, FREE);
                source.gather_all(symbols, &order, side, first, &mut portion);
                portion.chunks_mut(entries as usize).all(holds)
            })
        })
    })
}

/// Whether the symbols of a block fit one.
fn holds(symbols: &mut [u16]) -> bool {
    let mut packed = Vec::new();
    Bits::split(symbols, FREE).pack(symbols, &mut packed);
    packed.len() as u64 <= BLOCK_LEN
}
