//! Checking finished tables: every byte against its checksum, every value against the best of its
//! successors.
//!
//! Stored values are checked with the forward form [`Backup`] over the moves of `rules`, which shares
//! nothing with the backward steps of the solver. Capture positions are not stored; as successors
//! they are played out by the code that the solver uses for them too.

use crate::encode;
use crate::load::{self, Loaded};
use crate::manifest::Manifest;
use crate::plan;
use crate::positions::Positions;
use crate::progress::{Event, Observer};
use crate::resident::{Resident, ResidentSlice};
use manoury_rules::{Color, MoveList, Position, Variant};
use manoury_tables::{
    Backup, Framed, Kind, Metric, Score, Slice, Statistics, Step, TableError, TableName,
};
use rayon::prelude::*;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What is wrong with a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The file at fault.
    pub path: PathBuf,
    /// What is wrong and what to do.
    pub what: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.what)
    }
}

/// What a verification saw.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verification {
    /// Files whose bytes were checked.
    pub files: u64,
    /// Positions whose values were compared with the best of their successors.
    pub positions: u64,
    /// What is wrong; empty if all is well.
    pub findings: Vec<Finding>,
}

/// How much is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Checksums alone.
    Checksums,
    /// Checksums, then every value.
    Values,
}

/// At most so many findings of one file are listed.
const LISTED: usize = 5;

/// Verifies every table of a variant in some folders (`<tables>/<variant>`), and their manifests.
/// Other files are passed over. Every file is checked for damage; the values of a table that is in
/// several folders are taken from the first.
///
/// Works on the caller's rayon pool.
///
/// # Errors
/// A folder cannot be listed.
pub fn verify<V: Variant>(
    folders: &[PathBuf],
    depth: Depth,
    observer: &dyn Observer,
) -> Result<Verification, TableError> {
    let mut files: Vec<(TableName, PathBuf)> = Vec::new();
    for folder in folders {
        let unreadable = |source| TableError::Read { path: folder.clone(), source };
        for entry in std::fs::read_dir(folder).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let name = entry.file_name().to_str().and_then(TableName::parse);
            if let Some(name) = name.filter(|_| entry.path().is_file()) {
                files.push((name, entry.path()));
            }
        }
    }
    // The sort is stable: of several files of one name the first folder's stays first.
    files.sort_by_key(|(name, _)| (name.slice.order(), name.kind));
    let mut verifier = Verifier::<V> {
        files,
        resident: Resident::default(),
        sound: Vec::new(),
        kept: Vec::new(),
        seen: Verification::default(),
    };
    let mut slices: Vec<Slice> = verifier.files.iter().map(|(name, _)| name.slice).collect();
    slices.dedup();
    for slice in slices {
        let before = verifier.seen.positions;
        verifier.slice(slice, depth);
        let positions = verifier.seen.positions - before;
        observer.event(Event::Verified { slice, positions });
    }
    for folder in folders {
        let sound = |path: &Path| verifier.seen.findings.iter().all(|f| f.path != path);
        if let Some(what) = Manifest::check(folder, V::NAME, sound) {
            let path = folder.join(crate::manifest::NAME);
            verifier.seen.findings.push(Finding { path, what });
        }
    }
    Ok(verifier.seen)
}

struct Verifier<V> {
    /// All table files in the order of their slices and kinds.
    files: Vec<(TableName, PathBuf)>,
    resident: Resident<V>,
    /// The slices whose values can be looked up in.
    sound: Vec<Slice>,
    /// The distances that can be looked up.
    kept: Vec<(Slice, Metric)>,
    seen: Verification,
}

impl<V: Variant> Verifier<V> {
    /// Where a table lies; nowhere if it is missing.
    fn place(&self, name: TableName) -> PathBuf {
        let found = self.files.iter().find(|(other, _)| *other == name);
        found.map(|(_, path)| path.clone()).unwrap_or_default()
    }

    fn find(&mut self, slice: Slice, kind: Kind, what: impl fmt::Display) {
        let path = self.place(TableName { slice, kind });
        self.seen.findings.push(Finding { path, what: what.to_string() });
    }

    /// Notes that the values of a file cannot be checked for want of what lies below.
    fn find_unchecked(&mut self, slice: Slice, kind: Kind, below: fmt::Arguments<'_>) {
        let what = format!(
            "its values cannot be checked without {below}; \
             run `manoury generate --material {slice}`"
        );
        self.find(slice, kind, what);
    }

