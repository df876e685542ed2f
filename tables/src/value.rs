//! What a table says of a position.

use std::fmt;

/// The result of a position for the side to move under perfect play; the order is the ranking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Outcome {
    /// Lost.
    Loss = 1,
    /// Lost on the board, but drawn under the draw limits.
    BlessedLoss = 2,
    /// Drawn.
    Draw = 3,
    /// Won on the board, but drawn under the draw limits.
    CursedWin = 4,
    /// Won.
    Win = 5,
}

impl Outcome {
    /// All outcomes, worst first.
    pub const ALL: [Outcome; 5] =
        [Outcome::Loss, Outcome::BlessedLoss, Outcome::Draw, Outcome::CursedWin, Outcome::Win];

    /// The outcome with the code 1–5 of the enum, `None` for any other.
    #[inline]
    pub const fn from_code(code: u8) -> Option<Outcome> {
        match code {
            1 => Some(Outcome::Loss),
            2 => Some(Outcome::BlessedLoss),
            3 => Some(Outcome::Draw),
            4 => Some(Outcome::CursedWin),
            5 => Some(Outcome::Win),
            _ => None,
        }
    }

    /// The same result seen from the other side.
    #[inline]
    pub const fn opposite(self) -> Outcome {
        match self {
            Outcome::Loss => Outcome::Win,
            Outcome::BlessedLoss => Outcome::CursedWin,
            Outcome::Draw => Outcome::Draw,
            Outcome::CursedWin => Outcome::BlessedLoss,
            Outcome::Win => Outcome::Loss,
        }
    }

    /// The result on the board, draw limits ignored.
    #[inline]
    pub const fn on_board(self) -> Outcome {
        match self {
            Outcome::BlessedLoss => Outcome::Loss,
            Outcome::CursedWin => Outcome::Win,
            outcome => outcome,
        }
    }

    /// The result under the draw limits, when they bind.
    #[inline]
    pub const fn limited(self) -> Outcome {
        match self {
            Outcome::Loss => Outcome::BlessedLoss,
            Outcome::Win => Outcome::CursedWin,
            outcome => outcome,
        }
    }

    /// Kebab-case name, `cursed-win`.
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Loss => "loss",
            Outcome::BlessedLoss => "blessed-loss",
            Outcome::Draw => "draw",
            Outcome::CursedWin => "cursed-win",
            Outcome::Win => "win",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A distance metric (RULES §3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Metric {
    /// Plies to the conversion that keeps the outcome.
    Dtc,
    /// Plies to the end of the game, draw limits ignored.
    Dtw,
    /// Plies to the capture that leaves class sixteen and keeps the win.
    Dtx,
}

/// What a table file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Outcomes.
    Wdl,
    /// Distances of decided positions.
    Distance(Metric),
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 4] = [
        Kind::Wdl,
        Kind::Distance(Metric::Dtc),
        Kind::Distance(Metric::Dtw),
        Kind::Distance(Metric::Dtx),
    ];

    /// The code in a file's header.
    pub const fn code(self) -> u8 {
        match self {
            Kind::Wdl => 1,
            Kind::Distance(Metric::Dtc) => 2,
            Kind::Distance(Metric::Dtw) => 3,
            Kind::Distance(Metric::Dtx) => 4,
        }
    }

    /// The name, which is the file's extension too: `wdl`, `dtc`, `dtw`, `dtx`.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Wdl => "wdl",
            Kind::Distance(Metric::Dtc) => "dtc",
            Kind::Distance(Metric::Dtw) => "dtw",
            Kind::Distance(Metric::Dtx) => "dtx",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// An outcome and a distance in two bytes, with a mark for positions whose mover must capture.
///
/// Bits 0–11 hold the distance in plies, bit 12 the mark, bits 13–15 the outcome's code. The codes
/// 0 ([`Score::NONE`]: two pieces on one square), 6 and 7 are no outcome; a solver may use the
/// latter two for positions not yet decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Score(pub u16);

impl Score {
    /// No position: two pieces share a square.
    pub const NONE: Score = Score(0);
    /// A draw.
    pub const DRAW: Score = Score::new(Outcome::Draw, 0);
    /// The greatest distance in plies.
    pub const MAX_PLIES: u16 = 0xfff;
    /// The mark of a capture position.
    pub const CAPTURE: u16 = 1 << 12;
    /// Bits that hold neither mark nor distance.
    pub const OUTCOME_SHIFT: u32 = 13;

    /// A score; `plies` is 0 for a draw and at most [`Score::MAX_PLIES`].
    #[inline(always)]
    pub const fn new(outcome: Outcome, plies: u16) -> Self {
        debug_assert!(plies <= Self::MAX_PLIES);
        Score((outcome as u16) << Self::OUTCOME_SHIFT | plies)
    }

    /// The outcome; `None` for no position.
    #[inline(always)]
    pub const fn outcome(self) -> Option<Outcome> {
        Outcome::from_code((self.0 >> Self::OUTCOME_SHIFT) as u8)
    }

    /// The distance in plies, 0 for a draw.
    #[inline(always)]
    pub const fn plies(self) -> u16 {
        self.0 & Self::MAX_PLIES
    }

    /// Whether the side to move must capture.
    #[inline(always)]
    pub const fn is_capture(self) -> bool {
        self.0 & Self::CAPTURE != 0
    }

    /// The same score, marked as a capture position.
    #[inline(always)]
    pub const fn with_capture(self) -> Self {
        Score(self.0 | Self::CAPTURE)
    }

    /// The same score without the mark.
    #[inline(always)]
    pub const fn without_capture(self) -> Self {
        Score(self.0 & !Self::CAPTURE)
    }
}
