//! Exports from the command line. What is in the files is tested where they are made.

mod cli_support;
mod common;

use cli_support::{manoury, over, small_copy, small_tables};
use common::Random;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

#[test]
fn help_of_both_formats() {
    let help = manoury(["export", "--help"]).succeeds();
    assert!(help.contains("docs/EXPORTS.md") && help.contains("Examples:"), "{help}");
    for format in ["scan", "mobydam"] {
        assert!(help.contains(format));
        let text = manoury(["export", format, "--help"]).succeeds();
        for needle in ["Examples:", "Exit codes:", "--out <DIR>", "--tables <DIR>", "EXPORTS.md"] {
            assert!(text.contains(needle), "{needle}: {text}");
        }
        assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    }
}

#[test]
fn as_many_pieces_as_there_are_tables_of() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("some/engine");
    let run = over(small_tables(), &["export", "scan", "--out", out.to_str().unwrap()]);
    assert!(run.err.contains("[16/16] data/bb/3/1200 written: "), "{run:?}");
    let text = run.succeeds();
    assert!(text.starts_with("16 files, ") && text.contains("bb-size = 3"), "{text}");
    assert_eq!(fs::read_dir(out.join("data/bb/3")).unwrap().count(), 12);
    let args = ["export", "scan", "--pieces", "2", "--threads", "1", "--out"];
    let two = folder.path().join("two");
    let args: Vec<&str> = args.into_iter().chain([two.to_str().unwrap()]).collect();
    assert!(over(small_tables(), &args).succeeds().starts_with("4 files, "));
    assert!(!two.join("data/bb/3").exists());
}

#[test]
fn wrong_use_and_missing_tables() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let to = |args: &[&str]| {
        let args: Vec<&str> =
            args.iter().copied().chain(["--out", out.to_str().unwrap()]).collect();
        over(small_tables(), &args)
    };
    manoury(["export", "scan"]).fails(2, "--out");
    manoury(["export", "chess", "--out", "x"]).fails(2, "chess");
    to(&["export", "scan", "--pieces", "7"]).fails(2, "7");
    to(&["export", "scan", "--threads", "0"]).fails(2, "0");
    to(&["export", "mobydam", "--variant", "english"]).fails(2, "english");
    to(&["export", "scan", "--pieces", "4"]).fails(3, "`manoury generate --pieces 4 --out ");
    to(&["export", "mobydam"]).fails(3, "`manoury generate --pieces 4 --out ");
    over(folder.path(), &["export", "scan", "--out", out.to_str().unwrap()])
        .fails(3, "manoury generate");
    assert!(!out.exists());
    fs::write(&out, b"a file").unwrap();
    to(&["export", "scan"]).fails(4, "cannot write");
    let (copy, files) = small_copy();
    fs::write(files.join("KKvM.wdl"), b"no table").unwrap();
    over(copy.path(), &["export", "scan", "--out", "nowhere"]).fails(1, "KKvM.wdl");
}

/// Every file below a folder by its path from there, but the one that is locked.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_string();
        if path.is_dir() {
            let below = contents(&path).into_iter();
            found.extend(below.map(|(file, bytes)| (format!("{name}/{file}"), bytes)));
        } else if name != ".lock" {
            found.insert(name, fs::read(&path).unwrap());
        }
    }
    found
}

#[test]
fn killed_exports_leave_whole_files_only() {
    let tables = common::four_pieces();
    let export = |out: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_manoury"));
        command.args(["export", "scan", "--pieces", "4", "--threads", "1", "--tables"]);
        command.arg(&tables).arg("--out").arg(out).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    let whole = tempfile::tempdir().unwrap();
    let start = Instant::now();
    assert!(export(whole.path()).status().unwrap().success());
    let time = start.elapsed();
    let expected = contents(whole.path());
    assert_eq!(expected.len(), 41);
    let mut random = Random(3);
    let folder = tempfile::tempdir().unwrap();
    for _ in 0..8 {
        let mut run = export(folder.path()).spawn().unwrap();
        std::thread::sleep(time.mul_f64(random.below(900) as f64 / 1000.0));
        run.kill().unwrap();
        run.wait().unwrap();
        for (name, bytes) in contents(folder.path()) {
            assert!(name.ends_with(".tmp") || expected[&name] == bytes, "{name}");
        }
    }
    assert!(export(folder.path()).status().unwrap().success());
    let found = contents(folder.path());
    assert!(found == expected, "{:?}", found.keys());
}
