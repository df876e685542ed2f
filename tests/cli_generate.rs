//! Making tables, and failing to.

mod cli_support;

use cli_support::{Run, manoury, over};
use std::fs;
use std::path::Path;
use std::process::Command;

fn generate(out: &Path, args: &[&str]) -> Run {
    let head = ["generate", "--effort", "fast", "--out", out.to_str().unwrap()];
    manoury(head.iter().chain(args))
}

#[test]
fn a_run_ends_with_a_table() {
    let folder = tempfile::tempdir().unwrap();
    // Folders are made with their parents.
    let out = folder.path().join("some/where");
    let run = generate(&out, &["--pieces", "3"]);
    assert!(run.err.contains("[9/9]"), "{run:?}");
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(lines.iter().all(|line| line.chars().count() <= 100), "{}", run.out);
    let cells = |line: usize| -> Vec<&str> { lines[line].split_whitespace().collect() };
    let head = ["slice", "positions", "W", "cursed", "D", "blessed", "L", "longest", "bytes"];
    assert_eq!(cells(0)[..9], head);
    assert_eq!(cells(1)[..9], ["KvK", "2,450", "424", "0", "2,024", "0", "2", "3", "dtw"]);
    assert_eq!(cells(10)[..2], ["total", "815,145"]);
    // Where the time went.
    let phases: Vec<&str> =
        lines[15..].iter().map(|line| line.split("  ").next().unwrap()).collect();
    assert_eq!(phases, ["phase", "captures", "king moves", "encoding", "writing", "all"]);
    let bytes: u64 = fs::read_dir(out.join("international"))
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.file_name().to_str().unwrap().contains('v'))
        .map(|entry| entry.metadata().unwrap().len())
        .sum();
    let total: u64 = cells(10)[8].replace(',', "").parse().unwrap();
    assert_eq!(total, bytes);
    // All is there already.
    let again = generate(&out, &["--pieces", "3"]);
    assert_eq!(again.err, "");
    let text = again.succeeds();
    assert_eq!(text.matches("kept").count(), 9);
    assert!(text.contains(" 2,450 "), "{text}");
    assert!(!text.contains("phase"), "{text}");
}

#[test]
fn chosen_materials_and_kinds() {
    let folder = tempfile::tempdir().unwrap();
    // The side to move may be named first; what the material leads to comes with it.
    generate(folder.path(), &["--material", "KvKK,MvM", "--kinds", "dtc"]).succeeds();
    let files = folder.path().join("international");
    for name in ["KvK.wdl", "KKvK.wdl", "KKvK.dtc", "MvM.dtc", "KvM.dtc"] {
        assert!(files.join(name).is_file(), "{name}");
    }
    assert!(!files.join("KvK.dtw").exists() && !files.join("KMvK.wdl").exists());
    let answer = over(folder.path(), &["probe", "--json", "W:W28:BK26"]).json_lines();
    assert_eq!(answer[0]["category"], "loss");
    assert!(answer[0]["dtc"].is_u64() && answer[0]["dtw"].is_null());
    let stats = over(folder.path(), &["stats", "KvKK", "--json"]).json_lines();
    let names: Vec<_> = stats[0].as_array().unwrap().iter().map(|s| &s["material"]).collect();
    assert_eq!(names, ["KvKK", "KKvK"]);
    assert_eq!(stats[0][0]["metric"], "dtc");
    assert!(stats[0][0]["dtw_bytes"].is_null());
}

#[test]
fn every_variant() {
    let folder = tempfile::tempdir().unwrap();
    for variant in ["international", "brazilian", "english"] {
        generate(folder.path(), &["--pieces", "2", "--variant", variant]).succeeds();
        assert!(folder.path().join(variant).join("KvK.wdl").is_file());
        over(folder.path(), &["verify", "--variant", variant]).succeeds();
    }
}

#[test]
fn a_dry_run_only_tells() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let text = generate(&out, &["--dry-run"]).succeeds();
    for needle in ["23 slices", "42,786,345 positions", "memory needed", "disk needed", "MMvMM"] {
        assert!(text.contains(needle), "{needle} in {text}");
    }
    assert!(text.contains("time expected"));
    assert!(!out.exists());
    // What does not fit is told as well, and is an error as it would be without --dry-run.
    let run = generate(&out, &["--dry-run", "--memory", "1K"]);
    assert!(run.out.contains("(1.00 KiB may be used)"));
    run.fails_after_output(2, "of memory, 1.00 KiB are allowed");
    assert!(generate(&out, &["--dry-run", "--pieces", "7"]).out.contains("134 slices"));
    // What is there already takes nothing, what was deleted is to be made again.
    generate(&out, &["--pieces", "2"]).succeeds();
    let made = || generate(&out, &["--dry-run", "--pieces", "2"]).succeeds();
    assert_eq!(made().matches("already made").count(), 3);
    fs::remove_file(out.join("international/KvM.dtw")).unwrap();
    assert_eq!(made().matches("already made").count(), 2);
}

