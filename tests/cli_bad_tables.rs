//! Folders that are not there and files that are not what they should be.

mod cli_support;

use cli_support::{Run, manoury, over, small_copy, small_tables};
use manoury_generator::encode::{Values, encode};
use manoury_generator::{Effort, Meter, Silent, SliceScores};
use manoury_prober::Tablebase;
use manoury_rules::International;
use manoury_tables::{Index, Kind, Material, Outcome, Score};
use std::collections::HashSet;
use std::fs;

#[test]
fn missing_and_empty_folders() {
    let empty = tempfile::tempdir().unwrap();
    let nowhere = empty.path().join("nowhere");
    for args in [
        &["probe", "W:WK10:BK5"][..],
        &["line", "W:WK10:BK5"],
        &["stats"],
        &["verify"],
        &["verify", "--sample", "3"],
    ] {
        over(&nowhere, args).fails(3, "nowhere");
        over(empty.path(), args).fails(3, "manoury generate");
    }
    // There are tables, but not these.
    over(small_tables(), &["probe", "W:WK1,K2,K3:BK45"]).fails(3, "KKKvK");
    over(small_tables(), &["stats", "KKKvK"]).fails(3, "KKKvK");
    over(small_tables(), &["probe", "W:WK1:BK32", "--variant", "english"]).fails(3, "english");
    // A game that is over needs no tables.
    let over = over(&nowhere, &["probe", "--json", "W:W:BK5"]).json_lines();
    assert_eq!(over[0]["category"], "loss");
    assert_eq!((over[0]["dtc"].as_u64(), over[0]["dtw"].as_u64()), (Some(0), Some(0)));
    assert_eq!(over[0]["moves"], serde_json::json!([]));
}

#[test]
fn several_folders() {
    let (copy, files) = small_copy();
    fs::remove_file(files.join("KvK.wdl")).unwrap();
    over(copy.path(), &["probe", "W:WK10:BK5"]).fails(3, "KvK.wdl");
    let both = [copy.path(), small_tables()].map(|folder| folder.to_str().unwrap());
    let args = ["probe", "W:WK10:BK5", "--tables", both[0], "--tables", both[1]];
    assert!(manoury(args).succeeds().contains("White to move wins"));
}

#[test]
fn a_file_that_is_cut_off() {
    for length in [0, 100, 256, 300] {
        let (copy, files) = small_copy();
        let file = fs::OpenOptions::new().write(true).open(files.join("KvK.wdl")).unwrap();
        file.set_len(length).unwrap();
        over(copy.path(), &["probe", "W:WK10:BK5"]).fails(1, "KvK.wdl");
        over(copy.path(), &["stats", "KvK"]).fails(1, "KvK.wdl");
        let run = over(copy.path(), &["verify"]);
        assert_eq!(run.code, 1);
        assert!(run.out.contains("KvK.wdl"));
        assert!(run.err.lines().last().unwrap().starts_with("manoury: "));
    }
}

#[test]
fn junk_under_the_name_of_a_table() {
    let (copy, files) = small_copy();
    fs::write(files.join("KvK.wdl"), b"junk".repeat(1000)).unwrap();
    over(copy.path(), &["probe", "W:WK10:BK5"]).fails(1, "KvK.wdl");
    let report = over(copy.path(), &["verify", "--json"]);
    assert_eq!(report.code, 1);
    let report: serde_json::Value = serde_json::from_str(&report.out).unwrap();
    assert_eq!(report["ok"], false);
    let file = report["findings"][0]["file"].as_str().unwrap();
    assert!(file.ends_with("KvK.wdl"), "{file}");
    // The next run makes it anew.
    let out = copy.path().to_str().unwrap();
    manoury(["generate", "--pieces", "3", "--out", out, "--effort", "fast"]).succeeds();
    over(copy.path(), &["verify"]).succeeds();
}

#[test]
fn a_table_under_another_name_or_of_another_variant() {
    let (copy, files) = small_copy();
    fs::copy(files.join("KKvK.wdl"), files.join("KvK.wdl")).unwrap();
    over(copy.path(), &["probe", "W:WK10:BK5"]).fails(1, "KvK.wdl");

    let (copy, files) = small_copy();
    fs::rename(&files, copy.path().join("brazilian")).unwrap();
    let probe = ["probe", "W:WK10:BK5", "--variant", "brazilian"];
    over(copy.path(), &probe).fails(1, "another variant");
    let run = over(copy.path(), &["verify", "--variant", "brazilian"]);
    assert_eq!(run.code, 1);
    assert!(run.out.contains("another variant"));
}

