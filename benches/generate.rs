//! Making tables: solving, encoding and writing.

use criterion::{Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use manoury_generator::{
    Depth, Disk, Effort, Options, Phase, Plan, Selection, Silent, SliceReport, build, verify,
};
use manoury_rules::International;
use manoury_tables::{Index, Kind, Material, Metric, Slice};
use std::path::Path;
use std::time::Duration;

fn options(threads: usize, effort: Effort) -> Options<'static> {
    Options { threads, memory: 4 << 30, effort, checkpoint: None, output: &Disk, observer: &Silent }
}

fn slice(name: &str) -> Slice {
    name.parse::<Material>().unwrap().slice()
}

/// A folder with a slice and all it leads to, and the plan that makes them again.
fn made(name: &str) -> (tempfile::TempDir, Plan<International>) {
    let folder = tempfile::tempdir().unwrap();
    let kinds = [Kind::Wdl, Kind::Distance(Metric::Dtc)];
    let plan = Plan::new(&Selection::Slices(vec![slice(name)]), Some(&kinds)).unwrap();
    build(&plan, folder.path(), &options(0, Effort::Fast)).unwrap();
    (folder, plan)
}

/// Makes one slice afresh, all it leads to being finished.
fn make(
    name: &str,
    folder: &Path,
    plan: &Plan<International>,
    options: &Options<'_>,
) -> SliceReport {
    std::fs::remove_file(folder.join(format!("{name}.wdl"))).unwrap();
    build(plan, folder, options).unwrap().pop().unwrap()
}

/// (Position, side to move) pairs of a slice.
fn pairs(name: &str) -> Throughput {
    Throughput::Elements(Index::<International>::new(slice(name)).len() * 2)
}

/// One slice on one thread: solving alone, encoding alone, and the whole of it with reading the
/// slices below and writing.
fn one_slice(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("one slice");
    group.sample_size(10);
    for name in ["KKvKK", "KMMvK", "KMvKM"] {
        let (folder, plan) = made(name);
        let make = || make(name, folder.path(), &plan, &options(1, Effort::Normal));
        let phase = |seconds: &dyn Fn(SliceReport) -> f64, times: u64| {
            Duration::from_secs_f64((0..times).map(|_| seconds(make())).sum::<f64>())
        };
        group.throughput(pairs(name));
        group.bench_function(format!("{name}, solving"), |bencher| {
            bencher.iter_custom(|times| phase(&|report| report.solving, times));
        });
        group.bench_function(format!("{name}, encoding"), |bencher| {
            bencher.iter_custom(|times| phase(&|report| report.phases.of(Phase::Encoding), times));
        });
        group.bench_function(format!("{name}, all"), |bencher| bencher.iter(make));
    }
    group.finish();
}

/// A slice of five pieces on all cores, with reading the slices below, encoding and writing.
fn heavy_slice(criterion: &mut Criterion) {
    let name = "KKKvKM";
    let (folder, plan) = made(name);
    let mut group = criterion.benchmark_group("heavy slice");
    group.sample_size(10).sampling_mode(SamplingMode::Flat).throughput(pairs(name));
    group.bench_function(name, |bencher| {
        bencher.iter(|| make(name, folder.path(), &plan, &options(0, Effort::Normal)));
    });
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

criterion_group!(benches, one_slice, three_pieces, heavy_slice);
criterion_main!(benches);
