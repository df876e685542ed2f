//! Carrying out a plan.
//!
//! A slice is a job. A job starts when every slice it leads to is in memory and its own memory fits
//! the allowance; the threads are shared by all jobs, so a slice is encoded while the next ones are
//! being solved.

mod job;
mod ledger;
mod schedule;
mod survey;

use crate::encode::Effort;
use crate::error::BuildError;
use crate::journal;
use crate::load;
use crate::plan::{Plan, Task};
use crate::progress::{Observer, SliceReport};
use crate::threads;
use crate::workplace::Workplace;
use job::Shared;
use ledger::Ledger;
use manoury_rules::Variant;
use manoury_tables::{Kind, Metric, Output, TableName};
use schedule::Schedule;
use std::path::Path;
use std::sync::Mutex;
use std::sync::mpsc::channel;
use std::time::Duration;

/// How a plan is carried out.
pub struct Options<'a> {
    /// Threads to work with; 0 for one a core.
    pub threads: usize,
    /// Bytes of memory allowed. At most [`Plan::ample_memory`] are used.
    pub memory: u64,
    /// How hard to compress.
    pub effort: Effort,
    /// Time after which what is done of a slice is written to the disk, so that the next run goes on
    /// from there if this one is interrupted. `None`: a slice is made in one go. The bytes of the
    /// tables do not depend on it.
    pub checkpoint: Option<Duration>,
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
    plan.check_memory(options.memory, options.threads)?;
    let pool = threads::pool(options.threads)?;
    let workplace = Workplace::open(folder)?;
    let folder = workplace.folder();
    let mut ledger = Ledger::open::<V>(folder);
    let finished =
        pool.install(|| survey::finished_tasks::<V>(plan, folder, &mut ledger, options.observer))?;
    for slice in finished.iter_ones().map(|task| plan.tasks()[task].slice) {
        // The last run was interrupted just before it did so itself.
        journal::remove(folder, slice);
    }
    let job = Shared { folder, options, ledger: Mutex::new(ledger) };
    let mut schedule = Schedule::new(plan, &finished, options.threads);
    let memory = options.memory.min(plan.ample_memory(options.threads));
    let (sender, receiver) = channel();
    let result = pool.in_place_scope(|scope| {
        let start = |number: usize, resident, finished| {
            let (sender, job, task) = (sender.clone(), &job, &plan.tasks()[number]);
            scope.spawn(move |_| job.work::<V>(number, task, resident, finished, &sender));
        };
        let finish = |number: usize, unwritten| {
            let (sender, job, task) = (sender.clone(), &job, &plan.tasks()[number]);
            scope.spawn(move |_| job.finish::<V>(number, task, unwritten, &sender));
        };
        schedule.run(memory, &receiver, start, finish)
    });
    result?;
    // Also where nothing was left to do: the manifest may have been lost.
    job.ledger.into_inner().unwrap_or_else(|e| e.into_inner()).save(folder, options.output)?;
    let mut reports: Vec<SliceReport> = schedule.reports.into_iter().flatten().collect();
    for (report, task) in reports.iter_mut().zip(plan.tasks()) {
        report.kinds.clone_from(&task.kinds);
        report.counted = counted(task);
        let name = TableName { slice: task.slice, kind: report.counted };
        report.statistics = load::statistics::<V>(folder, name)?;
    }
    Ok(reports)
}

/// The kind of file whose statistics say most.
fn counted(task: &Task) -> Kind {
    let kinds = [Metric::Dtw, Metric::Dtc].map(Kind::Distance);
    kinds.into_iter().find(|kind| task.kinds.contains(kind)).unwrap_or(Kind::Wdl)
}