#[test]
fn a_kind_more_leaves_the_others_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let most = ["--pieces", "3", "--kinds", "wdl,dtc", "--effort", "max"];
    let args = ["generate", "--out", folder.path().to_str().unwrap()];
    manoury(args.iter().chain(&most)).succeeds();
    let files = folder.path().join("international");
    let read = |name: &str| fs::read(files.join(name)).unwrap();
    let names = ["KMvM.wdl", "KMvM.dtc"];
    let before = names.map(read);
    // Without the manifest as well, which is made anew from the files.
    for lost in [false, true] {
        if lost {
            fs::remove_file(files.join("manifest.json")).unwrap();
            fs::remove_file(files.join("KMvM.dtw")).unwrap();
        }
        generate(folder.path(), &["--pieces", "3"]).succeeds();
        assert!(files.join("KMvM.dtw").is_file());
        assert!(names.map(read) == before);
        over(folder.path(), &["verify"]).succeeds();
    }
}

#[test]
fn folders_that_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, b"mine").unwrap();
    generate(&file.join("out"), &["--pieces", "2"]).fails(4, "cannot write");
    generate(&file, &["--pieces", "2"]).fails(4, "cannot write");
    assert_eq!(fs::read(&file).unwrap(), b"mine");
    if cfg!(target_os = "linux") {
        generate(Path::new("/proc/manoury"), &["--pieces", "2"]).fails(4, "/proc/manoury");
    }
}

/// Runs `manoury generate` where no file can grow past 4 KiB: every write of more fails, as on a
/// full disk, on any machine and for any user.
#[cfg(unix)]
#[test]
fn files_that_cannot_grow() {
    let folder = tempfile::tempdir().unwrap();
    let limit = "trap '' XFSZ; ulimit -f 8; exec \"$@\"";
    let program = env!("CARGO_BIN_EXE_manoury");
    let run = Command::new("sh")
        .args(["-c", limit, "sh", program, "generate", "--pieces", "3", "--out"])
        .arg(folder.path())
        .output()
        .unwrap();
    let error = String::from_utf8(run.stderr).unwrap();
    assert_eq!(run.status.code(), Some(4), "{error}");
    check_unfinished(folder.path(), &error);
}

/// A disk of 24 KiB, where mounting one is allowed. Elsewhere [`files_that_cannot_grow`] alone, and
/// the generator's own tests with writes made to fail, stand for it.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk() {
    let folder = tempfile::tempdir().unwrap();
    let mounted = Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=24k", "tmpfs"])
        .arg(folder.path())
        .output()
        .is_ok_and(|output| output.status.success());
    if !mounted {
        eprintln!("mounting is refused here: the full disk is played by a limit on file sizes");
        return files_that_cannot_grow();
    }
    let run = std::panic::catch_unwind(|| {
        let run = generate(folder.path(), &["--pieces", "3"]);
        assert_eq!(run.code, 4, "{run:?}");
        check_unfinished(folder.path(), &run.err);
    });
    let unmounted = Command::new("umount").arg(folder.path()).status().unwrap().success();
    assert!(unmounted);
    run.unwrap();
}

/// The run failed with a clear last line, and what it left is whole.
#[cfg(unix)]
fn check_unfinished(folder: &Path, error: &str) {
    let last = error.lines().last().unwrap();
    assert!(last.starts_with("manoury: cannot write ") && last.contains("run again"), "{error}");
    assert_eq!(error.lines().filter(|line| line.starts_with("manoury: ")).count(), 1);
    let files = folder.join("international");
    let left: Vec<_> = fs::read_dir(files).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(left.iter().all(|path| path.extension() != Some("tmp".as_ref())), "{left:?}");
    let verified = over(folder, &["verify"]);
    assert!(verified.code == 0 || verified.code == 3, "{verified:?}");
}

#[test]
fn two_runs_in_one_folder() {
    let folder = tempfile::tempdir().unwrap();
    let files = folder.path().join("international");
    fs::create_dir(&files).unwrap();
    let lock = fs::File::create(files.join(".lock")).unwrap();
    lock.lock().unwrap();
    generate(folder.path(), &["--pieces", "2"]).fails(4, "another run");
    lock.unlock().unwrap();
    generate(folder.path(), &["--pieces", "2"]).succeeds();
}
