//! Carrying out a plan.
//!
//! A slice is a job. A job starts when every slice it leads to is in memory and its own memory fits
//! the allowance; the threads are shared by all jobs, so a slice is encoded while the next ones are
//! being solved.

use crate::encode::{self, Effort, Values};
use crate::error::BuildError;
use crate::files::{Output, Workplace};
use crate::load;
use crate::manifest::{Entry, Manifest};
use crate::plan::{self, Plan, Task};
use crate::progress::{Event, Observer, SliceReport};
use crate::resident::{Resident, ResidentSlice};
use crate::scores::SliceScores;
use crate::solve::{self, SolvedSlice};
use bitvec::prelude::BitVec;
use manoury_rules::Variant;
use manoury_tables::{Index, Kind, Metric, Slice, TableName};
use std::collections::HashMap;
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// How a plan is carried out.
pub struct Options<'a> {
    /// Threads to work with; 0 for one a core.
    pub threads: usize,
    /// Bytes of memory allowed.
    pub memory: u64,
    /// How hard to compress.
    pub effort: Effort,
    /// Where files go.
    pub output: &'a dyn Output,
    /// Who is told of progress.
    pub observer: &'a dyn Observer,
}

/// Makes the tables of a plan in `folder`, which is made with its parents. Tables that are whole in
/// all their kinds are left as they are. The bytes written do not depend on the number of threads.
///
/// Returns a report of each slice, in the plan's order.
///
/// # Errors
/// What cannot be written or read is named; slices finished before stay, and the next run goes on
/// from there.
pub fn build<V: Variant>(
    plan: &Plan<V>,
    folder: &Path,
    options: &Options<'_>,
) -> Result<Vec<SliceReport>, BuildError> {
    plan.check_memory(options.memory)?;
    let pool = thread_pool(options.threads)?;
    let workplace = Workplace::open(folder)?;
    let folder = workplace.folder();
    let mut ledger = Ledger::open::<V>(folder);
    let finished = pool.install(|| finished_tasks::<V>(plan, folder, &mut ledger));
    let job = Shared { folder, options, ledger: Mutex::new(ledger) };
    let mut schedule = Schedule::new(plan, &finished);
    let (sender, receiver) = channel();
    let result = pool.in_place_scope(|scope| {
        schedule.run(options.memory, &receiver, |number, resident, finished| {
            let (sender, job) = (sender.clone(), &job);
            let task = &plan.tasks()[number];
            scope.spawn(move |_| job.work::<V>(number, task, resident, finished, &sender));
        })
    });
    result?;
    // Also where nothing was left to do: the manifest may have been lost.
    job.ledger.into_inner().unwrap_or_else(|e| e.into_inner()).save(folder, options.output)?;
    Ok(schedule.reports.into_iter().flatten().collect())
}

/// More threads than any machine has use for are a slip of the keyboard.
const MOST_THREADS: usize = 1024;

fn thread_pool(threads: usize) -> Result<rayon::ThreadPool, BuildError> {
    let error = |reason| BuildError::Threads { threads, reason };
    if threads > MOST_THREADS {
        return Err(error(format!("at most {MOST_THREADS} are of use")));
    }
    let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
    builder.build().map_err(|source| error(source.to_string()))
}

/// Which tasks are whole in all their kinds; their files are entered in the ledger.
fn finished_tasks<V: Variant>(plan: &Plan<V>, folder: &Path, ledger: &mut Ledger) -> BitVec {
    use rayon::prelude::*;
    let entries: Vec<Option<Vec<(String, Entry)>>> = plan
        .tasks()
        .par_iter()
        .map(|task| {
            let entry =
                |&kind: &Kind| load::whole_file::<V>(folder, TableName { slice: task.slice, kind });
            task.kinds.iter().map(entry).collect()
        })
        .collect();
    let finished = entries.iter().map(Option::is_some).collect();
    ledger.manifest.files.extend(entries.into_iter().flatten().flatten());
    finished
}

/// The manifest as it grows.
struct Ledger {
    manifest: Manifest,
}

impl Ledger {
    fn open<V: Variant>(folder: &Path) -> Self {
        let mut manifest = Manifest::read(folder);
        if manifest.variant != V::NAME {
            manifest = Manifest { variant: V::NAME.to_string(), ..Manifest::default() };
        }
        manifest.files.retain(|name, _| folder.join(name).is_file());
        Ledger { manifest }
    }

    fn save(&self, folder: &Path, output: &dyn Output) -> Result<(), BuildError> {
        if Manifest::read(folder) == self.manifest {
            return Ok(());
        }
        self.manifest.write(folder, output)
    }
}

