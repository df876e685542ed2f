//! Many threads, one tablebase.

mod support;

use manoury_prober::{Options, Probe, ProbeError, Tablebase};
use manoury_rules::{International, Position};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Barrier, OnceLock};
use support::{Random, make, open, position, slice, slices};

const THREADS: usize = 8;
const NAMES: [&str; 9] = ["KvK", "KvM", "MvM", "KKvK", "KMvK", "MMvK", "KKvM", "KMvM", "MMvM"];

fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| make::<International>("threads", &slices(&["KKvK", "MMvM"])))
}

fn questions(seed: u64, count: usize) -> Vec<Position<International>> {
    let mut random = Random(seed);
    (0..count).map(|i| random.position(slice(NAMES[i % NAMES.len()]))).collect()
}

/// Lets all threads ask a tablebase at once, each in its own order.
fn all_at_once<T: Send>(ask: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let start = Barrier::new(THREADS);
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS)
            .map(|thread| {
                let (start, ask) = (&start, &ask);
                scope.spawn(move || {
                    start.wait();
                    ask(thread)
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

#[test]
fn the_first_touch_of_every_file_at_once() {
    let questions = questions(1, 900);
    let alone = open::<International>(folder());
    let right: Vec<Probe> = questions.iter().map(|p| alone.probe(p).unwrap()).collect();
    for round in 0..20 {
        // No cache, a cache of one block, and one that holds everything; few files open.
        let bytes = [0, 17 << 10, 64 << 20][round % 3];
        let options = Options::new().with_cache(bytes).open_files(1 + round % 4);
        let tables: Tablebase<International> = if round % 2 == 0 {
            options.open([folder()]).unwrap()
        } else {
            // SAFETY: nobody touches the files of this test.
            unsafe { options.open_mapped([folder()]) }.unwrap()
        };
        all_at_once(|thread| {
            for i in 0..questions.len() {
                let i = (i + thread * 111) % questions.len();
                assert_eq!(tables.probe(&questions[i]).unwrap(), right[i]);
            }
        });
    }
}

#[test]
fn a_file_that_does_not_open_fails_for_all_and_hurts_no_other() {
    let root = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let copies = root.path().join("international");
    fs::create_dir(&copies).unwrap();
    let alone = open::<International>(folder());
    for (name, path) in alone.tables() {
        fs::copy(path, name.in_folder(&copies)).unwrap();
    }
    fs::write(copies.join("KKvK.wdl"), b"damaged").unwrap();
    let broken = position("W:WK1,K2:BK45");
    let sound: Vec<_> =
        questions(2, 90).into_iter().filter(|position| alone.probe_wdl(position).is_ok()).collect();
    for _ in 0..20 {
        let tables = open::<International>(root.path());
        let told = all_at_once(|thread| {
            let error = tables.probe(&broken).unwrap_err();
            for position in &sound[thread..] {
                match tables.probe(position) {
                    Ok(probe) => assert_eq!(probe, alone.probe(position).unwrap()),
                    Err(error) => assert!(error.to_string().contains("KKvK.wdl"), "{error}"),
                }
            }
            assert!(matches!(error, ProbeError::Table(_)));
            error.to_string()
        });
        assert!(told.iter().all(|text| *text == told[0] && text.contains("KKvK.wdl")), "{told:?}");
    }
}

/// As all threads must be told: the outcome, or the text of the error.
fn told(answer: Result<Probe, ProbeError>) -> Result<Probe, String> {
    answer.map_err(|error| error.to_string())
}

#[test]
fn with_a_cache_of_one_block_and_files_that_fail_all_are_told_the_same() {
    let root = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let copies = root.path().join("international");
    fs::create_dir(&copies).unwrap();
    let sound = open::<International>(folder());
    for (name, path) in sound.tables() {
        let copy = name.in_folder(&copies);
        let mut bytes = fs::read(path).unwrap();
        match name.to_string().as_str() {
            // Not there; no table; cut off; damaged in a block; of distances, another's.
            "KvM.wdl" => continue,
            "KMvK.wdl" => bytes = b"no table".into(),
            "MMvK.wdl" => bytes.truncate(bytes.len() - 1),
            "KKvM.wdl" => *bytes.last_mut().unwrap() ^= 4,
            "KKvK.dtc" => {
                bytes =
                    fs::read(name.in_folder(&folder().join("international"))).unwrap()[1..].into()
            }
            _ => {}
        }
        fs::write(copy, bytes).unwrap();
    }
    let questions = questions(3, 600);
    for round in 0..12 {
        let options = Options::new().with_cache(17 << 10).open_files(1 + round % 4);
        let open = || -> Tablebase<International> {
            if round % 2 == 0 {
                options.open([root.path()]).unwrap()
            } else {
                // SAFETY: what is done to these files is done before and after.
                unsafe { options.open_mapped([root.path()]) }.unwrap()
            }
        };
        let (tables, alone) = (open(), open());
        // Listed, and gone before anybody asks.
        let gone = copies.join("MMvM.wdl");
        let bytes = fs::read(&gone).unwrap();
        fs::remove_file(&gone).unwrap();
        let right: Vec<_> = questions.iter().map(|p| told(alone.probe(p))).collect();
        all_at_once(|thread| {
            for i in 0..questions.len() {
                let i = (i + thread * 75) % questions.len();
                assert_eq!(told(tables.probe(&questions[i])), right[i], "{}", questions[i]);
            }
        });
        for (question, right) in questions.iter().zip(&right) {
            if let Ok(right) = right {
                assert_eq!(right, &sound.probe(question).unwrap());
            }
        }
        let failed = right.iter().filter(|answer| answer.is_err()).count();
        assert!(failed > 200 && failed < 500, "{failed}");
        fs::write(gone, bytes).unwrap();
    }
}
