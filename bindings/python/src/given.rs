//! What a question is about: a position as Python gives it, and its clocks.

use crate::errors::Error;
use crate::game::Game;
use crate::position::Position;
use crate::variant::{AnyPosition, Known};
use crate::whole::Whole;
use manoury_rules::{DrawClocks, Reading, Setup};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

/// A position as Python gives it.
pub(crate) enum Given {
    Fen(String),
    Position(AnyPosition),
    /// A game's position with its clocks.
    Game(AnyPosition, DrawClocks, Reading),
}

impl<'py> FromPyObject<'_, 'py> for Given {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(text) = object.cast::<PyString>() {
            return Ok(Given::Fen(text.to_cow()?.into_owned()));
        }
        if let Ok(position) = object.cast::<Position>() {
            return Ok(Given::Position(position.get().0));
        }
        if let Ok(game) = object.cast::<Game>() {
            let game = game.try_borrow()?;
            return Ok(Given::Game(game.any_position(), game.draw_clocks(), game.reading));
        }
        let found = object.get_type();
        let found = found.name()?;
        Err(PyTypeError::new_err(format!("expected a FEN, a Position or a Game, not {found}")))
    }
}

/// Plies used on each clock, where they are given.
#[derive(Clone, Copy, Default)]
pub(crate) struct Clocks([Option<u16>; 3]);

impl Clocks {
    /// The clocks of arguments.
    pub(crate) fn new(
        clock25: Option<Whole>,
        clock16: Option<Whole>,
        clock5: Option<Whole>,
    ) -> Result<Self, Error> {
        let plies = |name, plies: Option<Whole>| {
            // Past every limit is past every limit.
            let plies = plies.map(|plies| plies.at_most(u16::MAX)).transpose();
            plies.map_err(|plies| Error::NoClock { name, plies })
        };
        Ok(Clocks([
            plies("clock25", clock25)?,
            plies("clock16", clock16)?,
            plies("clock5", clock5)?,
        ]))
    }

    /// Whether no clock is given.
    fn none(self) -> bool {
        self.0.iter().all(Option::is_none)
    }
}

/// A question: about a position, under clocks.
pub(crate) struct Question {
    given: Given,
    clocks: Clocks,
    /// What the arguments say; a game has its own.
    reading: Option<Reading>,
}

impl Question {
    /// A question as the arguments put it.
    pub(crate) fn new(given: Given, clocks: Clocks, reading: Option<&str>) -> Result<Self, Error> {
        let reading = reading.map(str::parse).transpose()?;
        if matches!(given, Given::Game(..)) && !(clocks.none() && reading.is_none()) {
            return Err(Error::ClocksOfGame);
        }
        Ok(Question { given, clocks, reading })
    }

    /// The position, its clocks by the rules, and the reading.
    pub(crate) fn put<V: Known>(
        &self,
    ) -> Result<(manoury_rules::Position<V>, DrawClocks, Reading), Error> {
        let reading = self.reading.unwrap_or_default();
        if reading == Reading::Lidraughts && V::LIMITS.sixteen.is_none() {
            return Err(Error::NoReading(V::NAME));
        }
        let (position, halfmoves) = match &self.given {
            Given::Fen(text) => {
                let Setup { position, halfmoves, .. } = Setup::<V>::parse(text)?;
                (position, halfmoves)
            }
            Given::Position(position) => (V::expected(position)?, None),
            Given::Game(position, clocks, reading) => {
                return Ok((V::expected(position)?, *clocks, *reading));
            }
        };
        let [c25, c16, c5] = self.clocks.0;
        let clocks = DrawClocks::given(&position, c25.or(halfmoves), c16, c5, reading)?;
        Ok((position, clocks, reading))
    }

    /// The position alone.
    pub(crate) fn position<V: Known>(given: &Given) -> Result<manoury_rules::Position<V>, Error> {
        match given {
            Given::Fen(text) => Ok(text.parse()?),
            Given::Position(position) | Given::Game(position, ..) => V::expected(position),
        }
    }
}
