//! Moves as texts: `32-28`, `32x23`, and with every landing square where that is not enough.

use crate::fen::{is_number, shown};
use crate::movegen;
use crate::{Board, Move, MoveList, Position, Variant};

/// Why a text is no move of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveError {
    /// Not of the form `32-28` or `32x23`.
    #[error("'{0}' is no move; write one like 32-28, 32x23 or 32x23x14")]
    Malformed(String),
    /// No such move is legal here.
    #[error("{text} is not legal here; legal are: {legal}")]
    Illegal {
        /// The text read.
        text: String,
        /// The legal moves, or the first of them.
        legal: String,
    },
    /// Several captures go from there to there.
    #[error("{text} is ambiguous; write one of: {candidates}")]
    Ambiguous {
        /// The text read.
        text: String,
        /// The captures it may mean.
        candidates: String,
    },
}

/// Moves that a message lists at most.
const LISTED: usize = 20;

/// Longest text that is looked at, in bytes; the longest capture is far shorter.
const LONGEST: usize = 1000;

/// Writes a legal move of a position: `32-28`, `32x23`, or every landing square for a capture that
/// another one shares its ends with (RULES §4). [`parse_move`] reads it back as the same move.
///
/// ```
/// use manoury_rules::{International, MoveList, Position, move_text};
/// let position: Position<International> = "W:WK4:B13,20,32,37".parse()?;
/// let mut list = MoveList::new();
/// position.legal_moves(&mut list);
/// let texts: Vec<String> = list.iter().map(|&mv| move_text(&position, mv)).collect();
/// assert_eq!(texts, ["4x27x38x15", "4x31x42x15"]);
/// # Ok::<(), manoury_rules::FenError>(())
/// ```
pub fn move_text<V: Variant>(position: &Position<V>, mv: Move) -> String {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    text_among(position, mv, &list)
}

/// Writes a move of a position whose legal moves are known.
fn text_among<V: Variant>(position: &Position<V>, mv: Move, legal: &[Move]) -> String {
    let (from, to) = (mv.from as u32, mv.to as u32);
    let alike = legal.iter().filter(|other| (other.from, other.to) == (mv.from, mv.to)).count();
    // Each leg jumps one piece, so that the landing squares tell the taken set.
    let landings = if alike > 1 { movegen::route(position, mv) } else { None };
    let mut text = number::<V>(from).to_string();
    for landing in landings.unwrap_or(vec![to]) {
        text.push(if mv.is_capture() { 'x' } else { '-' });
        text += &number::<V>(landing).to_string();
    }
    text
}

/// The squares on the way of a legal move, by their printed numbers: where it starts, each landing
/// square of a capture, where it ends. A capture that can be made in several ways is shown in one
/// of them, the one that [`move_text`] writes.
///
/// ```
/// use manoury_rules::{International, Position, move_path, parse_move};
/// let position: Position<International> = "W:WK4:B13,20,32,37".parse()?;
/// let mv = parse_move(&position, "4x27x38x15")?;
/// assert_eq!(move_path(&position, mv), [4, 27, 38, 15]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn move_path<V: Variant>(position: &Position<V>, mv: Move) -> Vec<u32> {
    let landings = if mv.is_capture() { movegen::route(position, mv) } else { None };
    let landings = landings.unwrap_or(vec![mv.to.into()]);
    [mv.from.into()].into_iter().chain(landings).map(number::<V>).collect()
}

/// The printed number of a square.
fn number<V: Variant>(bit: u32) -> u32 {
    Board::<V>::square(bit) + 1
}

