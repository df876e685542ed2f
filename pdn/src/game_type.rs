//! Which game is played: the tag `GameType`.

use manoury_rules::{Variant, VariantName, WithVariant, shown};

/// A `GameType`: the number of a game.
///
/// The tag may go on after the number with the board and how its squares are named,
/// `20,W,10,10,N2,0`. That is passed over: there are many files with other letters than the usual
/// ones and the usual squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameType(pub u16);

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
        GameType(variant.dispatch(Number))
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
    /// The value does not begin with a number.
    pub fn parse(value: &str) -> Result<Self, GameTypeError> {
        let number = value.split_once(',').map_or(value, |(number, _)| number).trim();
        Some(number)
            .filter(|number| number.bytes().all(|b| b.is_ascii_digit()))
            .and_then(|number| number.parse().ok())
            .map(GameType)
            .ok_or_else(|| GameTypeError::Malformed(shown(value)))
    }

    /// The variant of these games.
    ///
    /// # Errors
    /// A game that is not known here.
    pub fn variant(&self) -> Result<VariantName, GameTypeError> {
        let found = VariantName::ALL.into_iter().find(|&name| Self::of(name) == *self);
        found.ok_or(GameTypeError::OtherGame(self.0))
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
            (" 20 , W , 10 , 10 , N1 ", VariantName::International),
            ("21", VariantName::English),
            ("21,B,8,8,N1,0", VariantName::English),
            ("26", VariantName::Brazilian),
            ("26,W,8,8,A0,0", VariantName::Brazilian),
            ("26,W,8,8,N2,0", VariantName::Brazilian),
        ] {
            assert_eq!(variant(value), Ok(expected), "{value}");
        }
        assert_eq!(variant("40"), Err(GameTypeError::OtherGame(40)));
        for value in ["", "x", "-20", "+20", "99999", ",20", "20 W"] {
            let error = GameType::parse(value).unwrap_err();
            assert_eq!(error, GameTypeError::Malformed(value.to_string()), "{value}");
        }
        for name in VariantName::ALL {
            assert_eq!(GameType::of(name).variant(), Ok(name));
        }
    }
}
