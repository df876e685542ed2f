//! A run that is killed at any moment: the next one goes on and ends in the same bytes.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

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
    std::fs::read_dir(out.join("international"))
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

#[test]
fn killed_runs_end_in_the_same_bytes() {
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
