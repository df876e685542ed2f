//! How far solving is: batches of configurations, and the stage of a large one between two plies.

use super::cell::Cell;
use super::configuration::PARALLEL_CELLS;
use crate::journal::Snapshots;
use std::ops::Range;

/// Cells of one side to move that are solved between two looks at the clock: a second or two on a
/// core. Configurations are not divided.
const BATCH_CELLS: usize = 1 << 24;

/// Levels in batches of slots, each with the first slot of its level.
pub(super) fn batches(
    levels: &[Range<usize>],
    width: usize,
) -> impl Iterator<Item = (usize, Range<usize>)> {
    // Enough configurations for all threads, be they ever so large.
    let slots = (BATCH_CELLS / width.max(1)).max(4 * rayon::current_num_threads());
    levels.iter().flat_map(move |level| {
        let starts = level.clone().step_by(slots);
        let (first, end) = (level.start, level.end);
        starts.map(move |start| (first, start..end.min(start + slots)))
    })
}

/// Which positions are being decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Run {
    /// Those won and lost within the limit.
    Limited,
    /// Cursed wins and blessed losses.
    Unlimited,
}

/// Where a configuration is between two plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stage {
    pub(super) run: Run,
    /// The ply to be processed next.
    pub(super) ply: u16,
    /// The greatest distance of a position decided, or of a loss pending.
    pub(super) last: u16,
    /// Some value is cursed or blessed.
    pub(super) cursed: bool,
    /// The ply before has decided a position; counts in the second run only.
    pub(super) changed: bool,
}

impl Stage {
    /// All cells have their first state.
    pub(super) fn seeded(last: u16, cursed: bool) -> Self {
        Stage { run: Run::Limited, ply: 0, last, cursed, changed: true }
    }

    fn to_bytes(self) -> [u8; 7] {
        let [a, b] = self.ply.to_le_bytes();
        let [c, d] = self.last.to_le_bytes();
        let second = self.run == Run::Unlimited;
        [second.into(), a, b, c, d, self.cursed.into(), self.changed.into()]
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let &[second, a, b, c, d, cursed, changed] = bytes else { return None };
        Some(Stage {
            run: if second == 0 { Run::Limited } else { Run::Unlimited },
            ply: u16::from_le_bytes([a, b]),
            last: u16::from_le_bytes([c, d]),
            cursed: cursed != 0,
            changed: changed != 0,
        })
    }
}

/// Goes on from the last snapshot of a configuration. Without one the cells hold nothing of use.
pub(super) fn restore(snapshots: Option<&Snapshots<'_>>, cells: [&mut [Cell]; 2]) -> Option<Stage> {
    let stage = snapshots?.restore(cells, Cell)?;
    Stage::from_bytes(&stage)
}

/// Makes a snapshot of a configuration if one is due. Small ones are done before.
pub(super) fn offer(snapshots: &mut Option<Snapshots<'_>>, stage: Stage, cells: [&[Cell]; 2]) {
    if let Some(snapshots) = snapshots.as_mut().filter(|_| cells[0].len() > PARALLEL_CELLS) {
        snapshots.offer(&stage.to_bytes(), cells, |cell: Cell| cell.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stage_is_read_as_it_was_written() {
        for run in [Run::Limited, Run::Unlimited] {
            let stage = Stage { run, ply: 300, last: 4000, cursed: true, changed: false };
            assert_eq!(Stage::from_bytes(&stage.to_bytes()), Some(stage));
        }
        assert_eq!(Stage::from_bytes(b"stage"), None);
    }

    #[test]
    fn batches_are_the_levels_in_order() {
        let levels = [0..3, 3..4, 4..400];
        for width in [1, 1 << 20, 1 << 26] {
            let mut slots = 0;
            for (level, batch) in batches(&levels, width) {
                assert_eq!(batch.start, slots);
                assert!(levels.iter().any(|l| l.start == level && l.end >= batch.end));
                slots = batch.end;
            }
            assert_eq!(slots, 400);
        }
    }
}
