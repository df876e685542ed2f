//! Moves without values.

use manoury_rules::{Board, Move, Position, Variant, bits, move_text};
use serde::Serialize;
use utoipa::ToSchema;

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct LegalMove {
    /// The move as it is written.
    #[serde(rename = "move")]
    pub text: String,
    /// Where the mover stands.
    pub from: u32,
    /// Where it goes.
    pub to: u32,
    /// The squares of what it takes.
    pub taken: Vec<u32>,
}

impl LegalMove {
    /// A legal move of a position, with square numbers.
    pub fn new<V: Variant>(position: &Position<V>, mv: Move) -> Self {
        let number = |bit: u32| Board::<V>::square(bit) + 1;
        LegalMove {
            text: move_text(position, mv),
            from: number(mv.from.into()),
            to: number(mv.to.into()),
            taken: bits(mv.taken).map(number).collect(),
        }
    }
}
