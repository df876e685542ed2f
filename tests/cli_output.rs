//! What is printed.

mod cli_support;

use assert_cmd::cargo::cargo_bin_cmd;
use cli_support::{manoury, over, rows, small_copy, small_tables};
use serde_json::json;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

#[test]
fn help_of_every_command() {
    let help = manoury(["--help"]).succeeds();
    let reads = ["probe", "line", "stats", "verify", "hub", "serve", "adjudicate"];
    for command in reads.into_iter().chain(["generate", "moves", "perft", "export"]) {
        assert!(help.contains(command));
        let text = manoury([command, "--help"]).succeeds();
        assert!(text.contains("Examples:") && text.contains("--variant"), "{text}");
        let reads = reads.contains(&command);
        assert_eq!(text.contains("--tables <DIR>"), reads, "{command}");
        assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
        assert!(manoury([command, "-h"]).succeeds().contains("Usage:"));
    }
    assert!(help.contains("Exit codes:"));
    assert!(manoury(["--version"]).succeeds().starts_with("manoury "));
}

#[test]
fn probe_json_has_the_promised_fields() {
    let text = over(small_tables(), &["probe", "--json", "w : BK5 : WK10."]).succeeds();
    assert_eq!(text.lines().count(), 1);
    let head = "{\"fen\":\"W:WK10:BK5\",\"category\":\"win\",\"dtc\":3,\"dtw\":3,\
                \"rules\":\"fmjd\",\"clocks\":{\"c25\":0,\"c16\":null,\"c5\":0},\"over\":null,\"moves\":[\
                {\"move\":\"10-46\",\"fen\":\"B:WK46:BK5\",\"category\":\"loss\",\"dtc\":2,\
                \"dtw\":2,\"conversion\":false,\"from\":10,\"to\":46,\"taken\":[],\"path\":[10,46],\
                \"clocks\":{\"c25\":1,\"c16\":null,\"c5\":1},\"over\":null},";
    assert!(text.starts_with(head), "{text}");
    let answer: serde_json::Value = serde_json::from_str(&text).unwrap();
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 10);
    // Best first: the opponent's losses, then draws, then wins.
    let categories: Vec<&str> = moves.iter().map(|m| m["category"].as_str().unwrap()).collect();
    assert!(categories.is_sorted_by_key(|category| match *category {
        "loss" => 0,
        "draw" => 1,
        _ => 2,
    }));
    // A draw has no distances.
    assert!(moves[1]["dtc"].is_null() && moves[1]["dtw"].is_null());
}

#[test]
fn clocks_change_categories_and_never_distances() {
    let probe = |args: &[&str]| {
        let head = ["probe", "--json", "W:WK10:BK5"];
        let args: Vec<&str> = head.iter().chain(args).copied().collect();
        over(small_tables(), &args).json_lines().remove(0)
    };
    let late = probe(&["--clock5", "8"]);
    assert_eq!(late["category"], "cursed-win");
    assert_eq!((&late["dtc"], &late["dtw"]), (&json!(3), &json!(3)));
    assert_eq!(late["clocks"], json!({"c25": 0, "c16": null, "c5": 8}));
    assert_eq!(late["moves"][0]["category"], "blessed-loss");
    assert_eq!(probe(&["--clock5", "7"])["category"], "win");
    let other = probe(&["--rules", "lidraughts", "--clock16", "20"]);
    assert_eq!(other["rules"], "lidraughts");
    assert_eq!(other["clocks"]["c16"], json!(null));
    // The FEN's counter is the 25-clock, the option goes before it.
    let counted = over(small_tables(), &["probe", "--json", "W:WK10:BK5:H3:F60"]).json_lines();
    assert_eq!(counted[0]["clocks"], json!({"c25": 3, "c16": null, "c5": 3}));
    let args = ["probe", "--json", "W:WK10:BK5:H3", "--clock25", "4"];
    let given = over(small_tables(), &args).json_lines();
    assert_eq!(given[0]["clocks"]["c25"], 4);
}

