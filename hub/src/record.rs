//! The game so far, from one `pos` command to the next.
//!
//! The protocol's own client sends the position after the last capture or man's move and the king
//! moves since: enough for the 25-move rule and for repetition, but not for the class clocks, which
//! run on through such moves (RULES §2.2, §2.3). So what was played is remembered, and a position
//! that follows from it by a capture or a man's move takes its clocks over.

use crate::board_text::{BoardError, read_move, read_position};
use crate::command::Pos;
use manoury_rules::{
    ClockError, DrawClocks, Game, LoneKing, Move, MoveList, Position, Reading, Variant,
};

/// A game as a client tells it, with the moves that the engine has answered.
#[derive(Clone, Debug)]
pub struct Record<V> {
    game: Game<V>,
    /// Every position since the set-up and its clocks: the set-up first, the engine's own last move
    /// last.
    seen: Vec<(Position<V>, DrawClocks)>,
}

/// Why a `pos` command is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// The position or a move is wrong.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The clocks given are ones that no game can reach.
    #[error(transparent)]
    Clocks(#[from] ClockError),
}

/// Moves looked for between what is remembered and a new position: the opponent's, and before it
/// one of the engine's side that a user may have made in its stead.
const GAP: usize = 2;

impl<V: Variant> Record<V> {
    /// The game of a `pos` command. Class clocks that the command does not give are taken over from
    /// the game `before`, where the position follows from it.
    ///
    /// # Errors
    /// The position, a move or a clock is wrong.
    pub fn read(pos: &Pos, before: Option<&Self>, reading: Reading) -> Result<Self, RecordError> {
        let position = read_position(&pos.position)?;
        let clocks = if pos.clocks == [None; 3] {
            let known = before.filter(|record| record.game.reading() == reading);
            let carried = known.and_then(|record| record.clocks_of(&position));
            carried.unwrap_or_else(|| DrawClocks::fresh(&position))
        } else {
            let [c25, c16, c5] = pos.clocks;
            DrawClocks::given(&position, c25, c16, c5, reading)?
        };
        let mut game = Game::new(position, clocks, reading);
        let mut seen = vec![(position, clocks)];
        for text in &pos.moves {
            game.play(read_move(game.position(), text)?);
            seen.push((*game.position(), game.clocks()));
        }
        Ok(Record { game, seen })
    }

    /// The game up to the position to think about.
    pub fn game(&self) -> &Game<V> {
        &self.game
    }

    /// Remembers the move that the engine has answered with.
    pub fn answered(&mut self, mv: Move) {
        let mut after = self.game.clone();
        after.play(mv);
        self.seen.push((*after.position(), after.clocks()));
    }

    /// The clocks of a position that is set up in the course of this game; `None` if it is not.
    fn clocks_of(&self, position: &Position<V>) -> Option<DrawClocks> {
        let (first, clocks) = self.seen.first()?;
        if first == position {
            return Some(*clocks);
        }
        // Elsewhere no class clock runs, and all clocks are fresh after a conversion.
        LoneKing::of(position)?;
        (0..=GAP).find_map(|gap| {
            let latest_first = self.seen.iter().rev();
            latest_first
                .filter_map(|(from, clocks)| self.reach(from, *clocks, position, gap))
                .next()
        })
    }