/// What a job reports to the schedule.
enum Message<V> {
    /// The slice can be looked up in.
    Resident(usize, Arc<ResidentSlice<V>>),
    /// The job is over.
    Done(usize, Result<SliceReport, BuildError>),
    /// The job panicked; the thread pool's scope passes that on when the schedule has ended.
    Panicked,
}

/// Tells the schedule when its job unwinds, lest it wait for ever.
struct Alarm<'a, V>(&'a Sender<Message<V>>);

impl<V> Drop for Alarm<'_, V> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let _ = self.0.send(Message::Panicked);
        }
    }
}

/// What all jobs share.
struct Shared<'a> {
    folder: &'a Path,
    options: &'a Options<'a>,
    ledger: Mutex<Ledger>,
}

impl Shared<'_> {
    /// Solves and writes a slice, or reads a finished one.
    fn work<V: Variant>(
        &self,
        number: usize,
        task: &Task,
        resident: Resident<V>,
        finished: bool,
        sender: &Sender<Message<V>>,
    ) {
        let _alarm = Alarm(sender);
        let publish = |slice| {
            // The schedule has gone only when another job failed.
            let _ = sender.send(Message::Resident(number, Arc::new(slice)));
        };
        let result = if finished {
            self.read(task, &resident).map(|slice| {
                publish(slice);
                SliceReport::skipped(task.slice)
            })
        } else {
            self.make(task, &resident, publish)
        };
        let _ = sender.send(Message::Done(number, result));
    }

    fn read<V: Variant>(
        &self,
        task: &Task,
        resident: &Resident<V>,
    ) -> Result<ResidentSlice<V>, BuildError> {
        let keep = |metric| task.kinds.contains(&Kind::Distance(metric));
        let place = |name: TableName| name.in_folder(self.folder);
        let outcomes = load::load::<V>(place, task.slice, Metric::Dtc, false, resident)?;
        let mut slice = ResidentSlice::new(task.slice, &outcomes);
        for metric in [Metric::Dtw, Metric::Dtx].into_iter().filter(|&metric| keep(metric)) {
            let scores = load::load::<V>(place, task.slice, metric, true, resident)?;
            slice.keep(metric, &scores);
        }
        Ok(slice)
    }

    fn make<V: Variant>(
        &self,
        task: &Task,
        resident: &Resident<V>,
        publish: impl FnOnce(ResidentSlice<V>),
    ) -> Result<SliceReport, BuildError> {
        let start = Instant::now();
        let slice = task.slice;
        let observer = self.options.observer;
        observer.event(Event::Started { slice, entries: Index::<V>::new(slice).len() * 2 });
        let advance = |entries| observer.event(Event::Advanced { slice, entries });
        let dtc = solve::solve_dtc::<V>(slice, resident, &advance);
        let solving = start.elapsed().as_secs_f64();
        let mut distances: Vec<(Metric, SolvedSlice)> = Vec::new();
        for metric in [Metric::Dtw, Metric::Dtx] {
            if task.kinds.contains(&Kind::Distance(metric)) {
                let solved = solve::solve_distance::<V>(slice, metric, &dtc, resident);
                if metric == Metric::Dtw {
                    check_class_limit::<V>(slice, &solved)?;
                }
                distances.push((metric, solved));
            }
        }
        let mut kept = ResidentSlice::new(slice, &dtc);
        for (metric, solved) in &distances {
            kept.keep(*metric, solved);
        }
        publish(kept);
        observer.event(Event::Solved { slice });
        let mut report = SliceReport { solving, ..SliceReport::new(slice) };
        for &kind in &task.kinds {
            let scores = match kind {
                Kind::Wdl | Kind::Distance(Metric::Dtc) => &dtc,
                Kind::Distance(metric) => {
                    let found = distances.iter().find(|(solved, _)| *solved == metric);
                    let Some((_, scores)) = found else { continue };
                    scores
                }
            };
            self.write::<V>(slice, kind, &Values { dtc: &dtc, scores }, &mut report)?;
        }
        report.seconds = start.elapsed().as_secs_f64();
        observer.event(Event::Finished(&report));
        Ok(report)
    }

    /// Encodes one file, writes it and enters it in the manifest.
    fn write<V: Variant>(
        &self,
        slice: Slice,
        kind: Kind,
        values: &Values<'_, impl SliceScores>,
        report: &mut SliceReport,
    ) -> Result<(), BuildError> {
        let name = TableName { slice, kind };
        let path = name.in_folder(self.folder);
        let mut bytes = Vec::new();
        let encoded = encode::encode::<V, _>(slice, kind, values, self.options.effort, &mut bytes);
        let write_error = |path: &Path, source| BuildError::Write { path: path.into(), source };
        encoded
            .map_err(|source| write_error(&path, source))?
            .ok_or(BuildError::TooLong { slice, kind })?;
        self.options
            .output
            .put(&path, &mut |out| out.write_all(&bytes))
            .map_err(|source| write_error(&path, source))?;
        report.files.push((kind, bytes.len() as u64));
        let mut ledger = self.ledger.lock().unwrap_or_else(|e| e.into_inner());
        ledger.manifest.files.insert(name.to_string(), Entry::of(&bytes));
        ledger.save(self.folder, self.options.output)
    }
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

