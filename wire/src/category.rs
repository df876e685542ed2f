//! Outcomes by name.

use manoury_prober::Outcome;
use serde::Serialize;
use utoipa::ToSchema;

/// An outcome for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Category {
    /// It wins, in time.
    Win,
    /// It would win, but a draw limit comes first.
    CursedWin,
    /// Neither side can win.
    Draw,
    /// It would lose, but a draw limit comes first.
    BlessedLoss,
    /// It loses, in time.
    Loss,
}

impl From<Outcome> for Category {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win => Category::Win,
            Outcome::CursedWin => Category::CursedWin,
            Outcome::Draw => Category::Draw,
            Outcome::BlessedLoss => Category::BlessedLoss,
            Outcome::Loss => Category::Loss,
        }
    }
}