    /// Verifies the files of one slice.
    fn slice(&mut self, slice: Slice, depth: Depth) {
        let mut sound = true;
        let mut headers: Vec<(Kind, Vec<Statistics>)> = Vec::new();
        for (name, path) in self.files.iter().filter(|(name, _)| name.slice == slice) {
            self.seen.files += 1;
            match load::check_file::<V>(path, *name) {
                Ok(statistics) if headers.iter().all(|(kind, _)| *kind != name.kind) => {
                    headers.push((name.kind, statistics));
                }
                Ok(_) => {}
                Err(error) => {
                    sound = false;
                    let what = error.reason();
                    self.seen.findings.push(Finding { path: path.clone(), what });
                }
            }
        }
        if depth == Depth::Checksums || !sound {
            return;
        }
        let present: Vec<Kind> = headers.iter().map(|(kind, _)| *kind).collect();
        if !present.contains(&Kind::Wdl) {
            let what = "the WDL file that distances are read beside is missing; \
                        run `manoury generate` to make it";
            return self.find(slice, present[0], what);
        }
        let missing = slice.successors().into_iter().find(|below| !self.sound.contains(below));
        if let Some(below) = missing {
            return self.find_unchecked(slice, Kind::Wdl, format_args!("sound tables of {below}"));
        }
        match self.values(slice, &present, &headers) {
            Ok(true) => self.sound.push(slice),
            Ok(false) => {}
            Err(error) => {
                let (path, what) = (error.path().clone(), error.reason());
                self.seen.findings.push(Finding { path, what });
            }
        }
    }

    /// Verifies the values of one slice; whether all are right.
    fn values(
        &mut self,
        slice: Slice,
        present: &[Kind],
        headers: &[(Kind, Vec<Statistics>)],
    ) -> Result<bool, TableError> {
        let load = |metric: Metric, distances| {
            load::load::<V>(|name| self.place(name), slice, metric, distances, &self.resident)
        };
        let has = |metric| present.contains(&Kind::Distance(metric));
        let dtc = load(Metric::Dtc, has(Metric::Dtc))?;
        let mut others = Vec::new();
        let mut unchecked = Vec::new();
        for metric in [Metric::Dtw, Metric::Dtx].into_iter().filter(|&metric| has(metric)) {
            let needed = |below: &Slice| metric == Metric::Dtw || plan::has_dtx::<V>(*below);
            let missing = slice
                .successors()
                .into_iter()
                .find(|below| needed(below) && !self.kept.contains(&(*below, metric)));
            match missing {
                None => others.push((metric, load(metric, true)?)),
                Some(below) => {
                    unchecked.push(TableName { slice: below, kind: Kind::Distance(metric) })
                }
            }
        }
        let tables = Tables { slice, dtc, others };
        let mut wrong = Vec::new();
        let checked = |kind: &Kind| unchecked.iter().all(|below| below.kind != *kind);
        for (kind, statistics) in headers.iter().filter(|(kind, _)| checked(kind)) {
            let scores = tables.of(*kind);
            let counted = (0..slice.sides())
                .map(|side| encode::count::<V>(slice, *kind, side, &tables.dtc, scores));
            if !counted.eq(statistics.iter().cloned()) {
                wrong.push((*kind, "the counts in its header are not those of its values".into()));
            }
        }
        let checks_dtc = has(Metric::Dtc);
        let (positions, found) = tables.check(&self.resident, checks_dtc);
        wrong.extend(found);
        self.seen.positions += positions;
        let right = wrong.is_empty();
        for (kind, what) in wrong {
            self.find(slice, kind, what);
        }
        for below in unchecked {
            self.find_unchecked(slice, below.kind, format_args!("a sound {below}"));
        }
        let mut kept = ResidentSlice::new(slice, &tables.dtc);
        for (metric, scores) in &tables.others {
            kept.keep(*metric, scores);
            self.kept.push((slice, *metric));
        }
        self.resident.add(Arc::new(kept));
        Ok(right)
    }
}

/// The values of one slice as its files tell them.
struct Tables<V> {
    slice: Slice,
    /// Outcomes, with DTC where there is such a file.
    dtc: Loaded<V>,
    others: Vec<(Metric, Loaded<V>)>,
}

