//! Whatever is typed wrong gets one clear line and the exit code that tells what kind of wrong.

mod cli_support;

use cli_support::{manoury, over, small_tables};

#[test]
fn wrong_fens() {
    let long = format!("W:W{}", "1,".repeat(5000));
    for (fen, needle) in [
        ("W:W5:B6", "square 5"),
        ("B:W6:B46", "square 46"),
        ("W:W31,31:B3", "square 31"),
        ("W:W31:BK31", "square 31"),
        ("W:W51:B3", "square 51"),
        ("W31:B3", "side to move"),
        ("", "side to move"),
        ("W:W31", "B's pieces"),
        ("W:WX31:B3", "'X31'"),
        ("W:W31\n:B3\u{7}x", "'3?x'"),
        (&long, "10003 characters"),
    ] {
        for command in ["probe", "line", "moves"] {
            let args = [command, fen];
            let run = if command == "moves" { manoury(args) } else { over(small_tables(), &args) };
            run.fails(2, needle);
        }
        manoury(["perft", fen, "3"]).fails(2, needle);
    }
    // The squares are those of the variant.
    manoury(["moves", "W:W33:B3", "--variant", "english"]).fails(2, "1-32");
}

#[test]
fn impossible_clocks() {
    for (fen, clocks, needle) in [
        ("W:WK1:BK45", &["--clock25", "51"][..], "25-clock"),
        ("W:WK1:BK45:H51", &[], "25-clock"),
        ("W:WK1:BK45", &["--clock5", "11"], "5-clock"),
        ("W:WK1,K2,K3:BK45", &["--clock16", "33"], "16-clock"),
        ("W:WK1,K2,K3:BK45", &["--clock16", "3", "--clock25", "4"], "behind"),
        ("W:WK1:BK45", &["--clock25", "11"], "5-clock"),
        ("W:W31:B20", &["--clock5", "3"], "cannot run"),
        ("W:WK1:BK45", &["--clock25", "-1"], "'-1'"),
        ("W:WK1:BK45", &["--clock25", "x"], "--clock25"),
        ("W:WK1:BK45", &["--clock25", "70000"], "70000"),
        ("W:WK1:BK45", &["--rules", "chess"], "fmjd or lidraughts"),
    ] {
        for command in ["probe", "line"] {
            let mut args = vec![command, fen];
            args.extend(clocks);
            over(small_tables(), &args).fails(2, needle);
        }
    }
    let args = ["probe", "W:WK1:BK32", "--variant", "brazilian"];
    manoury(args.into_iter().chain(["--rules", "lidraughts"])).fails(2, "brazilian");
    manoury(args.into_iter().chain(["--clock16", "2"])).fails(2, "16-clock");
}

#[test]
fn wrong_work_to_make() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let generate = |args: &[&str]| {
        let head = ["generate", "--out", out.to_str().unwrap()];
        manoury(head.iter().chain(args))
    };
    for (args, needle) in [
        (&["--pieces", "0"][..], "2 to 7 pieces, not 0"),
        (&["--pieces", "1"], "2 to 7 pieces, not 1"),
        (&["--pieces", "99"], "2 to 7 pieces, not 99"),
        (&["--pieces", "-4"], "'-4'"),
        (&["--material", "KQvK"], "'KQvK' is no material"),
        (&["--material", "K"], "'K' is no material"),
        (&["--material", "KvK,"], "'' is no material"),
        (&["--material", "KKKKKKKvK"], "more than 7 pieces"),
        (&["--memory", "1K"], " of memory, 1.00 KiB are allowed; allow more with --memory"),
        (&["--memory", "much"], "512M or 2GiB"),
        (&["--kinds", "wdl,abc"], "'abc'"),
        (&["--effort", "some"], "normal"),
        (&["--threads", "0"], "'0'"),
        (&["--pieces", "3", "--material", "KvK"], "--material"),
    ] {
        generate(args).fails(2, needle);
        assert!(!out.exists(), "{args:?}");
    }
    // The figure that is needed is told, is that of a dry run, and is enough.
    let refused = generate(&["--pieces", "3", "--dry-run", "--memory", "1K"]);
    let words: Vec<&str> = refused.err.split_whitespace().collect();
    let [slice, "needs", number, unit] = words[1..5] else { panic!("{refused:?}") };
    let needed = format!("{number} {unit}");
    let row = refused.out.lines().find(|line| line.split(' ').next() == Some(slice)).unwrap();
    assert!(row.contains(&needed), "{refused:?}");
    assert!(refused.out.contains(&format!("memory needed  {needed},")), "{refused:?}");
    generate(&["--pieces", "3", "--memory", &needed]).succeeds();
}

#[test]
fn a_verification_that_does_not_fit_tells_a_way_out() {
    over(small_tables(), &["verify", "--memory", "1K"]).fails(2, "--memory or check a part");
    over(small_tables(), &["verify", "--memory", "1K", "--sample", "9"]).succeeds();
}

#[test]
fn wrong_arguments() {
    for (args, needle) in [
        (&["bogus"][..], "'bogus'"),
        (&["probe"], "<FEN>"),
        (&["perft", "start"], "<DEPTH>"),
        (&["perft", "start", "-1"], "'-1'"),
        (&["perft", "start", "many"], "'many'"),
        (&["moves", "start", "--variant", "chess"], "international, brazilian or english"),
        (&["stats", "KK"], "'KK' is no material"),
        (&["verify", "--sample", "0"], "'0'"),
        (&["verify", "extra"], "'extra'"),
    ] {
        manoury(args).fails(2, needle);
    }
    let run = manoury::<&str>([]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.contains("Usage: manoury"));
}

#[test]
fn one_wrong_position_among_others() {
    let run = over(
        small_tables(),
        &["probe", "--json", "W:WK10:BK5", "W:W51:B3", "W:WK1,K2,K3:BK50", "W:W:BK5"],
    );
    // The first failure decides, and each has its line.
    assert_eq!(run.code, 2);
    assert_eq!(run.err.lines().count(), 2);
    let lines: Vec<serde_json::Value> =
        run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0]["category"], "win");
    assert_eq!(lines[1]["fen"], "W:W51:B3");
    assert!(lines[1]["error"].as_str().unwrap().contains("square 51"));
    assert_eq!(lines[1].as_object().unwrap().len(), 2);
    assert!(lines[2]["error"].as_str().unwrap().contains("generate --material KKKvK"));
    assert_eq!(lines[3]["category"], "loss");

    let args = ["probe", "--json", "W:WK1,K2,K3:BK50", "W:W51:B3"];
    assert_eq!(over(small_tables(), &args).code, 3);
    let human = over(small_tables(), &["probe", "W:W51:B3", "W:WK10:BK5"]);
    assert_eq!(human.code, 2);
    assert!(human.out.contains("White to move wins"));
    assert!(human.err.starts_with("manoury: W:W51:B3: square 51"));
}

#[test]
fn only_the_other_side_without_pieces() {
    over(small_tables(), &["probe", "W:WK5:B"]).fails(2, "has no piece");
    over(small_tables(), &["line", "B:W:BK5"]).fails(2, "has no piece");
    let answer = over(small_tables(), &["probe", "--json", "B:WK5:B"]).json_lines();
    assert_eq!(answer[0]["category"], "loss");
    let moves = manoury(["moves", "--json", "W:W:BK5"]).succeeds();
    assert_eq!(moves, "[]\n");
}
