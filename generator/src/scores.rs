//! The values of a slice as solving leaves them.

use manoury_tables::Score;
use rayon::prelude::*;
use std::ops::Range;

/// All scores of one slice by men configuration, so that whoever holds them is free to order the
/// configurations.
pub trait SliceScores: Sync {
    /// The scores with one side to move (0 the strong side) of one configuration, numbered rank of
    /// the strong men × placements of the weak men + rank of the weak men. Within it they lie in
    /// plain order: rank of the strong kings × placements of the weak kings + rank of the weak
    /// kings.
    fn configuration(&self, side: usize, configuration: u64) -> &[Score];
}

/// Numbers in a portion: many, for what each thread counts in is large.
pub(crate) const PORTION: u64 = 1 << 20;

/// The numbers below `len` in portions, for all threads.
pub(crate) fn portions(len: u64) -> impl ParallelIterator<Item = Range<u64>> {
    let portion = move |i| i * PORTION..len.min((i + 1) * PORTION);
    (0..len.div_ceil(PORTION)).into_par_iter().map(portion)
}

/// The configurations of so many cells that some numbers of the plain index lie in, each with its
/// cells among them.
pub(crate) fn stretches(
    numbers: Range<u64>,
    kings: u64,
) -> impl Iterator<Item = (u64, Range<usize>)> {
    (numbers.start / kings..numbers.end.div_ceil(kings)).map(move |configuration| {
        let first = configuration * kings;
        let cell = |number: u64| number.clamp(first, first + kings) - first;
        (configuration, cell(numbers.start) as usize..cell(numbers.end) as usize)
    })
}
