//! Forsyth–Edwards notation for draughts: `W:W31,32,K40:BK3`.

use crate::{Bits, Board, Color, Position, SetupError, Variant, bits};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Longest text that is looked at, in bytes; every position of every variant is far shorter.
const LONGEST: usize = 1000;

/// Characters of a wrong token that an error message repeats.
const SHOWN: usize = 20;

/// Why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FenError {
    /// The text is far too long.
    #[error("a FEN of {0} characters is too long; at most {LONGEST} are read")]
    TooLong(usize),
    /// No side to move, or none that is known.
    #[error("'{0}' is no side to move; begin with W: or B:, as in W:W31,32:BK3")]
    NoTurn(String),
    /// A part is neither a list of pieces nor a counter.
    #[error("'{0}' is neither a list of pieces (W… or B…) nor a counter (H… or F…)")]
    UnknownPart(String),
    /// A side has no list of pieces.
    #[error("the list of {0}'s pieces is missing; write :{0} and its squares, none if it has none")]
    MissingList(char),
    /// A side has two lists of pieces.
    #[error("'{1}' is a second list of {0}'s pieces; write them all in one")]
    SecondList(char, String),
    /// A piece is no square number, with K for a king, nor a range of them.
    #[error("'{0}' is no piece; write a square number, with K for a king, or a range like 31-35")]
    UnknownPiece(String),
    /// A square outside the board.
    #[error("square {square} is not on the board; its squares are 1-{squares}")]
    OffBoard {
        /// The number read.
        square: String,
        /// Squares of the board.
        squares: u32,
    },
    /// A counter is no number, or there twice.
    #[error("'{0}' is no counter; write one number, like H12 (at most H65535) or F30")]
    Counter(String),
    /// The pieces cannot stand so.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// A position as a text sets it up, with the counters that some programs add.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup<V> {
    /// The position.
    pub position: Position<V>,
    /// `:H<plies>`: plies since the last capture or man's move.
    pub halfmoves: Option<u16>,
    /// `:F<move>`: the number of the move.
    pub moves: Option<u32>,
}

impl<V: Variant> Setup<V> {
    /// Reads a FEN. Lists in either order, ranges (`31-35`, `K1-3`), spaces, leading zeros, lower
    /// case and a final dot are accepted.
    ///
    /// ```
    /// use manoury_rules::{International, Setup};
    /// let setup = Setup::<International>::parse("w : BK 03 : W 31-33, K40 : H7.")?;
    /// assert_eq!(setup.position.to_string(), "W:W31,32,33,K40:BK3");
    /// assert_eq!(setup.halfmoves, Some(7));
    /// # Ok::<(), manoury_rules::FenError>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong, with the token at fault.
    pub fn parse(text: &str) -> Result<Self, FenError> {
        if text.len() > LONGEST {
            return Err(FenError::TooLong(text.chars().count()));
        }
        let text = text.trim();
        let text = text.strip_suffix('.').unwrap_or(text);
        let mut parts = text.split(':').map(str::trim);
        let turn = match parts.next() {
            Some("W" | "w") => Color::White,
            Some("B" | "b") => Color::Black,
            other => return Err(FenError::NoTurn(shown(other.unwrap_or("")))),
        };
        let mut lists: [Option<&str>; 2] = [None, None];
        let mut halfmoves = None;
        let mut moves = None;
        for part in parts {
            let mut letters = part.chars();
            let letter = letters.next().map(|c| c.to_ascii_uppercase());
            let rest = letters.as_str().trim();
            match letter {
                Some(side @ ('W' | 'B')) => {
                    let list = &mut lists[usize::from(side == 'B')];
                    if list.replace(rest).is_some() {
                        return Err(FenError::SecondList(side, shown(part)));
                    }
                }
                Some('H') => set_counter(&mut halfmoves, rest, part)?,
                Some('F') => set_counter(&mut moves, rest, part)?,
                _ => return Err(FenError::UnknownPart(shown(part))),
            }
        }
        let mut men = [0; 2];
        let mut kings = [0; 2];
        for color in Color::ALL {
            let list = lists[color.index()].ok_or(FenError::MissingList(color.letter()))?;
            for token in list.split(',').map(str::trim).filter(|_| !list.is_empty()) {
                let (set, is_king) = pieces::<V>(token)?;
                let side = &mut (if is_king { &mut kings } else { &mut men })[color.index()];
                let twice = *side & set;
                if twice != 0 {
                    let square = Board::<V>::square(twice.trailing_zeros()) + 1;
                    return Err(SetupError::Doubled(square).into());
                }
                *side |= set;
            }
        }
        Ok(Setup { position: Position::new(men, kings, turn)?, halfmoves, moves })
    }
}

/// Reads the number of a counter that must not have been read before.
fn set_counter<T: FromStr>(
    counter: &mut Option<T>,
    number: &str,
    part: &str,
) -> Result<(), FenError> {
    let number = Some(number).filter(|n| is_number(n)).and_then(|n| n.parse().ok());
    match number {
        Some(number) if counter.is_none() => *counter = Some(number),
        _ => return Err(FenError::Counter(shown(part))),
    }
    Ok(())
}

