//! The prober as a Python module.
//!
//! Python sees the package `manoury`: values and exceptions are written in Python
//! (`python/manoury`), what asks the tables is the module `_manoury` made here. Every question is
//! answered with the interpreter detached, so that threads of Python ask at the same time.

mod answers;
mod arrays;
mod batch;
mod errors;
mod game;
mod given;
mod position;
mod tablebase;
mod values;
mod variant;
mod whole;

use pyo3::prelude::*;

/// What asks the tables; see the package `manoury`.
#[pymodule(gil_used = false)]
mod _manoury {
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::tablebase::Tablebase;

    /// In an answer of `probe_many`: no outcome, since a table is missing.
    #[pymodule_export]
    const MISSING_TABLE: i8 = crate::batch::MISSING_TABLE;
    /// In an answer of `probe_many`: no outcome, since there are more pieces than in any table.
    #[pymodule_export]
    const TOO_MANY_PIECES: i8 = crate::batch::TOO_MANY_PIECES;
    /// In an answer of `probe_many`: no outcome, since the FEN or the bitboards are no position.
    #[pymodule_export]
    const BAD_POSITION: i8 = crate::batch::BAD_POSITION;
    /// In an answer of `probe_many`: no outcome, since a table is damaged or cannot be read.
    #[pymodule_export]
    const BAD_TABLE: i8 = crate::batch::BAD_TABLE;
    /// The version of the package.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
