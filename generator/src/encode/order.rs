//! Which packing and layout make a file smallest: found by trial on a sample.

use super::Effort;
use super::compress::{Compressor, Recipe, bytes};
use super::fill::Fill;
use super::gather::{FREE, Source, Symbols};
use super::planes;
use crate::scores::SliceScores;
use manoury_rules::Variant;
use manoury_tables::{
    BLOCK_LEN, Density, Dictionary, Group, INDEX_ENTRY, Kind, Layout, Slice, Squares, StoredOrder,
};
use rayon::prelude::*;

/// Rows for all groups, and diagonals of either direction for the two sides: from one of these a
/// trial starts.
const STARTS: [[Squares; 4]; 2] =
    [[Squares::Rows; 4], [Squares::Falling, Squares::Rising, Squares::Falling, Squares::Rising]];

/// A slice of more numbers for one side to move is worth longer trials: they cost less than its file
/// all the same.
const LARGE: u64 = 5_000_000;

/// How much is tried.
struct Trial {
    recipe: Recipe,
    /// Samples of each side to move, in blocks of five entries to the byte: as many entries make more
    /// blocks where fewer share a byte.
    samples: u64,
}

/// How the best layout is looked for.
struct Search {
    /// All orders of the groups with two orders of the squares each, in the densest packing.
    wide: Trial,
    /// The best [`NARROWED`] of them in every packing, then the squares of one group after the other,
    /// for the best few.
    narrow: Trial,
    finalists: usize,
    /// The best few, compressed as the file will be.
    last: Option<Trial>,
}

/// Layouts that go from the wide trial to the narrow one.
const NARROWED: usize = 4;

impl Search {
    fn of(kind: Kind, effort: Effort, numbers: u64) -> Self {
        let (level, wide, narrow, finalists) = match effort {
            Effort::Fast => (3, 1, 1, 1),
            Effort::Normal if numbers < LARGE && kind == Kind::Wdl => (6, 2, 6, 1),
            Effort::Normal if numbers < LARGE => (6, 3, 3, 1),
            Effort::Normal => (6, 2, 6, 1),
            Effort::Max => (6, 12, 24, 4),
        };
        let trial = |samples| Trial {
            recipe: Recipe { level, fills: &[Fill::Repeat], dictionary: false },
            samples,
        };
        let last = Trial { recipe: Recipe::of(kind, effort), samples: 12 };
        let last = (effort == Effort::Max).then_some(last);
        Search { wide: trial(wide), narrow: trial(narrow), finalists, last }
    }
}

/// A packing and a layout, and the bytes that a file would take with them, as a sample has it.
struct Tried<'s, V> {
    size: f64,
    symbols: &'s Symbols,
    layout: Layout<V>,
}

impl<'s, V: Variant> Tried<'s, V> {
    /// What is to be tried: a packing, and a layout whose rows are filled up for it.
    fn layout(
        slice: Slice,
        symbols: &'s Symbols,
        order: [u8; 4],
        squares: [Squares; 4],
    ) -> Option<(&'s Symbols, Layout<V>)> {
        let unit = symbols.packing.density().unit();
        Some((symbols, Layout::new(slice, order, squares, unit)?))
    }
}

/// How a file will be stored.
pub(super) struct Chosen<'s, V> {
    pub(super) symbols: &'s Symbols,
    pub(super) layout: Layout<V>,
    /// Entries of a block.
    pub(super) block_entries: u32,
}

