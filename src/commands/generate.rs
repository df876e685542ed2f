//! `manoury generate`: making tables.

use crate::cli::GenerateArgs;
use crate::exit::{self, Output};
use crate::output::estimate::Estimate;
use crate::output::progress::Progress;
use crate::output::table::{Align, TextTable};
use crate::output::{build_report, units};
use anyhow::anyhow;
use manoury_generator::{Disk, Effort, Manifest, Options, Plan, Selection, Task, build};
use manoury_rules::{Board, Variant, WithVariant};
use manoury_tables::{Slice, TableName, binomial};
use std::path::Path;
use std::process;
use std::thread;
use std::time::Instant;

pub struct Generate<'a>(pub &'a GenerateArgs);

impl WithVariant for Generate<'_> {
    type Output = anyhow::Result<()>;

    fn run<V: Variant>(self) -> anyhow::Result<()> {
        let args = self.0;
        let selection = if args.material.is_empty() {
            Selection::Pieces(args.pieces())
        } else {
            Selection::Slices(args.material.iter().map(|material| material.slice()).collect())
        };
        let plan = Plan::<V>::new(&selection, args.kinds.as_deref())?;
        let memory = args.memory.unwrap_or_else(default_memory);
        let folder = args.out.join(V::NAME);
        if args.dry_run {
            Output::new().text(forecast(&plan, args, &folder, memory))?;
            return Ok(plan.check_memory(memory, threads(args))?);
        }
        // Where another signal handler is at work, or Ctrl-C is to be ignored, so it stays.
        let _ = ctrlc::try_set_handler(interrupted);
        let effort = args.effort.into();
        let progress = progress(&plan, &folder, effort);
        let options = Options {
            threads: threads(args),
            memory,
            effort,
            checkpoint: args.checkpoint.0,
            output: &Disk,
            observer: &progress,
        };
        let start = Instant::now();
        let reports = build(&plan, &folder, &options);
        progress.finish();
        let seconds = start.elapsed().as_secs_f64();
        Output::new().text(build_report::text(&reports?, &folder, seconds))
    }
}

/// Ends at Ctrl-C: what is written by then is what another run finds.
fn interrupted() {
    exit::report(&anyhow!("stopped; the same command goes on from there"));
    process::exit(INTERRUPTED)
}

/// The exit code of a program that Ctrl-C has ended.
const INTERRUPTED: i32 = 130;

/// The threads to work with; 0 for one a core.
fn threads(args: &GenerateArgs) -> usize {
    args.threads.unwrap_or(0) as usize
}

/// Bytes of memory used where the system does not tell what it has.
const UNKNOWN_MEMORY: u64 = 2 << 30;

/// Three quarters of the memory that is available to this process and its control group.
pub fn default_memory() -> u64 {
    let mut system = sysinfo::System::new();
    system.refresh_memory();
    if system.total_memory() == 0 {
        return UNKNOWN_MEMORY;
    }
    let mut available = system.available_memory();
    if let Some(group) = system.cgroup_limits() {
        // What the group's files take up in the cache is given back when it is needed.
        available = available.min(group.total_memory.saturating_sub(group.rss));
    }
    available / 4 * 3
}

/// Shows what is still to be done, as the manifest has it.
fn progress<V: Variant>(plan: &Plan<V>, folder: &Path, effort: Effort) -> Progress {
    let manifest = Manifest::of::<V>(folder);
    let tasks = || plan.tasks().iter().filter(|task| !is_listed(&manifest, task));
    let parts = tasks().flat_map(|task| {
        task.parts(effort).into_iter().map(|(part, seconds)| (task.slice, part, seconds))
    });
    Progress::of_build(tasks().count() as u64, Estimate::new(parts))
}

/// Whether the manifest lists all files of a task.
fn is_listed(manifest: &Manifest, task: &Task) -> bool {
    let name = |&kind| TableName { slice: task.slice, kind }.to_string();
    task.kinds.iter().map(name).all(|name| manifest.files.contains_key(&name))
}

/// What a run would do and take.
fn forecast<V: Variant>(plan: &Plan<V>, args: &GenerateArgs, folder: &Path, memory: u64) -> String {
    let manifest = Manifest::of::<V>(folder);
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or(cores, |threads| threads as usize);
    let mut table = TextTable::new([
        ("slice", Align::Left),
        ("kinds", Align::Left),
        ("positions", Align::Right),
        ("memory", Align::Right),
        ("disk", Align::Right),
        ("", Align::Left),
    ]);
    let effort = args.effort.into();
    let (mut count, mut disk, mut work) = (0, 0, 0.0);
    for (task, memory) in plan.tasks().iter().zip(plan.task_memory(threads)) {
        let kinds: Vec<&str> = task.kinds.iter().map(|kind| kind.name()).collect();
        let positions = positions::<V>(task.slice);
        let made = is_listed(&manifest, task);
        table.row([
            task.slice.to_string(),
            kinds.join(","),
            units::grouped(positions),
            units::bytes(memory),
            units::bytes(task.disk(effort)),
            if made { "already made".into() } else { String::new() },
        ]);
        count += positions;
        if !made {
            disk += task.disk(effort);
            work += task.seconds(effort);
        }
    }
    format!(
        "{table}\n{}, {} in {}\n\
         memory needed  {}, of use {} ({} may be used)\n\
         disk needed    about {}\n\
         time expected  about {} with {}\n",
        units::count(plan.tasks().len() as u64, "slice", "slices"),
        units::count(count, "position", "positions"),
        folder.display(),
        units::bytes(plan.memory(threads).0),
        units::bytes(plan.ample_memory(threads)),
        units::bytes(memory),
        units::bytes(disk),
        units::duration(work / threads as f64),
        units::count(threads as u64, "thread", "threads"),
    )
}

/// Positions of a slice over all sides to move that differ, both colours' men off the row where they
/// promote.
fn positions<V: Variant>(slice: Slice) -> u64 {
    let (strong, weak) = (slice.strong(), slice.weak());
    let [strong_men, strong_kings, weak_men, weak_kings] =
        [strong.men, strong.kings, weak.men, weak.kings].map(u32::from);
    let shared = Board::<V>::SQUARES - 2 * V::ROW;
    // Strong men on their own first row are in nobody's way.
    let men: u64 = (0..=strong_men.min(V::ROW))
        .map(|home| {
            let out = strong_men - home;
            let free = Board::<V>::MEN_SQUARES.saturating_sub(out);
            binomial(V::ROW, home) * binomial(shared, out) * binomial(free, weak_men)
        })
        .sum();
    let free = Board::<V>::SQUARES.saturating_sub(strong_men + weak_men);
    let kings =
        binomial(free, strong_kings) * binomial(free.saturating_sub(strong_kings), weak_kings);
    men * kings * slice.sides() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use manoury_rules::{English, International};

    fn of_pieces<V: Variant>(pieces: u32) -> u64 {
        Slice::all(pieces).into_iter().map(positions::<V>).sum()
    }

    #[test]
    fn positions_are_as_many_as_published() {
        let international = [8_845, 806_300, 41_971_200, 1_570_600_750, 46_198_758_750];
        assert_eq!([2, 3, 4, 5, 6].map(of_pieces::<International>), international);
        assert_eq!([2, 3, 4].map(of_pieces::<English>), [3_488, 196_032, 6_209_316]);
    }
}
