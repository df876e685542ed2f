//! Random positions, asked as a user asks, against the best of their successors.

use manoury_generator::{Finding, FindingKind, Verification};
use manoury_prober::{Kind, Metric, ProbeError, Slice, TableName, Tablebase};
use manoury_rules::{MoveList, Position, Variant};
use manoury_tables::{Backup, GenerateCommand, Index, Outcome, Score, Step};
use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};

/// Checks `number` random positions of each slice and side to move. Slices with a finding are passed
/// over.
pub fn check<V: Variant>(
    tablebase: &Tablebase<V>,
    slices: &[Slice],
    number: u64,
    seen: &mut Verification,
) {
    let damaged: HashSet<_> = seen.findings.iter().map(|finding| finding.path.clone()).collect();
    let random = RandomState::new();
    for &slice in slices {
        let mut files = tablebase.tables().filter(|(name, _)| name.slice == slice);
        if files.any(|(_, path)| damaged.contains(path)) {
            continue;
        }
        let index = Index::<V>::new(slice);
        for side in 0..slice.sides() {
            let all = number >= index.len();
            // Some numbers stand for no position, most of them in slices of few positions.
            let draws = if all { index.len() } else { number * 2 };
            let drawn = |draw: u64| {
                if all { draw } else { random.hash_one((slice, side, draw)) % index.len() }
            };
            let positions = (0..draws)
                .filter_map(|draw| index.position(drawn(draw), side))
                .take(usize::try_from(number).unwrap_or(usize::MAX));
            for position in positions {
                seen.positions += 1;
                let path = |kind| {
                    let name = TableName { slice, kind };
                    let file = tablebase.tables().find(|(found, _)| *found == name);
                    file.map_or(name.to_string().into(), |(_, path)| path.to_path_buf())
                };
                let (kind, path, what) = match problem(tablebase, &position) {
                    Ok(None) => continue,
                    Ok(Some((table, what))) => {
                        let path = path(table);
                        let command = GenerateCommand::of_file(&path);
                        let what = format!("{what}; delete the file and run `{command}`");
                        (FindingKind::Damaged, path, what)
                    }
                    Err(error) => (of_error(&error), path(Kind::Wdl), error.to_string()),
                };
                seen.findings.push(Finding { kind, path, what });
                // One finding of a slice and side is enough to go and look.
                break;
            }
        }
    }
}

/// How tables fail that do not answer a position.
fn of_error(error: &ProbeError) -> FindingKind {
    match error {
        ProbeError::Table(error) => FindingKind::of(error),
        error if error.is_missing() => FindingKind::Missing,
        _ => FindingKind::Damaged,
    }
}

/// What is wrong with the values of a position, and in which kind of table.
fn problem<V: Variant>(
    tablebase: &Tablebase<V>,
    position: &Position<V>,
) -> Result<Option<(Kind, String)>, ProbeError> {
    let probe = tablebase.probe(position)?;
    let mut dtc = Distances::new(Metric::Dtc, V::LIMITS.conversion);
    let mut dtw = Distances::new(Metric::Dtw, Score::MAX_PLIES);
    let mut dtx = Distances::new(Metric::Dtx, Score::MAX_PLIES);
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    for &mv in &list {
        let child = position.make(mv);
        let found = tablebase.probe(&child)?;
        let step = match (mv.is_capture(), position.is_conversion(mv)) {
            (true, _) => Step::Capture,
            (false, true) => Step::ManMove,
            (false, false) => Step::KingMove,
        };
        dtc.add(step, found.outcome, found.dtc);
        dtw.add(step, found.outcome.on_board(), found.dtw);
        dtx.add(step, found.outcome.on_board(), tablebase.dtx(&child)?);
    }
    let expected = dtc.backup.score();
    if expected.outcome() != Some(probe.outcome) {
        let expected = expected.outcome().map_or("no position", Outcome::name);
        let what = format!("{position} is {}, its successors make it {expected}", probe.outcome);
        return Ok(Some((Kind::Wdl, what)));
    }
    let stored = [(dtc, probe.dtc), (dtw, probe.dtw), (dtx, tablebase.dtx(position)?)];
    Ok(stored.into_iter().find_map(|(distances, stored)| {
        let expected = distances.plies()?;
        let kind = Kind::Distance(distances.metric);
        let wrong = stored.is_some_and(|stored| stored != expected);
        wrong.then(|| {
            let stored = stored.unwrap_or_default();
            (kind, format!("{position} has {kind} {stored}, its successors make it {expected}"))
        })
    }))
}

/// The distance of a position from those of its successors.
struct Distances {
    metric: Metric,
    backup: Backup,
    /// Whether every distance that matters is known.
    known: bool,
}

impl Distances {
    fn new(metric: Metric, limit: u16) -> Self {
        Distances { metric, backup: Backup::new(metric, limit), known: true }
    }

    fn add(&mut self, step: Step, outcome: Outcome, plies: Option<u16>) {
        self.known &= plies.is_some() || outcome == Outcome::Draw || step.converts(self.metric);
        self.backup.add(step, Score::new(outcome, plies.unwrap_or(0)));
    }

    fn plies(&self) -> Option<u16> {
        self.known.then(|| self.backup.score().plies())
    }
}
