//! Values with fresh clocks: what the tables say, captures played out.

use crate::error::ProbeError;
use crate::tablebase::Tablebase;
use manoury_rules::{MaterialClass, MoveList, Position, Variant};
use manoury_tables::{Backup, Framed, MAX_PIECES, Metric, Outcome, Score, Step};

/// What the tables say of a position, for its side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Probe {
    /// The outcome; under clocks where the question had any.
    pub outcome: Outcome,
    /// Distance to conversion in plies: up to and including the capture or man's move that keeps
    /// the outcome, or to the end of the game. `None` for a draw, and where there is no table of
    /// it.
    ///
    /// Clocks never change a distance: it is the one with fresh clocks.
    pub dtc: Option<u16>,
    /// Distance to the end of the game in plies, draw limits ignored. `None` for a draw, and where
    /// there is no table of it.
    pub dtw: Option<u16>,
}

impl Probe {
    /// What is said of a side to move that has lost on the board.
    pub(crate) const OVER: Probe = Probe { outcome: Outcome::Loss, dtc: Some(0), dtw: Some(0) };
}

impl<V: Variant> Tablebase<V> {
    /// The outcome of a position with fresh clocks: with each draw clock that runs at 0.
    ///
    /// A side to move without a piece or a move has lost; no table is needed for that. Where the
    /// side to move must capture, all captures are played out.
    ///
    /// ```
    /// # let folder = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/two_pieces.rs"));
    /// # let tablebase = manoury_prober::Tablebase::<manoury_rules::International>::open([folder.path()])?;
    /// use manoury_prober::Outcome;
    ///
    /// assert_eq!(tablebase.probe_wdl(&"W:W28:BK26".parse()?)?, Outcome::Loss);
    /// let missing = tablebase.probe_wdl(&"W:WK1,K2:BK26".parse()?).unwrap_err();
    /// assert!(missing.to_string().contains("`manoury generate --material KKvK --out "));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A table is missing or damaged, there are too many pieces, or only the side not to move has
    /// none.
    #[inline]
    pub fn probe_wdl(&self, position: &Position<V>) -> Result<Outcome, ProbeError> {
        match Source::of(position)? {
            Source::Over => Ok(Outcome::Loss),
            Source::Captures => self.outcome_of_captures(position),
            Source::Stored(framed) => self.tables.outcome(&framed),
        }
    }

    /// The best of the captures. A win is a win even if a table for another capture is missing.
    fn outcome_of_captures(&self, position: &Position<V>) -> Result<Outcome, ProbeError> {
        let mut list = MoveList::new();
        position.legal_captures(&mut list);
        let mut best = Outcome::Loss;
        let mut failure = None;
        for &mv in &list {
            match self.probe_wdl(&position.make(mv)) {
                Ok(outcome) => best = best.max(outcome.opposite()),
                Err(error) => failure = failure.or(Some(error)),
            }
            if best == Outcome::Win {
                return Ok(best);
            }
        }
        failure.map_or(Ok(best), Err)
    }

    /// The outcome and the distances of a position with fresh clocks.
    ///
    /// ```
    /// # let folder = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/two_pieces.rs"));
    /// # let tablebase = manoury_prober::Tablebase::<manoury_rules::International>::open([folder.path()])?;
    /// use manoury_prober::{Outcome, Probe};
    ///
    /// let probe = tablebase.probe(&"W:WK10:BK5".parse()?)?;
    /// assert_eq!(probe, Probe { outcome: Outcome::Win, dtc: Some(3), dtw: Some(3) });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Tablebase::probe_wdl`]. A distance whose table is missing is `None`, one whose table
    /// is damaged an error.
    pub fn probe(&self, position: &Position<V>) -> Result<Probe, ProbeError> {
        let outcome = self.probe_wdl(position)?;
        Ok(Probe {
            outcome,
            dtc: self.known_distance(Metric::Dtc, position, outcome)?,
            dtw: self.known_distance(Metric::Dtw, position, outcome)?,
        })
    }

    /// In class sixteen the plies to the capture that leaves the class and keeps the win, or to the
    /// end of the game: what counts under [`Reading::Lidraughts`](manoury_rules::Reading).
    /// `None` outside the class, for a draw, and where there is no table of it.
    ///
    /// # Errors
    /// As for [`Tablebase::probe`].
    pub fn dtx(&self, position: &Position<V>) -> Result<Option<u16>, ProbeError> {
        if MaterialClass::of(position) != Some(MaterialClass::Sixteen) {
            return Ok(None);
        }
        let outcome = self.probe_wdl(position)?;
        self.known_distance(Metric::Dtx, position, outcome)
    }

    /// The distance, `None` for a draw and where a table is missing.
    pub(crate) fn known_distance(
        &self,
        metric: Metric,
        position: &Position<V>,
        outcome: Outcome,
    ) -> Result<Option<u16>, ProbeError> {
        if outcome == Outcome::Draw {
            return Ok(None);
        }
        match self.distance(metric, position, outcome) {
            Ok(plies) => Ok(Some(plies)),
            Err(error) if error.is_missing() => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The distance of a position of a decided outcome, which is the one with fresh clocks.
    pub(crate) fn distance(
        &self,
        metric: Metric,
        position: &Position<V>,
        outcome: Outcome,
    ) -> Result<u16, ProbeError> {
        if position.has_capture() {
            if Step::Capture.converts(metric) {
                return Ok(1);
            }
            return self.distance_of_captures(metric, position, outcome);
        }
        if position.is_over() {
            return Ok(0);
        }
        self.tables.plies(&framed(position)?, metric, outcome)
    }

    fn distance_of_captures(
        &self,
        metric: Metric,
        position: &Position<V>,
        outcome: Outcome,
    ) -> Result<u16, ProbeError> {
        let mut list = MoveList::new();
        position.legal_captures(&mut list);
        let mut backup = Backup::new(metric, Score::MAX_PLIES);
        for &mv in &list {
            let child = position.make(mv);
            let child_outcome = self.probe_wdl(&child)?;
            // Only what leads to this outcome has a say in its distance.
            let counts = child_outcome.on_board() == outcome.on_board().opposite();
            if counts {
                let plies = self.distance(metric, &child, child_outcome)?;
                backup.add(Step::Capture, Score::new(child_outcome.on_board(), plies));
            }
        }
        Ok(backup.score().plies())
    }
}

/// What tells the outcome of a position.
pub(crate) enum Source<V> {
    /// The side to move has lost on the board.
    Over,
    /// The captures: they must be played out.
    Captures,
    /// The entry of the position.
    Stored(Framed<V>),
}

impl<V: Variant> Source<V> {
    #[inline(always)]
    pub(crate) fn of(position: &Position<V>) -> Result<Self, ProbeError> {
        if position.pieces(position.turn()) == 0 {
            return Ok(Source::Over);
        }
        let captures = position.has_capture();
        if !captures && !position.has_free_step() {
            return Ok(Source::Over);
        }
        let pieces = position.occupied().count_ones();
        if pieces > MAX_PIECES {
            return Err(ProbeError::TooManyPieces { pieces });
        }
        Ok(if captures { Source::Captures } else { Source::Stored(framed(position)?) })
    }
}

/// The position in its slice's frame. A side that is not to move and has no piece is an error.
#[inline(always)]
fn framed<V: Variant>(position: &Position<V>) -> Result<Framed<V>, ProbeError> {
    Framed::new(position).ok_or(ProbeError::OneSided)
}
