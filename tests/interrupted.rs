//! A run that is killed at any moment: the next one goes on and ends in the same bytes.

mod common;

use common::Random;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant, SystemTime};

/// Starts `manoury generate` on a set that takes a few seconds.
fn generate(out: &Path, threads: u32) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_manoury"));
    command
        .args(["generate", "--material", "KMvKM", "--effort", "fast", "--out"])
        .arg(out)
        .args(["--threads", &threads.to_string()])
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

/// Every file with its bytes, the lock left out.
fn contents(out: &Path) -> BTreeMap<String, Vec<u8>> {
    contents_of(&out.join("international"))
}

fn contents_of(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    std::fs::read_dir(folder)
        .map(|entries| {
            entries
                .map(|entry| entry.unwrap())
                .filter(|entry| entry.file_name() != ".lock")
                .map(|entry| {
                    let name = entry.file_name().into_string().unwrap();
                    (name, std::fs::read(entry.path()).unwrap())
                })
                .collect()
        })
        .unwrap_or_default()
}

/// Both tests measure how long a run takes, so they do not run at once.
static ALONE: Mutex<()> = Mutex::new(());

#[test]
fn killed_runs_end_in_the_same_bytes() {
    let _alone = ALONE.lock();
    let whole = tempfile::tempdir().unwrap();
    let start = Instant::now();
    assert!(generate(whole.path(), 2).status().unwrap().success());
    let time = start.elapsed();
    let expected = contents(whole.path());
    assert!(expected.len() > 30);

    let folder = tempfile::tempdir().unwrap();
    let mut finished = 0;
    for part in [0.15, 0.4, 0.7] {
        let mut run = generate(folder.path(), 1).spawn().unwrap();
        std::thread::sleep(Duration::from_secs_f64(time.as_secs_f64() * part));
        run.kill().unwrap();
        run.wait().unwrap();
        let left = contents(folder.path());
        let tables: Vec<_> = left
            .iter()
            .filter(|(name, _)| expected.contains_key(*name) && *name != "manifest.json")
            .collect();
        // Whatever has its final name is whole, and nothing finished is lost.
        assert!(tables.iter().all(|(name, bytes)| expected[*name] == **bytes));
        assert!(tables.len() >= finished);
        finished = tables.len();
    }
    assert!(generate(folder.path(), 2).status().unwrap().success());
    assert_eq!(contents(folder.path()), expected);
}

/// Starts `manoury generate` on one slice that takes a few seconds, all it leads to being made.
fn one_slice(out: &Path, effort: &str, checkpoint: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_manoury"));
    command
        .args(["generate", "--variant", "english", "--material", "KKKMvK"])
        .args(["--threads", "2", "--effort", effort, "--checkpoint", checkpoint, "--out"])
        .arg(out)
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    command
}

#[test]
fn a_slice_goes_on_from_its_checkpoints() {
    let _alone = ALONE.lock();
    let seed = std::env::var("MANOURY_SEED").ok().and_then(|seed| seed.parse().ok());
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap();
    let seed = seed.unwrap_or(now.as_nanos() as u64);
    println!("MANOURY_SEED={seed}");
    let mut random = Random(seed);

    // All that the slice leads to, and how long it takes by itself.
    let below = tempfile::tempdir().unwrap();
    assert!(one_slice(below.path(), "fast", "off").output().unwrap().status.success());
    let tables = below.path().join("english");
    for kind in ["wdl", "dtc"] {
        std::fs::remove_file(tables.join(format!("KKKMvK.{kind}"))).unwrap();
    }
    let fresh = || {
        let folder = tempfile::tempdir().unwrap();
        let copy = folder.path().join("english");
        std::fs::create_dir(&copy).unwrap();
        for entry in std::fs::read_dir(&tables).unwrap().map(Result::unwrap) {
            std::fs::copy(entry.path(), copy.join(entry.file_name())).unwrap();
        }
        folder
    };
    let mut folder = fresh();
    let start = Instant::now();
    assert!(one_slice(folder.path(), "normal", "off").output().unwrap().status.success());
    let time = start.elapsed();
    let expected = std::fs::read(folder.path().join("english/manifest.json")).unwrap();

    folder = fresh();
    let (mut killed, mut resumed, mut ended, mut spent) = (0, 0, 0, Duration::ZERO);
    while killed < 20 {
        let mut run = one_slice(folder.path(), "normal", "0.02").spawn().unwrap();
        let start = Instant::now();
        let moment = time.mul_f64(random.fraction());
        while start.elapsed() < moment && run.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(2));
        }
        let is_over = run.try_wait().unwrap().is_some();
        run.kill().unwrap();
        let output = run.wait_with_output().unwrap();
        spent += start.elapsed();
        resumed += usize::from(String::from_utf8_lossy(&output.stderr).contains("goes on from"));
        if is_over {
            assert!(output.status.success(), "{output:?}");
            assert_eq!(contents_of(&folder.path().join("english"))["manifest.json"], expected);
            ended += 1;
            folder = fresh();
        } else {
            killed += 1;
        }
    }
    println!("{killed} killed, {resumed} went on, {ended} ended; {spent:?} at {time:?} a slice");
    assert!(resumed > 1, "runs do not go on from checkpoints");
    assert!(one_slice(folder.path(), "normal", "0.02").output().unwrap().status.success());
    assert_eq!(contents_of(&folder.path().join("english"))["manifest.json"], expected);
    assert!(!folder.path().join("english/KKKMvK.journal.tmp").exists());
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_says_how_to_go_on() {
    let _alone = ALONE.lock();
    let folder = tempfile::tempdir().unwrap();
    let run = generate(folder.path(), 1).stderr(Stdio::piped()).spawn().unwrap();
    let start = Instant::now();
    while !folder.path().join("international/KvK.wdl").exists() {
        assert!(start.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(5));
    }
    let interrupt = format!("kill -INT {}", run.id());
    assert!(Command::new("sh").args(["-c", &interrupt]).status().unwrap().success());
    let output = run.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.ends_with("manoury: stopped; the same command goes on from there\n"), "{said}");
}