#[test]
fn a_move_that_ends_the_game_leads_to_a_loss_in_none() {
    let answer = over(small_tables(), &["probe", "--json", "W:WK46:B23"]).json_lines();
    let child = &answer[0]["moves"][0];
    assert_eq!(
        (&child["category"], &child["dtc"], &child["dtw"], &child["conversion"]),
        (&json!("loss"), &json!(0), &json!(0), &json!(true))
    );
}

#[test]
fn human_answers_are_plain_where_nobody_looks() {
    let text = over(small_tables(), &["probe", "W:WK10:BK5"]).succeeds();
    assert!(!text.contains('\x1b'));
    for needle in [
        "   1    .   .   .   .   B    5",
        "FEN      W:WK10:BK5",
        "White to move wins: conversion in 3 plies, end of the game in 3 plies",
        "25 moves 0/50, 5 moves 0/10",
        "Winning moves",
        "Drawing moves",
        "Losing moves",
    ] {
        assert!(text.contains(needle), "{needle} in\n{text}");
    }
    let draw = over(small_tables(), &["probe", "B:WK2:BK26"]).succeeds();
    assert!(draw.contains("Verdict  Draw"), "{draw}");
    let lost = over(small_tables(), &["probe", "W:W:BK26"]).succeeds();
    assert!(lost.contains("White to move has no piece and has lost"), "{lost}");
    let late = over(small_tables(), &["probe", "W:WK10:BK5", "--clock5", "9"]).succeeds();
    assert!(late.contains("cursed win"), "{late}");
}

#[test]
fn a_line_goes_to_the_end() {
    let text = over(small_tables(), &["line", "W:WK10:BK5"]).succeeds();
    assert!(text.contains("10-46") && text.ends_with("Black has no piece: White wins.\n"));
    let text = over(small_tables(), &["line", "W:WK10:BK5", "--clock5", "8"]).succeeds();
    assert!(text.ends_with("Drawn by the limit of 5 moves.\n"), "{text}");
    let text = over(small_tables(), &["line", "B:WK2:BK26"]).succeeds();
    assert!(text.ends_with("A draw has no best play to show.\n"), "{text}");
    let text = over(small_tables(), &["line", "W:W:BK26"]).succeeds();
    assert!(text.contains("has lost"), "{text}");
}

#[test]
fn legal_moves() {
    for row in rows("rules/tests/data/moves.tsv") {
        let found = manoury(["moves", "--json", &row[0]]).json_lines().remove(0);
        let mut texts: Vec<String> = found
            .as_array()
            .unwrap()
            .iter()
            .map(|mv| {
                let taken = mv["taken"].as_array().unwrap();
                if taken.is_empty() {
                    return format!("{}-{}", mv["from"], mv["to"]);
                }
                let taken: Vec<String> = taken.iter().map(|square| square.to_string()).collect();
                format!("{}x{}[{}]", mv["from"], mv["to"], taken.join(","))
            })
            .collect();
        let mut expected: Vec<String> = row[2].split_whitespace().map(str::to_string).collect();
        texts.sort();
        expected.sort();
        assert_eq!(texts, expected, "{}", row[0]);
    }
    let found = manoury(["moves", "--json", "W:WK4:B13,20,32,37"]).succeeds();
    let first = "[{\"move\":\"4x27x38x15\",\"from\":4,\"to\":15,\"taken\":[13,20,32],\
                 \"path\":[4,27,38,15]},";
    assert!(found.starts_with(first), "{found}");
    let text = manoury(["moves", "start"]).succeeds();
    assert!(text.contains("White has 9 legal moves"), "{text}");
}

#[test]
fn perft_counts() {
    for row in rows("rules/tests/data/perft.tsv") {
        let counts: Vec<u64> = row[3]
            .split(' ')
            .map(|count| count.parse().unwrap())
            .take_while(|&n| n < 2_000_000)
            .collect();
        let fen = if row[2].is_empty() { "start" } else { &row[2] };
        let depth = counts.len().to_string();
        let text = manoury(["perft", fen, &depth, "--variant", &row[0]]).succeeds();
        let expected: String =
            (1..).zip(&counts).map(|(depth, count)| format!("{depth} {count}\n")).collect();
        assert_eq!(text, expected, "{row:?}");
    }
    assert_eq!(manoury(["perft", "start", "0"]).succeeds(), "0 1\n");
}

