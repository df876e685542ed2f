//! Portable Draughts Notation: games as texts.
//!
//! [`Reader`] takes games from a file one by one, whatever its size, and [`Writer`] writes them.
//! What is read is a [`GameRecord`]: tags, moves as they are written with the line and column where
//! they stand, comments, variations and the result. Whether the moves are legal is another
//! question: [`manoury_rules::parse_move`] answers it move by move.
//!
//! ```
//! use manoury_pdn::{GameResult, Reader};
//!
//! let file = "[White \"Weiss\"]\n[Result \"2-0\"]\n1. 32-28 {the usual} 19-23 2. 28x19 2-0\n";
//! for game in Reader::new(file.as_bytes()) {
//!     let game = game?;
//!     assert_eq!(game.tag("White"), Some("Weiss"));
//!     let moves: Vec<&str> = game.main_line().map(|played| played.text.as_str()).collect();
//!     assert_eq!(moves, ["32-28", "19-23", "28x19"]);
//!     assert_eq!(game.score.unwrap().result, GameResult::FirstWins);
//! }
//! # Ok::<(), manoury_pdn::ReadError>(())
//! ```
//!
//! # What is read
//!
//! Files as people have them: UTF-8 with a byte order mark or without, Windows-1252 (Latin-1) where
//! a line is no UTF-8; lines that end in LF, CRLF or CR; comments in braces, nested ones too, and
//! after `;` or `%` to the end of the line; variations in variations; `$7`, `!?`, `(!)`; `x` and `:`
//! for captures, with blanks around them or without; `…` for a move left out; results of both
//! styles, `2-0 1-1 0-2` and `1-0 1/2-1/2 0-1`, `0-0` for a game lost by both, and `*`; positions
//! set up among the moves, `/FEN "…"/`. A game ends with its result or where the tags of the next
//! one begin.
//!
//! # Errors
//!
//! A game that is no PDN is one [`SyntaxError`] with line and column, the first that is found in
//! it; the reader then goes on with the next game. Only a file that cannot be read ends it. Lines,
//! games and nesting have generous limits, so that no file exhausts the memory.

mod annotation;
mod error;
mod game_type;
mod lexer;
mod lines;
mod place;
mod reader;
mod record;
mod score;
mod token;
mod writer;

pub use annotation::{Annotation, ClockTimes, annotations};
pub use error::{Problem, ReadError, SyntaxError, WriteError};
pub use game_type::{GameType, GameTypeError};
pub use place::Place;
pub use reader::Reader;
pub use record::{GameRecord, Item, Tag, WrittenMove};
pub use score::{GameResult, Score, ScoreError, ScoreStyle};
pub use writer::Writer;
