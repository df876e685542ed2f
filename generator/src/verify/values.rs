//! The values of one slice as its files tell them, in plain order, with capture positions played
//! out.

use super::stored::Stored;
use crate::load::Loaded;
use crate::positions::Positions;
use crate::resident::Resident;
use manoury_rules::{MoveList, Position, Variant};
use manoury_tables::{
    Backup, EntrySum, FileStorage, Index, Kind, Metric, Outcome, Score, Slice, Step, Table,
    TableError,
};
use rayon::prelude::*;

/// Numbers of the plain index that are read or checked at a time.
pub(super) const PORTION: u64 = 1 << 14;

/// Most metrics that a slice has.
pub(super) const METRICS: usize = 3;

/// The values of one slice.
pub(super) struct Values<V> {
    pub(super) index: Index<V>,
    /// The metrics that are checked. The first is DTC: outcomes, with distances where there is such
    /// a file.
    pub(super) metrics: Vec<(Metric, Loaded<V>)>,
}

/// The backup of a metric before the first successor.
pub(super) fn backup<V: Variant>(metric: Metric) -> Backup {
    let limit = match metric {
        Metric::Dtc => V::LIMITS.conversion,
        Metric::Dtw | Metric::Dtx => Score::MAX_PLIES,
    };
    Backup::new(metric, limit)
}

impl<V: Variant> Values<V> {
    /// Reads the WDL file of a slice and `distances`, other files of it. `resident` holds the slices
    /// below.
    pub(super) fn read(
        wdl: &Table<V, FileStorage>,
        distances: &[(Metric, Table<V, FileStorage>)],
        resident: &Resident<V>,
    ) -> Result<Self, TableError> {
        let slice = wdl.header().name.slice;
        let index = Index::<V>::new(slice);
        let positions = Positions::new(&index);
        let of = |wanted: Metric| distances.iter().find(|(metric, _)| *metric == wanted);
        let mut metrics = vec![(Metric::Dtc, of(Metric::Dtc).map(|(_, table)| table))];
        let others = distances.iter().filter(|(metric, _)| *metric != Metric::Dtc);
        metrics.extend(others.map(|(metric, table)| (*metric, Some(table))));
        let mut sides: Vec<Vec<Vec<Score>>> = vec![Vec::new(); metrics.len()];
        for side in 0..slice.sides() {
            let mut plies = Vec::new();
            for &(metric, table) in &metrics {
                plies.push((metric, table.map(|table| Stored::decode(table, side)).transpose()?));
            }
            let reader = Reader {
                wdl: Stored::decode(wdl, side)?,
                plies,
                index: &index,
                positions: &positions,
                resident,
                side,
            };
            for (sides, scores) in sides.iter_mut().zip(reader.read()?) {
                sides.push(scores);
            }
        }
        let loaded = metrics.iter().zip(sides);
        let metrics =
            loaded.map(|(&(metric, _), sides)| (metric, Loaded::new(index, sides))).collect();
        Ok(Values { index, metrics })
    }

    /// The slice.
    pub(super) fn slice(&self) -> Slice {
        self.index.slice()
    }

    /// The scores that a file of some kind holds.
    pub(super) fn of(&self, kind: Kind) -> &Loaded<V> {
        let of = |&&(metric, _): &&(Metric, Loaded<V>)| Kind::Distance(metric) == kind;
        let (_, scores) = self.metrics.iter().find(of).unwrap_or(&self.metrics[0]);
        scores
    }
}

/// Reads the values with one side to move.
struct Reader<'a, V> {
    wdl: Stored<'a, V>,
    plies: Vec<(Metric, Option<Stored<'a, V>>)>,
    index: &'a Index<V>,
    positions: &'a Positions<V>,
    resident: &'a Resident<V>,
    side: usize,
}