#[test]
fn a_flipped_byte_is_found_and_never_answered_from() {
    let (copy, files) = small_copy();
    let path = files.join("KvK.wdl");
    let whole = fs::read(&path).unwrap();
    for at in [0, 9, 40, 120, 255, 260, whole.len() - 1] {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x10;
        fs::write(&path, &bytes).unwrap();
        over(copy.path(), &["probe", "W:WK10:BK5"]).fails(1, "KvK.wdl");
        assert_eq!(over(copy.path(), &["verify"]).code, 1, "byte {at}");
    }
    fs::write(&path, &whole).unwrap();
    over(copy.path(), &["verify", "--sample", "100"]).succeeds();
}

#[test]
fn the_summary_of_findings_ends_standard_error() {
    let (copy, files) = small_copy();
    for name in ["KvK.wdl", "MvM.dtc"] {
        let mut bytes = fs::read(files.join(name)).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        fs::write(files.join(name), bytes).unwrap();
    }
    let run = over(copy.path(), &["verify"]);
    assert_eq!(run.code, 1);
    for name in ["KvK.wdl", "MvM.dtc"] {
        assert!(run.out.lines().any(|line| line.contains(name)), "{run:?}");
    }
    let summary = run.err.lines().last().unwrap();
    assert!(summary.starts_with("manoury: ") && summary.contains("findings"), "{summary}");
    assert_eq!(run.err.lines().filter(|line| line.starts_with("manoury: ")).count(), 1);
}

#[test]
fn a_table_that_others_stand_on_is_missed() {
    let (copy, files) = small_copy();
    fs::remove_file(files.join("KvK.wdl")).unwrap();
    for args in [&["verify"][..], &["verify", "--sample", "50"]] {
        let run = over(copy.path(), args);
        assert_eq!(run.code, 3, "{run:?}");
        assert!(run.out.contains("KvK"), "{run:?}");
        let summary = run.err.lines().last().unwrap();
        assert!(summary.ends_with("tables are missing"), "{summary}");
    }
    // All others stand on it, and none is said to be checked.
    let run = over(copy.path(), &["verify"]);
    assert_eq!(run.err.matches(" not checked\n").count(), 9, "{}", run.err);
    let (copy, files) = small_copy();
    fs::remove_file(files.join("KKvK.wdl")).unwrap();
    let run = over(copy.path(), &["verify"]);
    assert!(run.err.contains("] KvK checked: "), "{}", run.err);
    assert!(run.err.contains("] KKvK not checked\n"), "{}", run.err);
}

#[test]
fn damage_goes_before_reading_and_reading_before_what_is_missing() {
    let (copy, files) = small_copy();
    let kinds = |run: &Run| -> HashSet<String> {
        let report: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        let findings = report["findings"].as_array().unwrap();
        findings.iter().map(|finding| finding["kind"].as_str().unwrap().to_string()).collect()
    };
    let all = |names: &[&str]| names.iter().map(ToString::to_string).collect::<HashSet<_>>();
    fs::remove_file(files.join("KvK.wdl")).unwrap();
    let run = over(copy.path(), &["verify", "--json"]);
    assert_eq!((run.code, kinds(&run)), (3, all(&["missing"])));

    // A folder under the manifest's name cannot be read.
    fs::remove_file(files.join("manifest.json")).unwrap();
    fs::create_dir(files.join("manifest.json")).unwrap();
    let run = over(copy.path(), &["verify", "--json"]);
    assert_eq!((run.code, kinds(&run)), (4, all(&["missing", "unreadable"])));
    assert!(run.err.ends_with("tables cannot be read\n"), "{}", run.err);

    fs::write(files.join("MvM.dtc"), b"junk").unwrap();
    let run = over(copy.path(), &["verify", "--json"]);
    assert_eq!((run.code, kinds(&run)), (1, all(&["damaged", "missing", "unreadable"])));
    assert!(run.err.ends_with("the tables are damaged\n"), "{}", run.err);
}

/// Scores of KvK, White to move, by plain index.
struct Forged(Vec<Score>);

impl SliceScores for Forged {
    fn configuration(&self, _: usize, _: u64) -> &[Score] {
        &self.0
    }
}

