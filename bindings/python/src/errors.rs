//! From errors of the libraries to exceptions of Python.

use manoury_prober::{OpenError, ProbeError, TableError};
use manoury_rules::{ClockError, FenError, MoveError, NameError, SetupError, VariantName};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The exceptions, written in Python.
mod exceptions {
    pyo3::import_exception!(manoury.errors, FenError);
    pyo3::import_exception!(manoury.errors, PositionError);
    pyo3::import_exception!(manoury.errors, MoveError);
    pyo3::import_exception!(manoury.errors, ClockError);
    pyo3::import_exception!(manoury.errors, OpenError);
    pyo3::import_exception!(manoury.errors, MissingTableError);
    pyo3::import_exception!(manoury.errors, CorruptTableError);
    pyo3::import_exception!(manoury.errors, UnreadableTableError);
}

/// Whatever a question may fail with.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error(transparent)]
    Name(#[from] NameError),
    #[error(transparent)]
    Fen(#[from] FenError),
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error("bitboard {0:#x} has a bit that is no square; square n is bit n-1")]
    OffBoard(u64),
    #[error("bitboard {0} is no set of squares; square n is bit n-1")]
    NoSet(String),
    #[error(transparent)]
    Move(#[from] MoveError),
    #[error(transparent)]
    Clocks(#[from] ClockError),
    #[error("{name} is {plies}; give the plies used, 0 or more")]
    NoClock { name: &'static str, plies: String },
    #[error("{name} is {number}; give 0 or more")]
    Negative { name: &'static str, number: String },
    #[error("a Game brings its own clocks and reading; leave the arguments for them out")]
    ClocksOfGame,
    #[error("{0} draughts has no 16-move rule to read; leave out reading='lidraughts'")]
    NoReading(&'static str),
    #[error("this is a position of {found} draughts; {expected} is asked")]
    OtherVariant { found: VariantName, expected: &'static str },
    #[error("'{0}' is no side to move; give 'W' or 'B'")]
    NoTurn(String),
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error(transparent)]
    Probe(#[from] ProbeError),
    #[error("the tablebase is closed")]
    Closed,
    /// One of many positions.
    #[error("position {index}: {error}")]
    At { index: usize, error: Box<Error> },
}

impl Error {
    /// The exception with a text that may say more than the error's own.
    fn exception(&self, text: String) -> PyErr {
        use exceptions as python;
        match self {
            Error::Fen(_) => python::FenError::new_err(text),
            Error::Setup(_) | Error::OffBoard(_) | Error::NoSet(_) | Error::OtherVariant { .. } => {
                python::PositionError::new_err(text)
            }
            Error::Move(_) => python::MoveError::new_err(text),
            Error::Clocks(_) | Error::NoClock { .. } => python::ClockError::new_err(text),
            Error::Open(_) => python::OpenError::new_err(text),
            Error::Probe(ProbeError::Clocks(_)) => python::ClockError::new_err(text),
            Error::Probe(ProbeError::Missing(missing)) => {
                let (name, command) = (missing.name.to_string(), missing.command());
                python::MissingTableError::new_err((text, name, command))
            }
            Error::Probe(ProbeError::Table(error)) => {
                let file = error.path().display().to_string();
                match **error {
                    TableError::Read { .. } => python::UnreadableTableError::new_err((text, file)),
                    _ => python::CorruptTableError::new_err((text, file)),
                }
            }
            Error::Probe(_) => python::PositionError::new_err(text),
            Error::At { error, .. } => error.exception(text),
            Error::Name(_)
            | Error::ClocksOfGame
            | Error::NoReading(_)
            | Error::NoTurn(_)
            | Error::Negative { .. }
            | Error::Closed => PyValueError::new_err(text),
        }
    }
}

impl From<Error> for PyErr {
    fn from(error: Error) -> PyErr {
        error.exception(error.to_string())
    }
}
