//! Scratch.
use manoury_generator::*;
use manoury_rules::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let pieces = a[1].parse().unwrap();
    let threads: usize = a[2].parse().unwrap();
    let effort = match a.get(4).map(|s| s.as_str()) {
        Some("max") => Effort::Max,
        Some("fast") => Effort::Fast,
        _ => Effort::Normal,
    };
    let plan = Plan::<International>::new(&Selection::Pieces(pieces), None).unwrap();
    let t = std::time::Instant::now();
    let dir = std::path::Path::new(&a[3]);
    let r = build(
        &plan,
        dir,
        &Options { threads, memory: 8 << 30, effort, output: &Disk, observer: &Silent },
    )
    .unwrap();
    println!("build {:?}", t.elapsed());
    let mut sums = std::collections::BTreeMap::new();
    for s in &r {
        for f in &s.files {
            *sums.entry((f.0, s.slice.total())).or_insert(0) += f.1;
        }
    }
    for (k, v) in sums {
        println!("{} {} {}", k.0, k.1, v);
    }
    let t = std::time::Instant::now();
    rayon::ThreadPoolBuilder::new().num_threads(threads).build_global().unwrap();
    let v = verify::<International>(dir, Depth::Values, &Silent).unwrap();
    println!(
        "verify {:?} files {} positions {} findings {}",
        t.elapsed(),
        v.files,
        v.positions,
        v.findings.len()
    );
    for f in v.findings.iter().take(5) {
        println!("{f}");
    }
}
