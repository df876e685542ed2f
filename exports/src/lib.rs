//! Endgame tables in the formats that other engines of international draughts read.
//!
//! - [`scan`]: the bitbases of the engine Scan, outcomes of up to six pieces;
//! - [`mobydam`]: the tables that Moby Dam reads, distances to the end of the game up to four pieces.
//!
//! Both formats know no draw limits. What they hold is the result on the board: a cursed win is a
//! win, a blessed loss a loss. `docs/EXPORTS.md` describes the formats.
//!
//! ```
//! # let tables = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../prober/tests/support/two_pieces.rs"));
//! # let out = tempfile::tempdir()?;
//! # let (tables, engine) = (tables.path(), out.path());
//! use manoury_exports::{Options, scan};
//! use manoury_prober::Tablebase;
//!
//! let tablebase = Tablebase::open([tables])?;
//! let files = scan::export(&tablebase, 2, engine, &Options::default())?;
//! assert_eq!(files.len(), 4);
//! assert!(engine.join("data/bb/2/1100").is_file());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Errors
//!
//! [`ExportError`]. Every table that is needed is looked for and opened before anything is written;
//! one that is missing is named with the command that makes it. A file is put in its place whole or
//! not at all, so that an export which is interrupted or fails leaves whole files only.

mod error;
mod files;
mod frame;
pub mod mobydam;
mod progress;
pub mod scan;
mod source;

pub use error::{ExportError, MissingTables};
pub use files::{Options, WrittenFile};
pub use progress::{Event, Observer, Silent};