#[test]
fn stats_json_has_the_promised_fields() {
    let text = over(small_tables(), &["stats", "--json"]).succeeds();
    assert_eq!(text.lines().count(), 1);
    let head = "[{\"material\":\"KvK\",\"positions\":2450,\"win\":424,\"cursed_win\":0,\
                \"draw\":2024,\"blessed_loss\":0,\"loss\":2,\"captures\":408,\"longest_win\":3,\
                \"longest_win_fen\":\"W:WK";
    assert!(text.starts_with(head), "{text}");
    let all: serde_json::Value = serde_json::from_str(&text).unwrap();
    let all = all.as_array().unwrap();
    // Symmetric materials once, the others with either side to move.
    assert_eq!(all.len(), 4 + 12);
    for statistics in all {
        let keys: Vec<&String> = statistics.as_object().unwrap().keys().collect();
        assert_eq!(keys.len(), 17, "{keys:?}");
        for longest in ["longest_win", "longest_loss"] {
            let fen = &statistics[format!("{longest}_fen")];
            assert_eq!(statistics[longest].is_null(), fen.is_null());
            let Some(fen) = fen.as_str() else { continue };
            let answer = over(small_tables(), &["probe", "--json", fen]).json_lines().remove(0);
            assert_eq!(answer["category"], longest.trim_start_matches("longest_"));
            assert_eq!(answer[statistics["metric"].as_str().unwrap()], statistics[longest]);
        }
    }
    let human = over(small_tables(), &["stats", "KvM"]).succeeds();
    assert!(human.contains("KvM") && human.contains("MvK") && !human.contains("KKvK"));
}

#[test]
fn verify_json() {
    let report = over(small_tables(), &["verify", "--json"]).json_lines().remove(0);
    assert_eq!(report["ok"], true);
    assert_eq!(report["files"], 27);
    assert_eq!(report["findings"], json!([]));
    assert!(report["positions"].as_u64().unwrap() > 500_000);
    let sample = over(small_tables(), &["verify", "--json", "--sample", "100"]).json_lines();
    assert_eq!(sample[0]["positions"], 16 * 100);
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_manoury"))
        .args(["perft", "start", "9"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "1 9\n");
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    assert_eq!(output.status.code(), Some(0));
}

#[cfg(target_os = "linux")]
#[test]
fn standard_output_that_cannot_be_written() {
    let tables = small_tables().to_str().unwrap();
    let page = tempfile::tempdir().unwrap();
    let page = page.path().join("page.html");
    for args in [
        &["--help"][..],
        &["--version"],
        &["stats", "--help"],
        &["perft", "start", "2"],
        &["moves", "start"],
        &["moves", "start", "--json"],
        &["probe", "W:WK10:BK5", "--tables", tables],
        &["probe", "W:WK10:BK5", "--json", "--tables", tables],
        &["line", "W:WK10:BK5", "--tables", tables],
        &["stats", "--tables", tables],
        &["stats", "--json", "--tables", tables],
        &["stats", "--html", page.to_str().unwrap(), "--tables", tables],
        &["verify", "--sample", "10", "--tables", tables],
        &["generate", "--pieces", "2", "--out", tables],
        &["generate", "--dry-run"],
        &["adjudicate", "docs/games.pdn"],
        &["adjudicate", "docs/games.pdn", "--json", "--tables", tables],
    ] {
        let run = |stdout: Stdio| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_manoury"));
            let output = command.args(args).stdout(stdout).output().unwrap();
            (output.status.code(), String::from_utf8(output.stderr).unwrap())
        };
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let (code, error) = run(full.into());
        assert_eq!(code, Some(4), "{args:?}: {error}");
        let last = error.lines().last().unwrap();
        assert!(last.starts_with("manoury: cannot write to standard output"), "{args:?}: {error}");
        // A pipe whose reader has gone.
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let (code, error) = run(writer.into());
        assert_eq!(code, Some(0), "{args:?}: {error}");
        assert!(!error.contains("manoury:") && !error.contains("panicked"), "{args:?}: {error}");
    }
}

