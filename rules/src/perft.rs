//! Counting the tree of legal moves: the usual test of a move generator.

use crate::{MoveList, Position, Variant};

/// The number of leaves of the tree of legal moves, `depth` plies deep; 1 for depth 0.
///
/// ```
/// use manoury_rules::{International, Position, perft};
/// assert_eq!(perft(&Position::<International>::start(), 3), 658);
/// ```
pub fn perft<V: Variant>(position: &Position<V>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    if depth == 1 {
        return list.len() as u64;
    }
    list.iter().map(|&mv| perft(&position.make(mv), depth - 1)).sum()
}
