//! How a game is over.

use manoury_rules::{Article, Color, DrawClocks, End, Position, Variant};
use serde::Serialize;
use utoipa::ToSchema;

/// How a game is over by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub enum Over {
    /// The side to move has no piece and has lost.
    #[serde(rename = "no-piece")]
    NoPiece,
    /// The side to move has no move and has lost.
    #[serde(rename = "no-move")]
    NoMove,
    /// Drawn by the limit of 25 moves, or by the one limit of the 8×8 games.
    #[serde(rename = "25")]
    Conversion,
    /// Drawn by the limit of 16 moves.
    #[serde(rename = "16")]
    Sixteen,
    /// Drawn by the limit of 5 moves.
    #[serde(rename = "5")]
    Five,
    /// Drawn: the position has occurred three times. Only a line or a game can end so.
    #[serde(rename = "threefold")]
    Threefold,
}

impl Over {
    /// How the game is over with a position and its clocks, if it is.
    pub fn of<V: Variant>(position: &Position<V>, clocks: &DrawClocks) -> Option<Self> {
        End::of(position, clocks).map(Over::from)
    }
}

impl From<End> for Over {
    fn from(end: End) -> Self {
        match end {
            End::NoPiece => Over::NoPiece,
            End::NoMove => Over::NoMove,
            End::Limit(Article::Conversion) => Over::Conversion,
            End::Limit(Article::Sixteen) => Over::Sixteen,
            End::Limit(Article::Five) => Over::Five,
            End::Threefold => Over::Threefold,
        }
    }
}

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// White.
    White,
    /// Black.
    Black,
}

impl From<Color> for Side {
    fn from(color: Color) -> Self {
        match color {
            Color::White => Side::White,
            Color::Black => Side::Black,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_rules() {
        let limits = [Article::Conversion, Article::Sixteen, Article::Five].map(End::Limit);
        for end in [End::NoPiece, End::NoMove, End::Threefold].into_iter().chain(limits) {
            let written = serde_json::to_value(Over::from(end)).unwrap();
            assert_eq!(written, end.to_string());
        }
    }
}
