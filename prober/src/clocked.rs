//! Outcomes with the draw clocks running (RULES §3, "Exactness with clocks running").

use crate::error::ProbeError;
use crate::tablebase::Tablebase;
use crate::value::Probe;
use manoury_rules::{DrawClocks, MaterialClass, Position, Reading, Variant};
use manoury_tables::{Metric, Outcome};

/// Which distance decides whether a result comes in time, and the time there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Deadline {
    /// The metric: what the clock that expires first lets pass.
    pub(crate) metric: Metric,
    /// Plies left.
    pub(crate) left: u16,
    /// Whether every clock stands where it does in a position set up without any.
    fresh: bool,
}

impl Deadline {
    /// The deadline of a position with its clocks, which [`checked`] has let pass or
    /// [`DrawClocks::after`] has made.
    pub(crate) fn of<V: Variant>(
        position: &Position<V>,
        clocks: &DrawClocks,
        reading: Reading,
    ) -> Self {
        if let Some(left) = clocks.class_plies_left::<V>() {
            // A class clock runs on through conversions, to the end of the game, but for the
            // sixteen-clock of lidraughts, which a capture stops.
            let sixteen = MaterialClass::of(position) == Some(MaterialClass::Sixteen);
            let metric = match reading {
                Reading::Lidraughts if sixteen => Metric::Dtx,
                _ => Metric::Dtw,
            };
            let fresh = DrawClocks::fresh(position);
            let fresh = (clocks.c16, clocks.c5) == (fresh.c16, fresh.c5);
            return Deadline { metric, left, fresh };
        }
        let left = clocks.conversion_plies_left::<V>();
        Deadline { metric: Metric::Dtc, left, fresh: clocks.c25 == 0 }
    }
}

impl<V: Variant> Tablebase<V> {
    /// The outcome of a position with its clocks, and its distances.
    ///
    /// The outcome is exact for every state of the clocks: a win that comes too late for them is a
    /// [cursed win](Outcome::CursedWin), a loss that does a [blessed loss](Outcome::BlessedLoss). A
    /// clock at its limit draws unless the game is over on the board. The distances do not depend
    /// on the clocks.
    ///
    /// ```
    /// # let folder = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/two_pieces.rs"));
    /// # let tablebase = manoury_prober::Tablebase::open([folder.path()])?;
    /// use manoury_prober::Outcome;
    /// use manoury_rules::{DrawClocks, International, Position, Reading};
    ///
    /// // Three plies are needed. Of the five moves of each player, 7 plies are played, then 8.
    /// let position: Position<International> = "W:WK10:BK5".parse()?;
    /// for (played, outcome) in [(7, Outcome::Win), (8, Outcome::CursedWin)] {
    ///     let clocks = DrawClocks::given(&position, None, None, Some(played), Reading::Fmjd)?;
    ///     let probe = tablebase.probe_with_clocks(&position, &clocks, Reading::Fmjd)?;
    ///     assert_eq!((probe.outcome, probe.dtw), (outcome, Some(3)));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Tablebase::probe`], and clocks that no game can reach. Where the outcome depends on
    /// a distance, its table must be there: DTC once the 25-clock has left 0, DTW with a class
    /// clock running, DTX in class sixteen under [`Reading::Lidraughts`].
    pub fn probe_with_clocks(
        &self,
        position: &Position<V>,
        clocks: &DrawClocks,
        reading: Reading,
    ) -> Result<Probe, ProbeError> {
        match checked(position, clocks, reading)? {
            Some(clocks) => self.clocked_probe(position, &clocks, reading),
            None => Ok(Probe::OVER),
        }
    }

    /// The outcome alone of [`Tablebase::probe_with_clocks`], at less cost: no distance is looked
    /// up that does not decide it.
    ///
    /// # Errors
    /// As for [`Tablebase::probe_with_clocks`].
    pub fn probe_wdl_with_clocks(
        &self,
        position: &Position<V>,
        clocks: &DrawClocks,
        reading: Reading,
    ) -> Result<Outcome, ProbeError> {
        let Some(clocks) = checked(position, clocks, reading)? else { return Ok(Outcome::Loss) };
        let outcome = self.probe_wdl(position)?;
        let alone = Probe { outcome, dtc: None, dtw: None };
        self.under(Deadline::of(position, &clocks, reading), position, &alone)
    }

