//! What is to be made, in which order, and what it takes.

use crate::encode::Effort;
use crate::error::PlanError;
use crate::model;
use crate::occupancy::{self, Need};
use crate::progress::Part;
use manoury_rules::Variant;
use manoury_tables::{GenerateCommand, Index, Kind, MAX_PIECES, Metric, Slice};
use std::collections::HashSet;
use std::marker::PhantomData;

/// Which slices are wanted; all that their play can lead to comes with them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Selection {
    /// Every slice of up to so many pieces.
    Pieces(u32),
    /// These slices.
    Slices(Vec<Slice>),
}

/// One slice to make.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// The slice.
    pub slice: Slice,
    /// The kinds of file.
    pub kinds: Vec<Kind>,
    /// The distances that slices above look up, which therefore stay in memory.
    pub kept: Vec<Metric>,
    /// Numbers of the plain index over all stored sides to move: positions, and the numbers that
    /// stand for none.
    pub entries: u64,
    /// Bytes of memory in use while the slice is solved and written.
    pub memory: u64,
    /// Bytes of memory that stay in use as long as other slices are looked up in it.
    pub resident: u64,
}

impl Task {
    /// The parts of the work, with their core-seconds at an effort, estimated.
    pub fn parts(&self, effort: Effort) -> Vec<(Part, f64)> {
        let pairs = self.entries / self.slice.sides() as u64 * 2;
        let solve = |&metric: &Metric| (Part::Solve(metric), model::solving(self.slice, pairs));
        let encode = |&kind: &Kind| {
            (Part::Encode(kind), model::encoding(kind, self.slice, self.entries, effort))
        };
        metrics(&self.kinds).iter().map(solve).chain(self.kinds.iter().map(encode)).collect()
    }

    /// Core-seconds that the slice takes at an effort, estimated.
    pub fn seconds(&self, effort: Effort) -> f64 {
        self.parts(effort).iter().map(|(_, seconds)| seconds).sum()
    }

    /// Bytes on disk that the slice takes at an effort, estimated.
    pub fn disk(&self, effort: Effort) -> u64 {
        let bytes = |&kind: &Kind| model::bytes(kind, self.slice, self.entries, effort);
        self.kinds.iter().map(bytes).sum()
    }
}

/// The slices to make in an order in which they can be made.
#[derive(Clone, Debug)]
pub struct Plan<V> {
    tasks: Vec<Task>,
    variant: PhantomData<V>,
}

impl<V: Variant> Plan<V> {
    /// Plans the slices selected and all that they lead to. `kinds` replaces the default kinds; WDL
    /// is always made, for the others are read beside it.
    ///
    /// # Errors
    /// No table has so many pieces, or a slice has none on this board.
    pub fn new(selection: &Selection, kinds: Option<&[Kind]>) -> Result<Self, PlanError> {
        let mut slices = match selection {
            Selection::Pieces(pieces) => {
                if !(2..=MAX_PIECES).contains(pieces) {
                    return Err(PlanError::Pieces(*pieces));
                }
                (2..=*pieces).flat_map(Slice::all).collect()
            }
            Selection::Slices(slices) => {
                let mut all: Vec<Slice> = Vec::new();
                for slice in slices {
                    if !(2..=MAX_PIECES).contains(&slice.total()) {
                        return Err(PlanError::Pieces(slice.total()));
                    }
                    all.extend(slice.closure());
                }
                all
            }
        };
        slices.sort_by_key(|slice| slice.order());
        slices.dedup();
        let kinds: Vec<_> =
            slices.iter().map(|&slice| (slice, kinds_of::<V>(slice, kinds))).collect();
        let looked_up = looked_up(&kinds);
        let tasks = kinds
            .into_iter()
            .map(|(slice, kinds)| {
                let distances = metrics(&kinds).into_iter().skip(1);
                let kept =
                    distances.filter(|&metric| looked_up.contains(&(slice, metric))).collect();
                Self::task(slice, kinds, kept)
            })
            .collect::<Result<_, _>>()?;
        Ok(Plan { tasks, variant: PhantomData })
    }

    /// The tasks in solving order.
    pub fn tasks(&self) -> &[Task] {
        &self.tasks
    }

