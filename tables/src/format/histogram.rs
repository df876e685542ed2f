//! How the decided positions of a slice spread over the distances; see `docs/FORMAT.md`.

use super::header::Statistics;
use super::number::{read_number, write_number};
use crate::value::{Outcome, Score};

/// The outcomes that have a distance, in the order of the file.
const DECIDED: [Outcome; 4] =
    [Outcome::Loss, Outcome::BlessedLoss, Outcome::CursedWin, Outcome::Win];

/// The number of positions of each decided outcome and distance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    /// By outcome, then by plies; the last count of an outcome is not 0.
    counts: [Vec<u64>; 4],
}

impl Histogram {
    /// The counts of an outcome for 0, 1, 2, … plies, up to the longest there is. None for a draw.
    pub fn of(&self, outcome: Outcome) -> &[u64] {
        match DECIDED.iter().position(|&decided| decided == outcome) {
            Some(place) => &self.counts[place],
            None => &[],
        }
    }

    /// Counts `positions` more of an outcome and distance. Those of a draw are not kept.
    pub fn add(&mut self, outcome: Outcome, plies: u16, positions: u64) {
        let place = DECIDED.iter().position(|&decided| decided == outcome);
        if let Some(place) = place.filter(|_| positions > 0) {
            let counts = &mut self.counts[place];
            let least = plies as usize + 1;
            if counts.len() < least {
                counts.resize(least, 0);
            }
            counts[plies as usize] += positions;
        }
    }

    /// Whether nothing is counted.
    pub fn is_empty(&self) -> bool {
        self.counts.iter().all(Vec::is_empty)
    }

    fn write(&self, out: &mut Vec<u8>) {
        for counts in &self.counts {
            write_number(counts.len() as u64, out);
            counts.iter().for_each(|&count| write_number(count, out));
        }
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let mut histogram = Histogram::default();
        for counts in &mut histogram.counts {
            let len = read_number(bytes)?;
            if len > Score::MAX_PLIES as u64 + 1 {
                return None;
            }
            for _ in 0..len {
                counts.push(read_number(bytes)?);
            }
            if counts.last() == Some(&0) {
                return None;
            }
        }
        Some(histogram)
    }
}

/// The section of a distance file that holds the histograms of its sides to move.
pub(super) fn section(statistics: &[Statistics]) -> Vec<u8> {
    let mut bytes = Vec::new();
    statistics.iter().for_each(|statistics| statistics.histogram.write(&mut bytes));
    bytes
}

/// Fills the histograms from the section that bytes begin with, and leaves what follows it. `None` if
/// there is none, or one that counts other positions than the statistics.
pub(super) fn read_section(bytes: &mut &[u8], statistics: &mut [Statistics]) -> Option<()> {
    for statistics in statistics {
        let histogram = Histogram::read(bytes)?;
        for outcome in DECIDED {
            let mut counts = histogram.of(outcome).iter();
            let sum = counts.try_fold(0u64, |sum, &count| sum.checked_add(count))?;
            if sum != statistics.of(outcome) {
                return None;
            }
        }
        statistics.histogram = histogram;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn statistics() -> Statistics {
        let mut histogram = Histogram::default();
        for (outcome, plies, positions) in [
            (Outcome::Loss, 0, 5),
            (Outcome::Loss, 2, u64::MAX >> 1),
            (Outcome::Draw, 0, 9),
            (Outcome::BlessedLoss, 50, 0),
            (Outcome::CursedWin, Score::MAX_PLIES, 300),
        ] {
            histogram.add(outcome, plies, positions);
        }
        let outcomes = [5 + (u64::MAX >> 1), 0, 9, 300, 0];
        Statistics { outcomes, histogram, ..Statistics::default() }
    }

    #[test]
    fn what_is_written_comes_back() {
        let sides = [statistics(), Statistics::default()];
        assert_eq!(sides[0].histogram.of(Outcome::Loss), [5, 0, u64::MAX >> 1]);
        assert!(sides[0].histogram.of(Outcome::BlessedLoss).is_empty());
        assert!(sides[0].histogram.of(Outcome::Draw).is_empty());
        assert!(sides[1].histogram.is_empty());
        let bytes = [&section(&sides)[..], b"more"].concat();
        let mut rest = &bytes[..];
        let mut read =
            sides.clone().map(|side| Statistics { histogram: Histogram::default(), ..side });
        read_section(&mut rest, &mut read).unwrap();
        assert_eq!(read, sides);
        assert_eq!(rest, b"more");
    }

    #[test]
    fn a_malformed_section_is_refused() {
        let whole = section(&[statistics()]);
        let refused = |mut bytes: &[u8]| read_section(&mut bytes, &mut [statistics()]).is_none();
        assert!(!refused(&whole));
        for len in 0..whole.len() {
            assert!(refused(&whole[..len]), "{len} bytes");
        }
        for at in 0..whole.len() {
            for bit in 0..8 {
                let mut bytes = whole.clone();
                bytes[at] ^= 1 << bit;
                // A count may move to another distance: that is for the checksum to find.
                let _ = refused(&bytes);
            }
        }
        // Too many counts, a last count of 0, a number that could be shorter, one of 65 bits.
        let zeros = Statistics::default();
        let refused = |mut bytes: &[u8]| read_section(&mut bytes, &mut [zeros.clone()]).is_none();
        assert!(!refused(&[0, 0, 0, 0]));
        assert!(refused(&[0x81, 0x20, 0, 0, 0]));
        assert!(refused(&[1, 0, 0, 0, 0]));
        assert!(refused(&[0x80, 0, 0, 0, 0]));
        assert!(refused(&[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2, 0, 0, 0]));
    }
}