#[test]
fn a_wrong_value_under_right_checksums_is_found() {
    let tablebase = Tablebase::<International>::open([small_tables()]).unwrap();
    let slice = "KvK".parse::<Material>().unwrap().slice();
    let index = Index::<International>::new(slice);
    let mut scores: Vec<Score> = (0..index.len())
        .map(|number| {
            let Some(position) = index.position(number, 0) else { return Score::NONE };
            let probe = tablebase.probe(&position).unwrap();
            let score = Score::new(probe.outcome, probe.dtc.unwrap_or(0));
            if position.has_capture() { score.with_capture() } else { score }
        })
        .collect();
    let (copy, files) = small_copy();
    let write = |scores: &[Score], kind: Kind| {
        let scores = Forged(scores.to_vec());
        let values = Values { dtc: &scores, scores: &scores };
        let mut bytes = Vec::new();
        let effort = Effort::Fast;
        let meter = Meter::new(slice, &Silent);
        let encoded = encode::<International, _>(slice, kind, &values, effort, &meter, &mut bytes);
        encoded.unwrap().unwrap();
        fs::write(files.join(format!("KvK.{kind}")), bytes).unwrap();
    };
    write(&scores, Kind::Wdl);
    over(copy.path(), &["verify"]).succeeds();

    // One of the two losses is made a draw.
    let lost = index.index(&"W:WK46:BK5".parse().unwrap()) as usize;
    assert_eq!(scores[lost], Score::new(Outcome::Loss, 2));
    scores[lost] = Score::DRAW;
    write(&scores, Kind::Wdl);
    // The bytes of the file are as they were written, so that it would be kept.
    let command = format!("`manoury generate --material KvK --out {}`", copy.path().display());
    for args in [&["verify"][..], &["verify", "--sample", "20000"]] {
        let run = over(copy.path(), args);
        assert_eq!(run.code, 1, "{run:?}");
        assert!(run.out.contains("KvK.wdl"), "{run:?}");
        assert!(run.out.contains(&format!("; delete the file and run {command}")), "{run:?}");
    }
}

/// The command that a message tells to run, carried out as a shell does.
#[cfg(unix)]
fn carry_out(message: &str) {
    let command = message.split('`').nth(1).unwrap_or_else(|| panic!("no command: {message}"));
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_manoury"));
    let run = std::process::Command::new("/bin/sh")
        .args(["-c", command])
        .env("PATH", program.parent().unwrap())
        .current_dir(std::env::temp_dir())
        .output()
        .unwrap();
    assert!(run.status.success(), "{command}: {run:?}");
}

#[cfg(unix)]
#[test]
fn what_messages_tell_to_do_helps() {
    let (copy, _) = small_copy();
    let folder = copy.path().join("it's mine");
    fs::create_dir(&folder).unwrap();
    fs::rename(copy.path().join("international"), folder.join("international")).unwrap();
    let table = folder.join("international/KKvK.wdl");
    let probe = || over(&folder, &["probe", "W:WK1,K2:BK37"]);
    for damage in [None, Some("junk".repeat(1000)), Some(String::new())] {
        match damage {
            None => fs::remove_file(&table).unwrap(),
            Some(junk) => fs::write(&table, junk).unwrap(),
        }
        let run = probe();
        assert!([1, 3].contains(&run.code), "{run:?}");
        carry_out(&run.err);
        probe().succeeds();
    }
    // What `verify` finds.
    fs::remove_file(&table).unwrap();
    carry_out(&over(&folder, &["verify"]).out);
    probe().succeeds();
    // What would take longer.
    let out = folder.to_str().unwrap().replace('\'', "'\\''");
    let usual = |variant: &str, out: &str| format!("`manoury generate{variant} --out '{out}'`");
    fs::write(folder.join("international/manifest.json"), "[]").unwrap();
    let run = over(&folder, &["verify"]);
    assert!(run.out.contains(&usual("", &out)), "{run:?}");
    let english = ["stats", "--variant", "english"];
    over(&folder, &english).fails(3, &usual(" --variant english", &out));
    let nowhere = format!("{out}/no where");
    over(&folder.join("no where"), &english).fails(3, &usual(" --variant english", &nowhere));
}

#[test]
fn foreign_files_are_passed_over_and_leftovers_removed() {
    let (copy, files) = small_copy();
    let foreign = ["notes.txt", "KvK.wdl.bak", "KQvK.wdl", "photo.tmp", "KvKK.wdl"];
    for name in foreign {
        fs::write(files.join(name), b"mine").unwrap();
    }
    fs::create_dir(files.join("KKKvK.wdl")).unwrap();
    fs::create_dir_all(copy.path().join("other/things")).unwrap();
    let leftovers = ["KKKvK.dtc.tmp", "manifest.json.tmp"];
    for name in leftovers {
        fs::write(files.join(name), b"half").unwrap();
    }
    assert!(over(copy.path(), &["probe", "W:WK10:BK5"]).succeeds().contains("wins"));
    over(copy.path(), &["verify"]).succeeds();
    let stats = over(copy.path(), &["stats", "--json"]).json_lines();
    assert_eq!(stats[0].as_array().unwrap().len(), 16);

    let out = copy.path().to_str().unwrap();
    let table = manoury(["generate", "--pieces", "3", "--out", out, "--effort", "fast"]).succeeds();
    assert_eq!(table.matches("kept").count(), 9, "{table}");
    for name in leftovers {
        assert!(!files.join(name).exists(), "{name}");
    }
    for name in foreign {
        assert_eq!(fs::read(files.join(name)).unwrap(), b"mine", "{name}");
    }
}