    /// The least memory in bytes in which the plan can be carried out with so many threads (0 for
    /// one a core), and the slice that needs it. A run that is allowed no more takes no more.
    pub fn memory(&self, threads: usize) -> (u64, Option<Slice>) {
        let (bytes, at) = self.need(threads).least;
        (bytes, at.map(|at| self.tasks[at].slice))
    }

    /// The memory in bytes in use while each task is at work alone: the slices below it, its own, and
    /// the program. The greatest is what [`Plan::memory`] tells.
    pub fn task_memory(&self, threads: usize) -> Vec<u64> {
        self.need(threads).alone
    }

    /// The most memory in bytes that a run has use for, however much it is allowed: each slice is
    /// encoded while the next one is being solved.
    pub fn ample_memory(&self, threads: usize) -> u64 {
        self.need(threads).ample
    }

    fn need(&self, threads: usize) -> Need {
        let takes = |task: &Task| {
            let work = task.memory + occupancy::threads_at::<V>(task.slice, threads);
            (task.slice, work, task.resident)
        };
        occupancy::need(&self.tasks.iter().map(takes).collect::<Vec<_>>(), threads)
    }

    /// Refuses a plan that does not fit into `allowed` bytes of memory with so many threads.
    ///
    /// # Errors
    /// [`PlanError::Memory`] with the bytes needed.
    pub fn check_memory(&self, allowed: u64, threads: usize) -> Result<(), PlanError> {
        match self.memory(threads) {
            (needed, Some(slice)) if needed > allowed => {
                Err(PlanError::Memory { slice, needed, allowed })
            }
            _ => Ok(()),
        }
    }

    fn task(slice: Slice, kinds: Vec<Kind>, kept: Vec<Metric>) -> Result<Task, PlanError> {
        let index = Index::<V>::new(slice);
        if index.is_empty() || index.configurations() > u32::MAX as u64 {
            return Err(PlanError::NoTable(slice));
        }
        let entries = index.len() * slice.sides() as u64;
        // What is held of a file is reckoned as if it were the longest of all efforts.
        let length = |&kind: &Kind| model::bytes(kind, slice, entries, Effort::Fast);
        let longest = kinds.iter().map(length).max().unwrap_or(0);
        Ok(Task {
            slice,
            entries,
            memory: occupancy::making::<V>(slice, &kinds, longest),
            resident: occupancy::resident::<V>(slice, kept.len()),
            kinds,
            kept,
        })
    }
}

/// The metrics that are solved for these kinds: DTC first and always, for outcomes come with it. The
/// others look up distances of the slices below, which then stay in memory.
pub(crate) fn metrics(kinds: &[Kind]) -> Vec<Metric> {
    let made = |metric: &Metric| *metric == Metric::Dtc || kinds.contains(&Kind::Distance(*metric));
    [Metric::Dtc, Metric::Dtw, Metric::Dtx].into_iter().filter(made).collect()
}

/// The distances of slices that others, made with these kinds, look up.
fn looked_up(kinds: &[(Slice, Vec<Kind>)]) -> HashSet<(Slice, Metric)> {
    let mut looked_up = HashSet::new();
    for (slice, kinds) in kinds {
        for metric in metrics(kinds).into_iter().skip(1) {
            looked_up.extend(slice.successors().into_iter().map(|below| (below, metric)));
        }
    }
    looked_up
}

/// The kinds that are made of a slice.
fn kinds_of<V: Variant>(slice: Slice, chosen: Option<&[Kind]>) -> Vec<Kind> {
    Kind::ALL
        .into_iter()
        .filter(|&kind| match (kind, chosen) {
            (Kind::Wdl, _) => true,
            (Kind::Distance(Metric::Dtx), _) if !has_dtx::<V>(slice) => false,
            (_, Some(chosen)) => chosen.contains(&kind),
            (Kind::Distance(Metric::Dtw), None) => slice.total() <= GenerateCommand::DTW_PIECES,
            (Kind::Distance(_), None) => true,
        })
        .collect()
}

/// Whether a slice is of class sixteen in a variant that has it: the only ones with a DTX.
pub fn has_dtx<V: Variant>(slice: Slice) -> bool {
    V::LIMITS.sixteen.is_some() && is_lone_king(slice) && slice.total() == 4
}