    /// The clocks of `goal` when it is reached from a position by `gap` moves, the last of them a
    /// conversion.
    fn reach(
        &self,
        from: &Position<V>,
        clocks: DrawClocks,
        goal: &Position<V>,
        gap: usize,
    ) -> Option<DrawClocks> {
        if gap == 0 {
            return (from == goal && clocks.c25 == 0).then_some(clocks);
        }
        // Pieces never come back.
        let missing = from.occupied().count_ones().checked_sub(goal.occupied().count_ones())?;
        if missing > 0 && gap == 1 && !from.has_capture() {
            return None;
        }
        let mut list = MoveList::new();
        from.legal_moves(&mut list);
        list.iter().find_map(|&mv| {
            let next = from.make(mv);
            let clocks = clocks.after(from, mv, &next, self.game.reading());
            self.reach(&next, clocks, goal, gap - 1)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board_text::{move_text, position_text};
    use manoury_rules::{International, parse_move};

    type Standing = Record<International>;

    fn pos(fen: &str, moves: &[&str]) -> Pos {
        let position: Position<International> = fen.parse().unwrap();
        let moves = moves.iter().map(|text| text.to_string()).collect();
        Pos { position: position_text(&position), moves, clocks: [None; 3] }
    }

    /// The texts of a game's moves and the position and clocks after each.
    fn played(fen: &str, texts: &str) -> Vec<(String, Position<International>, DrawClocks)> {
        let position: Position<International> = fen.parse().unwrap();
        let mut game = Game::new(position, DrawClocks::fresh(&position), Reading::Fmjd);
        let mut moves = Vec::new();
        for text in texts.split(' ') {
            let mv = parse_move(game.position(), text).unwrap();
            game.play(mv);
            moves.push((move_text::<International>(mv), *game.position(), game.clocks()));
        }
        moves
    }

    const FEN: &str = "W:WK47,36,40:BK5";
    const MOVES: &str = "47-42 5-10 36-31 10-5 31-27 5-10 42-47 10-5 27-21 5-10";

    #[test]
    fn class_clocks_run_on_through_positions_that_are_set_up_anew() {
        // White is the engine. Before each of its moves the client sends the position after the
        // last conversion and the king moves since.
        let moves = played(FEN, MOVES);
        let mut record: Option<Standing> = None;
        let (mut set_up, mut since): (Position<International>, Vec<&str>) =
            (FEN.parse().unwrap(), Vec::new());
        for (ply, (text, after, clocks)) in moves.iter().enumerate() {
            if ply % 2 == 0 {
                let sent = pos(&set_up.to_string(), &since);
                let mut next = Record::read(&sent, record.as_ref(), Reading::Fmjd).unwrap();
                assert_eq!(next.game().clocks().c16, Some(ply as u16), "{text}");
                next.answered(read_move(next.game().position(), text).unwrap());
                record = Some(next);
            }
            if clocks.c25 == 0 {
                (set_up, since) = (*after, Vec::new());
            } else {
                since.push(text);
            }
        }
        // A move of the opponent that converts, and one of each side.
        let record = record.unwrap();
        let end = moves.last().unwrap();
        let after = Record::read(&pos(&end.1.to_string(), &[]), Some(&record), Reading::Fmjd);
        // The last move was a king's, so the position does not count as reached.
        assert_eq!(after.unwrap().game().clocks().c16, Some(0));
        let last = pos("B:WK47,17,40:BK10", &[]);
        let after = Record::read(&last, Some(&record), Reading::Fmjd).unwrap();
        assert_eq!(after.game().clocks().c16, Some(11));
    }

    #[test]
    fn another_game_starts_afresh() {
        let moves = played(FEN, MOVES);
        let texts: Vec<&str> = moves.iter().map(|(text, ..)| text.as_str()).collect();
        let record = Standing::read(&pos(FEN, &texts), None, Reading::Fmjd).unwrap();
        assert_eq!(record.game().clocks().c16, Some(10));
        for fen in ["W:WK1,K2,K3:BK50", "W:WK47,21,39:BK5", "W:WK10:BK5"] {
            let other = Standing::read(&pos(fen, &[]), Some(&record), Reading::Fmjd).unwrap();
            let fresh = DrawClocks::fresh(other.game().position());
            assert_eq!(other.game().clocks(), fresh, "{fen}");
        }
        let same = Standing::read(&pos(FEN, &[]), Some(&record), Reading::Fmjd).unwrap();
        assert_eq!(same.game().clocks().c16, Some(0));
    }

    #[test]
    fn clocks_that_are_given_hold() {
        let given = Pos { clocks: [None, Some(30), None], ..pos(FEN, &["36-31"]) };
        let record = Standing::read(&given, None, Reading::Fmjd).unwrap();
        assert_eq!(record.game().clocks().c16, Some(31));
        let wrong = Pos { clocks: [None, Some(33), None], ..given };
        let error = Standing::read(&wrong, None, Reading::Fmjd).unwrap_err();
        assert!(error.to_string().contains("16-clock"), "{error}");
    }

    #[test]
    fn a_wrong_move_is_named() {
        let error =
            Standing::read(&pos(FEN, &["36-31", "47-42"]), None, Reading::Fmjd).unwrap_err();
        assert_eq!(error.to_string(), "47-42 is not legal in B:W31,40,K47:BK5");
    }
}
