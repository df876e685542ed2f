//! Moves without values.

use crate::{Clocks, Over, Question};
use manoury_rules::{Board, Move, MoveList, Position, Variant, bits, move_path, move_text};
use serde::Serialize;
use utoipa::ToSchema;

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct LegalMove {
    /// The move as it is written.
    #[serde(rename = "move")]
    pub text: String,
    /// How it goes.
    #[serde(flatten)]
    pub squares: MoveSquares,
}

/// How a move goes over the board, in numbers of squares from 1.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
pub struct MoveSquares {
    /// Where the mover stands.
    pub from: u32,
    /// Where it goes.
    pub to: u32,
    /// The squares of what it takes, in ascending order.
    pub taken: Vec<u32>,
    /// The squares on the way: `from`, each landing square, `to`. A capture that can be made in
    /// several ways is shown in one of them.
    pub path: Vec<u32>,
}

/// A legal move with what it leads to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PlayableMove {
    /// The move as it is written.
    #[serde(rename = "move")]
    pub text: String,
    /// The position after it.
    pub fen: String,
    /// Whether it is a capture or a man's move.
    pub conversion: bool,
    /// How it goes.
    #[serde(flatten)]
    pub squares: MoveSquares,
    /// The clocks after it.
    pub clocks: Clocks,
    /// How the game is over after it, if it is.
    pub over: Option<Over>,
}

impl LegalMove {
    /// A legal move of a position, with square numbers.
    pub fn new<V: Variant>(position: &Position<V>, mv: Move) -> Self {
        LegalMove { text: move_text(position, mv), squares: MoveSquares::new(position, mv) }
    }
}

impl MoveSquares {
    /// The squares of a legal move of a position.
    pub fn new<V: Variant>(position: &Position<V>, mv: Move) -> Self {
        let number = |bit: u32| Board::<V>::square(bit) + 1;
        MoveSquares {
            from: number(mv.from.into()),
            to: number(mv.to.into()),
            taken: bits(mv.taken).map(number).collect(),
            path: move_path(position, mv),
        }
    }
}

impl PlayableMove {
    /// The legal moves of a question's position, in the order of their squares.
    pub fn all<V: Variant>(question: &Question<V>) -> Vec<Self> {
        let Question { position, clocks, reading } = question;
        let mut list = MoveList::new();
        position.legal_moves(&mut list);
        let playable = |&mv: &Move| {
            let after = position.make(mv);
            let clocks = clocks.after(position, mv, &after, *reading);
            PlayableMove {
                text: move_text(position, mv),
                fen: after.to_string(),
                conversion: position.is_conversion(mv),
                squares: MoveSquares::new(position, mv),
                clocks: clocks.into(),
                over: Over::of(&after, &clocks),
            }
        };
        let mut moves: Vec<Self> = list.iter().map(playable).collect();
        moves.sort_by(|a, b| a.squares.cmp(&b.squares));
        moves
    }
}
