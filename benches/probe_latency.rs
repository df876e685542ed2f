//! Single probes, each timed by itself: mean, median and 99th percentile of hits, captures and
//! misses, and how threads share a tablebase.
//!
//! ```text
//! MANOURY_TABLES=DIR cargo bench --bench probe_latency
//! ```
//!
//! takes the tables of five pieces in that folder; without it those of four pieces are made.
//!
//! Each probe is timed by two readings of the clock around it. What two readings with nothing
//! between them show, in the median, is subtracted; it is printed. What is left is the time until
//! the answer is there, to which a processor that looks ahead over several probes would give less.
//!
//! *Uniform* positions are drawn from all positions of all slices of the number of pieces, each as
//! often as any other: large slices more often than small ones. They are as bad for a cache as
//! questions can be. *Repeated* ones are 4096 of them asked again and again, as a search asks around
//! one position.

#[path = "../tests/common/mod.rs"]
mod common;

use common::{Random, given_tables};
use manoury_prober::{Options, Tablebase};
use manoury_rules::{DrawClocks, International, Position, Reading};
use manoury_tables::{Index, Slice};
use std::hint::black_box;
use std::path::Path;
use std::sync::Barrier;
use std::time::{Duration, Instant};

type Tables = Tablebase<International>;
type Question = Position<International>;

/// The cache of all measurements but the cold ones.
const CACHE: u64 = 64 << 20;

/// Positions that are asked again and again.
const REPEATED: usize = 4096;

/// Positions that are asked once.
const ONCE: usize = 1 << 20;

fn main() {
    let (folder, pieces) = given_tables();
    let clock = Clock::new();
    println!("tables of {pieces} pieces in {}", folder.display());
    println!("two readings of the clock take {} ns, subtracted below", clock.cost);
    println!();
    let questions = uniform(pieces, ONCE, 1);
    opening(&folder);
    head();
    let tables: Tables = Options::new().with_cache(CACHE).open([&folder]).unwrap();
    // Twice as many as are timed fill the cache.
    for position in uniform(pieces, 2 * ONCE, 2) {
        black_box(tables.probe_wdl(&position).unwrap());
    }
    uniform_probes(&tables, &questions, &clock);
    repeated_probes(&tables, &questions, &clock);
    ranked_moves(&tables, &questions, &clock);
    // SAFETY: nobody writes into the tables while this program runs.
    let mapped = unsafe { Options::new().with_cache(0).open_mapped([&folder]).unwrap() };
    let plain: Tables = Options::new().with_cache(0).open([&folder]).unwrap();
    let small: Tables = Options::new().with_cache(1 << 20).open([&folder]).unwrap();
    cold_probes(&mapped, "no cache: quiet, mapped", &questions, &clock);
    cold_probes(&plain, "no cache: quiet, plain reads", &questions, &clock);
    cold_probes(&small, "cache 1 MiB: quiet, plain reads, kept", &questions, &clock);
    println!();
    batches(&tables, &questions);
    println!();
    threads(&tables, &questions);
}

/// So many positions, each position of all slices of so many pieces being as likely as any other.
fn uniform(pieces: u32, count: usize, seed: u64) -> Vec<Question> {
    let slices = Slice::all(pieces);
    let mut ends = Vec::new();
    let mut numbers = 0;
    for &slice in &slices {
        // Two sides to move or two colourings: twice the numbers.
        numbers += Index::<International>::new(slice).len() * slice.sides() as u64;
        ends.push(numbers);
    }
    let mut random = Random(seed);
    let mut draw = || {
        let number = random.below(numbers);
        let slice = slices[ends.partition_point(|&end| end <= number)];
        // The numbers of a slice that stand for no position make it rarer by as much.
        let index = Index::<International>::new(slice);
        let position = index.position(random.below(index.len()), random.below(2) as usize)?;
        Some(if random.below(2) == 0 { position } else { position.reversed() })
    };
    std::iter::repeat_with(&mut draw).flatten().take(count).collect()
}

/// Times single calls.
struct Clock {
    /// Nanoseconds that two readings take.
    cost: u64,
}

impl Clock {
    fn new() -> Self {
        let mut empty: Vec<u64> = (0..100_000)
            .map(|_| {
                let start = Instant::now();
                start.elapsed().as_nanos() as u64
            })
            .collect();
        empty.sort_unstable();
        Clock { cost: empty[empty.len() / 2] }
    }

