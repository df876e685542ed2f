//! International, Brazilian and English draughts: what the games are.
//!
//! Positions, FEN, legal moves, notation, draw clocks, repetition and the end of the game, exact
//! under the rules written down in `docs/RULES.md`. Nothing here knows of endgame tables.
//!
//! ```
//! use manoury_rules::{DrawClocks, Game, International, Position, Reading, parse_move};
//!
//! let position: Position<International> = "W:W28:BK26".parse()?;
//! let mut game = Game::new(position, DrawClocks::fresh(&position), Reading::Fmjd);
//! game.play(parse_move(game.position(), "28-22")?);
//! assert_eq!(game.position().to_string(), "B:W22:BK26");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Errors
//! Everything that a user may hand in is checked and refused with a typed error of one line that
//! names the token or square at fault: [`FenError`], [`SetupError`], [`MoveError`], [`ClockError`],
//! [`NameError`].

mod board;
mod class;
mod clocks;
mod color;
mod fen;
mod game;
mod movegen;
mod name;
mod notation;
mod perft;
mod position;
mod variant;

pub use board::{Bits, Board, DIRECTIONS, bits};
pub use class::{LoneKing, MaterialClass};
pub use clocks::{Article, ClockError, DrawClocks, Reading};
pub use color::Color;
pub use fen::{FenError, Setup};
pub use game::{End, Game};
pub use movegen::{LIST_CAPACITY, Move, MoveList};
pub use name::{NameError, VariantName, WithVariant};
pub use notation::{MoveError, move_path, move_text, parse_move};
pub use perft::perft;
pub use position::{Position, SetupError};
pub use variant::{Brazilian, DrawLimits, English, International, Variant};
