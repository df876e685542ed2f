//! Positions and moves as the protocol writes them.
//!
//! A position is the side to move and one character a square, `W` + `w b W B e`. A quiet move is
//! `32-28`; a capture names its two ends and every piece taken, in any order: `28x19x23`.

use crate::line::shown;
use manoury_rules::{Bits, Board, Color, Move, MoveList, Position, SetupError, Variant, bits};

/// Why a text is no position or no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// The text of a position has another length.
    #[error(
        "a position has {expected} characters in this game, the side to move and one a square; '{text}' has {found}"
    )]
    Length {
        /// What was read.
        text: String,
        /// Its characters.
        found: usize,
        /// Characters of a position.
        expected: usize,
    },
    /// No side to move.
    #[error("'{0}' is no side to move; a position begins with W or B")]
    Turn(char),
    /// No content of a square.
    #[error("'{0}' on square {1} is none of w, b, W, B and e")]
    Piece(char, usize),
    /// The pieces cannot stand so.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The text is no move.
    #[error("'{0}' is no move; write 32-28, or 28x19x23 with every piece taken")]
    Move(String),
    /// The move is not legal.
    #[error("{text} is not legal in {position}")]
    Illegal {
        /// The text read.
        text: String,
        /// The position.
        position: String,
    },
    /// Several captures have the ends that are given, and take different pieces.
    #[error("{text} is ambiguous in {position}; write one of: {candidates}")]
    Ambiguous {
        /// The text read.
        text: String,
        /// The position.
        position: String,
        /// The captures, each with every piece taken.
        candidates: String,
    },
}

/// Writes a position.
///
/// ```
/// use manoury_hub::position_text;
/// use manoury_rules::{Brazilian, Position};
///
/// let position: Position<Brazilian> = "W:WK32,9:B5".parse()?;
/// assert_eq!(position_text(&position), "WeeeebeeeweeeeeeeeeeeeeeeeeeeeeeW");
/// # Ok::<(), manoury_rules::FenError>(())
/// ```
pub fn position_text<V: Variant>(position: &Position<V>) -> String {
    let square = |square| {
        let bit = Board::<V>::bit(square);
        let stands = |set: Bits| set >> bit & 1 != 0;
        let pieces = [
            (position.men(Color::White), 'w'),
            (position.men(Color::Black), 'b'),
            (position.kings(Color::White), 'W'),
            (position.kings(Color::Black), 'B'),
        ];
        pieces.iter().find(|(set, _)| stands(*set)).map_or('e', |(_, letter)| *letter)
    };
    let squares = (0..Board::<V>::SQUARES).map(square);
    std::iter::once(position.turn().letter()).chain(squares).collect()
}

/// Reads a position.
///
/// # Errors
/// What is wrong, with the character or square at fault.
pub fn read_position<V: Variant>(text: &str) -> Result<Position<V>, BoardError> {
    let expected = Board::<V>::SQUARES as usize + 1;
    let found = text.chars().count();
    if found != expected {
        return Err(BoardError::Length { text: shown(text), found, expected });
    }
    let mut letters = text.chars();
    let turn = match letters.next() {
        Some('W') => Color::White,
        Some('B') => Color::Black,
        other => return Err(BoardError::Turn(other.unwrap_or(' '))),
    };
    let mut men = [0; 2];
    let mut kings = [0; 2];
    for (square, letter) in letters.enumerate() {
        let set = match letter {
            'w' => &mut men[0],
            'b' => &mut men[1],
            'W' => &mut kings[0],
            'B' => &mut kings[1],
            'e' => continue,
            other => return Err(BoardError::Piece(other, square + 1)),
        };
        *set |= 1 << Board::<V>::bit(square as u32);
    }
    Ok(Position::new(men, kings, turn)?)
}

/// Writes a move, the pieces taken in ascending order.
///
/// ```
/// use manoury_hub::{move_text, read_move};
/// use manoury_rules::{International, Position};
///
/// let position: Position<International> = "W:W32:B8,18,28".parse()?;
/// let mv = read_move(&position, "32x3x28x18x8")?;
/// assert_eq!(move_text::<International>(mv), "32x3x8x18x28");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn move_text<V: Variant>(mv: Move) -> String {
    let number = |bit| (Board::<V>::square(bit) + 1).to_string();
    let ends = [number(mv.from.into()), number(mv.to.into())];
    if !mv.is_capture() {
        return ends.join("-");
    }
    ends.into_iter().chain(bits(mv.taken).map(number)).collect::<Vec<_>>().join("x")
}

/// Reads a legal move of a position. The pieces taken may be in any order, and left out where only
/// one capture has the two ends.
///
/// # Errors
/// The text is no move, or none that is legal in the position.
pub fn read_move<V: Variant>(position: &Position<V>, text: &str) -> Result<Move, BoardError> {
    let malformed = || BoardError::Move(shown(text));
    let separator = if text.contains('-') { '-' } else { 'x' };
    let squares = text.split(separator).map(square::<V>);
    let squares: Vec<u32> = squares.collect::<Option<_>>().ok_or_else(malformed)?;
    let [from, to, taken @ ..] = &squares[..] else { return Err(malformed()) };
    if separator == '-' && !taken.is_empty() {
        return Err(malformed());
    }
    let set = taken.iter().fold(0, |set: Bits, bit| set | 1 << bit);
    if set.count_ones() as usize != taken.len() {
        return Err(malformed());
    }
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    let fits = |mv: &&Move| {
        (mv.from as u32, mv.to as u32) == (*from, *to)
            && mv.is_capture() == (separator == 'x')
            && (taken.is_empty() || mv.taken == set)
    };
    let fitting: Vec<Move> = list.iter().filter(fits).copied().collect();
    if let [only] = fitting[..] {
        return Ok(only);
    }
    let (text, position) = (shown(text), position.to_string());
    if fitting.is_empty() {
        return Err(BoardError::Illegal { text, position });
    }
    let candidates: Vec<String> = fitting.into_iter().map(move_text::<V>).collect();
    Err(BoardError::Ambiguous { text, position, candidates: candidates.join(" ") })
}