    /// Nanoseconds that a call takes.
    #[inline(always)]
    fn time<T>(&self, call: impl FnOnce() -> T) -> u64 {
        let start = Instant::now();
        black_box(call());
        (start.elapsed().as_nanos() as u64).saturating_sub(self.cost)
    }
}

fn head() {
    println!(
        "{:44} {:>9} {:>9} {:>9} {:>9} {:>9}",
        "", "probes", "share", "mean ns", "p50 ns", "p99 ns"
    );
}

/// Prints a line for some times.
fn line(name: &str, times: &mut [u64], of: usize) {
    if times.is_empty() {
        return println!("{name:44} {:>9}", 0);
    }
    times.sort_unstable();
    let mean = times.iter().sum::<u64>() as f64 / times.len() as f64;
    let share = 100.0 * times.len() as f64 / of as f64;
    let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize];
    println!(
        "{name:44} {:>9} {share:>8.1}% {mean:>9.0} {:>9} {:>9}",
        times.len(),
        at(0.5),
        at(0.99)
    );
}

fn opening(folder: &Path) {
    let mut listed: Vec<Duration> = (0..200)
        .map(|_| {
            let start = Instant::now();
            let tables: Tables = Tables::open([folder]).unwrap();
            let listed = start.elapsed();
            drop(tables);
            listed
        })
        .collect();
    listed.sort_unstable();
    let tables: Tables = Tables::open([folder]).unwrap();
    println!("open: {:?} in the median, {} tables", listed[100], tables.tables().count());
    let start = Instant::now();
    let bytes = tables.preload(3).unwrap();
    println!("preload(3): {:?}, {bytes} bytes in the cache", start.elapsed());
    let tables: Tables = Options::new().with_cache(CACHE).open([folder]).unwrap();
    let start = Instant::now();
    let bytes = tables.preload(5).unwrap();
    println!("preload(5): {:?}, {bytes} bytes in the cache", start.elapsed());
    println!();
}

/// Uniform positions, by what they need.
fn uniform_probes(tables: &Tables, questions: &[Question], clock: &Clock) {
    let (mut all, mut quiet, mut captures, mut missed) = (vec![], vec![], vec![], [vec![], vec![]]);
    for position in questions {
        let before = tables.usage().decoded_blocks;
        let time = clock.time(|| tables.probe_wdl(black_box(position)).unwrap());
        let hit = tables.usage().decoded_blocks == before;
        let capture = position.has_capture();
        all.push(time);
        match (hit, capture) {
            (true, false) => quiet.push(time),
            (true, true) => captures.push(time),
            (false, capture) => missed[usize::from(capture)].push(time),
        }
    }
    let of = questions.len();
    line("uniform, cache 64 MiB: all", &mut all, of);
    line("uniform: quiet, block in the cache", &mut quiet, of);
    line("uniform: capture, blocks in the cache", &mut captures, of);
    line("uniform: quiet, block decoded for it", &mut missed[0], of);
    line("uniform: capture, a block or more decoded", &mut missed[1], of);
    let usage = tables.usage();
    println!("    {} blocks of {} bytes in the cache", usage.cached_blocks, usage.cached_bytes);
}

/// The same positions again and again.
fn repeated_probes(tables: &Tables, questions: &[Question], clock: &Clock) {
    for capture in [false, true] {
        let repeated: Vec<Question> = questions
            .iter()
            .filter(|p| p.has_capture() == capture)
            .take(REPEATED)
            .copied()
            .collect();
        let mut times = Vec::new();
        for round in 0..20 {
            for position in &repeated {
                let time = clock.time(|| tables.probe_wdl(black_box(position)).unwrap());
                if round > 0 {
                    times.push(time);
                }
            }
        }
        let of = times.len();
        line(if capture { "repeated: capture" } else { "repeated: quiet" }, &mut times, of);
        let mut times = Vec::new();
        for _ in 0..10 {
            for position in &repeated {
                times.push(
                    clock.time(|| tables.probe_wdl_cached_only(black_box(position)).unwrap()),
                );
            }
        }
        let name =
            if capture { "repeated: capture, cached only" } else { "repeated: quiet, cached only" };
        line(name, &mut times, of / 2);
    }
}