/// Reads a legal move: `32-28` for a quiet one, `32x23` or `32:23` for a capture; where captures
/// share their ends, every landing square, of any way there is.
///
/// ```
/// use manoury_rules::{International, MoveError, Position, parse_move};
/// let position: Position<International> = "W:WK4:B13,20,32,37".parse()?;
/// assert!(matches!(parse_move(&position, "4x15"), Err(MoveError::Ambiguous { .. })));
/// let mv = parse_move(&position, "4:27:38:15")?;
/// assert_eq!(mv.taken.count_ones(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The text is no move, the move is not legal, or several captures fit; the message lists moves to
/// choose from.
pub fn parse_move<V: Variant>(position: &Position<V>, text: &str) -> Result<Move, MoveError> {
    let malformed = || MoveError::Malformed(shown(text));
    let is_capture = !text.contains('-');
    let squares = squares_of::<V>(text, is_capture).ok_or_else(malformed)?;
    let (from, landings) = squares.split_first().ok_or_else(malformed)?;
    let to = landings.last().ok_or_else(malformed)?;
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    let listed = |moves: &[Move]| {
        let some = moves.iter().take(LISTED);
        let mut texts: Vec<_> = some.map(|&mv| text_among(position, mv, &list)).collect();
        if moves.len() > LISTED {
            texts.push("…".to_string());
        }
        if texts.is_empty() { "none".to_string() } else { texts.join(" ") }
    };
    let fitting: Vec<Move> = list
        .iter()
        .filter(|mv| (mv.from as u32, mv.to as u32) == (*from, *to))
        .filter(|mv| mv.is_capture() == is_capture)
        .copied()
        .collect();
    if let ([only], [_]) = (&fitting[..], landings) {
        return Ok(*only);
    }
    if let Some(first) = fitting.first() {
        let taken = movegen::taken_on(position, first.from as u32, landings);
        if let Some(&mv) = fitting.iter().find(|mv| Some(mv.taken) == taken) {
            return Ok(mv);
        }
        if landings.len() == 1 {
            let candidates = listed(&fitting);
            return Err(MoveError::Ambiguous { text: shown(text), candidates });
        }
    }
    Err(MoveError::Illegal { text: shown(text), legal: listed(&list) })
}

/// The squares that a text names, as bits; `None` if it is no move.
fn squares_of<V: Variant>(text: &str, is_capture: bool) -> Option<Vec<u32>> {
    if text.len() > LONGEST {
        return None;
    }
    let separators: &[char] = if is_capture { &['x', 'X', ':', '×'] } else { &['-'] };
    let squares: Vec<u32> = text
        .split(separators)
        .map(|token| {
            let square: u32 = Some(token.trim()).filter(|t| is_number(t))?.parse().ok()?;
            (1..=Board::<V>::SQUARES).contains(&square).then(|| Board::<V>::bit(square - 1))
        })
        .collect::<Option<_>>()?;
    (is_capture || squares.len() == 2).then_some(squares)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::International;

    #[test]
    fn wrong_texts_are_refused_with_what_fits() {
        let position: Position<International> = "W:WK4:B13,20,32,37".parse().unwrap();
        let error = |text| parse_move(&position, text).unwrap_err();
        for text in
            ["", "4", "x", "4-", "4x51", "a-b", "4x0", "é", "4-15x2", "4x+15", "4-8-12", "-4-8"]
        {
            assert!(matches!(error(text), MoveError::Malformed(_)), "{text}");
        }
        assert!(matches!(error("4-15"), MoveError::Illegal { .. }));
        assert!(matches!(error("4x18x15"), MoveError::Illegal { .. }));
        let MoveError::Ambiguous { candidates, .. } = error("4x15") else { panic!() };
        for text in candidates.split(' ') {
            let mv = parse_move(&position, text).unwrap();
            assert_eq!(move_text(&position, mv), text);
        }
        // Another way to take the same three pieces is the same move; a way that is none is not.
        let one = parse_move(&position, "4:27:38:15");
        assert_eq!(one, parse_move(&position, " 4 x 27 x 38 x 15 "));
        assert!(matches!(error("4x27x42x15"), MoveError::Illegal { .. }));
        assert!(matches!(error("4x27x15"), MoveError::Illegal { .. }));
        let long = error(&"4x15".repeat(3000)).to_string();
        assert!(long.len() < 120, "{long}");
    }
}
