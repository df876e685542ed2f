//! Scratch.
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let threads: usize = a[2].parse().unwrap();
    rayon::ThreadPoolBuilder::new().num_threads(threads).build_global().unwrap();
    manoury_generator::trial::run::<manoury_rules::International>(
        a[1].parse().unwrap(),
        a.get(3).map(|s| s.as_str()),
    );
}