/// The packing among `packings` and the layout that make the sample smallest, of those that hold all
/// blocks. None without a packing.
pub(super) fn choose<'s, V: Variant, S: SliceScores>(
    source: &Source<'_, V, S>,
    packings: &'s [Symbols],
    kind: Kind,
    effort: Effort,
) -> Option<Chosen<'s, V>> {
    let search = Search::of(kind, effort, source.index.len());
    let (densest, others) = packings.split_first()?;
    let slice = source.index.slice();
    let orders = Layout::<V>::orders(slice);
    let starts = orders.iter().flat_map(|&order| STARTS.map(|squares| (order, squares)));
    let start = |(order, squares)| Tried::layout(slice, densest, order, squares);
    let mut tried = try_all(source, starts.filter_map(start).collect(), &search.wide);
    if !others.is_empty() || search.narrow.samples > search.wide.samples {
        tried.truncate(NARROWED);
        // What is good for one packing is good for another, but for the rows filled up.
        let packed = |tried: &Tried<'s, V>| {
            let (order, squares) = (tried.layout.order(), tried.layout.squares());
            packings
                .iter()
                .filter_map(move |symbols| Tried::layout(slice, symbols, order, squares))
                .collect::<Vec<_>>()
        };
        tried = try_all(source, tried.iter().flat_map(packed).collect(), &search.narrow);
    }
    let rest = tried.split_off(search.finalists.min(tried.len()));
    // Not all blocks need fit bits and exceptions, but any other packing.
    let is_safe = |tried: &Tried<'s, V>| tried.symbols.packing.density() != Density::Planes;
    if !tried.iter().any(is_safe) {
        tried.extend(rest.into_iter().find(is_safe));
    }
    for best in &mut tried {
        climb(source, best, &search);
    }
    tried.sort_by(|a, b| a.size.total_cmp(&b.size));
    if let Some(last) = search.last {
        let layouts = tried.into_iter().map(|tried| (tried.symbols, tried.layout)).collect();
        tried = try_all(source, layouts, &last);
    }
    tried.into_iter().find_map(|Tried { symbols, layout, .. }| {
        let block_entries = match symbols.packing.density() {
            Density::Planes => planes::block_entries(source, symbols, &layout)?,
            _ => symbols.packing.entries(BLOCK_LEN),
        };
        Some(Chosen { symbols, layout, block_entries: block_entries as u32 })
    })
}

/// Improves a layout by the order of the squares of one group after the other.
fn climb<'s, V: Variant, S: SliceScores>(
    source: &Source<'_, V, S>,
    best: &mut Tried<'s, V>,
    search: &Search,
) {
    let slice = source.index.slice();
    for g in (0..4).filter(|&g| Group::ALL[g].count(slice) > 0) {
        let others = Squares::ALL.iter().filter_map(|&other| {
            let mut squares = best.layout.squares();
            (squares[g] != other).then_some(())?;
            squares[g] = other;
            Tried::layout(slice, best.symbols, best.layout.order(), squares)
        });
        let found = try_all(source, others.collect(), &search.narrow).into_iter().next();
        if let Some(found) = found
            && found.size < best.size
        {
            *best = found;
        }
    }
}

/// Packings and layouts by the bytes of a sample, the smallest first.
fn try_all<'s, V: Variant, S: SliceScores>(
    source: &Source<'_, V, S>,
    candidates: Vec<(&'s Symbols, Layout<V>)>,
    trial: &Trial,
) -> Vec<Tried<'s, V>> {
    let none = Dictionary::default();
    let mut tried: Vec<Tried<V>> = candidates
        .into_par_iter()
        .map_init(
            || (Compressor::new(trial.recipe, &none), Vec::new(), source.at_work()),
            |(compressor, buffer, _), (symbols, layout)| {
                let size = sample(source, symbols, &layout, trial.samples, compressor, buffer);
                Tried { size, symbols, layout }
            },
        )
        .collect();
    // Stable: of equals the first one, whatever the number of threads.
    tried.sort_by(|a, b| a.size.total_cmp(&b.size));
    tried
}

/// The bytes that a file would take, judged by some blocks, evenly spread.
fn sample<V: Variant, S: SliceScores>(
    source: &Source<'_, V, S>,
    symbols: &Symbols,
    layout: &Layout<V>,
    samples: u64,
    compressor: &mut Compressor<'_>,
    buffer: &mut Vec<u16>,
) -> f64 {
    let order = StoredOrder::new(layout);
    let len = layout.len();
    let block_entries = match symbols.packing.density() {
        Density::Planes => planes::MOST_ENTRIES,
        _ => symbols.packing.entries(BLOCK_LEN),
    };
    let blocks = len.div_ceil(block_entries);
    let samples = (samples * 5 / symbols.packing.density().unit()).clamp(1, blocks.max(1));
    let (mut total, mut entries) = (0, 0);
    for side in 0..source.index.slice().sides() {
        for i in 0..samples {
            // Anywhere in its share of the file, lest the samples keep step with the groups.
            let anywhere = (i + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56;
            let first = blocks * (256 * i + anywhere) / (256 * samples) * block_entries;
            let count = block_entries.min(len - first);
            total += INDEX_ENTRY;
            buffer.resize(count as usize, FREE);
            source.gather(symbols, &order, side, first, buffer);
            total += match compressor.block(symbols.packing, buffer) {
                Ok(block) => bytes(&block),
                // Writing the file will meet the error again.
                Err(_) => BLOCK_LEN as usize,
            };
            entries += count;
        }
    }
    total as f64 / entries as f64 * len as f64
}