impl<V: Variant> Tables<V> {
    fn of(&self, kind: Kind) -> &Loaded<V> {
        let of = |&&(metric, _): &&(Metric, Loaded<V>)| Kind::Distance(metric) == kind;
        self.others.iter().find(of).map_or(&self.dtc, |(_, scores)| scores)
    }

    /// Compares every value that is stored with the best of its successors: the positions seen, and
    /// what is wrong.
    fn check(&self, resident: &Resident<V>, checks_dtc: bool) -> (u64, Vec<(Kind, String)>) {
        let positions = Positions::new(self.dtc.index());
        let len = self.dtc.index().len();
        const PORTION: u64 = 1 << 14;
        let mut found = Vec::new();
        let mut total = 0;
        for side in 0..self.slice.sides() {
            let (seen, wrong) = (0..len.div_ceil(PORTION))
                .into_par_iter()
                .map_init(MoveList::new, |list, portion| {
                    let mut wrong = Vec::new();
                    let mut seen = 0;
                    let numbers = portion * PORTION..len.min((portion + 1) * PORTION);
                    positions.for_each(side, numbers, |number, position| {
                        let score = self.dtc.scores(side)[number as usize];
                        if score.is_capture() {
                            return;
                        }
                        seen += 1;
                        for (kind, what) in
                            self.check_position(resident, &position, number, checks_dtc, list)
                        {
                            if wrong.len() < LISTED {
                                wrong.push((kind, what));
                            }
                        }
                    });
                    (seen, wrong)
                })
                .reduce(
                    || (0, Vec::new()),
                    |(seen, mut wrong), (more, others)| {
                        let room = LISTED.saturating_sub(wrong.len());
                        wrong.extend(others.into_iter().take(room));
                        (seen + more, wrong)
                    },
                );
            total += seen;
            found.extend(wrong);
        }
        (total, found)
    }

    /// What is wrong with the values of one quiet position.
    fn check_position(
        &self,
        resident: &Resident<V>,
        position: &Position<V>,
        number: u64,
        checks_dtc: bool,
        list: &mut MoveList,
    ) -> Vec<(Kind, String)> {
        let side = position.turn().index();
        let mut dtc = Backup::new(Metric::Dtc, V::LIMITS.conversion);
        let mut others: [Backup; 2] =
            [Metric::Dtw, Metric::Dtx].map(|metric| Backup::new(metric, Score::MAX_PLIES));
        position.legal_moves(list);
        for &mv in list.iter() {
            let next = position.make(mv);
            let step = if mv.is_capture() {
                Step::Capture
            } else if position.is_conversion(mv) {
                Step::ManMove
            } else {
                Step::KingMove
            };
            let place = Framed::new(&next)
                .filter(|framed| framed.slice == self.slice)
                .map(|framed| (framed.side, self.dtc.index().index(&framed.position) as usize));
            dtc.add(
                step,
                match place {
                    Some((side, number)) => self.dtc.scores(side)[number],
                    None => Score::new(resident.outcome(&next), 0),
                },
            );
            for (metric, scores) in &self.others {
                let score = match place {
                    Some((side, number)) => scores.scores(side)[number],
                    None => resident.score(*metric, &next),
                };
                others[usize::from(*metric == Metric::Dtx)].add(step, score);
            }
        }
        let mut wrong = Vec::new();
        let mut compare = |kind: Kind, stored: Score, expected: Score| {
            if stored != expected {
                let turn = if position.turn() == Color::White { "White" } else { "Black" };
                wrong.push((
                    kind,
                    format!(
                        "number {number}, {position} ({turn} to move) is stored as {}, \
                         its successors make it {}; delete the file and run `manoury generate`",
                        Shown(stored),
                        Shown(expected)
                    ),
                ));
            }
        };
        let stored = self.dtc.scores(side)[number as usize];
        let expected = dtc.score();
        if stored.outcome() != expected.outcome() {
            compare(Kind::Wdl, stored, expected);
        } else if checks_dtc {
            compare(Kind::Distance(Metric::Dtc), stored, expected);
        }
        for (metric, scores) in &self.others {
            let expected = others[usize::from(*metric == Metric::Dtx)].score();
            compare(Kind::Distance(*metric), scores.scores(side)[number as usize], expected);
        }
        wrong
    }
}

/// A score in words.
struct Shown(Score);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.outcome() {
            Some(outcome) => write!(f, "{outcome} in {}", self.0.plies()),
            None => f.write_str("no position"),
        }
    }
}
