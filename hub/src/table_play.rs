//! Play from tables: the best move of a game, its draw clocks and repetitions counted.

use manoury_prober::{Outcome, ProbeError, RankedMove, Tablebase};
use manoury_rules::{DrawClocks, Game, Move, MoveList, Position, Variant};
use std::cmp::Reverse;

/// A move that the tables choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice<V> {
    /// The move and what the tables say of the position after it.
    pub ranked: RankedMove<V>,
    /// What it comes to for the mover under the draw limits, repetition included.
    pub outcome: Outcome,
}

impl<V: Variant> Choice<V> {
    /// Plies to the end of the game, this move included; `None` for a draw or without a table.
    pub fn dtw(&self) -> Option<u16> {
        self.ranked.dtw.map(|plies| plies + 1)
    }

    /// Plies to the conversion, this move included; `None` for a draw or without a table.
    pub fn dtc(&self) -> Option<u16> {
        if self.ranked.conversion && self.ranked.outcome != Outcome::Draw {
            return Some(1);
        }
        self.ranked.dtc.map(|plies| plies + 1)
    }
}

/// The best move of a game by the tables; `None` if the game is over on the board.
///
/// Moves are taken in the order of [`Tablebase::moves`], under the clocks of the game, with three
/// changes:
///
/// - A move that brings a position about for the third time draws, which a loser welcomes. A
///   winning move that lets the opponent answer so counts as a draw too. What lies more than these
///   two plies ahead needs no care: a move that wins under the clocks makes progress, and a
///   position nearer the win has not been there before, unless the win was let go once already.
/// - Of moves that draw, the one that leaves the opponent the most ways to lose goes first.
/// - If a limit was reached before and the game is played on, it is played with fresh clocks.
///
/// ```
/// # let folder = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../prober/tests/support/two_pieces.rs"));
/// # let tablebase = manoury_prober::Tablebase::open([folder.path()])?;
/// use manoury_hub::choose;
/// use manoury_prober::Outcome;
/// use manoury_rules::{DrawClocks, Game, International, Position, Reading, move_text};
///
/// let position: Position<International> = "W:WK10:BK5".parse()?;
/// let game = Game::new(position, DrawClocks::fresh(&position), Reading::Fmjd);
/// let choice = choose(&tablebase, &game)?.expect("the game is not over");
/// assert_eq!(move_text(&position, choice.ranked.mv), "10-46");
/// assert_eq!((choice.outcome, choice.dtw()), (Outcome::Win, Some(3)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for [`Tablebase::moves`].
pub fn choose<V: Variant>(
    tablebase: &Tablebase<V>,
    game: &Game<V>,
) -> Result<Option<Choice<V>>, ProbeError> {
    let moves = tablebase.moves(game.position(), &clocks_of(game), game.reading())?;
    let mut best: Option<(Choice<V>, _)> = None;
    for ranked in moves {
        let mine = ranked.outcome.opposite();
        let repeated = occurrences(game, &ranked) >= 2;
        let repeats = repeated || mine > Outcome::Draw && opponent_repeats(game, &ranked);
        let outcome = if repeats { Outcome::Draw } else { mine };
        if best.is_some_and(|(choice, _)| outcome < choice.outcome) {
            continue;
        }
        // A draw at hand comes after one that the opponent may yet miss.
        let chances = match outcome {
            Outcome::Draw => (Reverse(repeated), mine, traps(tablebase, &ranked.position)),
            _ => (Reverse(false), mine, 0),
        };
        // Of equals the first stays: the order of the tables.
        if best.is_none_or(|(choice, most)| (outcome, chances) > (choice.outcome, most)) {
            best = Some((Choice { ranked, outcome }, chances));
        }
    }
    Ok(best.map(|(choice, _)| choice))
}

/// The clocks that a game goes on with: fresh ones if a limit was reached and it is played on.
pub(crate) fn clocks_of<V: Variant>(game: &Game<V>) -> DrawClocks {
    match game.clocks().expired::<V>() {
        Some(_) => DrawClocks::fresh(game.position()),
        None => game.clocks(),
    }
}

/// How often the position after a move has occurred before.
fn occurrences<V: Variant>(game: &Game<V>, ranked: &RankedMove<V>) -> usize {
    if ranked.conversion { 0 } else { game.occurrences_of(&ranked.position) }
}

/// Whether the opponent can answer a move by bringing a position about for the third time.
fn opponent_repeats<V: Variant>(game: &Game<V>, ranked: &RankedMove<V>) -> bool {
    // Eight plies bring a position back twice.
    if ranked.conversion || game.clocks().c25 < 6 {
        return false;
    }
    let mut list = MoveList::new();
    ranked.position.legal_moves(&mut list);
    list.iter().any(|&mv| game.occurrences_of(&ranked.position.make(mv)) >= 2)
}

/// How many of a thousand answers lose.
fn traps<V: Variant>(tablebase: &Tablebase<V>, position: &Position<V>) -> usize {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    let loses = |mv: &&Move| {
        let outcome = tablebase.probe_wdl(&position.make(**mv));
        outcome.is_ok_and(|outcome| outcome == Outcome::Win)
    };
    1000 * list.iter().filter(loses).count() / list.len().max(1)
}

/// The moves that [`choose`] makes for both sides, `first` being the first of them, up to a number
/// of plies or the end of the game.
///
/// # Errors
/// As for [`choose`].
pub fn variation<V: Variant>(
    tablebase: &Tablebase<V>,
    game: &Game<V>,
    first: Choice<V>,
    plies: usize,
) -> Result<Vec<Choice<V>>, ProbeError> {
    let mut game = game.clone();
    let mut line = vec![first];
    game.play(first.ranked.mv);
    while line.len() < plies && game.over().is_none() {
        let Some(next) = choose(tablebase, &game)? else { break };
        game.play(next.ranked.mv);
        line.push(next);
    }
    Ok(line)
}