/// Reads a square's number, as its bit.
fn square<V: Variant>(text: &str) -> Option<u32> {
    let digits = (1..=2).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    let number: u32 = text.parse().ok().filter(|_| digits)?;
    (1..=Board::<V>::SQUARES).contains(&number).then(|| Board::<V>::bit(number - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use manoury_rules::{Brazilian, English, International};
    use proptest::prelude::*;

    #[test]
    fn the_start_is_the_known_one() {
        let text = position_text(&Position::<International>::start());
        assert_eq!(text, format!("W{}{}{}", "b".repeat(20), "e".repeat(10), "w".repeat(20)));
    }

    #[test]
    fn wrong_texts_are_refused() {
        let error = |text: &str| read_position::<International>(text).unwrap_err();
        let board = |change: &str| format!("W{change}{}", "e".repeat(50 - change.chars().count()));
        assert!(matches!(error(""), BoardError::Length { found: 0, expected: 51, .. }));
        assert!(matches!(error("W"), BoardError::Length { found: 1, .. }));
        assert!(matches!(error(&"W".repeat(100_000)), BoardError::Length { .. }));
        assert_eq!(error(&format!("w{}", "e".repeat(50))), BoardError::Turn('w'));
        assert_eq!(error(&board("eex")), BoardError::Piece('x', 3));
        assert_eq!(error(&board("é")), BoardError::Piece('é', 1));
        assert_eq!(error(&board("w")), BoardError::Setup(SetupError::Promoted(1)));
        assert!(read_position::<Brazilian>(&board("b")).is_err());

        let position: Position<International> = "W:WK4:B13,20,32,37".parse().unwrap();
        for text in ["", "4", "4-", "x", "4-15-9", "4x15x13x13", "51-1", "0-1", "+4x15", "4x015"] {
            let error = read_move(&position, text).unwrap_err();
            assert!(matches!(error, BoardError::Move(_)), "{text}: {error}");
        }
        // Three pieces must be taken.
        for text in ["4-15", "4x15x13x20", "15x4"] {
            let error = read_move(&position, text).unwrap_err();
            assert!(matches!(error, BoardError::Illegal { .. }), "{text}: {error}");
        }
        // Two captures share these ends.
        let error = read_move(&position, "4x15").unwrap_err();
        let BoardError::Ambiguous { candidates, .. } = &error else { panic!("{error}") };
        let candidates: Vec<_> = candidates.split(' ').collect();
        assert_eq!(candidates.len(), 2, "{error}");
        assert!(candidates.contains(&"4x15x13x20x32"), "{error}");
        for text in candidates {
            assert!(error.to_string().contains(text), "{error}");
            assert_eq!(read_move(&position, text).map(move_text::<International>).unwrap(), text);
        }
        assert!(read_move(&position, "4x15x20x13x32").is_ok());
    }

    /// A position after some random moves from the start or from a few kings.
    fn wander<V: Variant>(fen: &str, choices: &[prop::sample::Index]) -> Position<V> {
        let mut position: Position<V> = fen.parse().unwrap();
        for choice in choices {
            let mut list = MoveList::new();
            position.legal_moves(&mut list);
            if list.is_empty() {
                break;
            }
            position = position.make(list[choice.index(list.len())]);
        }
        position
    }

    fn read_back<V: Variant>(position: &Position<V>) {
        assert_eq!(read_position(&position_text(position)), Ok(*position));
        let mut list = MoveList::new();
        position.legal_moves(&mut list);
        for &mv in &list {
            let text = move_text::<V>(mv);
            assert_eq!(read_move(position, &text), Ok(mv), "{position} {text}");
            if mv.is_capture() {
                let mut squares: Vec<&str> = text.split('x').collect();
                squares[2..].reverse();
                let turned = squares.join("x");
                assert_eq!(read_move(position, &turned), Ok(mv), "{position} {turned}");
            }
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(
            choices in prop::collection::vec(any::<prop::sample::Index>(), 0..60),
        ) {
            read_back(&wander::<International>("W:W31-50:B1-20", &choices));
            read_back(&wander::<International>("W:WK46,K47,31-35:BK5,K4,16-20", &choices));
            read_back(&wander::<Brazilian>("W:W21-32:B1-12", &choices));
            read_back(&wander::<English>("B:W21-32:B1-12", &choices));
        }

        #[test]
        fn no_text_makes_reading_panic(text in "\\PC{0,60}", board in "[WBwbe]{51}") {
            let _ = read_position::<International>(&text);
            let position = read_position::<International>(&board);
            let start = Position::start();
            let _ = read_move(&position.unwrap_or(start), &text);
        }

        #[test]
        fn nor_a_text_that_is_nearly_a_move(text in "[0-9x-]{0,12}") {
            let start = Position::<International>::start();
            if let Ok(mv) = read_move(&start, &text) {
                prop_assert_eq!(read_move(&start, &move_text::<International>(mv)), Ok(mv));
            }
        }
    }
}
