//! A position's value and its moves, best first.

use crate::{Category, Clocks, MoveSquares, Over, Question};
use manoury_prober::{Outcome, Probe, ProbeError, Tablebase};
use manoury_rules::{Position, Variant, move_text};
use serde::Serialize;
use utoipa::ToSchema;

/// What a tablebase says to a question.
#[derive(Clone, Debug)]
pub struct Found<V> {
    /// The value of the position.
    pub probe: Probe,
    /// Its moves, best first.
    pub moves: Vec<manoury_prober::RankedMove<V>>,
}

impl<V: Variant> Found<V> {
    /// Asks a tablebase.
    ///
    /// # Errors
    /// As for [`Tablebase::moves`].
    pub fn by(tablebase: &Tablebase<V>, question: &Question<V>) -> Result<Self, ProbeError> {
        let Question { position, clocks, reading } = question;
        let probe = tablebase.probe_with_clocks(position, clocks, *reading)?;
        Ok(Found { probe, moves: tablebase.moves(position, clocks, *reading)? })
    }

    /// What is to be said without any table where the side to move has no piece or no move.
    pub const fn over() -> Self {
        let probe = Probe { outcome: Outcome::Loss, dtc: Some(0), dtw: Some(0) };
        Found { probe, moves: Vec::new() }
    }
}

/// A position with its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Verdict {
    /// The position: no spaces, squares in ascending order.
    pub fen: String,
    /// Its outcome under the clocks.
    pub category: Category,
    /// Plies to the conversion that keeps the outcome.
    pub dtc: Option<u16>,
    /// Plies to the end of the game.
    pub dtw: Option<u16>,
    /// The reading of the rules.
    pub rules: &'static str,
    /// The clocks.
    pub clocks: Clocks,
    /// How the game is over with the position, if it is.
    pub over: Option<Over>,
}

/// The answer to a question about a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Answer {
    /// The position and its value.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// All legal moves, best first.
    pub moves: Vec<RankedMove>,
}

/// A move with the value of what it leads to, for the opponent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RankedMove {
    /// The move as it is written.
    #[serde(rename = "move")]
    pub text: String,
    /// The position after it.
    pub fen: String,
    /// The outcome of that position under its clocks.
    pub category: Category,
    /// Plies to the conversion from there.
    pub dtc: Option<u16>,
    /// Plies to the end of the game from there.
    pub dtw: Option<u16>,
    /// Whether the move is a capture or a man's move.
    pub conversion: bool,
    /// How it goes.
    #[serde(flatten)]
    pub squares: MoveSquares,
    /// The clocks after it.
    pub clocks: Clocks,
    /// How the game is over after it, if it is.
    pub over: Option<Over>,
}

impl Verdict {
    /// What a tablebase says of a question's position.
    pub fn new<V: Variant>(question: &Question<V>, probe: &Probe) -> Self {
        let Question { position, clocks, reading } = question;
        Verdict {
            fen: position.to_string(),
            category: probe.outcome.into(),
            dtc: probe.dtc,
            dtw: probe.dtw,
            rules: reading.name(),
            clocks: (*clocks).into(),
            over: Over::of(position, clocks),
        }
    }
}

impl Answer {
    /// The answer of a tablebase.
    pub fn new<V: Variant>(question: &Question<V>, found: &Found<V>) -> Self {
        let moves = found.moves.iter().map(|ranked| RankedMove::new(&question.position, ranked));
        Answer { verdict: Verdict::new(question, &found.probe), moves: moves.collect() }
    }
}

impl RankedMove {
    /// A move of a position.
    pub fn new<V: Variant>(position: &Position<V>, ranked: &manoury_prober::RankedMove<V>) -> Self {
        RankedMove {
            text: move_text(position, ranked.mv),
            fen: ranked.position.to_string(),
            category: ranked.outcome.into(),
            dtc: ranked.dtc,
            dtw: ranked.dtw,
            conversion: ranked.conversion,
            squares: MoveSquares::new(position, ranked.mv),
            clocks: ranked.clocks.into(),
            over: Over::of(&ranked.position, &ranked.clocks),
        }
    }
}