#[test]
fn a_page_of_statistics() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("page.html");
    let file = path.to_str().unwrap();
    let said = over(small_tables(), &["stats", "--html", file]).succeeds();
    assert!(said.contains("page.html written"), "{said}");
    let page = std::fs::read_to_string(&path).unwrap();
    // Every slice has its section; 16 materials with DTC and DTW.
    for slice in ["KvK", "KvM", "MvM", "KKvK", "KKvM", "KMvK", "KMvM", "MMvK", "MMvM"] {
        assert!(page.contains(&format!("<section id=\"{slice}\">")), "{slice}");
    }
    assert_eq!(page.matches("<svg").count(), 2 * 16);
    assert!(page.contains("<td>806,300</td>"));
    let json = over(small_tables(), &["stats", "--json"]).json_lines().remove(0);
    for fen in json.as_array().unwrap().iter().filter_map(|one| one["longest_win_fen"].as_str()) {
        assert!(page.contains(fen), "{fen}");
    }
    assert!(!page.contains("src=") && !page.contains("<script"));
    assert_eq!(over(small_tables(), &["stats", "--html", "-"]).succeeds(), page);
    // A bare name is a file of the working folder.
    let here = tempfile::tempdir().unwrap();
    let tables = small_tables().to_str().unwrap();
    let run = Command::new(env!("CARGO_BIN_EXE_manoury"))
        .args(["stats", "--html", "page.html", "--tables", tables])
        .current_dir(here.path())
        .output()
        .unwrap();
    assert!(run.status.success(), "{run:?}");
    assert_eq!(std::fs::read_to_string(here.path().join("page.html")).unwrap(), page);
    // One material, written over what was there; nothing else is left in the folder.
    over(small_tables(), &["stats", "KvM", "--html", file]).succeeds();
    let page = std::fs::read_to_string(&path).unwrap();
    assert_eq!(page.matches("<svg").count(), 2 * 2);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    #[cfg(unix)]
    {
        let link = folder.path().join("link.html");
        std::os::unix::fs::symlink(&path, &link).unwrap();
        std::fs::write(&path, "old").unwrap();
        over(small_tables(), &["stats", "KvM", "--html", link.to_str().unwrap()]).succeeds();
        assert!(link.is_symlink(), "a link is followed");
        assert!(std::fs::read_to_string(&path).unwrap().contains("KvM"));
    }
    let nowhere = folder.path().join("no/page.html");
    let args = ["stats", "--html", nowhere.to_str().unwrap()];
    over(small_tables(), &args).fails(4, "cannot write");
    over(small_tables(), &["stats", "--json", "--html", file]).fails(2, "--json");
}

#[test]
fn statistics_of_single_kinds_of_file() {
    let whole = over(small_tables(), &["stats", "KMvK", "--json"]).json_lines().remove(0);
    for (left, metric) in [("wdl", None), ("dtc", Some("dtc")), ("dtw", Some("dtw"))] {
        let (copy, files) = small_copy();
        for kind in ["wdl", "dtc", "dtw"].into_iter().filter(|kind| *kind != left) {
            std::fs::remove_file(files.join(format!("KMvK.{kind}"))).unwrap();
        }
        let alone = over(copy.path(), &["stats", "KMvK", "--json"]).json_lines().remove(0);
        for side in 0..2 {
            let (alone, whole) = (&alone[side], &whole[side]);
            for count in ["positions", "win", "cursed_win", "draw", "blessed_loss", "loss"] {
                assert_eq!(alone[count], whole[count], "{left} {count}");
            }
            assert_eq!(alone["metric"].as_str(), metric);
            assert_eq!(alone["longest_win"].is_null(), metric.is_none());
            assert!(alone["dtx_bytes"].is_null());
        }
        let text = over(copy.path(), &["stats", "KMvK"]).succeeds();
        assert!(text.contains("cursed") && text.contains("blessed") && text.contains("dtx"));
    }
}

#[test]
fn the_default_folder_is_tablebases() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| {
        cargo_bin_cmd!("manoury").current_dir(folder.path()).args(args).assert().success()
    };
    run(&["generate", "--pieces", "2"]);
    assert!(folder.path().join("tablebases/international/KvK.wdl").is_file());
    run(&["probe", "W:WK10:BK5"]);
}
