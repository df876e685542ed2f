//! Judges recorded games: was this game drawn, when, and by which rule; who threw away the win?
//!
//! An [`Arbiter`] replays a [`GameRecord`](manoury_pdn::GameRecord) with all draw clocks and
//! repetitions and tells, in a [`GameReport`]: moves that are not legal, the first end by the rules
//! and its article, draws that were played on past, whether the result can stand, and, as far as
//! there are tables, the value at every ply with the clocks of the game and every move that changed
//! it.
//!
//! ```
//! use manoury_arbiter::{Arbiter, Ending};
//! use manoury_pdn::Reader;
//! use manoury_rules::{International, Reading};
//!
//! let file = "[FEN \"W:WK1:BK50\"] [Result \"2-0\"] \
//!     1-6 50-45 6-1 45-50 1-6 50-45 6-1 45-50 1-6 2-0";
//! let record = Reader::new(file.as_bytes()).next().unwrap()?;
//! let arbiter = Arbiter::<International>::new(Reading::Fmjd);
//! let report = arbiter.judge(1, &record)?;
//! let over = report.over.unwrap();
//! assert_eq!((over.ply, over.outcome), (8, Ending::Draw));
//! assert_eq!(over.article.to_string(), "threefold");
//! assert_eq!(report.claims[0].played_on, 1);
//! assert!(report.contradiction);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! No table is needed for what the rules say; a set of tables need not be complete, and the report
//! says what was missing.

mod error;
mod judge;
mod replay;
mod report;
mod values;

pub use error::SetUpError;
pub use judge::Arbiter;
pub use replay::variant_of;
pub use report::{
    Claim, Ending, GameReport, IllegalMove, Illegality, LastPosition, Over, PlyValue, TableUse,
    ValueChange,
};
