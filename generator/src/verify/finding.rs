//! What a verification finds.

use manoury_rules::{Color, Position, Variant};
use manoury_tables::Score;
use std::fmt;
use std::path::PathBuf;

/// What is wrong with a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The file at fault.
    pub path: PathBuf,
    /// What is wrong and what to do.
    pub what: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.what)
    }
}

/// Says of a position that its value is not the one that follows from its successors.
pub(super) fn wrong_value<V: Variant>(
    number: u64,
    position: &Position<V>,
    stored: Score,
    expected: Score,
) -> String {
    let turn = if position.turn() == Color::White { "White" } else { "Black" };
    format!(
        "number {number}, {position} ({turn} to move) is stored as {}, \
         its successors make it {}; delete the file and run `manoury generate`",
        Shown(stored),
        Shown(expected)
    )
}

/// A score in words.
struct Shown(Score);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.outcome() {
            Some(outcome) => write!(f, "{outcome} in {}", self.0.plies()),
            None => f.write_str("no position"),
        }
    }
}