    /// [`Tablebase::probe_with_clocks`] for clocks known to be possible.
    pub(crate) fn clocked_probe(
        &self,
        position: &Position<V>,
        clocks: &DrawClocks,
        reading: Reading,
    ) -> Result<Probe, ProbeError> {
        let probe = self.probe(position)?;
        let deadline = Deadline::of(position, clocks, reading);
        Ok(Probe { outcome: self.under(deadline, position, &probe)?, ..probe })
    }

    /// The outcome under a deadline of a position whose value with fresh clocks is `probe`.
    fn under(
        &self,
        deadline: Deadline,
        position: &Position<V>,
        probe: &Probe,
    ) -> Result<Outcome, ProbeError> {
        let outcome = probe.outcome;
        // Clocks that have run on make no win of a draw.
        if deadline.fresh || !matches!(outcome, Outcome::Win | Outcome::Loss) {
            return Ok(outcome);
        }
        let known = match deadline.metric {
            Metric::Dtc => probe.dtc,
            Metric::Dtw => probe.dtw,
            Metric::Dtx => None,
        };
        let plies = match known {
            Some(plies) => plies,
            None => self.distance(deadline.metric, position, outcome)?,
        };
        Ok(if plies <= deadline.left { outcome } else { outcome.limited() })
    }
}

/// The clocks as the rules take them (RULES §2.7); `None` where the game is over on the board,
/// which comes before any clock.
pub(crate) fn checked<V: Variant>(
    position: &Position<V>,
    clocks: &DrawClocks,
    reading: Reading,
) -> Result<Option<DrawClocks>, ProbeError> {
    if position.is_over() {
        return Ok(None);
    }
    let DrawClocks { c25, c16, c5 } = *clocks;
    Ok(Some(DrawClocks::given(position, Some(c25), c16, c5, reading)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use manoury_rules::International;

    fn deadline(
        fen: &str,
        c25: u16,
        c16: Option<u16>,
        c5: Option<u16>,
        reading: Reading,
    ) -> Deadline {
        let position: Position<International> = fen.parse().unwrap();
        let clocks = DrawClocks { c25, c16, c5 };
        let clocks = checked(&position, &clocks, reading).unwrap().unwrap();
        Deadline::of(&position, &clocks, reading)
    }

    #[test]
    fn the_clock_that_expires_first_sets_the_deadline() {
        let of = |metric, left, fresh| Deadline { metric, left, fresh };
        let (fmjd, lidraughts) = (Reading::Fmjd, Reading::Lidraughts);
        let five = "W:WK10:BK5";
        assert_eq!(deadline(five, 0, None, None, fmjd), of(Metric::Dtw, 10, true));
        assert_eq!(deadline(five, 0, Some(25), None, fmjd), of(Metric::Dtw, 7, false));
        assert_eq!(deadline(five, 0, Some(9), Some(4), fmjd), of(Metric::Dtw, 6, false));
        assert_eq!(deadline(five, 0, Some(25), None, lidraughts), of(Metric::Dtw, 10, true));
        let sixteen = "W:WK1,K2,K3:BK50";
        assert_eq!(deadline(sixteen, 0, Some(0), None, fmjd), of(Metric::Dtw, 32, true));
        assert_eq!(deadline(sixteen, 3, Some(9), None, fmjd), of(Metric::Dtw, 23, false));
        assert_eq!(deadline(sixteen, 3, Some(9), None, lidraughts), of(Metric::Dtx, 23, false));
        let two_men = "W:W31,32:BK50";
        assert_eq!(deadline(two_men, 0, Some(9), None, fmjd), of(Metric::Dtw, 23, false));
        assert_eq!(deadline(two_men, 0, None, None, fmjd), of(Metric::Dtc, 50, true));
        assert_eq!(deadline(two_men, 7, Some(9), None, lidraughts), of(Metric::Dtc, 43, false));
    }

    #[test]
    fn a_game_that_is_over_has_no_clocks() {
        let position: Position<International> = "W:W6:B1".parse().unwrap();
        let nonsense = DrawClocks { c25: 999, c16: Some(3), c5: None };
        assert_eq!(checked(&position, &nonsense, Reading::Fmjd).unwrap(), None);
        let position: Position<International> = "W:W6:B2".parse().unwrap();
        assert!(matches!(checked(&position, &nonsense, Reading::Fmjd), Err(ProbeError::Clocks(_))));
    }
}
