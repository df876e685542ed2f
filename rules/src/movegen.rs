//! Legal moves.
//!
//! Captures first: they are compulsory, and where the variant says so only those that take the most
//! pieces are legal. The search for them walks every path; taken pieces stay on the board until the
//! move is over (coup turc), the mover's own starting square counts as free.

use crate::board::bits;
use crate::{Bits, Board, Color, DIRECTIONS, Position, Variant};
use smallvec::SmallVec;
use std::marker::PhantomData;

/// A legal move. Squares are bits of the ghost layout, see [`Board`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The captured pieces; empty for a quiet move.
    pub taken: Bits,
    /// Where the mover stood.
    pub from: u8,
    /// Where it comes to stand.
    pub to: u8,
}

impl Move {
    /// Whether the move captures.
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.taken != 0
    }
}

/// Moves that a [`MoveList`] holds without allocating.
///
/// No position of at most seven pieces has more, in no variant of this crate. From a square at most
/// 17 others lie on its two diagonals. Quiet moves: at most 17 for each of 7 movers, 119. For
/// captures let k movers face o pieces, k + o = 7, and let moves that agree in from, to and taken set
/// be one.
///
/// Where the greatest number m must be taken, the list holds captures of m pieces only. One piece
/// each: the mover lands on its own diagonals, again at most 17k. For m ≥ 2 the last piece taken is
/// one of the m and the mover lands on its diagonals, so there are at most k · C(o, m) · m · 17; the
/// greatest are 1 · C(6, 3) · 3 · 17 = 1 · C(6, 4) · 4 · 17 = 2 · C(5, 3) · 3 · 17 = 1020.
///
/// Where the choice is free, kings are short: the mover lands next to the last piece taken, on one
/// of 4 squares, so there are at most k · o · 2^(o-1) · 4 captures, the sum of C(o, m) · m · 4 over all
/// m; the greatest is 1 · 6 · 32 · 4 = 768.
pub const LIST_CAPACITY: usize = 1024;

/// A list of moves, kept on the stack up to [`LIST_CAPACITY`] and on the heap beyond it (only a
/// set-up position of very many pieces gets there). Hand it on by reference: it is large.
#[derive(Debug, Default)]
pub struct MoveList(SmallVec<[Move; LIST_CAPACITY]>);

impl MoveList {
    /// An empty list.
    #[inline]
    pub fn new() -> Self {
        Self::default()
    }

    /// Forgets the moves.
    #[inline]
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Whether the moves did not fit the stack.
    pub fn spilled(&self) -> bool {
        self.0.spilled()
    }
}

impl std::ops::Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.0
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

/// Whether the side to move can capture.
#[inline(always)]
pub(crate) fn has_capture<V: Variant>(position: &Position<V>) -> bool {
    let us = position.turn();
    let theirs = position.pieces(!us);
    let free = Board::<V>::MASK & !position.occupied();
    for d in 0..DIRECTIONS {
        let mut movers = 0;
        if V::MEN_CAPTURE_BACKWARD || Board::<V>::is_forward(d, us) {
            movers |= position.men(us);
        }
        if !V::FLYING_KINGS {
            movers |= position.kings(us);
        }
        let over = Board::<V>::step(movers, d) & theirs;
        if Board::<V>::step(over, d) & free != 0 {
            return true;
        }
    }
    V::FLYING_KINGS && bits(position.kings(us)).any(|king| king_captures::<V>(king, theirs, free))
}

/// Whether a flying king on `king` can capture.
#[inline(always)]
fn king_captures<V: Variant>(king: u32, theirs: Bits, free: Bits) -> bool {
    Board::<V>::DIAGONALS[king as usize & 63] & theirs != 0
        && (0..DIRECTIONS).any(|d| {
            let hit = Board::<V>::nearest(king, d, !free) & theirs;
            Board::<V>::step(hit, d) & free != 0
        })
}

