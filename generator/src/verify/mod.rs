//! Checking finished tables: every byte against its checksum, every value against the best of its
//! successors.
//!
//! Values are judged by the forward form [`manoury_tables::Backup`] alone, over the moves of `rules`:
//! nothing is shared with the solver, neither its backward steps nor its search for captures. Slices
//! are taken in the order of solving; those below are held in memory as the solver holds them, as
//! long as a later slice leads to them.

mod check;
mod finding;
mod stored;
mod successors;
mod values;

use crate::encode;
use crate::error::VerifyError;
use crate::load;
use crate::manifest::{self, Manifest};
use crate::occupancy;
use crate::plan;
use crate::progress::{Event, Observer};
use crate::resident::{Resident, ResidentSlice};
use crate::threads;
use manoury_rules::Variant;
use manoury_tables::{GenerateCommand, Kind, Metric, Slice, Statistics, TableError, TableName};
use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use values::Values;

pub use finding::{Finding, FindingKind};

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

impl Verification {
    /// The gravest kind among the findings.
    pub fn gravest(&self) -> Option<FindingKind> {
        self.findings.iter().map(|finding| finding.kind).min()
    }
}

/// How much is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Checksums alone.
    Checksums,
    /// Checksums, then every value.
    Values,
}

/// How a verification is carried out.
pub struct VerifyOptions<'a> {
    /// How much is checked.
    pub depth: Depth,
    /// Threads to work with; 0 for one a core.
    pub threads: usize,
    /// Bytes of memory allowed.
    pub memory: u64,
    /// Who is told of progress.
    pub observer: &'a dyn Observer,
}

/// At most so many findings of one file are listed.
const LISTED: usize = 5;

/// Verifies as [`verify_with`], with one thread a core and whatever memory it takes.
///
/// # Errors
/// As there.
pub fn verify<V: Variant>(
    folders: &[PathBuf],
    depth: Depth,
    observer: &dyn Observer,
) -> Result<Verification, VerifyError> {
    let options = VerifyOptions { depth, threads: 0, memory: u64::MAX, observer };
    verify_with::<V>(folders, &options)
}

/// Verifies every table of a variant in some folders (`<tables>/<variant>`), and their manifests.
/// Other files are passed over. Every file is checked for damage; the values of a table that is in
/// several folders are taken from the first.
///
/// # Errors
/// A folder cannot be listed, the memory allowed does not do, or the threads cannot be started.
pub fn verify_with<V: Variant>(
    folders: &[PathBuf],
    options: &VerifyOptions<'_>,
) -> Result<Verification, VerifyError> {
    let files = tables_in(folders)?;
    let mut slices: Vec<(Slice, Vec<Kind>)> = Vec::new();
    for (TableName { slice, kind }, _) in &files {
        match slices.last_mut() {
            Some((last, kinds)) if last == slice => kinds.push(*kind),
            _ => slices.push((*slice, vec![*kind])),
        }
    }
    slices.iter_mut().for_each(|(_, kinds)| kinds.dedup());
    if options.depth == Depth::Values {
        occupancy::check_verifying::<V>(&slices, options.threads, options.memory)?;
    }
    let pool = threads::pool(options.threads)?;
    let verifier = Verifier::<V> {
        files,
        below: HashMap::new(),
        sound: Vec::new(),
        kept: Vec::new(),
        seen: Verification::default(),
    };
    Ok(pool.install(|| verifier.run(folders, &slices, options)))
}

/// All tables in some folders in the order of their slices and kinds.
fn tables_in(folders: &[PathBuf]) -> Result<Vec<(TableName, PathBuf)>, TableError> {
    let mut files = Vec::new();
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
    Ok(files)
}

struct Verifier<V> {
    /// All table files in the order of their slices and kinds.
    files: Vec<(TableName, PathBuf)>,
    /// The slices that are still looked up in.
    below: HashMap<Slice, Arc<ResidentSlice<V>>>,
    /// The slices whose values are right.
    sound: Vec<Slice>,
    /// The distances that can be looked up.
    kept: Vec<(Slice, Metric)>,
    seen: Verification,
}

impl<V: Variant> Verifier<V> {
    fn run(
        mut self,
        folders: &[PathBuf],
        slices: &[(Slice, Vec<Kind>)],
        options: &VerifyOptions<'_>,
    ) -> Verification {
        let last = occupancy::last_uses(slices.iter().map(|(slice, _)| *slice));
        for (at, &(slice, _)) in slices.iter().enumerate() {
            let before = self.seen.positions;
            let complete = self.slice(slice, options.depth);
            self.below.retain(|below, _| last.get(below).is_some_and(|&last| last > at));
            let positions = self.seen.positions - before;
            options.observer.event(Event::Verified { slice, positions, complete });
        }
        for folder in folders {
            let sound = |path: &Path| self.seen.findings.iter().all(|f| f.path != path);
            if let Some((kind, what)) = Manifest::check(folder, V::NAME, sound) {
                let path = folder.join(manifest::NAME);
                self.seen.findings.push(Finding { kind, path, what });
            }
        }
        self.seen
    }

    /// Where a table lies; nowhere if it is missing.
    fn place(&self, name: TableName) -> PathBuf {
        let found = self.files.iter().find(|(other, _)| *other == name);
        found.map(|(_, path)| path.clone()).unwrap_or_default()
    }

