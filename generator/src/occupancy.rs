//! The memory that work takes: what is allocated for a slice, and what stays.
//!
//! Every large allocation is counted as the code makes it. What is left (the program, its stacks) is
//! a constant and a constant for each thread, and what the allocator keeps for later a share of what
//! is counted. Measured against whole runs in docs/BENCHMARKS.md.

use crate::encode;
use crate::error::VerifyError;
use crate::journal;
use crate::plan::metrics;
use crate::solve::{PARALLEL_PLIES, STRIPS};
use crate::threads;
use manoury_rules::Variant;
use manoury_tables::{Group, Index, Kind, Slice, binomial};
use std::collections::HashMap;

/// Bytes of a score.
const SCORE: u64 = 2;

/// Bytes of the program, its libraries and what the allocator holds back.
const PROGRAM: u64 = 24 << 20;

/// Bytes of one thread: its stack, a list of moves, the buffers and contexts of zstd, the orders of
/// entries that are being tried.
const THREAD: u64 = 10 << 20;

/// Of so many bytes that are asked of the allocator, it holds back one more.
const SLACK: u64 = 16;

/// Slices of more pieces may hold cursed values, which take four bits instead of two. So it is under
/// the limits of the variants there are, in which five pieces convert within 22 plies.
const NARROW_PIECES: u32 = 5;

/// Bytes in use whatever slice is at work.
fn base(threads: usize) -> u64 {
    PROGRAM + threads::count(threads) as u64 * THREAD
}

/// Bytes in use, of `counted` bytes that are asked of the allocator, and the constants.
pub(crate) fn total(counted: u64, threads: usize) -> u64 {
    base(threads) + counted + counted / SLACK
}

/// Bytes of a slice that is held for look-ups, with so many distances.
pub(crate) fn resident<V: Variant>(slice: Slice, kept: usize) -> u64 {
    let entries = Index::<V>::new(slice).len() * slice.sides() as u64;
    let outcomes = if slice.total() <= NARROW_PIECES { entries / 4 } else { entries / 2 };
    outcomes + entries * SCORE * kept as u64 + 1024
}

/// Bytes in use while a slice is solved and written, apart from [`base`], [`threads_at`], the slices
/// below and its own [`resident`] form. `file` is the greatest length of a file of it.
pub(crate) fn making<V: Variant>(slice: Slice, kinds: &[Kind], file: u64) -> u64 {
    let index = Index::<V>::new(slice);
    // Both sides to move are solved, also in a symmetric slice.
    let cells = index.len() * 2 * SCORE * metrics(kinds).len() as u64;
    let order = index.configurations() * 8 + placements::<V>(slice, 8);
    let kings = [Group::StrongKings, Group::WeakKings].map(|group| kings::<V>(slice, group));
    // Entries of one side to move that are gathered at once, rows filled up; blocks before they go
    // to the disk.
    let gathered = (index.len() + index.len() / 8).min(encode::PORTION) * 2;
    cells + order + kings[0] + kings[1] + gathered + file.min(journal::IN_MEMORY as u64 * 2)
}

/// Bytes that all threads take at once for a slice, besides [`making`]: to play plies, or then to try
/// orders of its entries.
pub(crate) fn threads_at<V: Variant>(slice: Slice, threads: usize) -> u64 {
    let threads = threads::count(threads);
    // Orders are tried over plain numbers, and in a slice without men over those of three mirror
    // images, by stored rank.
    let images = if slice.men() == 0 { 4 } else { 1 };
    let trials = placements::<V>(slice, 8 + 8 * images) * threads as u64;
    trials.max(strips::<V>(slice, threads))
}

/// Bytes of the strips in which threads share the plies of a very large configuration.
fn strips<V: Variant>(slice: Slice, threads: usize) -> u64 {
    let [rows, row] = [Group::StrongKings, Group::WeakKings].map(|group| group.size::<V>(slice));
    if rows * row <= PARALLEL_PLIES as u64 {
        return 0;
    }
    rows * row.min((STRIPS * threads) as u64) * size_of::<&[u16]>() as u64
}

/// Bytes of the tables that follow a king's move: the squares of each placement, the placements of
/// one king fewer, and those of one more for each bit of the board.
fn kings<V: Variant>(slice: Slice, group: Group) -> u64 {
    let count = group.count(slice);
    if count == 0 {
        return 8;
    }
    group.size::<V>(slice) * (8 + 4 * count as u64)
        + binomial(group.squares::<V>(), count - 1) * 4 * 64
}

/// What a run of slices takes, one after the other in an order in which they can be made.
#[derive(Default)]
pub(crate) struct Need {
    /// The bytes in use while each slice is at work alone.
    pub(crate) alone: Vec<u64>,
    /// The least bytes in which it can be carried out, and the place of the slice that needs them.
    pub(crate) least: (u64, Option<usize>),
    /// The most bytes that are of use: each slice at work together with the next.
    pub(crate) ample: u64,
}

/// What a run takes. Each slice is told with the bytes of its work and of its resident form, which
/// is dropped behind the last slice that leads to it.
pub(crate) fn need(slices: &[(Slice, u64, u64)], threads: usize) -> Need {
    let last = last_uses(slices.iter().map(|&(slice, ..)| slice));
    let mut need = Need::default();
    let mut held: Vec<(Slice, u64)> = Vec::new();
    for (at, &(slice, work, own)) in slices.iter().enumerate() {
        let below: u64 = held.iter().map(|(_, bytes)| bytes).sum();
        let alone = below + own + work;
        let least = total(alone, threads);
        need.alone.push(least);
        if least > need.least.0 {
            need.least = (least, Some(at));
        }
        let next = slices.get(at + 1).map_or(0, |(_, work, own)| work + own);
        need.ample = need.ample.max(total(alone + next, threads));
        held.push((slice, own));
        held.retain(|(below, _)| last.get(below).is_some_and(|&last| last > at));
    }
    need
}

