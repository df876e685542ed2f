//! Best play to the end.

use crate::{Found, Over, Question, RankedMove, Side, Verdict};
use manoury_prober::{LineStep, Probe, ProbeError, Tablebase};
use manoury_rules::{End, Variant};
use serde::Serialize;
use utoipa::ToSchema;

/// What a tablebase plays from a question on.
#[derive(Clone, Debug)]
pub struct BestPlay<V> {
    /// The value of the position.
    pub probe: Probe,
    /// The moves of both sides.
    pub steps: Vec<LineStep<V>>,
}

impl<V: Variant> BestPlay<V> {
    /// Asks a tablebase.
    ///
    /// # Errors
    /// As for [`Tablebase::line`].
    pub fn by(tablebase: &Tablebase<V>, question: &Question<V>) -> Result<Self, ProbeError> {
        let Question { position, clocks, reading } = question;
        let probe = tablebase.probe_with_clocks(position, clocks, *reading)?;
        Ok(BestPlay { probe, steps: tablebase.line(position, clocks, *reading)? })
    }

    /// What is to be said without any table where the side to move has no piece or no move.
    pub fn over() -> Self {
        BestPlay { probe: Found::<V>::over().probe, steps: Vec::new() }
    }
}

/// Best play of both sides from a position on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Mainline {
    /// The position and its value.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// The moves, each played on from the one before. Of a draw there are none.
    pub mainline: Vec<RankedMove>,
    /// How the game ends after the last of them; null for a draw that no rule ends.
    pub end: Option<Over>,
    /// Who wins; null for a draw.
    pub winner: Option<Side>,
}

impl Mainline {
    /// The line of a tablebase.
    pub fn new<V: Variant>(question: &Question<V>, play: &BestPlay<V>) -> Self {
        let mut before = question.position;
        let mut mainline = Vec::with_capacity(play.steps.len());
        for LineStep { ranked, .. } in &play.steps {
            mainline.push(RankedMove::new(&before, ranked));
            before = ranked.position;
        }
        let over = || End::of(&question.position, &question.clocks);
        let end = play.steps.last().map_or_else(over, |last| last.end);
        let lost = end.is_some_and(|end| !end.is_draw());
        Mainline {
            verdict: Verdict::new(question, &play.probe),
            mainline,
            end: end.map(Over::from),
            winner: lost.then(|| (!before.turn()).into()),
        }
    }
}
