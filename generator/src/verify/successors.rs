//! What a quiet position leads to, found once for all its values.

use manoury_rules::{Board, Color, Move, Position, Variant, bits};
use manoury_tables::{Index, Ranks};

/// The successors of a quiet position. Those in its own slice are told by their numbers in the
/// plain index, all with the same side to move.
pub(super) struct Successors<V> {
    /// By a king's move.
    pub(super) kings: Vec<u64>,
    /// By a man's move.
    pub(super) men: Vec<u64>,
    /// By a promotion, which leads to another slice.
    pub(super) promoted: Vec<Position<V>>,
}

impl<V: Variant> Successors<V> {
    /// No successors.
    pub(super) fn new() -> Self {
        Successors { kings: Vec::new(), men: Vec::new(), promoted: Vec::new() }
    }

    /// Replaces them by those of a position of the index's slice in which the mover cannot capture.
    #[inline]
    pub(super) fn find(&mut self, index: &Index<V>, position: &Position<V>) {
        self.kings.clear();
        self.men.clear();
        self.promoted.clear();
        let us = position.turn();
        // In a symmetric slice the strong side always moves: the board is turned after each move.
        let turns = index.slice().is_symmetric();
        let number = |next: &Position<V>| {
            if turns { index.index(&next.reversed()) } else { index.index(next) }
        };
        let occupied = position.occupied();
        let kings = position.kings(us);
        let men = [position.men(Color::White), position.men(Color::Black)];
        if kings != 0 {
            // What only the mover's kings change is the rank of their group.
            let mut without = [position.kings(Color::White), position.kings(Color::Black)];
            without[us.index()] = 0;
            let rest = number(&Position::new_unchecked(men, without, !us));
            let group_is_strong = (us == Color::White) != turns;
            let stride = if group_is_strong { index.sizes()[3] } else { 1 };
            for king in bits(kings) {
                let others = kings & !(1 << king);
                for to in bits(Board::<V>::king_moves(king, occupied)) {
                    let after = others | 1 << to;
                    let after = if turns { Board::<V>::turned(after) } else { after };
                    self.kings.push(rest + Ranks::<V>::rank(after, false) * stride);
                }
            }
        }
        let free = Board::<V>::MASK & !occupied;
        for from in bits(men[us.index()]) {
            for to in bits(Board::<V>::forward(1 << from, us) & free) {
                let next = position.make(Move { taken: 0, from: from as u8, to: to as u8 });
                if Board::<V>::PROMOTION[us.index()] >> to & 1 != 0 {
                    self.promoted.push(next);
                } else {
                    self.men.push(number(&next));
                }
            }
        }
    }
}
