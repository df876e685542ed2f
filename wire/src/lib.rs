//! What is answered as JSON, on the command line and over HTTP alike.
//!
//! Field names, their order and nulls are a promise to scripts, told in `docs/API.md`. The types
//! here hold texts and numbers of any variant; how they are got from a
//! [`Tablebase`](manoury_prober::Tablebase) is told beside them.
//!
//! ```no_run
//! use manoury_prober::Tablebase;
//! use manoury_rules::{International, Reading};
//! use manoury_wire::{Answer, Found, GivenClocks, Question};
//!
//! let tablebase = Tablebase::<International>::open(["tablebases"])?;
//! let clocks = GivenClocks { c16: Some(4), ..GivenClocks::default() };
//! let question = Question::parse("W:WK1,K2,31:BK45", clocks, Reading::Fmjd)?;
//! let answer = Answer::new(&question, &Found::by(&tablebase, &question)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod category;
mod clocks;
mod line;
mod moves;
mod over;
mod question;
mod statistics;

pub use answer::{Answer, Found, RankedMove, Verdict};
pub use category::Category;
pub use clocks::Clocks;
pub use line::{BestPlay, Mainline};
pub use moves::{LegalMove, MoveSquares, PlayableMove};
pub use over::{Over, Side};
pub use question::{GivenClocks, Question, QuestionError};
pub use statistics::{
    DistanceStatistics, Distances, Longest, MaterialReport, MaterialStatistics, ReportedMaterial,
};
