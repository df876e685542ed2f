//! What a verification finds.

use manoury_rules::{Color, Position, Variant};
use manoury_tables::{Score, TableError};
use std::fmt;
use std::path::PathBuf;

/// How a table fails a verification, the gravest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FindingKind {
    /// Bytes or values are wrong.
    Damaged,
    /// Reading failed: what the file holds is not known.
    Unreadable,
    /// A file is not there, or not sound, without which others cannot be checked.
    Missing,
}

impl FindingKind {
    /// The kind as a word: `damaged`, `unreadable` or `missing`.
    pub const fn name(self) -> &'static str {
        match self {
            FindingKind::Damaged => "damaged",
            FindingKind::Unreadable => "unreadable",
            FindingKind::Missing => "missing",
        }
    }

    /// What an error in reading a table comes to.
    pub fn of(error: &TableError) -> Self {
        if error.is_damage() { FindingKind::Damaged } else { FindingKind::Unreadable }
    }
}

/// What is wrong with a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How it fails.
    pub kind: FindingKind,
    /// The file at fault.
    pub path: PathBuf,
    /// What is wrong and what to do.
    pub what: String,
}

impl From<&TableError> for Finding {
    fn from(error: &TableError) -> Self {
        let what = error.reason_in_folder();
        Finding { kind: FindingKind::of(error), path: error.path().clone(), what }
    }
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
         its successors make it {}",
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
