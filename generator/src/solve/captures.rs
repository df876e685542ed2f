//! The best capture of a position when only outcomes count.
//!
//! With few pieces most captures take one piece, and a king then has many squares to land on. Those
//! are kept as sets: what a capture leads to differs in one king's square alone, so the slice, its
//! frame and all ranks but one are found once for all of them.

use crate::resident::Resident;
use manoury_rules::{Bits, Board, Color, DIRECTIONS, Position, Variant, bits};
use manoury_tables::Outcome;
use smallvec::SmallVec;
use std::marker::PhantomData;

/// Captures of one piece that take the same pieces.
struct Capture {
    from: u32,
    king: bool,
    taken: Bits,
    /// The squares it can end on.
    to: Bits,
}

/// Whether a variant's captures are those that this search knows.
pub(super) const fn applies<V: Variant>() -> bool {
    V::FLYING_KINGS && V::MEN_CAPTURE_BACKWARD && V::MAJORITY
}

/// The outcome of a position whose mover must capture, in a variant with flying kings, men that
/// capture backward, and the duty to take the most.
#[inline]
pub(super) fn best_outcome<V: Variant>(resident: &Resident<V>, position: &Position<V>) -> Outcome {
    debug_assert!(applies::<V>() && position.has_capture());
    let us = position.turn();
    let theirs = position.pieces(!us);
    if theirs & (theirs - 1) == 0 {
        return Outcome::Win;
    }
    let mut search = Search::<V>::new(position);
    search.run(position);
    let mut best = Outcome::Loss;
    for capture in &search.found {
        if capture.taken == theirs {
            return Outcome::Win;
        }
        let outcome = worst_reply(resident, position, capture).opposite();
        if outcome == Outcome::Win {
            return outcome;
        }
        best = best.max(outcome);
    }
    best
}

/// The worst outcome for the other side among the positions that a capture can end in.
#[inline]
fn worst_reply<V: Variant>(
    resident: &Resident<V>,
    position: &Position<V>,
    capture: &Capture,
) -> Outcome {
    let us = position.turn();
    let mut men = [position.men(Color::White), position.men(Color::Black)];
    let mut kings = [position.kings(Color::White), position.kings(Color::Black)];
    let (own, other) = (us.index(), 1 - us.index());
    men[other] &= !capture.taken;
    kings[other] &= !capture.taken;
    let after = |men, kings| Position::<V>::new_unchecked(men, kings, !us);
    if capture.king {
        kings[own] &= !(1 << capture.from);
        return resident.worst_with_king(&after(men, kings), us, capture.to);
    }
    men[own] &= !(1 << capture.from);
    let outcomes = bits(capture.to).map(|to| {
        let (mut men, mut kings) = (men, kings);
        let promotes = Board::<V>::PROMOTION[own] >> to & 1 != 0;
        if promotes {
            kings[own] |= 1 << to
        } else {
            men[own] |= 1 << to
        }
        resident.outcome(&after(men, kings))
    });
    outcomes.min().unwrap_or(Outcome::Win)
}

/// The search for the captures of the most pieces.
struct Search<V> {
    theirs: Bits,
    /// Free squares, the mover's starting square among them.
    free: Bits,
    from: u32,
    king: bool,
    most: u32,
    found: SmallVec<[Capture; 16]>,
    variant: PhantomData<V>,
}

impl<V: Variant> Search<V> {
    fn new(position: &Position<V>) -> Self {
        Search {
            theirs: position.pieces(!position.turn()),
            free: 0,
            from: 0,
            king: false,
            most: 1,
            found: SmallVec::new(),
            variant: PhantomData,
        }
    }

    #[inline(always)]
    fn run(&mut self, position: &Position<V>) {
        let us = position.turn();
        let free = Board::<V>::MASK & !position.occupied();
        for (king, movers) in [(true, position.kings(us)), (false, position.men(us))] {
            self.king = king;
            for from in bits(movers) {
                if Board::<V>::DIAGONALS[from as usize & 63] & self.theirs != 0 {
                    self.from = from;
                    self.free = free | 1 << from;
                    if king {
                        self.jump_king(from, 0);
                    } else {
                        self.jump_man(from, 0);
                    }
                }
            }
        }
    }

    /// Every jump of the king that has taken `taken` and stands on `at`, with all that can follow.
    /// The way back is blocked by the piece just taken.
    fn jump_king(&mut self, at: u32, taken: Bits) {
        let left = self.theirs & !taken;
        for d in 0..DIRECTIONS {
            let hit = Board::<V>::nearest(at, d, !self.free) & left;
            if hit == 0 {
                continue;
            }
            let landings = Board::<V>::slide(hit.trailing_zeros(), d, !self.free);
            if landings == 0 {
                continue;
            }
            let going_on = self.takers(left & !hit, landings);
            let ending = landings & !going_on;
            if ending != 0 {
                self.record(taken | hit, ending);
            }
            for landing in bits(going_on) {
                self.jump_king(landing, taken | hit);
            }
        }
    }

    /// The squares of `among` from which a king can take one of `targets`.
    #[inline(always)]
    fn takers(&self, targets: Bits, among: Bits) -> Bits {
        let mut takers = 0;
        for target in bits(targets) {
            if Board::<V>::DIAGONALS[target as usize & 63] & among == 0 {
                continue;
            }
            for d in 0..DIRECTIONS {
                if Board::<V>::step(1 << target, d) & self.free != 0 {
                    takers |= Board::<V>::slide(target, DIRECTIONS - 1 - d, !self.free);
                }
            }
        }
        takers & among
    }

    /// Every jump of the man that has taken `taken` and stands on `at`, with all that can follow.
    fn jump_man(&mut self, at: u32, taken: Bits) {
        let mut ended = true;
        let left = self.theirs & !taken;
        for d in 0..DIRECTIONS {
            let hit = Board::<V>::step(1 << at, d) & left;
            let landing = Board::<V>::step(hit, d) & self.free;
            if landing != 0 {
                ended = false;
                self.jump_man(landing.trailing_zeros(), taken | hit);
            }
        }
        if ended && taken != 0 {
            self.record(taken, 1 << at);
        }
    }

    #[inline]
    fn record(&mut self, taken: Bits, to: Bits) {
        let count = taken.count_ones();
        if count < self.most {
            return;
        }
        if count > self.most {
            self.most = count;
            self.found.clear();
        }
        let same = |c: &&mut Capture| c.from == self.from && c.taken == taken;
        match self.found.iter_mut().find(same) {
            Some(capture) => capture.to |= to,
            None => self.found.push(Capture { from: self.from, king: self.king, taken, to }),
        }
    }
}