/// Appends the legal captures.
#[inline]
pub(crate) fn captures<V: Variant>(position: &Position<V>, list: &mut MoveList) {
    let us = position.turn();
    let theirs = position.pieces(!us);
    let free = Board::<V>::MASK & !position.occupied();
    let mut search =
        Captures::<V> { list, theirs, free: 0, from: 0, most: 1, turn: us, variant: PhantomData };
    for king in bits(position.kings(us)) {
        if Board::<V>::DIAGONALS[king as usize & 63] & theirs != 0 {
            search.start(king, free);
            search.jump::<true>(king, 0, DIRECTIONS);
        }
    }
    for man in bits(position.men(us)) {
        if Board::<V>::DIAGONALS[man as usize & 63] & theirs != 0 {
            search.start(man, free);
            search.jump::<false>(man, 0, DIRECTIONS);
        }
    }
}

/// The search for one side's captures.
struct Captures<'a, V> {
    list: &'a mut MoveList,
    theirs: Bits,
    /// Free squares, the mover's starting square among them.
    free: Bits,
    from: u32,
    /// The most pieces taken by a capture found so far.
    most: u32,
    turn: Color,
    variant: PhantomData<V>,
}

impl<V: Variant> Captures<'_, V> {
    #[inline(always)]
    fn start(&mut self, from: u32, free: Bits) {
        self.from = from;
        self.free = free | 1 << from;
    }

    /// Tries every jump on from `at`, where the mover arrived in direction `came` having taken
    /// `taken`; where there is none, the capture ends.
    fn jump<const KING: bool>(&mut self, at: u32, taken: Bits, came: usize) {
        if taken != 0 && Board::<V>::DIAGONALS[at as usize & 63] & self.theirs & !taken == 0 {
            return self.record(at, taken);
        }
        let mut ended = true;
        for d in 0..DIRECTIONS {
            // The way back is blocked by the piece just taken.
            if came < DIRECTIONS && d == DIRECTIONS - 1 - came {
                continue;
            }
            let (hit, landings) = self.leg::<KING>(at, taken, d);
            for landing in bits(landings) {
                ended = false;
                self.jump::<KING>(landing, taken | hit, d);
            }
        }
        if ended && taken != 0 {
            self.record(at, taken);
        }
    }

    /// The piece that a jump from `at` in direction `d` takes, and where it may land; no landing
    /// where there is no jump.
    #[inline(always)]
    fn leg<const KING: bool>(&self, at: u32, taken: Bits, d: usize) -> (Bits, Bits) {
        let next = if KING && V::FLYING_KINGS {
            Board::<V>::nearest(at, d, !self.free)
        } else if KING || V::MEN_CAPTURE_BACKWARD || Board::<V>::is_forward(d, self.turn) {
            Board::<V>::step(1 << at, d)
        } else {
            0
        };
        let hit = next & self.theirs & !taken;
        if hit == 0 {
            return (0, 0);
        }
        let landings = if KING && V::FLYING_KINGS {
            Board::<V>::slide(hit.trailing_zeros(), d, !self.free)
        } else {
            Board::<V>::step(hit, d) & self.free
        };
        (hit, landings)
    }

    #[inline]
    fn record(&mut self, to: u32, taken: Bits) {
        if V::MAJORITY {
            let count = taken.count_ones();
            if count < self.most {
                return;
            }
            if count > self.most {
                self.most = count;
                self.list.0.clear();
            }
        }
        let found = Move { taken, from: self.from as u8, to: to as u8 };
        // One piece can be taken between two squares in one way only.
        if taken & (taken - 1) == 0 || !self.list.0.contains(&found) {
            self.list.0.push(found);
        }
    }
}

/// The landing squares of the first way found to make a legal capture; `None` if there is none.
pub(crate) fn route<V: Variant>(position: &Position<V>, mv: Move) -> Option<Vec<u32>> {
    let mut list = MoveList::new();
    let search = walker(position, mv.from as u32, mv.taken, &mut list);
    let mut landings = Vec::new();
    let found = if position.kings(position.turn()) >> mv.from & 1 != 0 {
        search.walk::<true>(mv, mv.from as u32, 0, &mut landings)
    } else {
        search.walk::<false>(mv, mv.from as u32, 0, &mut landings)
    };
    found.then_some(landings)
}

