//! A game from its set-up on: clocks, repetition and the end by the rules.

use crate::{Article, DrawClocks, Move, Position, Reading, Variant};
use std::collections::HashMap;
use std::fmt;

/// How a game is over by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// The side to move has no piece and has lost.
    NoPiece,
    /// The side to move has no legal move and has lost.
    NoMove,
    /// A draw limit is reached.
    Limit(Article),
    /// The position has occurred three times with the same side to move: drawn.
    Threefold,
}

impl End {
    /// How the game is over with a position and its clocks, whatever was before, if it is. The end
    /// on the board comes before any limit (RULES §2.4).
    ///
    /// ```
    /// use manoury_rules::{Article, DrawClocks, End, International, Position};
    ///
    /// let position: Position<International> = "W:WK46:BK5".parse()?;
    /// let clocks = DrawClocks { c25: 0, c16: None, c5: Some(10) };
    /// assert_eq!(End::of(&position, &clocks), Some(End::Limit(Article::Five)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of<V: Variant>(position: &Position<V>, clocks: &DrawClocks) -> Option<Self> {
        if position.pieces(position.turn()) == 0 {
            Some(End::NoPiece)
        } else if !position.has_move() {
            Some(End::NoMove)
        } else {
            clocks.expired::<V>().map(End::Limit)
        }
    }

    /// Whether the game is drawn; if not, the side to move has lost.
    pub const fn is_draw(self) -> bool {
        matches!(self, End::Limit(_) | End::Threefold)
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::NoPiece => f.pad("no-piece"),
            End::NoMove => f.pad("no-move"),
            End::Limit(article) => article.fmt(f),
            End::Threefold => f.pad("threefold"),
        }
    }
}

/// A game: the position, its clocks and what has occurred before.
///
/// The game does not stop by itself: moves after a draw by the rules may be played, as they are in
/// game records. [`Game::over`] tells of the position on the board, [`Game::first_draw`] when the
/// game was drawn first.
///
/// ```
/// use manoury_rules::{Article, DrawClocks, End, Game, International, Position, Reading, parse_move};
///
/// let position: Position<International> = "W:WK46:BK5".parse()?;
/// let clocks = DrawClocks::given(&position, None, None, Some(9), Reading::Fmjd)?;
/// let mut game = Game::new(position, clocks, Reading::Fmjd);
/// assert_eq!(game.over(), None);
/// game.play(parse_move(game.position(), "46-10")?);
/// assert_eq!(game.over(), Some(End::Limit(Article::Five)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game<V> {
    position: Position<V>,
    clocks: DrawClocks,
    reading: Reading,
    plies: u32,
    first_draw: Option<(u32, End)>,
    /// How often each position has occurred since the last conversion, which none before it can
    /// repeat; the one on the board is among them.
    seen: HashMap<Position<V>, usize>,
}

impl<V: Variant> Game<V> {
    /// A game set up. The set-up position is its own first occurrence (RULES §2.6).
    pub fn new(position: Position<V>, clocks: DrawClocks, reading: Reading) -> Self {
        let seen = HashMap::from([(position, 1)]);
        let mut game = Game { position, clocks, reading, plies: 0, first_draw: None, seen };
        game.note_draw();
        game
    }

    /// The position on the board.
    pub fn position(&self) -> &Position<V> {
        &self.position
    }

    /// The clocks.
    pub fn clocks(&self) -> DrawClocks {
        self.clocks
    }

    /// The reading of the rules by which the clocks run.
    pub fn reading(&self) -> Reading {
        self.reading
    }

    /// Plies played since the set-up.
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// Plays a legal move of [`Game::position`]; one that is not gives a wrong position.
    pub fn play(&mut self, mv: Move) {
        let next = self.position.make(mv);
        self.clocks = self.clocks.after(&self.position, mv, &next, self.reading);
        if self.position.is_conversion(mv) {
            self.seen.clear();
        }
        self.position = next;
        *self.seen.entry(next).or_default() += 1;
        self.plies += 1;
        self.note_draw();
    }

