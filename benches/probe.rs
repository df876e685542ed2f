//! Probing: outcomes, distances, ranked moves; the block at hand or not.
//!
//! Tables of four pieces are made for it. With `MANOURY_TABLES=DIR` those of five in that folder are
//! probed instead.

#[path = "../tests/common/mod.rs"]
mod common;

use common::{Random, given_tables};
use criterion::{Criterion, criterion_group, criterion_main};
use manoury_prober::{Options, Tablebase};
use manoury_rules::{DrawClocks, International, Position, Reading};
use manoury_tables::Slice;
use std::hint::black_box;

/// Random positions of so many pieces; quiet ones, captures, or both.
fn positions(pieces: u32, quiet: Option<bool>) -> Vec<Position<International>> {
    let slices = Slice::all(pieces);
    let mut random = Random(4);
    std::iter::repeat_with(|| {
        let slice = slices[random.below(slices.len() as u64) as usize];
        random.position(slice)
    })
    .filter(|position| position.has_move())
    .filter(|position| quiet.is_none_or(|quiet| quiet != position.has_capture()))
    .take(4096)
    .collect()
}

/// Benchmarks `ask` on positions one after the other.
fn ask_each<R>(
    criterion: &mut Criterion,
    name: &str,
    positions: &[Position<International>],
    ask: impl Fn(&Position<International>) -> R,
) {
    let mut next = 0;
    // What can be at hand is.
    for position in positions {
        black_box(ask(position));
    }
    criterion.bench_function(name, |bencher| {
        bencher.iter(|| {
            next = (next + 1) % positions.len();
            ask(black_box(&positions[next]))
        });
    });
}

fn probes(criterion: &mut Criterion) {
    let (folder, pieces) = given_tables();
    // SAFETY: nobody writes into the tables while this program runs.
    let tablebase: Tablebase<International> =
        unsafe { Options::new().with_cache(64 << 20).open_mapped([&folder]).unwrap() };
    let [quiet, captures, any] =
        [Some(true), Some(false), None].map(|quiet| positions(pieces, quiet));
    let outcome = |p: &Position<International>| tablebase.probe_wdl(p).unwrap();
    ask_each(criterion, "outcome, hot, quiet", &quiet, outcome);
    ask_each(criterion, "outcome, hot, capture", &captures, outcome);
    ask_each(criterion, "outcome, hot, any", &any, outcome);
    ask_each(criterion, "probe, hot, any", &any, |p| tablebase.probe(p).unwrap());
    ask_each(criterion, "moves, hot, any", &any, |p| {
        tablebase.moves(p, &DrawClocks::fresh(p), Reading::Fmjd).unwrap()
    });

    // A cache of one block: with random positions every probe decodes.
    // SAFETY: as above.
    let cold: Tablebase<International> =
        unsafe { Options::new().with_cache(1).open_mapped([&folder]).unwrap() };
    ask_each(criterion, "outcome, cold, quiet, mapped", &quiet, |p| cold.probe_wdl(p).unwrap());
    let plain: Tablebase<International> = Options::new().with_cache(1).open([&folder]).unwrap();
    ask_each(criterion, "outcome, cold, quiet, plain reads", &quiet, |p| {
        plain.probe_wdl(p).unwrap()
    });
    criterion.bench_function("open", |bencher| {
        bencher.iter(|| Tablebase::<International>::open([black_box(&folder)]).unwrap());
    });
}

criterion_group!(benches, probes);
criterion_main!(benches);