/// All moves ranked with the conversion clock run down.
fn ranked_moves(tables: &Tables, questions: &[Question], clock: &Clock) {
    let repeated: Vec<_> = questions
        .iter()
        .filter(|position| position.has_move())
        .filter_map(|position| {
            let clocks = DrawClocks::given(position, Some(3), None, None, Reading::Fmjd);
            Some((position, clocks.ok()?))
        })
        .take(512)
        .collect();
    // Ranking needs distances, which a folder of WDL alone does not have.
    if let Some(error) = repeated.iter().find_map(|(p, c)| tables.moves(p, c, Reading::Fmjd).err())
    {
        println!("moves are not ranked: {error}");
        return;
    }
    let mut times = Vec::new();
    for round in 0..12 {
        for (position, clocks) in &repeated {
            let time = clock.time(|| tables.moves(position, clocks, Reading::Fmjd).unwrap());
            if round > 1 {
                times.push(time);
            }
        }
    }
    let of = times.len();
    line("moves, ranked under clocks, repeated", &mut times, of);
}

/// Probes that decode: each, or where there is a cache nearly each.
fn cold_probes(tables: &Tables, what: &str, questions: &[Question], clock: &Clock) {
    let quiet: Vec<_> = questions.iter().filter(|p| !p.has_capture()).take(1 << 15).collect();
    let mut times = Vec::new();
    for (i, position) in quiet.iter().enumerate() {
        let before = tables.usage().decoded_blocks;
        let time = clock.time(|| tables.probe_wdl(black_box(position)).unwrap());
        // The first ones open files; constant blocks need no decoding.
        if i > 2000 && tables.usage().decoded_blocks > before {
            times.push(time);
        }
    }
    let of = times.len();
    line(what, &mut times, of);
}

/// Many at once against one by one, in turns: the answers wanted in a vector either way.
fn batches(tables: &Tables, questions: &[Question]) {
    let mut answers = Vec::new();
    let mut one_by_one = |batch: &[Question]| {
        answers.clear();
        answers.extend(batch.iter().map(|position| tables.probe_wdl(position)));
        black_box(&answers);
    };
    let mut many = Vec::new();
    let mut together = |batch: &[Question]| {
        many.clear();
        tables.probe_wdl_many_into(batch, &mut many);
        black_box(&many);
    };
    for size in [1000, 10_000, 100_000, ONCE] {
        let each = |ask: &mut dyn FnMut(&[Question])| {
            let start = Instant::now();
            questions.chunks(size).for_each(&mut *ask);
            start.elapsed().as_nanos() / questions.len() as u128
        };
        let mut rounds: Vec<_> =
            (0..5).map(|_| (each(&mut one_by_one), each(&mut together))).collect();
        rounds.sort_by_key(|(single, _)| *single);
        let (single, _) = rounds[2];
        rounds.sort_by_key(|(_, many)| *many);
        let (_, many) = rounds[2];
        println!(
            "uniform, batches of {size:>7}: one by one {single} ns, probe_wdl_many {many} ns a position"
        );
    }
}

/// How much faster two, four and eight threads are than one.
fn threads(tables: &Tables, questions: &[Question]) {
    let quiet: Vec<Question> =
        questions.iter().filter(|p| !p.has_capture()).take(REPEATED).copied().collect();
    let few = &quiet[..16];
    for (name, asked, rounds) in [
        ("uniform", questions, 1),
        ("repeated, quiet, all threads the same 4096", &quiet[..], 200),
        ("repeated, quiet, all threads the same 16", few, 40_000),
    ] {
        let mut alone = 0.0;
        for count in [1usize, 2, 4] {
            let mut rates: Vec<f64> = (0..5).map(|_| rate(tables, asked, rounds, count)).collect();
            rates.sort_by(f64::total_cmp);
            let rate = rates[2];
            if count == 1 {
                alone = rate;
            }
            let times = rate / alone;
            println!(
                "{name}: {count} threads, {:.2} M probes a second, {times:.2} times",
                rate / 1e6
            );
        }
    }
}

/// Probes a second of so many threads at once, each beginning elsewhere.
fn rate(tables: &Tables, asked: &[Question], rounds: usize, threads: usize) -> f64 {
    let start = Barrier::new(threads + 1);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|thread| {
                let start = &start;
                scope.spawn(move || {
                    let (behind, before) = asked.split_at(thread * asked.len() / threads);
                    start.wait();
                    for _ in 0..rounds {
                        for position in before.iter().chain(behind) {
                            black_box(tables.probe_wdl(black_box(position)).unwrap());
                        }
                    }
                })
            })
            .collect();
        start.wait();
        let begun = Instant::now();
        workers.into_iter().for_each(|worker| worker.join().unwrap());
        (threads * rounds * asked.len()) as f64 / begun.elapsed().as_secs_f64()
    })
}
