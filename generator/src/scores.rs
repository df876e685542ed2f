//! The values of a slice as solving leaves them.

use manoury_tables::Score;

/// All scores of one slice by men configuration, so that whoever holds them is free to order the
/// configurations.
pub trait SliceScores: Sync {
    /// The scores with one side to move (0 the strong side) of one configuration, numbered rank of
    /// the strong men × placements of the weak men + rank of the weak men. Within it they lie in
    /// plain order: rank of the strong kings × placements of the weak kings + rank of the weak
    /// kings.
    fn configuration(&self, side: usize, configuration: u64) -> &[Score];
}
