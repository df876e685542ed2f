//! The draw limits and the clocks that run toward them (RULES §2).

use crate::{LoneKing, MaterialClass, Move, NameError, Position, Variant};
use std::fmt;
use std::str::FromStr;

/// How a capture inside class sixteen is read (RULES §2.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reading {
    /// The sixteen-clock goes on through captures, beside the five-clock.
    #[default]
    Fmjd,
    /// A capture out of class sixteen ends the sixteen-clock; class five starts afresh.
    Lidraughts,
}

impl Reading {
    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Reading::Fmjd => "fmjd",
            Reading::Lidraughts => "lidraughts",
        }
    }
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Reading {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        match text {
            "fmjd" => Ok(Reading::Fmjd),
            "lidraughts" => Ok(Reading::Lidraughts),
            _ => Err(NameError::new(text, "reading of the rules", "fmjd or lidraughts")),
        }
    }
}

/// One of the draw limits, named after its moves in International draughts: `25`, `16`, `5`. The
/// one limit of the other variants is [`Article::Conversion`] too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Article {
    /// Too many plies without a capture or a man's move; 25 moves in International draughts.
    Conversion,
    /// Sixteen moves in class sixteen.
    Sixteen,
    /// Five moves in class five.
    Five,
}

impl fmt::Display for Article {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Article::Conversion => "25",
            Article::Sixteen => "16",
            Article::Five => "5",
        })
    }
}

/// Plies used on each draw clock; `None` for one that does not run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct DrawClocks {
    /// Plies since the last capture or man's move: the 25-clock of International draughts, and the
    /// only clock of the other variants.
    pub c25: u16,
    /// Plies since class sixteen arose.
    pub c16: Option<u16>,
    /// Plies since class five arose.
    pub c5: Option<u16>,
}

/// Why clocks cannot stand so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ClockError {
    /// A clock is past its limit.
    #[error(
        "the {clock}-clock stands at {plies} plies, past its limit of {limit}; give at most {limit}"
    )]
    PastLimit {
        /// Which.
        clock: Article,
        /// Where it stands.
        plies: u16,
        /// Its limit.
        limit: u16,
    },
    /// The clock of the position's class, not given, would stand past its limit where the 25-clock
    /// stands.
    #[error(
        "the 25-clock at {plies} plies is past the limit of {limit} of the {clock}-clock, which \
         started no later with this material; give at most {limit}"
    )]
    Implied {
        /// The clock of the class.
        clock: Article,
        /// Where the 25-clock stands.
        plies: u16,
        /// The limit of the class.
        limit: u16,
    },
    /// A class clock is behind one that cannot have started before it.
    #[error(
        "the {clock}-clock at {plies} plies is behind the {other}-clock at {others}; \
         it started no later, so give at least {others}"
    )]
    Behind {
        /// The clock that is behind.
        clock: Article,
        /// Where it stands.
        plies: u16,
        /// The clock that is ahead.
        other: Article,
        /// Where that stands.
        others: u16,
    },
    /// A class clock cannot run with this material.
    #[error(
        "the {clock}-clock (given at {plies} plies) cannot run with this material; leave it out"
    )]
    WrongMaterial {
        /// Which.
        clock: Article,
        /// Where it was to stand.
        plies: u16,
    },
    /// The variant has no such clock.
    #[error("this variant has no {clock}-clock (given at {plies} plies); leave it out")]
    WrongVariant {
        /// Which.
        clock: Article,
        /// Where it was to stand.
        plies: u16,
    },
}

impl DrawClocks {
    /// The clocks of a position set up without any: the 25-clock and the clock of its class at 0.
    pub fn fresh<V: Variant>(position: &Position<V>) -> Self {
        let class = MaterialClass::of(position);
        DrawClocks {
            c25: 0,
            c16: (class == Some(MaterialClass::Sixteen)).then_some(0),
            c5: (class == Some(MaterialClass::Five)).then_some(0),
        }
    }

