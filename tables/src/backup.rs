//! A position's value from those of its successors: the definition of every table value (RULES §3).
//!
//! The generator finds the same values backward; this forward form is how captures, which are not
//! stored, are answered, and what every stored value is verified against.

use crate::value::{Metric, Outcome, Score};

/// What kind of move leads to a successor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A king's move that takes nothing: the only kind that is no conversion.
    KingMove,
    /// A man's move that takes nothing, promotion or not.
    ManMove,
    /// A capture.
    Capture,
}

impl Step {
    /// Whether a move of this kind ends what the metric counts, so that its distance is 1 whatever
    /// follows.
    #[inline(always)]
    pub const fn converts(self, metric: Metric) -> bool {
        match metric {
            Metric::Dtc => !matches!(self, Step::KingMove),
            Metric::Dtw => false,
            Metric::Dtx => matches!(self, Step::Capture),
        }
    }
}

/// Folds the scores of a position's successors into its own.
///
/// With no successor the side to move has lost in 0. For [`Metric::Dtc`], `limit` is the greatest
/// distance that is not cut off by the draw limit; the other metrics ignore limits and are given
/// outcomes on the board ([`Outcome::on_board`]).
#[derive(Clone, Copy, Debug)]
pub struct Backup {
    metric: Metric,
    limit: u16,
    /// The best outcome for the mover so far.
    best: Option<Outcome>,
    /// Least plies of a win, and of a cursed win.
    win: u16,
    cursed: u16,
    /// Greatest plies of a loss, and of a blessed loss.
    loss: u16,
    blessed: u16,
}

impl Backup {
    /// No successor seen yet; `limit` in plies.
    #[inline]
    pub const fn new(metric: Metric, limit: u16) -> Self {
        let none = Score::MAX_PLIES;
        Backup { metric, limit, best: None, win: none, cursed: none, loss: 0, blessed: 0 }
    }

    /// Adds a successor by its score for its own side to move.
    #[inline]
    pub fn add(&mut self, step: Step, successor: Score) {
        let Some(outcome) = successor.outcome() else { return };
        let converts = step.converts(self.metric);
        let plies = if converts { 1 } else { successor.plies() + 1 };
        // A king's move goes on with the same clock: one ply too many, and the limit has cut in.
        let cut = self.metric == Metric::Dtc && !converts && plies > self.limit;
        let outcome = if cut { outcome.opposite().limited() } else { outcome.opposite() };
        match outcome {
            Outcome::Win => self.win = self.win.min(plies),
            Outcome::CursedWin => self.cursed = self.cursed.min(plies),
            Outcome::Draw => {}
            Outcome::BlessedLoss => self.blessed = self.blessed.max(plies),
            Outcome::Loss => self.loss = self.loss.max(plies),
        }
        self.best = self.best.max(Some(outcome));
    }

    /// The score of the position.
    #[inline]
    pub fn score(&self) -> Score {
        match self.best {
            None => Score::new(Outcome::Loss, 0),
            Some(Outcome::Win) => Score::new(Outcome::Win, self.win),
            Some(Outcome::CursedWin) => Score::new(Outcome::CursedWin, self.cursed),
            Some(Outcome::Draw) => Score::DRAW,
            Some(Outcome::BlessedLoss) => Score::new(Outcome::BlessedLoss, self.blessed),
            Some(Outcome::Loss) => Score::new(Outcome::Loss, self.loss),
        }
    }
}
