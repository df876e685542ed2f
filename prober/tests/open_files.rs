//! Files that change or go while they are open, and processes that may open few. What would take
//! this process with it is done in another: the same program, asked for one test.
#![cfg(target_os = "linux")]

mod support;

use manoury_prober::{Options, ProbeError, TableError, TableName, Tablebase};
use manoury_rules::{Brazilian, English, International, Position, Variant};
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;
use support::{Random, add, all_positions, make, position, slice, slices};

/// Tells the other process which folder to take.
const FOLDER: &str = "MANOURY_TEST_FOLDER";

const NAMES: [&str; 9] = ["KvK", "KvM", "MvM", "KKvK", "KMvK", "MMvK", "KKvM", "KMvM", "MMvM"];

/// All tables of 2 and 3 pieces in three variants.
fn folder() -> &'static Path {
    static MADE: OnceLock<PathBuf> = OnceLock::new();
    MADE.get_or_init(|| {
        let made = make::<International>("open_files", &slices(&["KKvK", "MMvM"]));
        add::<Brazilian>(&made, &slices(&["KKvK", "MMvM"]));
        add::<English>(&made, &slices(&["KKvK", "MMvM"]));
        made
    })
}

/// A folder with a copy of one table.
fn copy_of(name: &str) -> (tempfile::TempDir, PathBuf) {
    let root = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let copies = root.path().join("international");
    fs::create_dir(&copies).unwrap();
    let name = TableName::parse(name).unwrap();
    let copy = name.in_folder(&copies);
    fs::copy(name.in_folder(&folder().join("international")), &copy).unwrap();
    (root, copy)
}

/// Runs an ignored test of this file in a process of its own, under a limit of open files.
fn apart(test: &str, folder: &Path, limit: &str) -> Output {
    Command::new("sh")
        .arg("-c")
        .arg(format!("ulimit -c 0; ulimit -n {limit}; exec \"$0\" \"$@\""))
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", test, "--ignored", "--nocapture", "--test-threads", "1"])
        .env(FOLDER, folder)
        .output()
        .unwrap()
}

fn given_folder() -> PathBuf {
    std::env::var_os(FOLDER).expect("this is run by another test").into()
}

#[test]
fn a_file_cut_short_while_it_is_open_is_an_error() {
    let (root, file) = copy_of("KKvK.wdl");
    let tables: Tablebase<International> =
        Options::new().with_cache(0).open([root.path()]).unwrap();
    let quiet = "W:WK1,K2:BK45";
    tables.probe_wdl(&position(quiet)).unwrap();
    let length = fs::metadata(&file).unwrap().len();
    fs::OpenOptions::new().write(true).open(&file).unwrap().set_len(length / 2).unwrap();
    let mut errors = 0;
    for position in all_positions::<International>("KKvK").step_by(7) {
        if position.has_capture() || !position.has_move() {
            continue;
        }
        match tables.probe_wdl(&position) {
            // What stands in the front half is still what it was.
            Ok(_) => {}
            Err(ProbeError::Table(error)) => {
                assert!(matches!(*error, TableError::Corrupt { .. }), "{error}");
                assert!(error.to_string().contains("KKvK.wdl"), "{error}");
                errors += 1;
            }
            Err(error) => panic!("{error}"),
        }
    }
    assert!(errors > 1000, "{errors}");
}

#[test]
fn overwritten_in_place_a_file_is_an_error() {
    let (root, file) = copy_of("KKvK.wdl");
    let tables: Tablebase<International> =
        Options::new().with_cache(0).open([root.path()]).unwrap();
    let position = position("W:WK1,K2:BK45");
    let before = tables.probe_wdl(&position).unwrap();
    let sound = fs::read(&file).unwrap();
    fs::write(&file, vec![0; sound.len()]).unwrap();
    let error = tables.probe_wdl(&position).unwrap_err();
    assert!(matches!(&error, ProbeError::Table(table) if table.is_damage()), "{error}");
    // What it said before it says again, as soon as it is there again.
    fs::write(&file, sound).unwrap();
    assert_eq!(tables.probe_wdl(&position).unwrap(), before);
}

