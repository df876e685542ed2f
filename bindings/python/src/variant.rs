//! Positions of any variant, and the layout of squares that Python sees.

use crate::errors::Error;
use manoury_rules::{
    Bits, Board, Brazilian, English, Game, International, Position, Variant, VariantName,
};

/// Does something with the value inside an enum that has one case for each variant.
macro_rules! each_variant {
    ($any:ident, $value:expr, $inner:ident => $work:expr) => {
        match $value {
            $any::International($inner) => $work,
            $any::Brazilian($inner) => $work,
            $any::English($inner) => $work,
        }
    };
}
pub(crate) use each_variant;

/// Does something with a type that is the variant of a name.
macro_rules! in_variant {
    ($name:expr, $variant:ident => $work:expr) => {
        match $name {
            manoury_rules::VariantName::International => {
                type $variant = manoury_rules::International;
                $work
            }
            manoury_rules::VariantName::Brazilian => {
                type $variant = manoury_rules::Brazilian;
                $work
            }
            manoury_rules::VariantName::English => {
                type $variant = manoury_rules::English;
                $work
            }
        }
    };
}
pub(crate) use in_variant;

/// A position of any variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum AnyPosition {
    International(Position<International>),
    Brazilian(Position<Brazilian>),
    English(Position<English>),
}

/// A game of any variant.
#[derive(Clone, Debug)]
pub(crate) enum AnyGame {
    International(Game<International>),
    Brazilian(Game<Brazilian>),
    English(Game<English>),
}

/// A variant that has a case in [`AnyPosition`] and [`AnyGame`].
pub(crate) trait Known: Variant {
    /// The position as one of any variant.
    fn any(position: Position<Self>) -> AnyPosition;

    /// The game as one of any variant.
    fn any_game(game: Game<Self>) -> AnyGame;

    /// The position if it is of this variant.
    fn known(position: &AnyPosition) -> Option<Position<Self>>;

    /// As [`Known::known`], with an error that says which variant it is of.
    fn expected(position: &AnyPosition) -> Result<Position<Self>, Error> {
        let found = position.variant();
        Self::known(position).ok_or(Error::OtherVariant { found, expected: Self::NAME })
    }
}

macro_rules! known {
    ($($variant:ident)*) => {$(
        impl Known for $variant {
            fn any(position: Position<Self>) -> AnyPosition {
                AnyPosition::$variant(position)
            }

            fn any_game(game: Game<Self>) -> AnyGame {
                AnyGame::$variant(game)
            }

            fn known(position: &AnyPosition) -> Option<Position<Self>> {
                match position {
                    AnyPosition::$variant(position) => Some(*position),
                    _ => None,
                }
            }
        }
    )*};
}
known!(International Brazilian English);

impl AnyPosition {
    /// Reads a FEN; counters are dropped.
    pub(crate) fn parse(text: &str, variant: VariantName) -> Result<Self, Error> {
        Ok(in_variant!(variant, V => V::any(text.parse()?)))
    }

    /// The variant.
    pub(crate) fn variant(&self) -> VariantName {
        match self {
            AnyPosition::International(_) => VariantName::International,
            AnyPosition::Brazilian(_) => VariantName::Brazilian,
            AnyPosition::English(_) => VariantName::English,
        }
    }
}

/// A set of squares in the dense layout, in which square n is bit n − 1, in the one of [`Board`];
/// `None` if it has a bit that is no square.
#[inline]
pub(crate) fn from_dense<V: Variant>(set: u64) -> Option<Bits> {
    if set >> Board::<V>::SQUARES != 0 {
        return None;
    }
    // A ghost follows every second row.
    let width = 2 * V::ROW;
    let rows = |k: u32| (set >> (k * width) & ((1 << width) - 1)) << (k * (width + 1));
    Some((0..V::ROW).fold(0, |bits, k| bits | rows(k)))
}

/// The reverse of [`from_dense`].
pub(crate) fn to_dense<V: Variant>(bits: Bits) -> u64 {
    let width = 2 * V::ROW;
    let rows = |k: u32| (bits >> (k * (width + 1)) & ((1 << width) - 1)) << (k * width);
    (0..V::ROW).fold(0, |set, k| set | rows(k))
}
