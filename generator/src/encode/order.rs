//! Which layout makes a file smallest: found by trying all on a sample.

use super::Effort;
use super::compress::{Compressor, Recipe};
use super::gather::Source;
use crate::scores::SliceScores;
use manoury_rules::Variant;
use manoury_tables::{Block, Layout, Squares, StoredOrder};
use rayon::prelude::*;

/// How the first trial of all layouts compresses.
const TRIAL: Recipe = Recipe { level: 12, matches: false };

/// Blocks of each side to move that every layout is tried on.
const SAMPLES: u64 = 2;

/// The same with the greatest effort, in the first trial and in the second.
const MAX_SAMPLES: [u64; 2] = [4, 16];

/// Layouts that come to the second trial.
const FINALISTS: usize = 8;

/// The layout that makes the sample smallest.
///
/// A first trial of every layout goes over few blocks; with the greatest effort the best of them go
/// over more blocks, compressed as the file will be.
pub(super) fn choose<V: Variant, S: SliceScores>(
    source: &Source<'_, V, S>,
    block_entries: u64,
    effort: Effort,
    recipe: Recipe,
) -> Layout<V> {
    let slice = source.slice();
    let layouts: Vec<Layout<V>> = Layout::<V>::orders(slice)
        .into_iter()
        .flat_map(|order| Squares::ALL.map(|squares| Layout::new(slice, order, squares)))
        .flatten()
        .collect();
    let trial =
        if effort == Effort::Fast { Recipe { level: recipe.level, ..TRIAL } } else { TRIAL };
    if effort < Effort::Max {
        let ranking = try_all(source, block_entries, &layouts, trial, SAMPLES);
        return layouts[ranking[0]].clone();
    }
    let ranking = try_all(source, block_entries, &layouts, trial, MAX_SAMPLES[0]);
    let finalists: Vec<Layout<V>> =
        ranking.iter().take(FINALISTS).map(|&i| layouts[i].clone()).collect();
    let ranking = try_all(source, block_entries, &finalists, recipe, MAX_SAMPLES[1]);
    finalists[ranking[0]].clone()
}

/// The numbers of the layouts by the bytes of a sample, the smallest first.
fn try_all<V: Variant, S: SliceScores>(
    source: &Source<'_, V, S>,
    block_entries: u64,
    layouts: &[Layout<V>],
    recipe: Recipe,
    samples: u64,
) -> Vec<usize> {
    let len = source.index.len();
    let count = block_entries.min(len);
    // Evenly spread, the same for all layouts.
    let starts: Vec<(usize, u64)> = (0..source.slice().sides())
        .flat_map(|side| (0..samples).map(move |i| (side, i)))
        .map(|(side, i)| (side, (len - count) * (2 * i + 1) / (2 * samples)))
        .collect();
    let sizes: Vec<usize> = layouts
        .par_iter()
        .map_init(
            || Compressor::new(recipe),
            |compressor, layout| {
                let order = StoredOrder::new(layout);
                starts
                    .iter()
                    .map(|&(side, first)| {
                        match compressor.block(source, &order, side, first, count) {
                            Ok(Block::Encoded(bytes)) => bytes.len(),
                            Ok(Block::Constant(_)) => 0,
                            // Writing the file will meet the error again.
                            Err(_) => u32::MAX as usize,
                        }
                    })
                    .sum()
            },
        )
        .collect();
    let mut ranking: Vec<usize> = (0..layouts.len()).collect();
    ranking.sort_by_key(|&i| (sizes[i], i));
    ranking
}