/// Which jobs can start.
struct Schedule<'a, V> {
    plan: &'a Plan<V>,
    /// For each task, the tasks it looks up in.
    successors: Vec<Vec<usize>>,
    /// For each task, how many tasks that are still to run look up in it.
    users: Vec<usize>,
    finished: &'a BitVec,
    /// Tasks that are to be solved or read.
    waiting: BitVec,
    resident: HashMap<usize, Arc<ResidentSlice<V>>>,
    reports: Vec<Option<SliceReport>>,
}

impl<'a, V: Variant> Schedule<'a, V> {
    fn new(plan: &'a Plan<V>, finished: &'a BitVec) -> Self {
        let tasks = plan.tasks();
        let number: HashMap<Slice, usize> =
            tasks.iter().enumerate().map(|(i, task)| (task.slice, i)).collect();
        let successors: Vec<Vec<usize>> = tasks
            .iter()
            .map(|task| task.slice.successors().iter().map(|slice| number[slice]).collect())
            .collect();
        // A finished slice is read if one that is not stands on it, however far below.
        let mut waiting = !finished.clone();
        let mut users = vec![0; tasks.len()];
        for task in (0..tasks.len()).rev().filter(|&task| waiting[task]).collect::<Vec<_>>() {
            let mut below = vec![task];
            while let Some(task) = below.pop() {
                for &successor in &successors[task] {
                    if !waiting[successor] {
                        waiting.set(successor, true);
                        below.push(successor);
                    }
                }
            }
        }
        for task in waiting.iter_ones() {
            for &successor in &successors[task] {
                users[successor] += 1;
            }
        }
        let reports = (0..tasks.len())
            .map(|task| (!waiting[task]).then(|| SliceReport::skipped(tasks[task].slice)))
            .collect();
        Schedule { plan, successors, users, finished, waiting, resident: HashMap::new(), reports }
    }

    /// Starts jobs as they become possible until all are done or one has failed; then waits for
    /// those that are at work.
    fn run(
        &mut self,
        memory: u64,
        receiver: &Receiver<Message<V>>,
        start: impl Fn(usize, Resident<V>, bool),
    ) -> Result<(), BuildError> {
        let mut at_work: Vec<usize> = Vec::new();
        let mut failure = None;
        loop {
            while failure.is_none()
                && let Some(number) = self.next(memory, &at_work)
            {
                self.waiting.set(number, false);
                at_work.push(number);
                let mut resident = Resident::default();
                for successor in &self.successors[number] {
                    resident.add(self.resident[successor].clone());
                }
                start(number, resident, self.finished[number]);
            }
            if at_work.is_empty() {
                return failure.map_or(Ok(()), Err);
            }
            match receiver.recv() {
                Ok(Message::Resident(number, slice)) => {
                    for &successor in &self.successors[number] {
                        self.users[successor] -= 1;
                        if self.users[successor] == 0 {
                            self.resident.remove(&successor);
                        }
                    }
                    if self.users[number] > 0 {
                        self.resident.insert(number, slice);
                    }
                }
                Ok(Message::Done(number, result)) => {
                    at_work.retain(|&working| working != number);
                    match result {
                        Ok(report) => self.reports[number] = Some(report),
                        Err(error) => failure = failure.or(Some(error)),
                    }
                }
                Ok(Message::Panicked) | Err(_) => return failure.map_or(Ok(()), Err),
            }
        }
    }

    /// The first task that can start now.
    fn next(&self, memory: u64, at_work: &[usize]) -> Option<usize> {
        let tasks = self.plan.tasks();
        let in_use: u64 = at_work.iter().map(|&task| tasks[task].memory).sum::<u64>()
            + self.resident.keys().map(|&task| tasks[task].resident).sum::<u64>();
        self.waiting.iter_ones().find(|&task| {
            let ready = self.successors[task].iter().all(|s| self.resident.contains_key(s));
            ready && (at_work.is_empty() || in_use + tasks[task].memory <= memory)
        })
    }
}