    /// The clocks of a position set up with some given, in plies (RULES §2.7).
    ///
    /// A 25-clock that is not given stands at 0, the clock of the position's class where the
    /// 25-clock stands; other class clocks that are not given do not run.
    ///
    /// ```
    /// use manoury_rules::{DrawClocks, International, Position, Reading};
    /// let position: Position<International> = "W:WK1,K2:BK45".parse()?;
    /// let clocks = DrawClocks::given(&position, Some(3), Some(26), None, Reading::Fmjd)?;
    /// assert_eq!(clocks, DrawClocks { c25: 3, c16: Some(26), c5: Some(3) });
    /// assert_eq!(clocks.class_plies_left::<International>(), Some(6));
    /// let error = DrawClocks::given(&position, None, Some(33), None, Reading::Fmjd).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "the 16-clock stands at 33 plies, past its limit of 32; give at most 32",
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Clocks that no game can reach.
    pub fn given<V: Variant>(
        position: &Position<V>,
        c25: Option<u16>,
        c16: Option<u16>,
        c5: Option<u16>,
        reading: Reading,
    ) -> Result<Self, ClockError> {
        let lone_king = LoneKing::of(position);
        let class = MaterialClass::of(position);
        let c25 = c25.unwrap_or(0);
        within(Article::Conversion, c25, V::LIMITS.conversion)?;
        let ignored = reading == Reading::Lidraughts
            && class != Some(MaterialClass::Sixteen)
            && V::LIMITS.sixteen.is_some();
        let c16 = if ignored { None } else { c16 };
        let clock = |clock, given: Option<u16>, limit: Option<u16>, arises: bool, runs: bool| {
            let plies = match (given, limit) {
                (Some(plies), None) => return Err(ClockError::WrongVariant { clock, plies }),
                (Some(plies), _) if !runs => {
                    return Err(ClockError::WrongMaterial { clock, plies });
                }
                (Some(plies), Some(limit)) => within(clock, plies, limit).map(|()| plies)?,
                (None, Some(limit)) if arises && c25 > limit => {
                    return Err(ClockError::Implied { clock, plies: c25, limit });
                }
                (None, _) if arises => c25,
                (None, _) => return Ok(None),
            };
            not_behind(clock, plies, Article::Conversion, c25).map(|()| Some(plies))
        };
        let c16 = clock(
            Article::Sixteen,
            c16,
            V::LIMITS.sixteen,
            class == Some(MaterialClass::Sixteen),
            lone_king.is_some(),
        )?;
        let c5 = clock(
            Article::Five,
            c5,
            V::LIMITS.five,
            class == Some(MaterialClass::Five),
            matches!(lone_king, Some(LoneKing::Five | LoneKing::Man)),
        )?;
        if let (Some(c16), Some(c5)) = (c16, c5) {
            not_behind(Article::Sixteen, c16, Article::Five, c5)?;
        }
        Ok(DrawClocks { c25, c16, c5 })
    }

    /// The clocks after a legal move from `before` to `after` (RULES §2.1–2.3).
    pub fn after<V: Variant>(
        self,
        before: &Position<V>,
        mv: Move,
        after: &Position<V>,
        reading: Reading,
    ) -> Self {
        let lone_king = LoneKing::of(after);
        let class = MaterialClass::of(after);
        let next = |clock: Option<u16>, arises: bool, may_run: bool| match clock {
            Some(plies) if may_run => Some(plies.saturating_add(1)),
            _ if arises => Some(0),
            _ => None,
        };
        let sixteen = class == Some(MaterialClass::Sixteen);
        let sixteen_goes_on = match reading {
            Reading::Fmjd => lone_king.is_some(),
            Reading::Lidraughts => sixteen,
        };
        let five_goes_on = matches!(lone_king, Some(LoneKing::Five | LoneKing::Man));
        DrawClocks {
            c25: if before.is_conversion(mv) { 0 } else { self.c25.saturating_add(1) },
            c16: next(self.c16, sixteen, sixteen_goes_on),
            c5: next(self.c5, class == Some(MaterialClass::Five), five_goes_on),
        }
    }

    /// The limit that is reached, if one is: of several the one reached first. Look at the end of
    /// the game before it: a move that ends it on the last ply wins (RULES §2.4).
    ///
    /// The clocks themselves tell the reading: under [`Reading::Lidraughts`] no sixteen-clock runs
    /// outside its class.
    pub fn expired<V: Variant>(&self) -> Option<Article> {
        let over = |clock: Option<u16>, limit: Option<u16>| clock?.checked_sub(limit?);
        let conversion = over(Some(self.c25), Some(V::LIMITS.conversion));
        let sixteen = over(self.c16, V::LIMITS.sixteen);
        let five = over(self.c5, V::LIMITS.five);
        // Of clocks that expired on the same ply the last one is named: the shortest limit.
        [(conversion, Article::Conversion), (sixteen, Article::Sixteen), (five, Article::Five)]
            .into_iter()
            .filter_map(|(past, article)| Some((past?, article)))
            .max_by_key(|&(past, _)| past)
            .map(|(_, article)| article)
    }

    /// Plies left on the class clocks that run, the least of them; `None` if none runs.
    pub fn class_plies_left<V: Variant>(&self) -> Option<u16> {
        let left = |clock: Option<u16>, limit: Option<u16>| Some(limit?.saturating_sub(clock?));
        let sixteen = left(self.c16, V::LIMITS.sixteen);
        let five = left(self.c5, V::LIMITS.five);
        [sixteen, five].into_iter().flatten().min()
    }

    /// Plies left before the conversion limit.
    pub fn conversion_plies_left<V: Variant>(&self) -> u16 {
        V::LIMITS.conversion.saturating_sub(self.c25)
    }
}

fn within(clock: Article, plies: u16, limit: u16) -> Result<(), ClockError> {
    if plies > limit { Err(ClockError::PastLimit { clock, plies, limit }) } else { Ok(()) }
}

