//! A dictionary for the blocks of a file, made of some of them.

use super::compress::{Compressor, Recipe, bytes};
use super::gather::{FREE, Source, Symbols};
use crate::scores::SliceScores;
use manoury_rules::Variant;
use manoury_tables::{Block, Dictionary, Header, Layout, StoredOrder};
use rayon::prelude::*;
use std::io;

/// Blocks that a dictionary is made of at most, and by which it is judged. More of them gain less
/// than 0.1 %.
const SAMPLES: u64 = 32;

/// With fewer samples a dictionary rarely saves what it takes.
const FEWEST: u64 = 8;

/// Of so many blocks one is a sample at most, for each is encoded twice.
const SPACING: u64 = 4;

/// Pieces of blocks that a dictionary holds, and the bytes of each.
const PIECES: usize = 8;
const PIECE_LEN: usize = 1000;

/// The dictionary that makes a file smaller; none if no dictionary does, or the recipe wants none.
///
/// # Errors
/// There is no memory for it.
pub(super) fn of<V: Variant, S: SliceScores>(
    source: &Source<'_, V, S>,
    symbols: &Symbols,
    layout: &Layout<V>,
    header: &Header,
    recipe: Recipe,
) -> io::Result<Dictionary> {
    let none = Dictionary::default();
    let (blocks, side_blocks) = (header.blocks(), header.side_blocks());
    let samples = (blocks / SPACING).min(SAMPLES);
    if !recipe.dictionary || samples < FEWEST {
        return Ok(none);
    }
    let order = StoredOrder::new(layout);
    // Of every sample that is not constant the bytes in the file, with a dictionary, and as packed.
    let encode = |dictionary: &Dictionary| {
        (0..samples)
            .into_par_iter()
            .map_init(
                || (Compressor::new(recipe, dictionary), source.at_work()),
                |(compressor, _), sample| {
                    let block = sample * blocks / samples;
                    let first = block % side_blocks * header.block_entries as u64;
                    let side = (block / side_blocks) as usize;
                    let mut entries = vec![FREE; header.entries_of(block) as usize];
                    source.gather(symbols, &order, side, first, &mut entries);
                    let block = compressor.block(symbols.packing, &mut entries)?;
                    let encoded = matches!(block, Block::Encoded(_));
                    Ok(encoded.then(|| (bytes(&block) as u64, compressor.packed().to_vec())))
                },
            )
            .filter_map(Result::transpose)
            .collect::<io::Result<(Vec<u64>, Vec<Vec<u8>>)>>()
    };
    let (without, packed) = encode(&none)?;
    let Some(dictionary) = Dictionary::new(&content(&packed), &packed, recipe.level) else {
        return Ok(none);
    };
    let (with, _) = encode(&dictionary)?;
    let [without, with] = [without, with].map(|bytes| bytes.iter().sum::<u64>());
    // What it saves, were all blocks like the samples, must be more than it takes itself.
    let saves = without.saturating_sub(with) * blocks > dictionary.encoded().len() as u64 * samples;
    Ok(if saves { dictionary } else { none })
}

/// What a dictionary holds: the middles of blocks that are evenly spread.
fn content(packed: &[Vec<u8>]) -> Vec<u8> {
    let middle = |piece: usize| {
        let block = &packed[piece * packed.len() / PIECES];
        let start = (block.len() / 2).saturating_sub(PIECE_LEN / 2);
        &block[start..block.len().min(start + PIECE_LEN)]
    };
    match packed {
        [] => Vec::new(),
        _ => (0..PIECES).flat_map(middle).copied().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::fill::Fill;
    use super::super::{Effort, Values, header};
    use super::*;
    use crate::meter::Meter;
    use crate::progress::Silent;
    use manoury_rules::English;
    use manoury_tables::{Index, Kind, Material, Outcome, Score, Squares, TableName};

    /// Outcomes in runs, other ones for each configuration.
    struct Runs(Vec<Score>);

    /// Scores of a configuration of one king against another.
    const KINGS: usize = 32 * 32;

    impl Runs {
        fn new() -> Self {
            let outcome =
                |at: usize| [Outcome::Win, Outcome::Draw, Outcome::Loss][at * at / 64 % 3];
            Runs((0..3 * KINGS).map(|at| Score::new(outcome(at), 0)).collect())
        }
    }

    impl SliceScores for Runs {
        fn configuration(&self, side: usize, configuration: u64) -> &[Score] {
            let start = (configuration as usize * 37 + side * 11) % (2 * KINGS);
            &self.0[start..start + KINGS]
        }
    }

    /// The dictionary of a file of made-up outcomes.
    fn made(threads: usize, block_entries: u32, dictionary: bool) -> Dictionary {
        let name =
            TableName { slice: "KMvKM".parse::<Material>().unwrap().slice(), kind: Kind::Wdl };
        let scores = Runs::new();
        let meter = Meter::new(name.slice, &Silent);
        let index = Index::<English>::new(name.slice);
        let source = Source { index, scores: &scores, meter: &meter };
        let symbols = &source.packings(name.kind, Effort::Fast)[0];
        let unit = symbols.packing.density().unit();
        let layout =
            Layout::<English>::new(name.slice, [0, 1, 2, 3], [Squares::Rows; 4], unit).unwrap();
        let values = Values { dtc: &scores, scores: &scores };
        let header = header(name, &values, symbols.packing, &layout, block_entries, &meter);
        let recipe = Recipe { level: 6, fills: &[Fill::Repeat], dictionary };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| of(&source, symbols, &layout, &header, recipe)).unwrap()
    }

    #[test]
    fn a_dictionary_is_the_same_for_any_number_of_threads() {
        let dictionary = made(1, 8000, true);
        assert!(!dictionary.encoded().is_empty());
        assert_eq!(made(2, 8000, true), dictionary);
    }

    #[test]
    fn there_is_none_where_none_is_wanted_or_blocks_are_few() {
        assert_eq!(made(1, 8000, false), Dictionary::default());
        assert_eq!(made(1, 80_000, true), Dictionary::default());
    }
}
