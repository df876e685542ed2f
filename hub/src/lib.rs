//! A draughts engine that speaks the Hub protocol, version 2: perfect where there are tables, a
//! shallow search elsewhere.
//!
//! [`run`] is the engine, over any input and output; `manoury hub` is that over the standard ones.
//! What it is made of can be used by itself: [`choose`] plays from tables, [`search`] without,
//! [`Line`] and [`Command`] are the protocol, [`read_position`] and [`read_move`] its texts.
//!
//! ```
//! use manoury_hub::{Params, run};
//!
//! let input = "\
//! pos pos=WeeeeBeeeeWeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee
//! level depth=4
//! go think
//! ";
//! let mut output = Vec::new();
//! run(Params::default(), input.as_bytes(), &mut output)?;
//! let output = String::from_utf8(output).unwrap();
//! assert!(output.lines().last().unwrap().starts_with("done move=10-"), "{output}");
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! # Errors
//!
//! What a client sends wrong is answered by a line `error message="…"` and changes nothing but, for
//! a wrong `pos`, that there is no position. Commands and arguments that are not known are passed
//! over, as the protocol asks. Tables that are missing or damaged are told of and done without.

mod board_text;
mod command;
mod control;
mod evaluate;
mod input;
mod level;
mod line;
mod params;
mod record;
mod search;
mod session;
mod table_play;
mod thinking;

pub use board_text::{BoardError, move_text, position_text, read_move, read_position};
pub use command::{Command, CommandError, Mode, Pos};
pub use control::Control;
pub use level::{Budget, GameTime, Level};
pub use line::{Line, LineError};
pub use params::{ParamError, Params};
pub use record::{Record, RecordError};
pub use search::{Found, search};
pub use session::run;
pub use table_play::{Choice, choose, variation};