/// The squares of one token, and whether they hold kings.
fn pieces<V: Variant>(token: &str) -> Result<(Bits, bool), FenError> {
    let unknown = || FenError::UnknownPiece(shown(token));
    let (numbers, is_king) = match token.strip_prefix(['K', 'k']) {
        Some(rest) => (rest, true),
        None => (token, false),
    };
    let square = |digits: &str| {
        let digits = digits.trim();
        if !is_number(digits) {
            return Err(unknown());
        }
        let squares = Board::<V>::SQUARES;
        let on_board = digits.parse().ok().filter(|square| (1..=squares).contains(square));
        on_board.ok_or_else(|| FenError::OffBoard { square: shown(digits), squares })
    };
    let (first, last) = numbers.split_once('-').unwrap_or((numbers, numbers));
    let last = last.trim();
    let last = if is_king { last.strip_prefix(['K', 'k']).unwrap_or(last) } else { last };
    let range: RangeInclusive<u32> = square(first)?..=square(last)?;
    if range.is_empty() {
        return Err(unknown());
    }
    Ok((range.fold(0, |set, square| set | 1 << Board::<V>::bit(square - 1)), is_king))
}

/// Whether a text is digits alone: `parse` would let a sign pass.
pub(crate) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// As much of a wrong token as an error message repeats, on one line.
///
/// ```
/// assert_eq!(manoury_rules::shown("W:WK3\n9,and so on and on"), "W:WK3?9,and so on an…");
/// ```
pub fn shown(token: &str) -> String {
    let clean = |c: char| if c.is_control() { '?' } else { c };
    let mut text: String = token.chars().take(SHOWN).map(clean).collect();
    if token.chars().nth(SHOWN).is_some() {
        text.push('…');
    }
    text
}

impl<V: Variant> FromStr for Position<V> {
    type Err = FenError;

    /// Reads a FEN; counters are read and dropped, see [`Setup::parse`].
    fn from_str(text: &str) -> Result<Self, FenError> {
        Ok(Setup::parse(text)?.position)
    }
}

impl<V: Variant> fmt::Display for Position<V> {
    /// Writes the FEN: no spaces, White's list first, squares ascending.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.turn().letter())?;
        for color in Color::ALL {
            write!(f, ":{}", color.letter())?;
            for (i, bit) in bits(self.pieces(color)).enumerate() {
                let comma = if i > 0 { "," } else { "" };
                let king = if self.kings(color) >> bit & 1 != 0 { "K" } else { "" };
                write!(f, "{comma}{king}{}", Board::<V>::square(bit) + 1)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{English, International};

    #[test]
    fn wrong_texts_name_what_is_wrong() {
        let error = |text: &str| Setup::<International>::parse(text).unwrap_err().to_string();
        for (text, needle) in [
            ("", "''"),
            ("W31:B3", "'W31'"),
            ("X:W31:B3", "'X'"),
            ("W:W31,31:B3", "square 31"),
            ("W:W31:BK31", "square 31"),
            ("W:WK31,31:B3", "square 31"),
            ("W:W51:B3", "square 51"),
            ("W:W0:B3", "square 0"),
            ("W:W5:B6", "square 5"),
            ("W:W6:B46", "square 46"),
            ("W:W31", "B's"),
            ("W:W31:B1:W32", "'W32'"),
            ("W:W31:B1:Q9", "'Q9'"),
            ("W:W31::B1", "''"),
            ("W:WX31:B1", "'X31'"),
            ("W:W31,:B1", "''"),
            ("W:W35-31:B1", "'35-31'"),
            ("W:W31-:B1", "'31-'"),
            ("W:W+31:B1", "'+31'"),
            ("W:W31:B1:Hx", "'Hx'"),
            ("W:W31:B1:H1:H2", "'H2'"),
            ("W:W31:B1:H+1", "'H+1'"),
            ("W:W3 1:B1", "'3 1'"),
            ("W:W31 32:B1", "'31 32'"),
            ("W:W31-K35:B1", "'31-K35'"),
            ("W:WK:B1", "'K'"),
            ("W:W99999999999:B1", "square 99999999999"),
            ("W:WK3\n9:B1", "'K3?9'"),
            ("W:W31:B1:H70000", "'H70000'"),
            ("W:Wé:B1", "'é'"),
            ("W:é31:B1", "'é31'"),
        ] {
            let message = error(text);
            assert!(message.contains(needle), "{text}: {message}");
            assert!(!message.contains('\n') && message.len() < 120, "{message}");
        }
        assert!(error(&"W".repeat(10_000)).len() < 100);
        assert!(error(&format!("W:W{}:B1", "9".repeat(500))).len() < 120);
        assert!(Setup::<English>::parse("W:W33:B1").is_err());
    }

    #[test]
    fn the_start_is_the_known_one() {
        let start = Position::<International>::start();
        assert_eq!(start, "W:W31-50:B1-20".parse().unwrap());
        assert_eq!(Position::<English>::start(), "B:W21-32:B1-12".parse().unwrap());
        for same in ["W:BK3:W", " w : b k3 : w .", "W:W:BK03-K03", "W:W:BK3-3:H1:F2."] {
            assert_eq!("W:W:BK3".parse::<Position<International>>(), same.parse(), "{same}");
        }
        assert_eq!("W:W:BK3".parse::<Position<International>>().unwrap().to_string(), "W:W:BK3");
    }
}
