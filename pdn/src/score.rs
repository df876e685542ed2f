//! Results of games.

use manoury_rules::{Color, Variant, shown};
use std::fmt;
use std::str::FromStr;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// The side has won whose points stand first: the one that moves first in the starting position.
    FirstWins,
    /// Drawn.
    Draw,
    /// The other side has won.
    SecondWins,
    /// Lost by both: `0-0`.
    BothLose,
    /// Not known, or not over: `*`.
    Unknown,
}

impl GameResult {
    /// Who has won in a variant; `None` where nobody has.
    ///
    /// ```
    /// use manoury_pdn::GameResult;
    /// use manoury_rules::{Color, English, International};
    /// assert_eq!(GameResult::FirstWins.winner::<International>(), Some(Color::White));
    /// assert_eq!(GameResult::FirstWins.winner::<English>(), Some(Color::Black));
    /// ```
    pub fn winner<V: Variant>(self) -> Option<Color> {
        match self {
            GameResult::FirstWins => Some(V::FIRST),
            GameResult::SecondWins => Some(!V::FIRST),
            GameResult::Draw | GameResult::BothLose | GameResult::Unknown => None,
        }
    }
}

/// How many points a game is played for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ScoreStyle {
    /// Two, as in International draughts: `2-0`, `1-1`, `0-2`.
    #[default]
    TwoPoints,
    /// One: `1-0`, `1/2-1/2`, `0-1`.
    OnePoint,
}

/// A result as it is written. The points of the side that begins stand first: White's in
/// International and Brazilian draughts, Black's in English draughts.
///
/// ```
/// use manoury_pdn::{GameResult, Score, ScoreStyle};
/// let score: Score = "1/2-1/2".parse()?;
/// assert_eq!((score.result, score.style), (GameResult::Draw, ScoreStyle::OnePoint));
/// assert_eq!(Score { style: ScoreStyle::TwoPoints, ..score }.to_string(), "1-1");
/// # Ok::<(), manoury_pdn::ScoreError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Score {
    /// The result.
    pub result: GameResult,
    /// How it is written; `0-0` and `*` are the same in both.
    pub style: ScoreStyle,
}

impl PartialEq for Score {
    fn eq(&self, other: &Score) -> bool {
        let in_any_style = matches!(self.result, GameResult::BothLose | GameResult::Unknown);
        self.result == other.result && (in_any_style || self.style == other.style)
    }
}

impl Eq for Score {}

/// A text that is no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no result; choose 2-0, 1-1, 0-2, 1-0, 1/2-1/2, 0-1, 0-0 or *")]
pub struct ScoreError(String);

/// Every result with both ways to write it.
const WRITTEN: [(GameResult, [&str; 2]); 5] = [
    (GameResult::FirstWins, ["2-0", "1-0"]),
    (GameResult::Draw, ["1-1", "1/2-1/2"]),
    (GameResult::SecondWins, ["0-2", "0-1"]),
    (GameResult::BothLose, ["0-0", "0-0"]),
    (GameResult::Unknown, ["*", "*"]),
];

impl FromStr for Score {
    type Err = ScoreError;

    /// Reads a result; blanks in it do not matter.
    fn from_str(text: &str) -> Result<Self, ScoreError> {
        let blanks_out = |c: &char| !c.is_whitespace();
        let plain: String = text.chars().filter(blanks_out).take(8).collect();
        WRITTEN
            .into_iter()
            .flat_map(|(result, [two, one])| {
                [(result, ScoreStyle::TwoPoints, two), (result, ScoreStyle::OnePoint, one)]
            })
            .find(|(.., written)| *written == plain)
            .map(|(result, style, _)| Score { result, style })
            .ok_or_else(|| ScoreError(shown(text)))
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (_, texts) = WRITTEN[self.result as usize];
        f.pad(texts[self.style as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_back() {
        for (result, texts) in WRITTEN {
            for text in texts {
                let score: Score = text.parse().unwrap();
                assert_eq!((score.result, score.to_string().as_str()), (result, text));
            }
        }
        assert_eq!(" 2 - 0 ".parse::<Score>().unwrap().result, GameResult::FirstWins);
        for text in ["", "2-1", "1-2", "½-½", "2", "12-0", "2-0-0", "1/2", "white"] {
            let error = text.parse::<Score>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("'{text}' is no result")), "{error}");
        }
    }
}