    /// How the game is over with the position on the board, if it is: by [`End::of`], or by its
    /// third occurrence.
    pub fn over(&self) -> Option<End> {
        let threefold = || (self.occurrences() >= 3).then_some(End::Threefold);
        End::of(&self.position, &self.clocks).or_else(threefold)
    }

    /// How often the position on the board has occurred with this side to move, now included.
    pub fn occurrences(&self) -> usize {
        self.occurrences_of(&self.position)
    }

    /// How often a position has occurred with its side to move, the one on the board included: what
    /// a player asks before a move that may bring the position about once more. Occurrences before
    /// the last capture or man's move are not counted; they cannot come back.
    ///
    /// ```
    /// use manoury_rules::{DrawClocks, Game, International, Position, Reading, parse_move};
    ///
    /// let position: Position<International> = "W:WK1:BK50".parse()?;
    /// let mut game = Game::new(position, DrawClocks::fresh(&position), Reading::Fmjd);
    /// for text in ["1-6", "50-45", "6-1"] {
    ///     game.play(parse_move(game.position(), text)?);
    /// }
    /// let back = game.position().make(parse_move(game.position(), "45-50")?);
    /// assert_eq!((back, game.occurrences_of(&back)), (position, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn occurrences_of(&self, position: &Position<V>) -> usize {
        self.seen.get(position).copied().unwrap_or(0)
    }

    /// The first draw by the rules, whatever was played after it: the ply after which it fell (0
    /// for the set-up) and its article.
    pub fn first_draw(&self) -> Option<(u32, End)> {
        self.first_draw
    }

    fn note_draw(&mut self) {
        if self.first_draw.is_none() {
            self.first_draw = self.over().filter(|end| end.is_draw()).map(|end| (self.plies, end));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{International, parse_move};

    #[test]
    fn the_third_occurrence_draws() {
        let position: Position<International> = "W:WK1,31:BK50,20".parse().unwrap();
        let mut game = Game::new(position, DrawClocks::fresh(&position), Reading::Fmjd);
        let mut ends = Vec::new();
        for text in "1-6 50-45 6-1 45-50 1-6 50-45 6-1 45-50".split(' ') {
            game.play(parse_move(game.position(), text).unwrap());
            ends.push(game.over());
        }
        assert!(ends[..7].iter().all(Option::is_none));
        assert_eq!(ends[7], Some(End::Threefold));
    }

    #[test]
    fn a_conversion_forgets_what_cannot_come_back() {
        let position: Position<International> = "W:WK1,31:BK50,20".parse().unwrap();
        let mut game = Game::new(position, DrawClocks::fresh(&position), Reading::Fmjd);
        for (text, occurrences) in
            [("1-6", 1), ("50-45", 1), ("6-1", 1), ("45-50", 2), ("31-27", 1), ("50-45", 1)]
        {
            game.play(parse_move(game.position(), text).unwrap());
            assert_eq!(game.occurrences(), occurrences, "{text}");
        }
        assert_eq!(game.seen.len(), 2);
    }

    #[test]
    fn occurrences_are_counted_and_not_looked_for() {
        let position: Position<International> = "W:WK1,31:BK50,20".parse().unwrap();
        let mut game = Game::new(position, DrawClocks::fresh(&position), Reading::Fmjd);
        for round in 1..=1000 {
            for text in ["1-6", "50-45", "6-1", "45-50"] {
                game.play(parse_move(game.position(), text).unwrap());
            }
            assert_eq!(game.occurrences(), round + 1);
        }
        // However long kings walk about, what is kept are the different positions.
        assert_eq!((game.seen.len(), game.plies()), (4, 4000));
    }

    #[test]
    fn play_goes_on_after_a_draw_which_is_remembered() {
        let position: Position<International> = "W:WK46:BK5,K4".parse().unwrap();
        let clocks = DrawClocks { c25: 0, c16: None, c5: Some(10) };
        let mut game = Game::new(position, clocks, Reading::Fmjd);
        assert_eq!(game.first_draw(), Some((0, End::Limit(Article::Five))));
        game.play(parse_move(game.position(), "46-41").unwrap());
        assert_eq!(game.clocks().c5, Some(11));
        assert_eq!(game.first_draw(), Some((0, End::Limit(Article::Five))));
    }
}