/// Whether there is a way to make a legal capture that lands on these squares in this order, whatever
/// other squares it lands on between them.
pub(crate) fn passes<V: Variant>(position: &Position<V>, mv: Move, landings: &[u32]) -> bool {
    let mut list = MoveList::new();
    let search = walker(position, mv.from as u32, mv.taken, &mut list);
    if position.kings(position.turn()) >> mv.from & 1 != 0 {
        search.passes::<true>(mv, mv.from as u32, 0, landings)
    } else {
        search.passes::<false>(mv, mv.from as u32, 0, landings)
    }
}

/// The pieces taken on the way from `from` over every landing square; `None` if some leg is no
/// jump.
pub(crate) fn taken_on<V: Variant>(
    position: &Position<V>,
    from: u32,
    landings: &[u32],
) -> Option<Bits> {
    let us = position.turn();
    let mut list = MoveList::new();
    let search = walker(position, from, position.pieces(!us), &mut list);
    let king = position.kings(us) >> from & 1 != 0;
    let (mut at, mut taken) = (from, 0);
    for &landing in landings {
        let leg = |d| {
            if king { search.leg::<true>(at, taken, d) } else { search.leg::<false>(at, taken, d) }
        };
        let (hit, _) = (0..DIRECTIONS).map(leg).find(|(_, to)| to >> landing & 1 != 0)?;
        taken |= hit;
        at = landing;
    }
    Some(taken)
}

/// A search that lists nothing: for walking a capture that takes none but `theirs`.
fn walker<'a, V: Variant>(
    position: &Position<V>,
    from: u32,
    theirs: Bits,
    list: &'a mut MoveList,
) -> Captures<'a, V> {
    let free = Board::<V>::MASK & !position.occupied() | 1 << from;
    Captures { list, theirs, free, from, most: 0, turn: position.turn(), variant: PhantomData }
}

impl<V: Variant> Captures<'_, V> {
    /// Walks on from `at` to the end of `mv`, having taken `taken`; leaves the landing squares of
    /// the way found.
    fn walk<const KING: bool>(
        &self,
        mv: Move,
        at: u32,
        taken: Bits,
        landings: &mut Vec<u32>,
    ) -> bool {
        if taken == mv.taken {
            return at == mv.to as u32;
        }
        for d in 0..DIRECTIONS {
            let (hit, squares) = self.leg::<KING>(at, taken, d);
            for landing in bits(squares) {
                landings.push(landing);
                if self.walk::<KING>(mv, landing, taken | hit, landings) {
                    return true;
                }
                landings.pop();
            }
        }
        false
    }

    /// Whether some way on from `at` to the end of `mv`, having taken `taken`, lands on all squares
    /// of `through` in their order.
    fn passes<const KING: bool>(&self, mv: Move, at: u32, taken: Bits, through: &[u32]) -> bool {
        if taken == mv.taken {
            return at == mv.to as u32 && through.is_empty();
        }
        (0..DIRECTIONS).any(|d| {
            let (hit, squares) = self.leg::<KING>(at, taken, d);
            bits(squares).any(|landing| {
                let named = through.first() == Some(&landing);
                let through = if named { &through[1..] } else { through };
                self.passes::<KING>(mv, landing, taken | hit, through)
            })
        })
    }
}

/// Appends the moves that take nothing.
#[inline]
pub(crate) fn quiet_moves<V: Variant>(position: &Position<V>, list: &mut MoveList) {
    let us = position.turn();
    let occupied = position.occupied();
    let free = Board::<V>::MASK & !occupied;
    for from in bits(position.kings(us)) {
        for to in bits(Board::<V>::king_moves(from, occupied)) {
            list.0.push(Move { taken: 0, from: from as u8, to: to as u8 });
        }
    }
    for from in bits(position.men(us)) {
        for to in bits(Board::<V>::forward(1 << from, us) & free) {
            list.0.push(Move { taken: 0, from: from as u8, to: to as u8 });
        }
    }
}
