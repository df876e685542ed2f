//! One slice: solved, published and written, or read if it is finished.

use super::Options;
use super::ledger::Ledger;
use super::schedule::Message;
use crate::encode::{self, Effort, Values};
use crate::error::BuildError;
use crate::journal::Journal;
use crate::load;
use crate::manifest::{Entry, Witness};
use crate::meter::{Meter, Phase};
use crate::plan::{self, Task};
use crate::progress::{Event, SliceReport};
use crate::resident::{Resident, ResidentSlice};
use crate::scores::SliceScores;
use crate::solve::{self, SolvedSlice};
use manoury_rules::{DrawLimits, Variant};
use manoury_tables::{Index, Kind, Metric, Slice, TableName};
use std::path::Path;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// A slice that is solved and published but not written.
pub(super) struct Unwritten<'a> {
    journal: Journal<'a>,
    meter: Meter<'a>,
    dtc: SolvedSlice,
    distances: Vec<(Metric, SolvedSlice)>,
    report: SliceReport,
}

/// What all jobs share.
pub(super) struct Shared<'a> {
    pub(super) folder: &'a Path,
    pub(super) options: &'a Options<'a>,
    pub(super) ledger: Mutex<Ledger>,
}

impl<'a> Shared<'a> {
    /// Solves a slice, or reads a finished one.
    pub(super) fn work<V: Variant>(
        &self,
        number: usize,
        task: &Task,
        resident: Resident<V>,
        finished: bool,
        sender: &Sender<Message<'a, V>>,
    ) {
        let _alarm = Alarm(sender);
        let publish = |slice| {
            // The schedule has gone only when another job failed.
            let _ = sender.send(Message::Resident(number, Arc::new(slice)));
        };
        let message = if finished {
            let result = self.read(task, &resident).map(|slice| {
                publish(slice);
                SliceReport::skipped(task.slice)
            });
            Message::Done(number, result)
        } else {
            match self.solve(task, resident, publish) {
                Ok(unwritten) => Message::Solved(number, Box::new(unwritten)),
                Err(error) => Message::Done(number, Err(error)),
            }
        };
        let _ = sender.send(message);
    }

    /// Writes a slice that is solved.
    pub(super) fn finish<V: Variant>(
        &self,
        number: usize,
        task: &Task,
        unwritten: Unwritten<'a>,
        sender: &Sender<Message<'a, V>>,
    ) {
        let _alarm = Alarm(sender);
        let result = self.write_all::<V>(task, unwritten);
        let _ = sender.send(Message::Done(number, result));
    }

    fn read<V: Variant>(
        &self,
        task: &Task,
        resident: &Resident<V>,
    ) -> Result<ResidentSlice<V>, BuildError> {
        let place = |name: TableName| name.in_folder(self.folder);
        let outcomes = load::load::<V>(place, task.slice, Metric::Dtc, false, resident)?;
        let mut slice = ResidentSlice::new(task.slice, &outcomes);
        for &metric in &task.kept {
            let scores = load::load::<V>(place, task.slice, metric, true, resident)?;
            slice.keep(metric, &scores);
        }
        Ok(slice)
    }

