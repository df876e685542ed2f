//! `manoury.Game`.

use crate::errors::Error;
use crate::given::{Clocks, Given, Question};
use crate::position::Position;
use crate::values;
use crate::variant::{AnyGame, AnyPosition, Known, each_variant, in_variant};
use crate::whole::Whole;
use manoury_rules::{DrawClocks, End, Reading, VariantName, parse_move};
use pyo3::prelude::*;

/// A game in progress: a position, its draw clocks, and what repeats.
///
/// Play the moves of a game into it and hand it to Tablebase.probe, moves or line: they take the
/// clocks from it.
#[pyclass(module = "manoury")]
pub(crate) struct Game {
    game: AnyGame,
    pub(crate) reading: Reading,
}

impl Game {
    /// The position on the board.
    pub(crate) fn any_position(&self) -> AnyPosition {
        fn any<V: Known>(game: &manoury_rules::Game<V>) -> AnyPosition {
            V::any(*game.position())
        }
        each_variant!(AnyGame, &self.game, game => any(game))
    }

    /// The clocks.
    pub(crate) fn draw_clocks(&self) -> DrawClocks {
        each_variant!(AnyGame, &self.game, game => game.clocks())
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (
        position = None,
        clock25 = None,
        clock16 = None,
        clock5 = None,
        reading = None,
        variant = None,
    ))]
    fn new(
        position: Option<Given>,
        clock25: Option<Whole>,
        clock16: Option<Whole>,
        clock5: Option<Whole>,
        reading: Option<String>,
        variant: Option<String>,
    ) -> Result<Self, Error> {
        fn begun<V: Known>(question: &Question) -> Result<Game, Error> {
            let (position, clocks, reading) = question.put::<V>()?;
            let game = V::any_game(manoury_rules::Game::new(position, clocks, reading));
            Ok(Game { game, reading })
        }
        let named = variant.map(|name| name.parse::<VariantName>()).transpose()?;
        let variant = match &position {
            Some(Given::Position(position) | Given::Game(position, ..)) => {
                named.unwrap_or(position.variant())
            }
            _ => named.unwrap_or_default(),
        };
        let given = match position {
            Some(given) => given,
            None => {
                Given::Position(in_variant!(variant, V => V::any(manoury_rules::Position::start())))
            }
        };
        let clocks = Clocks::new(clock25, clock16, clock5)?;
        let question = Question::new(given, clocks, reading.as_deref())?;
        in_variant!(variant, V => begun::<V>(&question))
    }

    /// Plays a legal move.
    fn play(&mut self, r#move: String) -> Result<(), Error> {
        each_variant!(AnyGame, &mut self.game, game => {
            game.play(parse_move(game.position(), &r#move)?);
        });
        Ok(())
    }

    /// The position on the board.
    #[getter]
    fn position(&self) -> Position {
        Position(self.any_position())
    }

    /// The FEN of the position on the board.
    #[getter]
    fn fen(&self) -> String {
        each_variant!(AnyGame, &self.game, game => game.position().to_string())
    }

    /// The clocks, in plies used.
    #[getter]
    fn clocks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        values::clocks(py, &self.draw_clocks())
    }

    /// How captures inside class sixteen are read: 'fmjd' or 'lidraughts'.
    #[getter]
    fn reading(&self) -> &'static str {
        self.reading.name()
    }

    /// The variant: 'international', 'brazilian' or 'english'.
    #[getter]
    fn variant(&self) -> &'static str {
        self.any_position().variant().name()
    }

    /// Plies played since the set-up.
    #[getter]
    fn plies(&self) -> u32 {
        each_variant!(AnyGame, &self.game, game => game.plies())
    }

    /// How often the position on the board has occurred, now included.
    #[getter]
    fn occurrences(&self) -> usize {
        each_variant!(AnyGame, &self.game, game => game.occurrences())
    }

    /// How the game is over, None if it is not: 'no-piece' and 'no-move' have lost it for the side
    /// to move; 'limit-25', 'limit-16', 'limit-5' and 'threefold' have drawn it.
    #[getter]
    fn over(&self) -> Option<String> {
        each_variant!(AnyGame, &self.game, game => game.over()).map(end_name)
    }

    /// A game that goes on from here by itself.
    fn copy(&self) -> Self {
        Game { game: self.game.clone(), reading: self.reading }
    }

    fn __repr__(&self) -> String {
        let DrawClocks { c25, c16, c5 } = self.draw_clocks();
        let mut text = format!("Game('{}', clock25={c25}", self.fen());
        for (name, clock) in [("clock16", c16), ("clock5", c5)] {
            if let Some(plies) = clock {
                text += &format!(", {name}={plies}");
            }
        }
        if self.reading != Reading::default() {
            text += &format!(", reading='{}'", self.reading);
        }
        let variant = self.any_position().variant();
        if variant != VariantName::default() {
            text += &format!(", variant='{variant}'");
        }
        text + ")"
    }
}

/// How Python calls an end.
pub(crate) fn end_name(end: End) -> String {
    match end {
        End::Limit(article) => format!("limit-{article}"),
        end => end.to_string(),
    }
}
