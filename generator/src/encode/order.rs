//! Which packing and layout make a file smallest: found by trial on a sample.

use super::Effort;
use super::compress::{Compressor, Recipe, bytes};
use super::gather::{Source, Symbols};
use crate::scores::SliceScores;
use manoury_rules::Variant;
use manoury_tables::{BLOCK_LEN, Group, Layout, Squares, StoredOrder};
use rayon::prelude::*;

/// Rows for all groups, and diagonals of either direction for the two sides: from one of these a
/// trial starts.
const STARTS: [[Squares; 4]; 2] =
    [[Squares::Rows; 4], [Squares::Falling, Squares::Rising, Squares::Falling, Squares::Rising]];

/// How much is tried.
struct Trial {
    recipe: Recipe,
    /// Blocks of each side to move.
    samples: u64,
    /// Orders of the groups whose squares are tried one group after the other.
    finalists: usize,
}

impl Trial {
    fn of(effort: Effort) -> Self {
        let (level, samples, finalists) = match effort {
            Effort::Fast => (3, 1, 1),
            Effort::Normal => (6, 3, 1),
            Effort::Max => (12, 12, 3),
        };
        Trial { recipe: Recipe { level, matches: false }, samples, finalists }
    }
}

/// A layout and the bytes that a file would take in it, as a sample has it.
type Tried<V> = (f64, Layout<V>);

/// The packing among `packings` and the layout that make the sample smallest.
pub(super) fn choose<'s, V: Variant, S: SliceScores>(
    source: &Source<'_, V, S>,
    packings: &'s [Symbols],
    effort: Effort,
) -> Option<(&'s Symbols, Layout<V>)> {
    let trial = Trial::of(effort);
    let mut best: Option<(f64, &Symbols, Layout<V>)> = None;
    for symbols in packings {
        for (size, layout) in climb(source, symbols, &trial) {
            if best.as_ref().is_none_or(|best| size < best.0) {
                best = Some((size, symbols, layout));
            }
        }
    }
    best.map(|(_, symbols, layout)| (symbols, layout))
}

/// The best layouts of a packing: all orders of the groups with two orders of the squares, then of
/// the best few the orders of the squares of one group after the other.
fn climb<V: Variant, S: SliceScores>(
    source: &Source<'_, V, S>,
    symbols: &Symbols,
    trial: &Trial,
) -> Vec<Tried<V>> {
    let slice = source.index.slice();
    let unit = symbols.packing.density().unit();
    let layout = |order, squares| Layout::<V>::new(slice, order, squares, unit);
    let orders = Layout::<V>::orders(slice);
    let all = orders.iter().flat_map(|&order| STARTS.map(|squares| layout(order, squares)));
    let mut tried = try_all(source, symbols, all.flatten().collect(), trial);
    tried.truncate(trial.finalists);
    for best in &mut tried {
        for g in (0..4).filter(|&g| Group::ALL[g].count(slice) > 0) {
            let others = Squares::ALL.iter().filter_map(|&other| {
                let mut squares = best.1.squares();
                (squares[g] != other).then_some(())?;
                squares[g] = other;
                layout(best.1.order(), squares)
            });
            let found = try_all(source, symbols, others.collect(), trial).into_iter().next();
            if let Some(found) = found
                && found.0 < best.0
            {
                *best = found;
            }
        }
    }
    tried
}

/// Layouts by the bytes of a sample, the smallest first.
fn try_all<V: Variant, S: SliceScores>(
    source: &Source<'_, V, S>,
    symbols: &Symbols,
    layouts: Vec<Layout<V>>,
    trial: &Trial,
) -> Vec<Tried<V>> {
    let mut tried: Vec<Tried<V>> = layouts
        .into_par_iter()
        .map_init(
            || Compressor::new(trial.recipe),
            |compressor, layout| {
                (sample(source, symbols, &layout, trial.samples, compressor), layout)
            },
        )
        .collect();
    // Stable: of equals the first one, whatever the number of threads.
    tried.sort_by(|a, b| a.0.total_cmp(&b.0));
    tried
}

/// The bytes that a file would take, judged by some blocks, evenly spread.
fn sample<V: Variant, S: SliceScores>(
    source: &Source<'_, V, S>,
    symbols: &Symbols,
    layout: &Layout<V>,
    samples: u64,
    compressor: &mut Compressor,
) -> f64 {
    let order = StoredOrder::new(layout);
    let len = layout.len();
    let block_entries = symbols.packing.entries(BLOCK_LEN);
    let blocks = len.div_ceil(block_entries);
    let samples = samples.min(blocks);
    let (mut total, mut entries) = (0, 0);
    for side in 0..source.index.slice().sides() {
        for i in 0..samples {
            let first = blocks * (2 * i + 1) / (2 * samples) * block_entries;
            let count = block_entries.min(len - first);
            total += match compressor.block(source, symbols, &order, side, first, count) {
                Ok(block) => bytes(&block),
                // Writing the file will meet the error again.
                Err(_) => BLOCK_LEN as usize,
            };
            entries += count;
        }
    }
    total as f64 / entries as f64 * len as f64
}
