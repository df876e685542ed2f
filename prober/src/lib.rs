//! Answers from endgame tables: what an engine links.
//!
//! A [`Tablebase`] is opened over folders of tables that `manoury generate` made. It tells the
//! outcome of a position, exactly under the draw limits and for every state of the draw clocks, the
//! distances, all moves ranked, and best play to the end.
//!
//! ```
//! # let folder = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/two_pieces.rs"));
//! # let folder = folder.path();
//! use manoury_prober::{Outcome, Tablebase};
//! use manoury_rules::{DrawClocks, International, Position, Reading, move_text};
//!
//! let tablebase = Tablebase::<International>::open([folder])?;
//! let position: Position<International> = "W:WK46:BK5".parse()?;
//! assert_eq!(tablebase.probe_wdl(&position)?, Outcome::Loss);
//!
//! // After nine plies of K v K the loss in two plies comes one ply too late.
//! let clocks = DrawClocks::given(&position, None, None, Some(9), Reading::Fmjd)?;
//! let probe = tablebase.probe_with_clocks(&position, &clocks, Reading::Fmjd)?;
//! assert_eq!((probe.outcome, probe.dtw), (Outcome::BlessedLoss, Some(2)));
//!
//! let moves = tablebase.moves(&position, &clocks, Reading::Fmjd)?;
//! println!("best: {}", move_text(&position, moves[0].mv));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What to ask
//!
//! - In a search: [`Tablebase::probe_wdl`] where [`Tablebase::max_pieces`] allows it, or
//!   [`Tablebase::probe_wdl_with_clocks`] near the limits. It allocates nothing where the block is in
//!   the cache, and threads that ask for different blocks do not wait for each other. Where a search
//!   cannot wait for a disk, [`Tablebase::probe_wdl_cached_only`], after [`Tablebase::preload`].
//! - For many positions at once: [`Tablebase::probe_wdl_many`].
//! - At the root: [`Tablebase::moves`], best first. Its first move always makes progress.
//! - For people: [`Tablebase::probe_with_clocks`], [`Tablebase::line`].
//!
//! Outcomes are for the side to move and five-valued: a *cursed win* is won on the board but drawn
//! under the limits, a *blessed loss* the reverse. A position is judged as if it had not occurred
//! before: the third occurrence draws only in [`Tablebase::line`].
//!
//! # Errors
//!
//! A set of tables need not be complete. A question that needs a table that is not there is
//! answered by [`ProbeError::Missing`], which names the file and the command that makes it. Every
//! block is checked against its checksum when it is decoded: a damaged file is an error too, never
//! a value. Nothing panics, whatever the folders hold.

mod advice;
mod block;
mod cache;
mod cached_only;
mod clocked;
mod error;
mod folders;
mod line;
mod many;
mod open_files;
mod preload;
mod ranking;
mod storage;
mod table_file;
mod tablebase;
mod tables;
mod value;

pub use advice::Advice;
pub use cache::CacheUsage;
pub use error::{MissingTable, OpenError, ProbeError};
pub use line::LineStep;
pub use manoury_tables::{Kind, Metric, Outcome, Slice, TableError, TableName};
pub use ranking::RankedMove;
pub use tablebase::{Options, Tablebase};
pub use value::Probe;

/// Threads share a tablebase: whatever makes that impossible does not compile.
const _: () = {
    const fn shared<T: Send + Sync>() {}
    shared::<Tablebase<manoury_rules::International>>();
    shared::<ProbeError>();
    shared::<OpenError>();
};
