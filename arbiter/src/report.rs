//! What is said about a game. The names of the fields are those of the JSON.

use manoury_prober::{Outcome, ProbeError};
use manoury_rules::{Color, End};
use serde::{Serialize, Serializer};
use std::fmt::Display;

/// Everything that is said about a game. Plies are counted from 1; 0 stands for the position that
/// the game begins with.
#[derive(Clone, Debug, Serialize)]
pub struct GameReport {
    /// The number of the game in its file, from 1.
    pub game: u64,
    /// The result as the game's tag has it, or its end; `None` where neither tells one.
    pub result: Option<String>,
    /// The first end by the rules, if there was one.
    pub over: Option<Over>,
    /// The first end by the rules since the last position that is set up among the moves: what the
    /// result is compared with. Without such a position it is `over`.
    #[serde(skip)]
    pub end: Option<Over>,
    /// Moves that could not be played.
    pub illegal: Vec<IllegalMove>,
    /// Draws that stood by the rules and were played on past.
    pub claims: Vec<Claim>,
    /// The value before each ply, from the first position on that the tables know.
    pub plies: Vec<PlyValue>,
    /// Every ply that changed the value.
    pub changes: Vec<ValueChange>,
    /// The value of the last position, if the tables know it and the game was replayed up to there.
    pub last: Option<LastPosition>,
    /// Whether the result contradicts `end`.
    pub contradiction: bool,
    /// Plies that the record has.
    pub played: u32,
    /// The variant's name.
    pub variant: &'static str,
    /// The name of the reading of the rules.
    pub rules: &'static str,
    /// How far the tables reached.
    pub tables: TableUse,
    /// What else is to be said, in words.
    pub notes: Vec<String>,
    /// A table that cannot be used because it is damaged or cannot be read.
    #[serde(skip)]
    pub damage: Option<ProbeError>,
}

/// The end of a game by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Over {
    /// The ply after which it came.
    pub ply: u32,
    /// By which article: `25`, `16`, `5`, `threefold`, `no-move`, `no-piece`.
    #[serde(serialize_with = "by_name")]
    pub article: End,
    /// Who has won.
    pub outcome: Ending,
}

/// How a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// White has won.
    WhiteWins,
    /// Drawn.
    Draw,
    /// Black has won.
    BlackWins,
}

impl Ending {
    /// What an end is with a side to move: that side has lost, unless it is a draw.
    pub const fn of(end: End, turn: Color) -> Self {
        match (end.is_draw(), turn) {
            (true, _) => Ending::Draw,
            (false, Color::White) => Ending::BlackWins,
            (false, Color::Black) => Ending::WhiteWins,
        }
    }
}

/// A move that could not be played. What follows it is not judged, up to the next position that is
/// set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct IllegalMove {
    /// Its ply.
    pub ply: u32,
    /// As it is written.
    #[serde(rename = "move")]
    pub text: String,
    /// What is the matter with it.
    pub problem: Illegality,
    /// The line of the file.
    pub line: u64,
    /// The character in the line, from 1.
    pub column: u64,
    /// The position, as a FEN.
    pub fen: String,
    /// What was legal.
    pub legal: Vec<String>,
}

/// Why a move could not be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Illegality {
    /// It is against the rules.
    Illegal,
    /// Several captures have its ends.
    Ambiguous,
    /// Its squares are not on this board.
    Malformed,
}

/// A draw that stood by the rules, and was played on past.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Claim {
    /// The ply after which it stood.
    pub ply: u32,
    /// By which article: `25`, `16`, `5`, `threefold`.
    #[serde(serialize_with = "by_name")]
    pub article: End,
    /// Plies that the record has after it.
    pub played_on: u32,
}

/// The value of the position in which a ply was played, for the side that played it, under the
/// clocks of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlyValue {
    /// The ply.
    pub ply: u32,
    /// The move played.
    #[serde(rename = "move")]
    pub text: String,
    /// The value; `None` where a table is missing.
    #[serde(serialize_with = "by_name_if_any")]
    pub category: Option<Outcome>,
    /// Plies to the conversion that keeps it, as in the table.
    pub dtc: Option<u16>,
    /// Plies to the end of the game, as in the table.
    pub dtw: Option<u16>,
    /// The best move; `None` where a table is missing.
    pub best: Option<String>,
}

/// The value of the position in which a game stops, for its side to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LastPosition {
    /// The position, as a FEN.
    pub fen: String,
    /// Its value under the clocks of the game.
    #[serde(serialize_with = "by_name")]
    pub category: Outcome,
    /// Plies to the conversion that keeps it, as in the table.
    pub dtc: Option<u16>,
    /// Plies to the end of the game, as in the table.
    pub dtw: Option<u16>,
    /// The best move; `None` where there is none or a table is missing.
    pub best: Option<String>,
}

/// A ply that changed the value, for the side that played it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ValueChange {
    /// The ply.
    pub ply: u32,
    /// The move played.
    #[serde(rename = "move")]
    pub text: String,
    /// The value before it.
    #[serde(serialize_with = "by_name")]
    pub from: Outcome,
    /// The value after it.
    #[serde(serialize_with = "by_name")]
    pub to: Outcome,
    /// What would have kept it; `None` where it became better, or a table is missing.
    pub best: Option<String>,
}

/// How far tables reached.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TableUse {
    /// The most pieces that the tables have; `None` without tables.
    pub pieces: Option<u32>,
    /// The first ply whose position they know; `None` where they know none.
    pub from: Option<u32>,
    /// Tables that were needed and not there, by the names of their files.
    pub missing: Vec<String>,
}

fn by_name<S: Serializer>(named: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(named)
}

fn by_name_if_any<S: Serializer>(
    named: &Option<impl Display>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match named {
        Some(named) => serializer.collect_str(named),
        None => serializer.serialize_none(),
    }
}