    /// Notes what is wrong with a file, what to do, and the command that makes what is missing then.
    fn find(&mut self, name: TableName, kind: FindingKind, problem: &str, before: &str) {
        let path = self.place(name);
        let what = format!("{problem}; {before}run `{}`", GenerateCommand::of_file(&path));
        self.seen.findings.push(Finding { kind, path, what });
    }

    /// Notes that the values of a file cannot be checked for want of what lies below.
    fn find_unchecked(&mut self, name: TableName, below: fmt::Arguments<'_>) {
        let problem = format!("its values cannot be checked without {below}");
        self.find(name, FindingKind::Missing, &problem, "");
    }

    /// Verifies the files of one slice; whether all could be checked that was to be.
    fn slice(&mut self, slice: Slice, depth: Depth) -> bool {
        let mut sound = true;
        let mut read = true;
        let mut headers: Vec<(Kind, Vec<Statistics>)> = Vec::new();
        for (name, path) in self.files.iter().filter(|(name, _)| name.slice == slice) {
            let checked = load::check_file::<V>(path, *name);
            let readable = checked.as_ref().err().is_none_or(TableError::is_damage);
            self.seen.files += u64::from(readable);
            read &= readable;
            match checked {
                Ok(statistics) if headers.iter().all(|(kind, _)| *kind != name.kind) => {
                    headers.push((name.kind, statistics));
                }
                Ok(_) => {}
                Err(error) => {
                    // A copy in another folder is not the one that values are read from.
                    sound &= *path != self.place(*name);
                    self.seen.findings.push(Finding::from(&error));
                }
            }
        }
        if depth == Depth::Checksums || !sound {
            return depth == Depth::Checksums && read;
        }
        let present: Vec<Kind> = headers.iter().map(|(kind, _)| *kind).collect();
        if !present.contains(&Kind::Wdl) {
            let problem = "the WDL file that distances are read beside is missing";
            self.find(TableName { slice, kind: present[0] }, FindingKind::Missing, problem, "");
            return false;
        }
        let missing = slice.successors().into_iter().find(|below| !self.sound.contains(below));
        if let Some(below) = missing {
            let name = TableName { slice, kind: Kind::Wdl };
            self.find_unchecked(name, format_args!("sound tables of {below}"));
            return false;
        }
        match self.values(slice, &present, &headers) {
            Ok(complete) => complete && read,
            Err(error) => {
                self.seen.findings.push(Finding::from(&error));
                false
            }
        }
    }

    /// A distance below without which the values of a slice in some metric cannot be checked.
    fn missing_below(&self, slice: Slice, metric: Metric) -> Option<TableName> {
        let needed = |below: &Slice| match metric {
            Metric::Dtc => false,
            Metric::Dtw => true,
            Metric::Dtx => plan::has_dtx::<V>(*below),
        };
        let missing = |below: &Slice| needed(below) && !self.kept.contains(&(*below, metric));
        let below = slice.successors().into_iter().find(missing)?;
        Some(TableName { slice: below, kind: Kind::Distance(metric) })
    }

    /// Verifies the values of one slice; whether those of all its files could be checked.
    fn values(
        &mut self,
        slice: Slice,
        present: &[Kind],
        headers: &[(Kind, Vec<Statistics>)],
    ) -> Result<bool, TableError> {
        let open = |kind| {
            let name = TableName { slice, kind };
            load::open::<V>(&self.place(name), name)
        };
        let mut distances = Vec::new();
        let mut unchecked = Vec::new();
        for metric in [Metric::Dtc, Metric::Dtw, Metric::Dtx] {
            let kind = Kind::Distance(metric);
            match self.missing_below(slice, metric) {
                _ if !present.contains(&kind) => {}
                None => distances.push((metric, open(kind)?)),
                Some(below) => unchecked.push(below),
            }
        }
        let mut resident = Resident::default();
        for below in slice.successors() {
            if let Some(below) = self.below.get(&below) {
                resident.add(below.clone());
            }
        }
        let values = Values::read(&open(Kind::Wdl)?, &distances, &resident)?;
        let mut wrong = Vec::new();
        let checked = |kind: &Kind| unchecked.iter().all(|below| below.kind != *kind);
        for (kind, statistics) in headers.iter().filter(|(kind, _)| checked(kind)) {
            let (outcomes, scores) = (values.of(Kind::Wdl), values.of(*kind));
            let counted = (0..slice.sides())
                .map(|side| encode::count::<V, _>(slice, *kind, side, outcomes, scores, || ()));
            if !counted.eq(statistics.iter().cloned()) {
                wrong.push((*kind, "the counts in its header are not those of its values".into()));
            }
        }
        let checked = values.check(&resident, present.contains(&Kind::Distance(Metric::Dtc)));
        wrong.extend(checked.wrong);
        self.seen.positions += checked.positions;
        if wrong.is_empty() {
            self.sound.push(slice);
        }
        for (kind, problem) in wrong {
            // Its bytes are as they were written: it would not be made anew by itself.
            let before = "delete the file and ";
            self.find(TableName { slice, kind }, FindingKind::Damaged, &problem, before);
        }
        let complete = unchecked.is_empty();
        for below in unchecked {
            let name = TableName { slice, kind: below.kind };
            self.find_unchecked(name, format_args!("a sound {below}"));
        }
        let mut kept = ResidentSlice::new(slice, values.of(Kind::Wdl));
        for (metric, scores) in values.metrics.iter().skip(1) {
            kept.keep(*metric, scores);
            self.kept.push((slice, *metric));
        }
        self.below.insert(slice, Arc::new(kept));
        Ok(complete)
    }
}