/// The class limit in plies that a slice's positions are under, if any.
pub(crate) fn class_limit<V: Variant>(slice: Slice) -> Option<u16> {
    match slice.total() {
        2 | 3 if is_lone_king(slice) => V::LIMITS.five,
        4 if is_lone_king(slice) => V::LIMITS.sixteen,
        _ => None,
    }
}

/// Whether the weak side is a lone king and the strong side has a king among its pieces.
fn is_lone_king(slice: Slice) -> bool {
    slice.weak().kings == 1 && slice.weak().men == 0 && slice.strong().kings > 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use manoury_rules::{English, International};
    use manoury_tables::Material;

    fn slice(name: &str) -> Slice {
        name.parse::<Material>().unwrap().slice()
    }

    #[test]
    fn default_kinds() {
        let plan = Plan::<International>::new(&Selection::Pieces(5), None).unwrap();
        assert_eq!(plan.tasks().len(), 45);
        for task in plan.tasks() {
            let dtw = task.kinds.contains(&Kind::Distance(Metric::Dtw));
            assert_eq!(dtw, task.slice.total() <= 4);
            let dtx = task.kinds.contains(&Kind::Distance(Metric::Dtx));
            let class = ["KKKvK", "KKMvK", "KMMvK"].contains(&task.slice.to_string().as_str());
            assert_eq!(dtx, class, "{}", task.slice);
        }
        let english = Plan::<English>::new(&Selection::Pieces(4), None).unwrap();
        assert!(english.tasks().iter().all(|task| task.kinds.len() == 3));
    }

    #[test]
    fn what_cannot_be_made_is_refused() {
        for pieces in [0, 1, 8, 99] {
            let plan = Plan::<International>::new(&Selection::Pieces(pieces), None);
            assert_eq!(plan.unwrap_err(), PlanError::Pieces(pieces));
        }
        let plan = Plan::<International>::new(&Selection::Pieces(4), None).unwrap();
        assert!(matches!(plan.check_memory(1000, 2), Err(PlanError::Memory { .. })));
        assert!(plan.check_memory(2 << 30, 2).is_ok());
    }

    #[test]
    fn estimates_are_near_what_was_measured() {
        // All of 2–5 pieces, core-seconds and bytes; see docs/BENCHMARKS.md.
        let near = |estimate: f64, measured: f64| (estimate / measured - 1.0).abs() < 0.35;
        for (kinds, effort, seconds, bytes) in [
            (None, Effort::Normal, 213.0, 42_596_104),
            (Some(&[][..]), Effort::Max, 2077.0, 15_016_512),
        ] {
            let plan = Plan::<International>::new(&Selection::Pieces(5), kinds).unwrap();
            let took: f64 = plan.tasks().iter().map(|task| task.seconds(effort)).sum();
            assert!(near(took, seconds), "{effort:?}: {took} core-seconds, not {seconds}");
            let disk: u64 = plan.tasks().iter().map(|task| task.disk(effort)).sum();
            assert!(near(disk as f64, f64::from(bytes)), "{effort:?}: {disk} bytes, not {bytes}");
        }
    }

    #[test]
    fn a_material_comes_with_all_that_it_leads_to() {
        let selection = Selection::Slices(vec![slice("KMvKK"), slice("KvM")]);
        let plan = Plan::<International>::new(&selection, Some(&[])).unwrap();
        let names: Vec<String> = plan.tasks().iter().map(|t| t.slice.to_string()).collect();
        assert_eq!(names, ["KvK", "KvM", "KKvK", "KKvM", "KMvK", "KKvKK", "KKvKM"]);
        assert!(plan.tasks().iter().all(|task| task.kinds == [Kind::Wdl]));
    }

    #[test]
    fn classes_are_those_of_the_rules() {
        let limit = |name| class_limit::<International>(slice(name));
        for name in ["KvK", "KKvK", "KMvK"] {
            assert_eq!(limit(name), Some(10));
        }
        for name in ["KKKvK", "KKMvK", "KMMvK"] {
            assert_eq!(limit(name), Some(32));
        }
        for name in ["KvM", "MMvK", "MMMvK", "KKvKK", "KKKvM", "KKKKvK"] {
            assert_eq!(limit(name), None);
        }
        assert_eq!(class_limit::<English>(slice("KvK")), None);
    }
}