fn not_behind(clock: Article, plies: u16, other: Article, others: u16) -> Result<(), ClockError> {
    if plies < others { Err(ClockError::Behind { clock, plies, other, others }) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Brazilian, International};

    type Given = (Option<u16>, Option<u16>, Option<u16>);

    fn given(fen: &str, (c25, c16, c5): Given, reading: Reading) -> Result<DrawClocks, ClockError> {
        let position: Position<International> = fen.parse().unwrap();
        DrawClocks::given(&position, c25, c16, c5, reading)
    }

    #[test]
    fn clocks_not_given_stand_where_the_rules_say() {
        let clocks = |fen, clocks| given(fen, clocks, Reading::Fmjd).unwrap();
        let five = "W:WK10:BK5";
        let sixteen = "W:WK1,K2,K3:BK50";
        let none = "W:W31:BK50";
        let of = |c25, c16, c5| DrawClocks { c25, c16, c5 };
        assert_eq!(clocks(five, (None, None, None)), of(0, None, Some(0)));
        assert_eq!(clocks(five, (Some(4), None, None)), of(4, None, Some(4)));
        assert_eq!(clocks(five, (None, Some(9), None)), of(0, Some(9), Some(0)));
        assert_eq!(clocks(sixteen, (Some(20), None, None)), of(20, Some(20), None));
        assert_eq!(clocks(none, (Some(50), None, None)), of(50, None, None));
        assert_eq!(clocks(none, (None, Some(31), Some(9))), of(0, Some(31), Some(9)));
        let ignored = given(five, (None, Some(26), None), Reading::Lidraughts).unwrap();
        assert_eq!(ignored, of(0, None, Some(0)));
    }

    #[test]
    fn clocks_that_no_game_reaches_are_refused() {
        let refused = |fen, clocks| given(fen, clocks, Reading::Fmjd).unwrap_err();
        let past = |clock, plies, limit| ClockError::PastLimit { clock, plies, limit };
        let five = "W:WK10:BK5";
        let sixteen = "W:WK1,K2,K3:BK50";
        assert_eq!(refused(five, (Some(51), None, None)), past(Article::Conversion, 51, 50));
        assert_eq!(refused(five, (None, None, Some(11))), past(Article::Five, 11, 10));
        // Not given, the five-clock would stand where the 25-clock stands.
        let implied = ClockError::Implied { clock: Article::Five, plies: 11, limit: 10 };
        assert_eq!(refused(five, (Some(11), None, None)), implied);
        assert_eq!(refused(sixteen, (None, Some(33), None)), past(Article::Sixteen, 33, 32));
        assert!(matches!(refused(five, (Some(5), None, Some(4))), ClockError::Behind { .. }));
        assert!(matches!(refused(five, (None, Some(3), Some(4))), ClockError::Behind { .. }));
        let wrong = |clock, plies| ClockError::WrongMaterial { clock, plies };
        assert_eq!(refused(sixteen, (None, None, Some(0))), wrong(Article::Five, 0));
        assert_eq!(refused("W:WK1,K2:BK50,K49", (None, Some(0), None)), wrong(Article::Sixteen, 0));
        assert_eq!(refused("W:W31,32:BK50", (None, None, Some(0))), wrong(Article::Five, 0));
        assert_eq!(refused("W:W31,32,33:BK50", (None, Some(0), None)), wrong(Article::Sixteen, 0));
        assert_eq!(refused("W:W10:B5", (None, None, Some(3))), wrong(Article::Five, 3));
        assert!(given("W:W31,32:BK50", (None, Some(7), None), Reading::Fmjd).is_ok());
        let brazilian: Position<Brazilian> = "W:WK10:BK5".parse().unwrap();
        let clocks = |c25, c5| DrawClocks::given(&brazilian, c25, None, c5, Reading::Fmjd);
        assert_eq!(
            clocks(None, Some(0)),
            Err(ClockError::WrongVariant { clock: Article::Five, plies: 0 })
        );
        assert_eq!(clocks(Some(41), None), Err(past(Article::Conversion, 41, 40)));
        assert_eq!(clocks(Some(40), None).unwrap().c5, None);
    }

    #[test]
    fn limits_are_reached_at_the_limit() {
        let at = |c25, c16, c5| DrawClocks { c25, c16, c5 }.expired::<International>();
        assert_eq!(at(49, Some(31), Some(9)), None);
        assert_eq!(at(50, None, None), Some(Article::Conversion));
        assert_eq!(at(0, Some(32), Some(9)), Some(Article::Sixteen));
        assert_eq!(at(0, Some(31), Some(10)), Some(Article::Five));
        let left = |c16, c5| DrawClocks { c25: 0, c16, c5 }.class_plies_left::<International>();
        assert_eq!(left(Some(25), Some(0)), Some(7));
        assert_eq!(left(Some(0), Some(1)), Some(9));
        assert_eq!(left(None, None), None);
    }
}
