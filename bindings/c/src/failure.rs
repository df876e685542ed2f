//! Why a call failed, before it is turned into a number and a text for C.

use crate::layout::ManouryLayout;
use crate::status::ManouryStatus;
use manoury_prober::{OpenError, ProbeError, TableError};
use manoury_rules::{ClockError, FenError, SetupError};

/// Why a call failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    #[error("`{0}` is a null pointer; pass the address of a value")]
    Null(&'static str),
    #[error("`{0}` is not aligned as its type must be; pass the address of a value of that type")]
    Misaligned(&'static str),
    #[error("{value} is no {name}; use one of that enum's constants")]
    NoSuchConstant { value: i32, name: &'static str },
    #[error("`{0}` is not UTF-8")]
    NotUtf8(&'static str),
    #[error("{count} values at `{name}` are more than memory can hold")]
    TooMany { count: usize, name: &'static str },
    #[error("no folder of tables is named; name at least one")]
    NoFolder,
    #[error("no legal move leads from `before` to `after`")]
    NoSuchMove,
    #[error("the layout {layout} is of a board of {of} squares, {variant} draughts has {has}")]
    WrongLayout { layout: ManouryLayout, of: u32, variant: &'static str, has: u32 },
    #[error("bit {bit} of `{set}` is no square in the layout {layout}")]
    OffBoard { bit: u32, set: &'static str, layout: ManouryLayout },
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    Fen(#[from] FenError),
    #[error("`{clock}` is {plies}; give plies from 0 on, or MANOURY_CLOCK_NONE")]
    NoClock { clock: &'static str, plies: i32 },
    #[error(transparent)]
    Clocks(#[from] ClockError),
    #[error("the buffer has {capacity} bytes and {needed} are needed")]
    BufferTooSmall { capacity: usize, needed: usize },
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error(transparent)]
    Probe(#[from] ProbeError),
    #[error("a block that is needed is not in the cache")]
    NotCached,
    #[error("internal error, please report it: {0}")]
    Panic(String),
}

impl Failure {
    /// The number that C gets.
    pub(crate) fn status(&self) -> ManouryStatus {
        match self {
            Failure::Null(_) => ManouryStatus::NullPointer,
            Failure::Misaligned(_)
            | Failure::NoSuchConstant { .. }
            | Failure::NotUtf8(_)
            | Failure::TooMany { .. }
            | Failure::NoFolder
            | Failure::NoSuchMove => ManouryStatus::BadArgument,
            Failure::WrongLayout { .. } | Failure::OffBoard { .. } | Failure::Setup(_) => {
                ManouryStatus::BadPosition
            }
            Failure::Fen(_) => ManouryStatus::BadFen,
            Failure::NoClock { .. } | Failure::Clocks(_) => ManouryStatus::BadClocks,
            Failure::BufferTooSmall { .. } => ManouryStatus::BufferTooSmall,
            Failure::Open(error) => of_open(error),
            Failure::Probe(error) => of_probe(error),
            Failure::NotCached => ManouryStatus::NotCached,
            Failure::Panic(_) => ManouryStatus::Internal,
        }
    }
}

fn of_open(error: &OpenError) -> ManouryStatus {
    match error {
        OpenError::NoFolder => ManouryStatus::BadArgument,
        OpenError::Unreadable { .. } => ManouryStatus::FolderUnreadable,
        OpenError::Empty { .. } => ManouryStatus::NoTables,
        _ => ManouryStatus::Internal,
    }
}

fn of_probe(error: &ProbeError) -> ManouryStatus {
    match error {
        ProbeError::Missing(_) => ManouryStatus::MissingTable,
        ProbeError::TooManyPieces { .. } => ManouryStatus::TooManyPieces,
        ProbeError::OneSided => ManouryStatus::OneSided,
        ProbeError::Clocks(_) => ManouryStatus::BadClocks,
        ProbeError::Table(error) => match **error {
            TableError::Read { .. } => ManouryStatus::ReadFailed,
            _ => ManouryStatus::DamagedTable,
        },
        _ => ManouryStatus::Internal,
    }
}
