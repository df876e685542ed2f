//! All legal moves, best first.

use crate::clocked::{Deadline, checked};
use crate::error::ProbeError;
use crate::tablebase::Tablebase;
use crate::value::Probe;
use manoury_rules::{DrawClocks, Move, MoveList, Position, Reading, Variant};
use manoury_tables::{Metric, Outcome};
use std::cmp::Reverse;

/// A legal move and what it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankedMove<V> {
    /// The move.
    pub mv: Move,
    /// The position after it.
    pub position: Position<V>,
    /// The clocks after it.
    pub clocks: DrawClocks,
    /// What that position is for its side to move, the opponent, under those clocks.
    pub outcome: Outcome,
    /// Its distance to conversion in plies, see [`Probe::dtc`].
    pub dtc: Option<u16>,
    /// Its distance to the end of the game in plies, see [`Probe::dtw`].
    pub dtw: Option<u16>,
    /// Whether the move is a capture or a man's move.
    pub conversion: bool,
}

/// A move among others of its outcome.
struct Candidate<V> {
    ranked: RankedMove<V>,
    /// Plies to what the metric counts, this move included. Filled in when all moves are known.
    plies: Option<u16>,
}

impl<V: Variant> Tablebase<V> {
    /// All legal moves with what each leads to, best first; none if the game is over on the board.
    ///
    /// Moves are ranked by the outcome under the clocks. Among moves that win, on the board at
    /// least, the shortest comes first; among those that lose, the longest. Short is measured
    ///
    /// - in class sixteen under [`Reading::Lidraughts`] by DTX, a capture counting 1;
    /// - where a class clock runs, by DTW;
    /// - otherwise by DTW if all moves of the outcome have one, and, to win, if the shortest ends
    ///   the game before the conversion limit can cut in;
    /// - else by DTC, a conversion counting 1.
    ///
    /// Ties are broken by DTW, DTC, and then by the squares and what is taken, so that the order is
    /// always the same. Whoever plays the first move of a won position, and goes on so, wins
    /// whatever the answers: each move shortens the distance, or a clock forces it to. With fresh
    /// clocks the win comes within DTW where that is at most the conversion limit.
    ///
    /// If a limit is already reached, every move is at best a cursed win.
    ///
    /// ```
    /// # let folder = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/two_pieces.rs"));
    /// # let tablebase = manoury_prober::Tablebase::open([folder.path()])?;
    /// use manoury_prober::Outcome;
    /// use manoury_rules::{DrawClocks, International, Position, Reading, move_text};
    ///
    /// let position: Position<International> = "W:WK10:BK5".parse()?;
    /// let moves = tablebase.moves(&position, &DrawClocks::fresh(&position), Reading::Fmjd)?;
    /// assert_eq!(move_text(&position, moves[0].mv), "10-46");
    /// assert_eq!((moves[0].outcome, moves[0].dtw), (Outcome::Loss, Some(2)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Tablebase::probe_with_clocks`], of the position and of any it leads to.
    pub fn moves(
        &self,
        position: &Position<V>,
        clocks: &DrawClocks,
        reading: Reading,
    ) -> Result<Vec<RankedMove<V>>, ProbeError> {
        match checked(position, clocks, reading)? {
            Some(clocks) => self.ranked_moves(position, &clocks, reading),
            None => Ok(Vec::new()),
        }
    }

    /// [`Tablebase::moves`] for clocks known to be possible.
    pub(crate) fn ranked_moves(
        &self,
        position: &Position<V>,
        clocks: &DrawClocks,
        reading: Reading,
    ) -> Result<Vec<RankedMove<V>>, ProbeError> {
        let mut list = MoveList::new();
        position.legal_moves(&mut list);
        let drawn = clocks.expired::<V>().is_some();
        let mut candidates = Vec::with_capacity(list.len());
        for &mv in &list {
            let mut ranked = self.ranked_move(position, mv, clocks, reading)?;
            if drawn {
                ranked.outcome = ranked.outcome.limited();
            }
            candidates.push(Candidate { ranked, plies: None });
        }
        let deadline = Deadline::of(position, clocks, reading);
        for outcome in Outcome::ALL {
            self.measure(&mut candidates, outcome, deadline)?;
        }
        candidates.sort_by_cached_key(Candidate::key);
        Ok(candidates.into_iter().map(|candidate| candidate.ranked).collect())
    }

    fn ranked_move(
        &self,
        before: &Position<V>,
        mv: Move,
        clocks: &DrawClocks,
        reading: Reading,
    ) -> Result<RankedMove<V>, ProbeError> {
        let position = before.make(mv);
        let clocks = clocks.after(before, mv, &position, reading);
        let Probe { outcome, dtc, dtw } = self.clocked_probe(&position, &clocks, reading)?;
        let conversion = before.is_conversion(mv);
        Ok(RankedMove { mv, position, clocks, outcome, dtc, dtw, conversion })
    }

    /// Fills in the plies of the moves of one outcome.
    fn measure(
        &self,
        candidates: &mut [Candidate<V>],
        outcome: Outcome,
        deadline: Deadline,
    ) -> Result<(), ProbeError> {
        if outcome == Outcome::Draw {
            return Ok(());
        }
        let alike = || candidates.iter().filter(|candidate| candidate.ranked.outcome == outcome);
        let metric = match deadline.metric {
            Metric::Dtc => {
                // Following DTW leads to the end in time whatever happens if the end is near
                // enough. If it is not, only DTC is sure to get to the next conversion in time.
                let all = alike().all(|candidate| candidate.ranked.dtw.is_some());
                let shortest = alike().filter_map(|candidate| candidate.ranked.dtw).min();
                let in_time = shortest.is_some_and(|plies| plies < deadline.left);
                let by_dtw = all && (outcome != Outcome::Loss || in_time);
                if by_dtw { Metric::Dtw } else { Metric::Dtc }
            }
            metric => metric,
        };
        for candidate in candidates.iter_mut().filter(|c| c.ranked.outcome == outcome) {
            let RankedMove { mv, position, dtc, dtw, conversion, .. } = &candidate.ranked;
            let after = match metric {
                Metric::Dtc if *conversion => Some(0),
                Metric::Dtc => *dtc,
                Metric::Dtw => *dtw,
                Metric::Dtx if mv.is_capture() => Some(0),
                Metric::Dtx => self.known_distance(Metric::Dtx, position, outcome)?,
            };
            candidate.plies = after.map(|plies| plies + 1);
        }
        Ok(())
    }
}

/// What moves are sorted by: the opponent's outcome, then distances, then the move itself.
type Key = (Outcome, [Distance; 3], (u8, u8, u64));

/// A distance as the mover likes it, unknown ones last.
type Distance = (bool, Option<u16>, Reverse<Option<u16>>);

impl<V: Variant> Candidate<V> {
    fn key(&self) -> Key {
        let RankedMove { mv, outcome, dtc, dtw, .. } = self.ranked;
        let wins = outcome < Outcome::Draw;
        let liked = |plies: Option<u16>| {
            let (rising, falling) = if wins { (plies, None) } else { (None, plies) };
            (plies.is_none(), rising, Reverse(falling))
        };
        (outcome, [liked(self.plies), liked(dtw), liked(dtc)], (mv.from, mv.to, mv.taken))
    }
}
