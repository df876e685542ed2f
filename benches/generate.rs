//! Making tables: solving, encoding and writing.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use manoury_generator::{Depth, Disk, Effort, Options, Plan, Selection, Silent, build, verify};
use manoury_rules::International;
use manoury_tables::{Index, Kind, Material, Metric, Slice};
use std::time::Duration;

fn options(threads: usize, effort: Effort) -> Options<'static> {
    Options { threads, memory: 4 << 30, effort, checkpoint: None, output: &Disk, observer: &Silent }
}

fn slice(name: &str) -> Slice {
    name.parse::<Material>().unwrap().slice()
}

/// One slice on one thread, all it leads to being finished: solving alone, and the whole of it with
/// reading those, encoding and writing. Throughput is (position, side to move) pairs of the slice.
fn one_slice(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("one slice");
    group.sample_size(10);
    for name in ["KKvKK", "KMMvK", "KMvKM"] {
        let folder = tempfile::tempdir().unwrap();
        let selection = Selection::Slices(vec![slice(name)]);
        let kinds = [Kind::Wdl, Kind::Distance(Metric::Dtc)];
        let plan = Plan::<International>::new(&selection, Some(&kinds)).unwrap();
        build(&plan, folder.path(), &options(0, Effort::Fast)).unwrap();
        let make = || {
            std::fs::remove_file(folder.path().join(format!("{name}.wdl"))).unwrap();
            let reports = build(&plan, folder.path(), &options(1, Effort::Fast)).unwrap();
            reports.last().unwrap().solving
        };
        group.throughput(Throughput::Elements(Index::<International>::new(slice(name)).len() * 2));
        group.bench_function(format!("{name}, solving"), |bencher| {
            bencher.iter_custom(|times| {
                Duration::from_secs_f64((0..times).map(|_| make()).sum::<f64>())
            });
        });
        group.bench_function(format!("{name}, all"), |bencher| bencher.iter(make));
    }
    group.finish();
}

/// All tables of 2–3 pieces in all their kinds, and their verification, on all cores.
fn three_pieces(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("2-3 pieces");
    group.sample_size(10);
    let plan = Plan::<International>::new(&Selection::Pieces(3), None).unwrap();
    group.bench_function("generate", |bencher| {
        bencher.iter(|| {
            let folder = tempfile::tempdir().unwrap();
            build(&plan, folder.path(), &options(0, Effort::Normal)).unwrap()
        });
    });
    let folder = tempfile::tempdir().unwrap();
    build(&plan, folder.path(), &options(0, Effort::Normal)).unwrap();
    group.bench_function("verify", |bencher| {
        bencher.iter(|| {
            verify::<International>(&[folder.path().to_path_buf()], Depth::Values, &Silent)
                .unwrap()
                .positions
        });
    });
    group.finish();
}

criterion_group!(benches, one_slice, three_pieces);
criterion_main!(benches);