#[test]
fn replaced_by_another_file_a_mapped_one_goes_on_as_it_was() {
    let (root, file) = copy_of("KKvK.wdl");
    // SAFETY: the mapped file itself is left alone; another one takes its name.
    let tables: Tablebase<International> =
        unsafe { Options::new().with_cache(0).open_mapped([root.path()]) }.unwrap();
    let position = position("W:WK1,K2:BK45");
    let before = tables.probe_wdl(&position).unwrap();
    let other = root.path().join("other");
    fs::write(&other, b"nothing").unwrap();
    fs::rename(&other, &file).unwrap();
    assert_eq!(tables.probe_wdl(&position).unwrap(), before);
}

/// What [`Tablebase::open_mapped`] warns of.
#[test]
fn a_mapped_file_cut_short_ends_the_process() {
    let (root, _) = copy_of("KKvK.wdl");
    let output = apart("cut_a_mapped_file_short", root.path(), "64");
    const SIGBUS: i32 = 7;
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.signal(), Some(SIGBUS), "{:?} {text}", output.status);
    assert!(text.contains("before: Ok") && !text.contains("after"), "{text}");
}

#[test]
#[ignore = "run by another test in a process of its own"]
fn cut_a_mapped_file_short() {
    let root = given_folder();
    // SAFETY: the promise is broken below, to see what comes of it. This process does nothing else.
    let tables: Tablebase<International> =
        unsafe { Options::new().with_cache(0).open_mapped([&root]) }.unwrap();
    let position = position("W:WK1,K2:BK45");
    println!("before: {:?}", tables.probe_wdl(&position));
    let file = root.join("international/KKvK.wdl");
    fs::OpenOptions::new().write(true).open(file).unwrap().set_len(0).unwrap();
    println!("after: {:?}", tables.probe_wdl(&position));
}

#[test]
fn more_files_than_a_process_may_open_are_probed() {
    let output = apart("probe_every_file", folder(), "64");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("files: 81"), "{text}");
}

/// How many tables have been probed, each several times in turn, by several threads.
fn probed<V: Variant>(tables: &Tablebase<V>) -> usize {
    std::thread::scope(|scope| {
        for thread in 0..8 {
            scope.spawn(move || {
                let mut random = Random(thread);
                for i in 0..40 * NAMES.len() {
                    // One of a few may be over; most are not, and need every kind.
                    let position: Position<V> = random.position(slice(NAMES[i % NAMES.len()]));
                    tables.probe(&position).unwrap();
                }
            });
        }
    });
    tables.tables().count()
}

#[test]
#[ignore = "run by another test in a process of its own"]
fn probe_every_file() {
    let root = given_folder();
    let limit = fs::read_to_string("/proc/self/limits").unwrap();
    let line = limit.lines().find(|line| line.starts_with("Max open files")).unwrap();
    assert_eq!(line.split_whitespace().nth(3), Some("64"), "{line}");
    // More than there may be: the oldest ones are closed for the new ones.
    let options = Options::new().with_cache(0).open_files(1000);
    let (a, b, c) = (
        options.open::<International>([&root]).unwrap(),
        options.open::<Brazilian>([&root]).unwrap(),
        options.open::<English>([&root]).unwrap(),
    );
    let files = probed(&a) + probed(&b) + probed(&c);
    assert_eq!(probed(&a) + probed(&b) + probed(&c), files);
    // A limit of its own that is above the process's leaves nothing to others.
    drop((a, b, c));
    // SAFETY: nobody touches the files of this test.
    let mapped = unsafe { options.open_mapped::<International>([&root]) }.unwrap();
    probed(&mapped);
    println!("files: {files}");
}
