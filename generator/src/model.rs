//! What making tables takes by a model: core-seconds and bytes.
//!
//! The constants are measured over all slices of 2–5 pieces and some of 6 on 10×10; see
//! docs/BENCHMARKS.md. A single slice may be off by a factor of three, a whole build by a third.

use crate::encode::Effort;
use manoury_tables::{Kind, Metric, Slice};

/// Core-seconds to solve so many (position, side to move) pairs of a slice in one metric.
pub(crate) fn solving(slice: Slice, pairs: u64) -> f64 {
    // The cells that a king's moves reach fit a processor's cache up to 5 pieces.
    let pace = if slice.total() <= 5 { 13e6 } else { 7.5e6 };
    pairs as f64 / pace
}

/// Core-seconds to encode a file of so many entries.
pub(crate) fn encoding(kind: Kind, slice: Slice, entries: u64, effort: Effort) -> f64 {
    let entries = entries as f64;
    match effort {
        Effort::Fast => entries / 100e6,
        Effort::Normal => entries / 32e6,
        Effort::Max if kind == Kind::Wdl => hardest(slice, entries),
        Effort::Max => 1.8 * hardest(slice, entries),
    }
}

/// Core-seconds to encode the outcomes of so many entries at effort `max`.
fn hardest(slice: Slice, entries: f64) -> f64 {
    // Every layout is tried on a sample, which is all of a small file.
    let blocks = entries.min(8e6) * 1.6e-6 + entries * 0.3e-6;
    // Men make blocks differ; against a lone man nearly all is won.
    let men = f64::from(slice.strong().men + slice.weak().men);
    let lone_man = (slice.weak().kings, slice.weak().men) == (0, 1);
    blocks * (1.0 + 0.8 * men) * if lone_man { 0.2 } else { 1.0 }
}

/// Bytes of a file of so many entries.
pub(crate) fn bytes(kind: Kind, slice: Slice, entries: u64, effort: Effort) -> u64 {
    let entry = match kind {
        Kind::Wdl => 0.011,
        // Wins grow longer with each piece.
        Kind::Distance(Metric::Dtc) => 0.0056 * 2.2_f64.powi(slice.total() as i32 - 4),
        Kind::Distance(Metric::Dtw | Metric::Dtx) => 0.030,
    };
    let effort = match effort {
        Effort::Fast => 1.25,
        Effort::Normal => 1.0,
        Effort::Max => 0.77,
    };
    (entry * effort * entries as f64) as u64 + APART
}

/// Bytes of a file apart from its entries.
const APART: u64 = 300;
