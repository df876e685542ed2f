//! Who stands where, and who moves.

use crate::movegen::{self, Move, MoveList};
use crate::{Bits, Board, Color, Variant};
use std::marker::PhantomData;

/// A position: four sets of squares and the side to move.
///
/// Sets are in the ghost layout of [`Board`]. [`Position::new`] is the checked way in; every move
/// keeps a valid position valid. [`str::parse`] reads a FEN and [`ToString`] writes it.
///
/// ```
/// use manoury_rules::{International, MoveList, Position};
///
/// let position: Position<International> = "W:W32:B28,K5".parse()?;
/// assert!(position.has_capture());
/// let mut list = MoveList::new();
/// position.legal_moves(&mut list);
/// let after: Vec<String> = list.iter().map(|&mv| position.make(mv).to_string()).collect();
/// assert_eq!(after, ["B:W23:BK5"]);
/// # Ok::<(), manoury_rules::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position<V> {
    men: [Bits; 2],
    kings: [Bits; 2],
    turn: Color,
    variant: PhantomData<V>,
}

/// Why four sets of squares are no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// A square holds two pieces.
    #[error("square {0} is occupied twice; name each square once")]
    Doubled(u32),
    /// A bit outside the board is set.
    #[error("bit {0} is no square of this board")]
    OffBoard(u32),
    /// A man stands where it would have been promoted.
    #[error(
        "a man cannot stand on its promotion row: square {0}; make it a king (K{0}) or move it"
    )]
    Promoted(u32),
}

impl<V: Variant> Position<V> {
    /// A position from sets of men and kings, each indexed by [`Color`].
    ///
    /// # Errors
    /// A square held twice, a bit off the board, or a man on its own promotion row.
    pub fn new(men: [Bits; 2], kings: [Bits; 2], turn: Color) -> Result<Self, SetupError> {
        let mut seen = 0;
        for set in [men[0], men[1], kings[0], kings[1]] {
            let off = set & !Board::<V>::MASK;
            if off != 0 {
                return Err(SetupError::OffBoard(off.trailing_zeros()));
            }
            if seen & set != 0 {
                return Err(SetupError::Doubled(number::<V>(seen & set)));
            }
            seen |= set;
        }
        for color in Color::ALL {
            let promoted = men[color.index()] & Board::<V>::PROMOTION[color.index()];
            if promoted != 0 {
                return Err(SetupError::Promoted(number::<V>(promoted)));
            }
        }
        Ok(Self::new_unchecked(men, kings, turn))
    }

    /// A position from sets already known to be valid: disjoint, on the board, no man on its
    /// promotion row. Other sets give a wrong position, not undefined behaviour.
    #[inline(always)]
    pub const fn new_unchecked(men: [Bits; 2], kings: [Bits; 2], turn: Color) -> Self {
        Position { men, kings, turn, variant: PhantomData }
    }

    /// The position every game starts from.
    pub fn start() -> Self {
        let count = V::ROW * V::START_ROWS;
        let men = |first: u32| {
            (first..first + count).fold(0, |set, square| set | 1 << Board::<V>::bit(square))
        };
        Self::new_unchecked([men(Board::<V>::SQUARES - count), men(0)], [0, 0], V::FIRST)
    }

    /// The side to move.
    #[inline(always)]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The men of a side.
    #[inline(always)]
    pub const fn men(&self, color: Color) -> Bits {
        self.men[color as usize]
    }

    /// The kings of a side.
    #[inline(always)]
    pub const fn kings(&self, color: Color) -> Bits {
        self.kings[color as usize]
    }

    /// All pieces of a side.
    #[inline(always)]
    pub const fn pieces(&self, color: Color) -> Bits {
        self.men[color as usize] | self.kings[color as usize]
    }

    /// Every occupied square.
    #[inline(always)]
    pub const fn occupied(&self) -> Bits {
        self.men[0] | self.men[1] | self.kings[0] | self.kings[1]
    }

    /// The same position with the board turned by 180° and the colours exchanged: the same game for
    /// the other side.
    pub const fn reversed(&self) -> Self {
        let turn = match self.turn {
            Color::White => Color::Black,
            Color::Black => Color::White,
        };
        Position {
            men: [Board::<V>::turned(self.men[1]), Board::<V>::turned(self.men[0])],
            kings: [Board::<V>::turned(self.kings[1]), Board::<V>::turned(self.kings[0])],
            turn,
            variant: PhantomData,
        }
    }

    /// The same placement with `turn` to move.
    #[inline]
    pub const fn with_turn(mut self, turn: Color) -> Self {
        self.turn = turn;
        self
    }

    /// Whether the side to move must capture.
    #[inline(always)]
    pub fn has_capture(&self) -> bool {
        movegen::has_capture(self)
    }

    /// Whether the side to move has a move; if not, it has lost.
    pub fn has_move(&self) -> bool {
        self.has_capture() || self.has_free_step()
    }

    /// Whether a piece of the side to move has a free square to step on: whether there is a move
    /// where nothing can be captured. Costs less than [`Position::has_move`] where that is known.
    #[inline(always)]
    pub fn has_free_step(&self) -> bool {
        let free = Board::<V>::MASK & !self.occupied();
        Board::<V>::forward(self.men(self.turn), self.turn) & free != 0
            || (0..crate::DIRECTIONS)
                .any(|d| Board::<V>::step(self.kings(self.turn), d) & free != 0)
    }

    /// Whether the game is over on the board: the side to move has lost.
    pub fn is_over(&self) -> bool {
        !self.has_move()
    }

    /// Writes the legal moves into `list`, replacing what it held.
    #[inline]
    pub fn legal_moves(&self, list: &mut MoveList) {
        list.clear();
        movegen::captures(self, list);
        if list.is_empty() {
            movegen::quiet_moves(self, list);
        }
    }

    /// Writes the legal captures into `list`, replacing what it held; none where there is none.
    #[inline]
    pub fn legal_captures(&self, list: &mut MoveList) {
        list.clear();
        movegen::captures(self, list);
    }

    /// The position after a legal move of this position.
    #[inline]
    pub fn make(&self, mv: Move) -> Self {
        let (us, them) = (self.turn.index(), (!self.turn).index());
        let (from, to) = (1 << mv.from, 1 << mv.to);
        let mut next = *self;
        if self.men[us] & from != 0 {
            next.men[us] &= !from;
            if to & Board::<V>::PROMOTION[us] != 0 {
                next.kings[us] |= to;
            } else {
                next.men[us] |= to;
            }
        } else {
            next.kings[us] = self.kings[us] & !from | to;
        }
        next.men[them] &= !mv.taken;
        next.kings[them] &= !mv.taken;
        next.turn = !self.turn;
        next
    }

    /// Whether a legal move is a conversion: a capture or a man's move.
    #[inline]
    pub const fn is_conversion(&self, mv: Move) -> bool {
        mv.taken != 0 || self.men[self.turn as usize] >> mv.from & 1 != 0
    }
}

/// The printed number of the lowest square of a set.
fn number<V: Variant>(set: Bits) -> u32 {
    Board::<V>::square(set.trailing_zeros()) + 1
}
