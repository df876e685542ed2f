//! Reading a finished slice back into memory, capture positions and all.

use crate::manifest::Entry;
use crate::pages;
use crate::positions::Positions;
use crate::resident::Resident;
use crate::scores::SliceScores;
use crate::solve::resolve_captures;
use manoury_rules::{MoveList, Variant};
use manoury_tables::{
    Decoder, FileStorage, Index, Kind, Metric, Outcome, Score, Slice, Statistics, StoredOrder,
    Table, TableError, TableName,
};
use rayon::prelude::*;
use std::path::{Path, PathBuf};

/// The scores of a slice in plain order.
pub(crate) struct Loaded<V> {
    index: Index<V>,
    sides: Vec<Vec<Score>>,
}

impl<V: Variant> Loaded<V> {
    /// Scores by side to move, each in plain order.
    pub(crate) fn new(index: Index<V>, sides: Vec<Vec<Score>>) -> Self {
        Loaded { index, sides }
    }

    /// The scores with one side to move, by plain index.
    #[inline(always)]
    pub(crate) fn scores(&self, side: usize) -> &[Score] {
        &self.sides[side]
    }
}

impl<V: Variant> SliceScores for Loaded<V> {
    fn configuration(&self, side: usize, configuration: u64) -> &[Score] {
        let width = self.index.kings();
        &self.sides[side][(configuration * width) as usize..((configuration + 1) * width) as usize]
    }
}

/// Opens a table file.
pub(crate) fn open<V: Variant>(
    path: &Path,
    name: TableName,
) -> Result<Table<V, FileStorage>, TableError> {
    let storage =
        FileStorage::open(path).map_err(|source| TableError::Read { path: path.into(), source })?;
    Table::open(storage, path, name)
}

/// Checks every byte of a file against its checksums; its statistics, by side to move.
pub(crate) fn check_file<V: Variant>(
    path: &Path,
    name: TableName,
) -> Result<Vec<Statistics>, TableError> {
    let table = open::<V>(path, name)?;
    table.verify_checksums()?;
    Ok(table.header().statistics.clone())
}

/// The statistics in the header of a table file, by side to move.
pub(crate) fn statistics<V: Variant>(
    folder: &Path,
    name: TableName,
) -> Result<Vec<Statistics>, TableError> {
    Ok(open::<V>(&name.in_folder(folder), name)?.header().statistics.clone())
}

/// The manifest entry of a file that is there and whole.
pub(crate) fn whole_file<V: Variant>(folder: &Path, name: TableName) -> Option<Entry> {
    let path = name.in_folder(folder);
    let bytes = std::fs::read(&path).ok()?;
    let entry = Entry::of(&bytes);
    check_bytes::<V>(bytes, &path, name).ok()?;
    Some(entry)
}

/// Checks every byte of a file that has been read.
pub(crate) fn check_bytes<V: Variant>(
    bytes: Vec<u8>,
    path: &Path,
    name: TableName,
) -> Result<(), TableError> {
    Table::<V, _>::open(bytes, path, name)?.verify_checksums()
}

/// Reads the outcomes of a slice, and with `distances` its distances in `metric`.
///
/// `place` tells where a file lies. Capture positions are not stored: they are played out, for which
/// `resident` holds the slices below.
pub(crate) fn load<V: Variant>(
    place: impl Fn(TableName) -> PathBuf,
    slice: Slice,
    metric: Metric,
    distances: bool,
    resident: &Resident<V>,
) -> Result<Loaded<V>, TableError> {
    let index = Index::<V>::new(slice);
    let open = |kind| {
        let name = TableName { slice, kind };
        open::<V>(&place(name), name)
    };
    let wdl = open(Kind::Wdl)?;
    let plies = if distances { Some(open(Kind::Distance(metric))?) } else { None };
    let positions = Positions::new(&index);
    // A metric that ignores the draw limits goes with outcomes that do.
    let outcome_of = |outcome: Outcome| match metric {
        Metric::Dtc => outcome,
        Metric::Dtw | Metric::Dtx => outcome.on_board(),
    };
    let scores = |side| {
        let mut scores = pages::filled(Score::DRAW, index.len() as usize);
        read_entries(&wdl, side, |number, block, entry| {
            scores[number] = Score::new(outcome_of(wdl.outcome(block, entry)?), 0);
            Ok(())
        })?;
        copy_to_images(&wdl, &positions, side, &mut scores);
        if let Some(plies) = &plies {
            read_entries(plies, side, |number, block, entry| {
                if let Some(outcome) = scores[number].outcome().filter(|&o| o != Outcome::Draw) {
                    let plies = plies.plies(block, entry, outcome)?;
                    scores[number] = Score::new(outcome, plies.min(Score::MAX_PLIES));
                }
                Ok(())
            })?;
            copy_to_images(plies, &positions, side, &mut scores);
        }
        play_out_captures(&positions, metric, side, resident, &mut scores);
        Ok(scores)
    };
    let sides =
        (0..slice.sides()).into_par_iter().map(scores).collect::<Result<_, TableError>>()?;
    Ok(Loaded { index, sides })
}

/// Calls `visit` with the plain index of every entry with one side to move, its decoded block and
/// its place in it.
fn read_entries<V: Variant>(
    table: &Table<V, FileStorage>,
    side: usize,
    mut visit: impl FnMut(usize, &[u8], usize) -> Result<(), TableError>,
) -> Result<(), TableError> {
    let unreadable = |source| TableError::Read { path: table.path().to_path_buf(), source };
    let mut decoder = Decoder::new().map_err(unreadable)?;
    let mut bytes = Vec::new();
    let header = table.header();
    let order = StoredOrder::new(table.layout());
    for block in 0..header.side_blocks() {
        table.decode(side as u64 * header.side_blocks() + block, &mut decoder, &mut bytes)?;
        let first = block * header.block_entries as u64;
        let count = (header.block_entries as u64).min(header.entries - first);
        let mut entry = 0;
        let mut result = Ok(());
        order.for_each(first, count, |number| {
            if result.is_ok()
                && let Some(number) = number
            {
                result = visit(number as usize, &bytes, entry);
            }
            entry += 1;
        });
        result?;
    }
    Ok(())
}

/// Gives positions of which only a mirror image is stored the scores of that one.
fn copy_to_images<V: Variant>(
    table: &Table<V, FileStorage>,
    positions: &Positions<V>,
    side: usize,
    scores: &mut [Score],
) {
    let layout = table.layout();
    let index = Index::<V>::new(table.header().name.slice);
    if !layout.has_mirrors() {
        return;
    }
    positions.for_each(side, 0..scores.len() as u64, |number, position| {
        let stored = layout.stored_image(&position);
        if stored != position {
            scores[number as usize] = scores[index.index(&stored) as usize];
        }
    });
}

/// Gives capture positions their values, and numbers that stand for no position none.
fn play_out_captures<V: Variant>(
    positions: &Positions<V>,
    metric: Metric,
    side: usize,
    resident: &Resident<V>,
    scores: &mut [Score],
) {
    const PORTION: usize = 1 << 14;
    scores.par_chunks_mut(PORTION).enumerate().for_each_init(
        MoveList::new,
        |list, (portion, scores)| {
            let first = (portion * PORTION) as u64;
            let mut next = 0;
            positions.for_each(side, first..first + scores.len() as u64, |number, position| {
                let place = (number - first) as usize;
                scores[next..place].fill(Score::NONE);
                next = place + 1;
                if position.has_capture() {
                    scores[place] = resolve_captures(metric, resident, &position, list);
                }
            });
            scores[next..].fill(Score::NONE);
        },
    );
}
