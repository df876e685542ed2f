//! From scores to a table file: counting, ordering, filling, compressing.

mod compress;
mod dictionary;
mod fill;
mod gather;
mod order;
mod planes;
mod statistics;

use crate::journal::{Journal, Spool, Spooled};
use crate::meter::{Meter, Phase};
use crate::pages;
use crate::progress::Part;
use crate::scores::SliceScores;
use compress::{Compressor, Recipe};
use gather::{FREE, Source};
use manoury_rules::Variant;
use manoury_tables::{Block, Header, Index, Kind, Layout, Packing, Slice, StoredOrder, TableName};
use order::Chosen;
use rayon::prelude::*;
use std::io::{self, Write};

pub use statistics::count;

/// How hard to compress. The harder, the smaller are the files; a block is decoded in about the same
/// time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effort {
    /// Quickly.
    Fast,
    /// As is worth while when solving takes as long.
    #[default]
    Normal,
    /// As small as can be.
    Max,
}

/// The values of a slice and what is known of their outcomes.
pub struct Values<'a, S> {
    /// Outcomes under the draw limits, with DTC.
    pub dtc: &'a S,
    /// Scores in the metric of the file; for a WDL file the same as `dtc`.
    pub scores: &'a S,
}

/// Entries that are gathered before they are compressed, 2 bytes each.
pub(crate) const PORTION: u64 = 1 << 27;

/// Writes the table file of a slice and kind. The bytes do not depend on the number of threads.
/// Returns their number, or `None` if a distance does not fit a file.
///
/// # Errors
/// Writing fails.
pub fn encode<V: Variant, S: SliceScores>(
    slice: Slice,
    kind: Kind,
    values: &Values<'_, S>,
    effort: Effort,
    meter: &Meter<'_>,
    out: &mut dyn Write,
) -> io::Result<Option<u64>> {
    let name = TableName { slice, kind };
    let spooled = encode_blocks::<V, S>(name, values, effort, None, meter)?;
    spooled.map(|mut spooled| spooled.write(out)).transpose()
}

/// A slice's journal, and what sees to it that it has the slice's scores.
pub(crate) type Keeper<'j, 'a> = (&'j Journal<'j>, &'a dyn Fn());

/// Encodes the blocks of a table file, which is then to be written; `None` if a distance does not fit
/// a file. What the journal has of it is not encoded again.
///
/// # Errors
/// There is no memory for it.
pub(crate) fn encode_blocks<'j, V: Variant, S: SliceScores>(
    name: TableName,
    values: &Values<'_, S>,
    effort: Effort,
    keeper: Option<Keeper<'j, '_>>,
    meter: &Meter<'_>,
) -> io::Result<Option<Spooled<'j>>> {
    let TableName { slice, kind } = name;
    let _running = meter.enter(Phase::Encoding);
    let journal = keeper.map(|(journal, _)| journal);
    let solved = keeper.map_or(&(|| {}) as &dyn Fn(), |(_, solved)| solved);
    let source = Source { index: Index::<V>::new(slice), scores: values.scores, meter };
    let packings = source.packings(kind, effort);
    let resumed = journal.and_then(|journal| Spool::resume::<V>(journal, name)).and_then(|spool| {
        let symbols = packings.iter().find(|s| s.packing == spool.header().packing)?;
        let Header { order, squares, block_entries, .. } = *spool.header();
        let layout = Layout::<V>::new(slice, order, squares, symbols.packing.density().unit())?;
        // What the journal has of the header says nothing of the histograms.
        let header = header(name, values, symbols.packing, &layout, block_entries, meter);
        Some((spool.with_header(header), symbols, layout))
    });
    let recipe = Recipe::of(kind, effort);
    let (mut spool, symbols, layout) = match resumed {
        Some(resumed) => resumed,
        None => {
            let Some(chosen) = order::choose(&source, &packings, kind, effort) else {
                return Ok(None);
            };
            let Chosen { symbols, layout, block_entries } = chosen;
            let header = header(name, values, symbols.packing, &layout, block_entries, meter);
            let dictionary = dictionary::of(&source, symbols, &layout, &header, recipe)?;
            (Spool::new(journal, header, dictionary), symbols, layout)
        }
    };
    spool.offer(solved);
    let order = StoredOrder::new(&layout);
    let block_entries = spool.header().block_entries as u64;
    let (blocks, side_blocks) = (spool.header().blocks(), spool.header().side_blocks());
    let at_once = BLOCKS_AT_ONCE * rayon::current_num_threads() * block_entries as usize;
    let whole_blocks = (PORTION / block_entries).max(1) * block_entries;
    let mut portion = pages::with_capacity(whole_blocks.min(layout.len()) as usize);
    while spool.blocks() < blocks {
        let side = (spool.blocks() / side_blocks) as usize;
        let first = spool.blocks() % side_blocks * block_entries;
        portion.resize(whole_blocks.min(layout.len() - first) as usize, FREE);
        source.gather_all(symbols, &order, side, first, &mut portion);
        for some in portion.chunks_mut(at_once) {
            let encoded = some
                .par_chunks_mut(block_entries as usize)
                .map_init(
                    || (Compressor::new(recipe, spool.dictionary()), meter.enter(Phase::Encoding)),
                    |(compressor, _), block| compressor.block(symbols.packing, block),
                )
                .collect::<io::Result<Vec<Block>>>()?;
            spool.add(&encoded)?;
            spool.offer(solved);
            let entries = layout.len() * slice.sides() as u64;
            meter.advance(Part::Encode(kind), some.len() as u64, entries);
        }
    }
    Ok(Some(spool.finish()))
}

/// Blocks a thread that are encoded between two looks at the clock: up to a few seconds.
const BLOCKS_AT_ONCE: usize = 128;

/// The header of a file, but for what depends on its blocks.
fn header<V: Variant, S: SliceScores>(
    name: TableName,
    values: &Values<'_, S>,
    packing: Packing,
    layout: &Layout<V>,
    block_entries: u32,
    meter: &Meter<'_>,
) -> Header {
    let TableName { slice, kind } = name;
    let at_work = || meter.enter(Phase::Encoding);
    let statistics = (0..slice.sides())
        .map(|side| count::<V, _>(slice, kind, side, values.dtc, values.scores, at_work))
        .collect();
    Header {
        variant: V::CODE,
        limits: V::LIMITS,
        name,
        packing,
        order: layout.order(),
        squares: layout.squares(),
        entries: layout.len(),
        block_entries,
        length: 0,
        statistics,
        index_crc: 0,
        // Not known before the file is written, but not 0 where there are any.
        appendix_len: (kind != Kind::Wdl).into(),
    }
}
