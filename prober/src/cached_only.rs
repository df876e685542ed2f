//! Answers from what is in memory: for a search that must not wait.

use crate::error::ProbeError;
use crate::tablebase::Tablebase;
use crate::value::Source;
use manoury_rules::{MoveList, Position, Variant};
use manoury_tables::Outcome;

impl<V: Variant> Tablebase<V> {
    /// The outcome of a position with fresh clocks, as [`Tablebase::probe_wdl`] tells it, if it can
    /// be told from memory alone: nothing is opened, read or decoded. `None` if it cannot, because
    /// a block that is needed is not in the cache, or nobody has opened its file yet.
    ///
    /// Captures are played out. One that is known to win is enough, whatever the others are.
    ///
    /// What is in the cache is what was probed before, or put there by [`Tablebase::preload`].
    ///
    /// ```
    /// # let folder = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/two_pieces.rs"));
    /// # let tablebase = manoury_prober::Tablebase::<manoury_rules::International>::open([folder.path()])?;
    /// use manoury_prober::Outcome;
    ///
    /// let position = "W:WK46:BK5".parse()?;
    /// assert_eq!(tablebase.probe_wdl_cached_only(&position)?, None);
    /// tablebase.preload(2)?;
    /// assert_eq!(tablebase.probe_wdl_cached_only(&position)?, Some(Outcome::Loss));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Tablebase::probe_wdl`], as far as they are known from memory: a table that is
    /// missing, or damaged and found so before.
    #[inline]
    pub fn probe_wdl_cached_only(
        &self,
        position: &Position<V>,
    ) -> Result<Option<Outcome>, ProbeError> {
        match Source::of(position)? {
            Source::Over => Ok(Some(Outcome::Loss)),
            Source::Captures => self.cached_outcome_of_captures(position),
            Source::Stored(framed) => self.tables.outcome_at_hand(&framed),
        }
    }

    fn cached_outcome_of_captures(
        &self,
        position: &Position<V>,
    ) -> Result<Option<Outcome>, ProbeError> {
        let mut list = MoveList::new();
        position.legal_captures(&mut list);
        let mut best = Outcome::Loss;
        let mut unknown = false;
        let mut failure = None;
        for &mv in &list {
            match self.probe_wdl_cached_only(&position.make(mv)) {
                Ok(Some(outcome)) => best = best.max(outcome.opposite()),
                Ok(None) => unknown = true,
                Err(error) => failure = failure.or(Some(error)),
            }
            if best == Outcome::Win {
                return Ok(Some(best));
            }
        }
        // What is not known may turn out to win, and then a table that fails is not needed.
        if unknown { Ok(None) } else { failure.map_or(Ok(Some(best)), Err) }
    }
}