/// For each slice that others lead to, the place of the last of them.
pub(crate) fn last_uses(slices: impl Iterator<Item = Slice>) -> HashMap<Slice, usize> {
    let uses = slices
        .enumerate()
        .flat_map(|(at, slice)| slice.successors().into_iter().map(move |below| (below, at)));
    uses.collect()
}

/// Bytes of all placements of each group, `width` each.
fn placements<V: Variant>(slice: Slice, width: u64) -> u64 {
    Group::ALL.iter().map(|group| group.size::<V>(slice)).sum::<u64>() * width
}

/// Bytes of the entries of one side to move, decoded: at most one a byte for a distance, three to a
/// byte for outcomes.
fn decoded(kind: Kind, len: u64) -> u64 {
    if kind == Kind::Wdl { len / 3 } else { len }
}

/// Bytes in use while a slice is verified, apart from [`base`] and the slices below.
pub(crate) fn verifying<V: Variant>(slice: Slice, kinds: &[Kind]) -> u64 {
    let len = Index::<V>::new(slice).len();
    let scores = len * slice.sides() as u64 * SCORE * metrics(kinds).len() as u64;
    let files: u64 = kinds.iter().map(|&kind| decoded(kind, len)).sum();
    // The squares of each placement, and for each file what it adds to an entry's number.
    let tables = placements::<V>(slice, 16 + 8 * kinds.len() as u64);
    scores + files + tables
}

/// Refuses a verification that does not fit into `allowed` bytes.
pub(crate) fn check_verifying<V: Variant>(
    slices: &[(Slice, Vec<Kind>)],
    threads: usize,
    allowed: u64,
) -> Result<(), VerifyError> {
    let takes = |(slice, kinds): &(Slice, Vec<Kind>)| {
        let kept = metrics(kinds).len() - 1;
        (*slice, verifying::<V>(*slice, kinds), resident::<V>(*slice, kept))
    };
    let (needed, at) = need(&slices.iter().map(takes).collect::<Vec<_>>(), threads).least;
    match at {
        Some(at) if needed > allowed => {
            Err(VerifyError::Memory { slice: slices[at].0, needed, allowed })
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Plan, Selection};
    use manoury_rules::International;
    use manoury_tables::{Material, Metric};

    const GIB: u64 = 1 << 30;

    fn slice(name: &str) -> Slice {
        name.parse::<Material>().unwrap().slice()
    }

    #[test]
    fn what_no_later_slice_leads_to_is_dropped() {
        let slices = [("KvK", 10, 1), ("KvM", 10, 2), ("KKvK", 10, 4), ("MvM", 50, 8)]
            .map(|(name, work, own)| (slice(name), work, own));
        let need = need(&slices, 1);
        // MvM leads to KvM alone, KKvK to KvK alone.
        assert_eq!(need.least, (total(2 + 8 + 50, 1), Some(3)));
        let alone = [1 + 10, 1 + 2 + 10, 1 + 2 + 4 + 10, 2 + 8 + 50].map(|bytes| total(bytes, 1));
        assert_eq!(need.alone, alone);
        assert_eq!(need.ample, total(1 + 2 + 4 + 10 + 8 + 50, 1));
    }

    #[test]
    fn figures_are_those_of_the_cells() {
        let plan = |selection| Plan::<International>::new(&selection, None).unwrap();
        let all = plan(Selection::Pieces(5));
        let (least, ample) = (all.memory(2).0, all.ample_memory(2));
        assert!(least < ample && ample < 2 * GIB, "{least} {ample}");
        assert!(all.memory(16).0 > least);
        let large = plan(Selection::Slices(vec![slice("KKKMvKM")]));
        let (least, of) = large.memory(2);
        assert_eq!(of, Some(slice("KKKMvKM")));
        assert!((8 * GIB..13 * GIB).contains(&least), "{least}");
    }

    #[test]
    fn outcomes_are_counted_whatever_kinds_are_made() {
        let least = |kinds: &[Metric]| {
            let kinds: Vec<Kind> = kinds.iter().map(|&metric| Kind::Distance(metric)).collect();
            let selection = Selection::Slices(vec![slice("KKMvKM")]);
            Plan::<International>::new(&selection, Some(&kinds)).unwrap().memory(2).0
        };
        // DTW is solved beside DTC, whether DTC is written or not.
        assert!(least(&[Metric::Dtw]) > least(&[Metric::Dtc]) * 3 / 2);
        // The longest file makes a little difference.
        let about = |a: u64, b: u64| a.abs_diff(b) < b / 20;
        assert!(about(least(&[]), least(&[Metric::Dtc])));
        assert!(about(least(&[Metric::Dtw]), least(&[Metric::Dtc, Metric::Dtw])));
    }

    #[test]
    fn distances_that_nobody_looks_up_are_not_kept() {
        let plan = Plan::<International>::new(&Selection::Pieces(5), None).unwrap();
        // Men become kings: what MMvMM leads to is looked up, MMvMM by five pieces without DTW.
        let kept = |name: &str| {
            let of = |task: &&crate::Task| task.slice == slice(name);
            plan.tasks().iter().find(of).unwrap().kept.clone()
        };
        assert_eq!(kept("KMvMM"), [Metric::Dtw]);
        for name in ["MMvMM", "MMMvM", "KKMvKK", "MMMvMM"] {
            assert_eq!(kept(name), [], "{name}");
        }
    }
}
