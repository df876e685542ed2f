//! Why a game cannot be judged.

use manoury_pdn::{GameTypeError, Place};
use manoury_rules::{ClockError, FenError};

/// Why a game cannot be replayed from its beginning.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetUpError {
    /// The tag `GameType` names a game that is not judged here.
    #[error("{place}: {source}")]
    GameType {
        /// Where the tag's value stands.
        place: Place,
        /// Why.
        source: GameTypeError,
    },
    /// A position is none.
    #[error("{place}: {source}")]
    Fen {
        /// Where it stands.
        place: Place,
        /// Why.
        source: FenError,
    },
    /// A position has a count of moves that no game can reach.
    #[error("{place}: {source}")]
    Clocks {
        /// Where it stands.
        place: Place,
        /// Why.
        source: ClockError,
    },
}

impl SetUpError {
    /// Where in the file it is.
    pub const fn place(&self) -> Place {
        match self {
            SetUpError::GameType { place, .. }
            | SetUpError::Fen { place, .. }
            | SetUpError::Clocks { place, .. } => *place,
        }
    }

    /// What is wrong, without the place.
    pub fn reason(&self) -> String {
        match self {
            SetUpError::GameType { source, .. } => source.to_string(),
            SetUpError::Fen { source, .. } => source.to_string(),
            SetUpError::Clocks { source, .. } => source.to_string(),
        }
    }
}
