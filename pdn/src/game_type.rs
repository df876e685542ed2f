//! Which game is played: the tag `GameType`.

use manoury_rules::{Variant, VariantName, WithVariant};

/// A `GameType`: the number of a game, `20`, or that with the board and how its squares are named,
/// `20,W,10,10,N2,0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameType {
    /// The number of the game.
    pub number: u16,
    /// How its squares are named, where that is told: `N` for numbers or `A` for letters, and the
    /// corner of the first square.
    pub notation: Option<(char, u8)>,
}

/// Why a game cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GameTypeError {
    /// The tag's value is none.
    #[error("'{0}' is no GameType; write a number like 20, or 20,W,10,10,N2,0")]
    Malformed(String),
    /// A game that is not known here.
    #[error(
        "GameType {0} is another game; known are 20 (international), 21 (english) and 26 (brazilian)"
    )]
    OtherGame(u16),
    /// A game whose squares are numbered in another way.
    #[error("the squares are named {letter}{corner}, which is not the way of GameType {number}")]
    OtherSquares {
        /// The number of the game.
        number: u16,
        /// `N` or `A`.
        letter: char,
        /// The corner of the first square.
        corner: u8,
    },
}

/// Asks a variant for its number.
struct Number;

impl WithVariant for Number {
    type Output = u16;

    fn run<V: Variant>(self) -> u16 {
        V::PDN_GAME_TYPE.into()
    }
}

impl GameType {
    /// The type of a variant's games.
    pub fn of(variant: VariantName) -> Self {
        GameType { number: variant.dispatch(Number), notation: None }
    }

    /// Reads the tag's value.
    ///
    /// ```
    /// use manoury_pdn::GameType;
    /// use manoury_rules::VariantName;
    /// assert_eq!(GameType::parse("20")?.variant()?, VariantName::International);
    /// assert_eq!(GameType::parse("21,B,8,8,N1,0")?.variant()?, VariantName::English);
    /// assert!(GameType::parse("25")?.variant().is_err());
    /// # Ok::<(), manoury_pdn::GameTypeError>(())
    /// ```
    ///
    /// # Errors
    /// The value is not of that form.
    pub fn parse(value: &str) -> Result<Self, GameTypeError> {
        let malformed = || GameTypeError::Malformed(crate::error::shown(value));
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let fields: Vec<&str> = value.trim().split(',').map(str::trim).take(7).collect();
        let number = Some(fields[0]).filter(|n| digits(n)).and_then(|n| n.parse().ok());
        let number = number.ok_or_else(malformed)?;
        let notation = match fields[1..] {
            [] => None,
            [color, width, height, squares] | [color, width, height, squares, "0" | "1"]
                if matches!(color, "W" | "B") && digits(width) && digits(height) =>
            {
                match squares.as_bytes() {
                    [letter @ (b'A' | b'N' | b'S'), corner @ b'0'..=b'3'] => {
                        Some((char::from(*letter), corner - b'0'))
                    }
                    _ => return Err(malformed()),
                }
            }
            _ => return Err(malformed()),
        };
        Ok(GameType { number, notation })
    }

    /// The variant whose rules and squares these are.
    ///
    /// # Errors
    /// Another game, or its squares are named in another way than usual.
    pub fn variant(&self) -> Result<VariantName, GameTypeError> {
        let number = self.number;
        let found = VariantName::ALL.into_iter().find(|&name| Self::of(name).number == number);
        let variant = found.ok_or(GameTypeError::OtherGame(number))?;
        // Square 1 is at the top left for White: for Black, who moves first in English draughts,
        // at the bottom right. Square a1 is at White's bottom left.
        let usual: &[(char, u8)] = match variant {
            VariantName::International => &[('N', 2)],
            VariantName::English => &[('N', 1)],
            VariantName::Brazilian => &[('A', 0), ('N', 2)],
        };
        match self.notation {
            Some(notation) if !usual.contains(&notation) => {
                let (letter, corner) = notation;
                Err(GameTypeError::OtherSquares { number, letter, corner })
            }
            _ => Ok(variant),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn game_types_are_read_or_refused() {
        let variant = |value| GameType::parse(value).unwrap().variant();
        for (value, expected) in [
            ("20", VariantName::International),
            ("20,W,10,10,N2,0", VariantName::International),
            (" 20 , W , 10 , 10 , N2 ", VariantName::International),
            ("21", VariantName::English),
            ("21,B,8,8,N1,0", VariantName::English),
            ("26", VariantName::Brazilian),
            ("26,W,8,8,A0,0", VariantName::Brazilian),
            ("26,W,8,8,N2,0", VariantName::Brazilian),
        ] {
            assert_eq!(variant(value), Ok(expected), "{value}");
        }
        assert_eq!(variant("40"), Err(GameTypeError::OtherGame(40)));
        let other = GameTypeError::OtherSquares { number: 20, letter: 'N', corner: 0 };
        assert_eq!(variant("20,W,10,10,N0,0"), Err(other));
        for value in ["", "x", "-20", "99999", "20,", "20,W", "20,R,10,10,N2", "20,W,10,10,N4,0"] {
            let error = GameType::parse(value).unwrap_err();
            assert_eq!(error, GameTypeError::Malformed(value.to_string()), "{value}");
        }
        for name in VariantName::ALL {
            assert_eq!(GameType::of(name).variant(), Ok(name));
        }
    }
}