    fn solve<V: Variant>(
        &self,
        task: &Task,
        resident: Resident<V>,
        publish: impl FnOnce(ResidentSlice<V>),
    ) -> Result<Unwritten<'a>, BuildError> {
        let start = Instant::now();
        let slice = task.slice;
        let observer = self.options.observer;
        observer.event(Event::Started { slice, entries: Index::<V>::new(slice).len() * 2 });
        let meter = Meter::new(slice, observer);
        let checkpoint = self.options.checkpoint;
        let work = describe::<V>(task, self.options.effort, &resident);
        let journal = Journal::open(self.folder, slice, checkpoint, observer, &work);
        let dtc = solve::solve_dtc::<V>(slice, &resident, &journal, &meter);
        let solving = start.elapsed().as_secs_f64();
        let mut distances: Vec<(Metric, SolvedSlice)> = Vec::new();
        for metric in [Metric::Dtw, Metric::Dtx] {
            if task.kinds.contains(&Kind::Distance(metric)) {
                let solved = solve::solve_distance::<V>(slice, metric, &dtc, &resident, &meter);
                if metric == Metric::Dtw {
                    check_class_limit::<V>(slice, &solved)?;
                }
                distances.push((metric, solved));
            }
        }
        let mut kept = ResidentSlice::new(slice, &dtc);
        for (metric, solved) in distances.iter().filter(|(metric, _)| task.kept.contains(metric)) {
            kept.keep(*metric, solved);
        }
        // The schedule drops slices that no other job looks up in, as soon as this one does not.
        drop(resident);
        publish(kept);
        observer.event(Event::Solved { slice });
        let seconds = start.elapsed().as_secs_f64();
        let report = SliceReport { solving, seconds, ..SliceReport::new(slice) };
        Ok(Unwritten { journal, meter, dtc, distances, report })
    }

    fn write_all<V: Variant>(
        &self,
        task: &Task,
        unwritten: Unwritten<'_>,
    ) -> Result<SliceReport, BuildError> {
        let start = Instant::now();
        let Unwritten { journal, meter, dtc, distances, mut report } = unwritten;
        for &kind in &task.kinds {
            let scores = match kind {
                Kind::Wdl | Kind::Distance(Metric::Dtc) => &dtc,
                Kind::Distance(metric) => {
                    let found = distances.iter().find(|(solved, _)| *solved == metric);
                    let Some((_, scores)) = found else { continue };
                    scores
                }
            };
            let values = Values { dtc: &dtc, scores };
            self.write::<V>(task.slice, kind, &values, &journal, &meter, &mut report)?;
        }
        journal.close();
        report.phases = meter.seconds();
        report.seconds += start.elapsed().as_secs_f64();
        self.options.observer.event(Event::Finished(&report));
        Ok(report)
    }

    /// Encodes one file, writes it and enters it in the manifest. One that is there and whole stays.
    fn write<V: Variant>(
        &self,
        slice: Slice,
        kind: Kind,
        values: &Values<'_, SolvedSlice>,
        journal: &Journal<'_>,
        meter: &Meter<'_>,
        report: &mut SliceReport,
    ) -> Result<(), BuildError> {
        let name = TableName { slice, kind };
        let ledger = || self.ledger.lock().unwrap_or_else(|e| e.into_inner());
        let listed = ledger().manifest.files.get(&name.to_string()).cloned();
        let known = [journal.placed_entry(kind), listed];
        let whole = match known {
            [None, None] => None,
            _ => load::whole_file::<V>(self.folder, name),
        };
        let entry = match whole.filter(|entry| known.iter().flatten().any(|known| known == entry)) {
            Some(entry) => entry,
            None => {
                let entry = self.encode_and_put::<V>(name, values, journal, meter)?;
                journal.placed(kind, &entry);
                entry
            }
        };
        report.files.push((kind, entry.bytes));
        let mut ledger = ledger();
        ledger.manifest.files.insert(name.to_string(), entry);
        ledger.save(self.folder, self.options.output)
    }

    fn encode_and_put<V: Variant>(
        &self,
        name: TableName,
        values: &Values<'_, SolvedSlice>,
        journal: &Journal<'_>,
        meter: &Meter<'_>,
    ) -> Result<Entry, BuildError> {
        let TableName { slice, kind } = name;
        let path = name.in_folder(self.folder);
        let write_error = |source| BuildError::Write { path: path.clone(), source };
        let solved = || values.dtc.keep(journal);
        let effort = self.options.effort;
        let mut encoded =
            encode::encode_blocks::<V, _>(name, values, effort, Some((journal, &solved)), meter)
                .map_err(write_error)?
                .ok_or(BuildError::TooLong { slice, kind })?;
        let _running = meter.enter(Phase::Writing);
        let mut entry = Entry::of(&[]);
        self.options
            .output
            .put(&path, &mut |out| {
                let mut witness = Witness::new(out);
                encoded.write(&mut witness)?;
                entry = witness.entry();
                Ok(())
            })
            .map_err(write_error)?;
        Ok(entry)
    }
}

/// What the values and the files of a slice depend on, as fields of JSON.
fn describe<V: Variant>(task: &Task, effort: Effort, resident: &Resident<V>) -> String {
    let DrawLimits { conversion, sixteen, five } = V::LIMITS;
    let limits = [Some(conversion), sixteen, five].map(Option::unwrap_or_default);
    let kinds: Vec<&str> = task.kinds.iter().map(|kind| kind.name()).collect();
    format!(
        "\"program\": \"{}\", \"variant\": \"{}\", \"limits\": {limits:?}, \
         \"kinds\": {kinds:?}, \"effort\": \"{effort:?}\", \"below\": \"{}\"",
        env!("CARGO_PKG_VERSION"),
        V::NAME,
        resident.digest(&plan::metrics(&task.kinds)),
    )
}

/// Refuses a slice whose class limit would change an outcome: the tables say by DTC what is won, and
/// a class's clock runs by DTW (RULES §3). No class of International draughts gets here: its longest
/// wins need exactly the limit.
fn check_class_limit<V: Variant>(slice: Slice, dtw: &SolvedSlice) -> Result<(), BuildError> {
    let Some(limit) = plan::class_limit::<V>(slice) else { return Ok(()) };
    let configurations = Index::<V>::new(slice).configurations();
    let plies = (0..slice.sides())
        .flat_map(|side| (0..configurations).map(move |c| (side, c)))
        .flat_map(|(side, c)| dtw.configuration(side, c))
        .map(|score| score.plies())
        .max()
        .unwrap_or(0);
    if plies > limit { Err(BuildError::ClassLimit { slice, plies, limit }) } else { Ok(()) }
}

/// Tells the schedule when its job unwinds, lest it wait for ever.
struct Alarm<'s, 'a, V>(&'s Sender<Message<'a, V>>);

impl<V> Drop for Alarm<'_, '_, V> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let _ = self.0.send(Message::Panicked);
        }
    }
}
