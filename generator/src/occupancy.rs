//! The memory that work takes: what is allocated for a slice, and what stays.
//!
//! Every large allocation is counted as the code makes it; what is left (the program, its stacks,
//! what the allocator keeps for later) is a constant and a constant for each thread. Measured
//! against whole runs in docs/BENCHMARKS.md.

use crate::error::PlanError;
use crate::plan::keeps_scores;
use crate::threads;
use manoury_rules::Variant;
use manoury_tables::{Group, Index, Kind, Slice};

/// Bytes of a score.
const SCORE: u64 = 2;

/// Bytes of the program, its libraries and what the allocator holds back.
const PROGRAM: u64 = 24 << 20;

/// Bytes of one thread: its stack, a list of moves, the buffers and contexts of zstd, the orders of
/// entries that are being tried.
const THREAD: u64 = 6 << 20;

/// Slices of more pieces may hold cursed values, which take four bits instead of two.
const NARROW_PIECES: u32 = 5;

/// Bytes in use whatever slice is at work.
pub(crate) fn base(threads: usize) -> u64 {
    PROGRAM + threads::count(threads) as u64 * THREAD
}

/// Bytes of a slice that is held for look-ups.
pub(crate) fn resident<V: Variant>(slice: Slice, kinds: &[Kind]) -> u64 {
    let entries = Index::<V>::new(slice).len() * slice.sides() as u64;
    let outcomes = if slice.total() <= NARROW_PIECES { entries / 4 } else { entries / 2 };
    let kept = kinds.iter().filter(|&&kind| keeps_scores(kind)).count() as u64;
    outcomes + entries * SCORE * kept + 1024
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
    let metrics = kinds.iter().filter(|&&kind| kind != Kind::Wdl).count().max(1) as u64;
    let scores = len * slice.sides() as u64 * SCORE * metrics;
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
) -> Result<(), PlanError> {
    let mut held: Vec<(Slice, u64)> = Vec::new();
    for (at, (slice, kinds)) in slices.iter().enumerate() {
        let own = resident::<V>(*slice, kinds);
        let below: u64 = held.iter().map(|(_, bytes)| bytes).sum();
        let needed = base(threads) + below + own + verifying::<V>(*slice, kinds);
        if needed > allowed {
            return Err(PlanError::Memory { slice: *slice, needed, allowed });
        }
        held.push((*slice, own));
        held.retain(|(below, _)| {
            slices[at + 1..].iter().any(|(later, _)| later.successors().contains(below))
        });
    }
    Ok(())
}