impl<V: Variant> Reader<'_, V> {
    /// The scores in each metric by plain index; none of numbers that stand for no position.
    fn read(&self) -> Result<Vec<Vec<Score>>, TableError> {
        let len = self.index.len() as usize;
        let mut scores = vec![vec![Score::NONE; len]; self.plies.len()];
        let mut portions: Vec<Vec<&mut [Score]>> = Vec::new();
        portions.resize_with(len.div_ceil(PORTION as usize), Vec::new);
        for scores in &mut scores {
            for (portion, part) in portions.iter_mut().zip(scores.chunks_mut(PORTION as usize)) {
                portion.push(part);
            }
        }
        portions.into_par_iter().enumerate().try_for_each_init(
            MoveList::new,
            |list, (portion, mut parts)| {
                self.read_portion(portion as u64 * PORTION, &mut parts, list)
            },
        )?;
        Ok(scores)
    }

    fn read_portion(
        &self,
        first: u64,
        parts: &mut [&mut [Score]],
        list: &mut MoveList,
    ) -> Result<(), TableError> {
        let [_, weak_men, strong, weak] = self.index.sizes();
        let mut row = 0..0;
        let mut wdl_row = self.wdl.row([0; 3]);
        let mut rows = [wdl_row; METRICS];
        let mut result = Ok(());
        let len = parts[0].len() as u64;
        self.positions.for_each(self.side, first..first + len, |number, position| {
            if result.is_err() {
                return;
            }
            let at = (number - first) as usize;
            if position.has_capture() {
                for (part, score) in parts.iter_mut().zip(self.play_out(&position, list)) {
                    part[at] = score.with_capture();
                }
                return;
            }
            if !row.contains(&number) {
                let slow = number / weak;
                row = slow * weak..(slow + 1) * weak;
                let men = slow / strong;
                let ranks = [men / weak_men, men % weak_men, slow % strong].map(|r| r as usize);
                wdl_row = self.wdl.row(ranks);
                for (row, (_, plies)) in rows.iter_mut().zip(&self.plies) {
                    if let Some(plies) = plies {
                        *row = plies.row(ranks);
                    }
                }
            }
            match self.stored(wdl_row, &rows, (number - row.start) as usize) {
                Ok(scores) => {
                    for (part, score) in parts.iter_mut().zip(scores) {
                        part[at] = score;
                    }
                }
                Err(error) => result = Err(error),
            }
        });
        result
    }

    /// The scores in each metric of a quiet position, whose weak kings have the rank `weak`. `rows`
    /// are what its other groups come to in each file of distances.
    #[inline(always)]
    fn stored(
        &self,
        wdl_row: EntrySum,
        rows: &[EntrySum; METRICS],
        weak: usize,
    ) -> Result<[Score; METRICS], TableError> {
        let limited = self.wdl.outcome(wdl_row, weak)?;
        let mut scores = [Score::NONE; METRICS];
        for (k, (metric, plies)) in self.plies.iter().enumerate() {
            // A metric that ignores the draw limits goes with outcomes that do.
            let outcome = if *metric == Metric::Dtc { limited } else { limited.on_board() };
            let plies = match plies {
                Some(plies) if outcome != Outcome::Draw => plies.plies(rows[k], weak, outcome)?,
                _ => 0,
            };
            scores[k] = Score::new(outcome, plies.min(Score::MAX_PLIES));
        }
        Ok(scores)
    }

    /// The scores in each metric of a position whose mover must capture.
    #[inline]
    fn play_out(&self, position: &Position<V>, list: &mut MoveList) -> [Score; METRICS] {
        position.legal_captures(list);
        let mut backups: [Backup; METRICS] = [backup::<V>(Metric::Dtc); METRICS];
        for (backup, (metric, _)) in backups.iter_mut().zip(&self.plies) {
            *backup = self::backup::<V>(*metric);
        }
        let only_outcomes = self.plies.len() == 1;
        for &mv in list.iter() {
            let next = position.make(mv);
            let over = next.pieces(next.turn()) == 0;
            let lost = Score::new(Outcome::Loss, 0);
            let outcome = if over { lost } else { Score::new(self.resident.outcome(&next), 0) };
            backups[0].add(Step::Capture, outcome);
            if only_outcomes && outcome.outcome() == Some(Outcome::Loss) {
                // Nothing is better than a win, and every capture converts.
                break;
            }
            for (backup, (metric, _)) in backups.iter_mut().zip(&self.plies).skip(1) {
                let score = if over { lost } else { self.resident.score(*metric, &next) };
                backup.add(Step::Capture, score);
            }
        }
        backups.map(|backup| backup.score())
    }
}
