//! The material classes that have a draw limit of their own (RULES §2).

use crate::{Color, Position, Variant};

/// Material in which a lone king faces little: where a class clock can start or go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LoneKing {
    /// Against one king, two kings, or a king and a man: class five.
    Five,
    /// Against three pieces with a king among them: class sixteen.
    Sixteen,
    /// Against one man: no class, but both class clocks may run on into it.
    Man,
    /// Against two men: no class, but a sixteen-clock may run on into it.
    TwoMen,
}

impl LoneKing {
    /// The kind of lone-king material of a position, whatever its variant; `None` for all other
    /// material.
    pub const fn of<V: Variant>(position: &Position<V>) -> Option<Self> {
        let white = Self::faced_by(position, Color::White, Color::Black);
        if white.is_some() { white } else { Self::faced_by(position, Color::Black, Color::White) }
    }

    const fn faced_by<V: Variant>(
        position: &Position<V>,
        lone: Color,
        other: Color,
    ) -> Option<Self> {
        if position.men(lone) != 0 || position.kings(lone).count_ones() != 1 {
            return None;
        }
        match (position.kings(other).count_ones(), position.men(other).count_ones()) {
            (1, 0) | (2, 0) | (1, 1) => Some(LoneKing::Five),
            (3, 0) | (2, 1) | (1, 2) => Some(LoneKing::Sixteen),
            (0, 1) => Some(LoneKing::Man),
            (0, 2) => Some(LoneKing::TwoMen),
            _ => None,
        }
    }
}

/// A class of material with a draw limit of its own, in a variant that knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MaterialClass {
    /// A lone king against K, 2K or K+M.
    Five,
    /// A lone king against 3K, 2K+M or K+2M.
    Sixteen,
}

impl MaterialClass {
    /// The class of a position; `None` outside the classes, and always in a variant without them.
    ///
    /// ```
    /// use manoury_rules::{Brazilian, International, MaterialClass, Position};
    /// let position: Position<International> = "W:WK1,K2,31:BK5".parse()?;
    /// assert_eq!(MaterialClass::of(&position), Some(MaterialClass::Sixteen));
    /// let position: Position<Brazilian> = "W:WK1,K2,31:BK5".parse()?;
    /// assert_eq!(MaterialClass::of(&position), None);
    /// # Ok::<(), manoury_rules::FenError>(())
    /// ```
    pub fn of<V: Variant>(position: &Position<V>) -> Option<Self> {
        match LoneKing::of(position)? {
            LoneKing::Five => V::LIMITS.five.map(|_| MaterialClass::Five),
            LoneKing::Sixteen => V::LIMITS.sixteen.map(|_| MaterialClass::Sixteen),
            LoneKing::Man | LoneKing::TwoMen => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::International;

    #[test]
    fn classes_are_those_of_the_rules() {
        use LoneKing::{Five, Man, Sixteen, TwoMen};
        for (men, kings, expected) in [
            (0, 1, Some(Five)),
            (0, 2, Some(Five)),
            (1, 1, Some(Five)),
            (0, 3, Some(Sixteen)),
            (1, 2, Some(Sixteen)),
            (2, 1, Some(Sixteen)),
            (1, 0, Some(Man)),
            (2, 0, Some(TwoMen)),
            (3, 0, None),
            (0, 4, None),
            (3, 1, None),
            (0, 0, None),
        ] {
            let set = |from: u32, count: u32| ((1u64 << count) - 1) << from;
            let few = [set(22, men), 0];
            let sets = [set(0, kings), 1 << 40];
            for turn in Color::ALL {
                let position = Position::<International>::new(few, sets, turn).unwrap();
                assert_eq!(LoneKing::of(&position), expected, "{position}");
                assert_eq!(LoneKing::of(&position.reversed()), expected, "{position}");
            }
        }
        for fen in ["W:WK1,K2:BK50,K49", "W:WK1,K2,K3:B20", "W:W31:B20"] {
            assert_eq!(LoneKing::of(&fen.parse::<Position<International>>().unwrap()), None);
        }
    }
}
