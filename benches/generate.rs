//! Making tables: solving, encoding and writing.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use manoury_generator::{Depth, Disk, Effort, Options, Plan, Selection, Silent, build, verify};
use manoury_rules::International;
use manoury_tables::{Index, Kind, Material, Metric, Slice};

fn options(threads: usize, effort: Effort) -> Options<'static> {
    Options { threads, memory: 4 << 30, effort, output: &Disk, observer: &Silent }
}

fn slice(name: &str) -> Slice {
    name.parse::<Material>().unwrap().slice()
}

/// One slice on one thread, all it leads to being finished: reading those, solving, encoding and
/// writing. Throughput is (position, side to move) pairs of the slice.
fn one_slice(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("one slice");
    group.sample_size(10);
    for (name, kinds) in [
        ("KMMvK", &[Kind::Wdl, Kind::Distance(Metric::Dtc)][..]),
        ("KMvKM", &[Kind::Wdl, Kind::Distance(Metric::Dtc)][..]),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let selection = Selection::Slices(vec![slice(name)]);
        let plan = Plan::<International>::new(&selection, Some(kinds)).unwrap();
        build(&plan, folder.path(), &options(0, Effort::Fast)).unwrap();
        group.throughput(Throughput::Elements(Index::<International>::new(slice(name)).len() * 2));
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                std::fs::remove_file(folder.path().join(format!("{name}.wdl"))).unwrap();
                build(&plan, folder.path(), &options(1, Effort::Fast)).unwrap();
            });
        });
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
