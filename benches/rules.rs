//! Move generation, and the index of positions.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use manoury_rules::{International, MoveList, Position, perft};
use manoury_tables::{Index, Material};
use std::hint::black_box;

const WOLDOUBY: &str = "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26";
const ALL_KINGS: &str = "W:WK31-50:BK1-20";

/// Nodes per second: leaves of the tree, the last ply counted without playing it.
fn move_generation(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    let start = Position::<International>::start();
    for (name, position, depth) in [
        ("start", start, 7),
        ("Woldouby", WOLDOUBY.parse().unwrap(), 10),
        ("all kings", ALL_KINGS.parse().unwrap(), 6),
    ] {
        group.throughput(Throughput::Elements(perft(&position, depth)));
        group.bench_function(name, |bencher| bencher.iter(|| perft(black_box(&position), depth)));
    }
    group.finish();
}

/// Positions of a four-piece slice, evenly spread over it.
fn positions(name: &str) -> (Index<International>, Vec<(u64, Position<International>)>) {
    let index = Index::<International>::new(name.parse::<Material>().unwrap().slice());
    let step = (index.len() / 10_000) as usize;
    let positions =
        (0..index.len()).step_by(step).filter_map(|n| Some((n, index.position(n, 0)?))).collect();
    (index, positions)
}

fn indexing(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("index");
    let (index, positions) = positions("KMvKM");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("of a position", |bencher| {
        bencher.iter(|| positions.iter().map(|(_, p)| index.index(black_box(p))).sum::<u64>());
    });
    group.bench_function("to a position", |bencher| {
        bencher.iter(|| {
            positions.iter().filter(|(n, _)| index.position(black_box(*n), 0).is_some()).count()
        });
    });
    group.finish();
}

fn legal_moves(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("legal moves");
    let (_, positions) = positions("KKvKK");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("KKvKK", |bencher| {
        bencher.iter_batched_ref(
            MoveList::new,
            |list| {
                let count = |(_, position): &(u64, Position<International>)| {
                    position.legal_moves(list);
                    list.len()
                };
                positions.iter().map(count).sum::<usize>()
            },
            BatchSize::LargeInput,
        );
    });
    group.finish();
}

criterion_group!(benches, move_generation, indexing, legal_moves);
criterion_main!(benches);
