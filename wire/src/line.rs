//! Best play to the end.

use crate::{Category, Clocks, Found, Over, Question, RankedMove, Side};
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
    /// The position: no spaces, squares in ascending order.
    pub fen: String,
    /// Its outcome under the clocks.
    pub category: Category,
    /// Plies to the conversion that keeps the outcome.
    pub dtc: Option<u16>,
    /// Plies to the end of the game.
    pub dtw: Option<u16>,
    /// The reading of the rules.
    pub rules: &'static str,
    /// The clocks.
    pub clocks: Clocks,
    /// How the game is over with the position, if it is.
    pub over: Option<Over>,
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
        let Question { position, clocks, reading } = question;
        let over = End::of(position, clocks);
        let mut before = *position;
        let mut mainline = Vec::with_capacity(play.steps.len());
        for LineStep { ranked, .. } in &play.steps {
            mainline.push(RankedMove::new(&before, ranked));
            before = ranked.position;
        }
        let end = play.steps.last().map_or(over, |last| last.end);
        let lost = end.is_some_and(|end| !end.is_draw());
        Mainline {
            fen: position.to_string(),
            category: play.probe.outcome.into(),
            dtc: play.probe.dtc,
            dtw: play.probe.dtw,
            rules: reading.name(),
            clocks: (*clocks).into(),
            over: over.map(Over::from),
            mainline,
            end: end.map(Over::from),
            winner: lost.then(|| (!before.turn()).into()),
        }
    }
}
