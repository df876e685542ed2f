//! `manoury adjudicate`: recorded games judged on the command line.

mod cli_support;

use assert_cmd::cargo::cargo_bin_cmd;
use cli_support::{Run, manoury, over, small_copy, small_tables};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

const KNOWN: &str = "[FEN \"W:WK46,K47,K48:BK3\"]\n47-38 3-9 46-23 9-22 38-24 22-17 48-31 17-39 24-38 \
    39-17 31-42 17-22 38-15 22-6 42-31 6-1 31-18 1-6 18-13 6-17 15-20 17-39 13-18 39-17 20-33 17x39 \
    18-13 39-33 13-27 33-17 23-19 17-12 27-22 12-29 19-32 29-12";

/// Runs `manoury adjudicate` on a text in a folder that has no tables.
fn adjudicate(file: &str, args: &[&str]) -> Run {
    let folder = tempfile::tempdir().unwrap();
    let output = cargo_bin_cmd!("manoury")
        .current_dir(folder.path())
        .args(["adjudicate", "-"])
        .args(args)
        .write_stdin(file)
        .output()
        .unwrap();
    Run {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

fn json(run: &Run) -> Vec<Value> {
    run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn written(folder: &Path, name: &str, text: &[u8]) -> String {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_string()
}

#[test]
fn the_known_game_in_both_readings() {
    for (reading, ply, article) in [("fmjd", 32, "16"), ("lidraughts", 36, "5")] {
        let run = adjudicate(&format!("{KNOWN} 1-1"), &["--json", "--rules", reading]);
        let report = json(&run).remove(0);
        assert_eq!((run.code, run.err.as_str()), (0, ""));
        assert_eq!(report["over"], json!({"ply": ply, "article": article, "outcome": "draw"}));
        assert_eq!((&report["illegal"], &report["rules"]), (&json!([]), &json!(reading)));
        assert_eq!((&report["game"], &report["result"]), (&json!(1), &json!("1-1")));
        // A win is a contradiction, and that is the exit code.
        let run = adjudicate(&format!("{KNOWN} 2-0"), &["--json", "--rules", reading]);
        assert_eq!(run.code, 1);
        assert_eq!(json(&run)[0]["contradiction"], true);
        let run = adjudicate(&format!("{KNOWN} 2-0"), &["--rules", reading]);
        assert_eq!(run.code, 1);
        let needle = format!("after ply {ply}, the game is drawn: the limit of {article} moves");
        assert!(run.out.contains(&needle), "{}", run.out);
        assert!(run.out.contains("2-0, which contradicts the rules"), "{}", run.out);
        assert_eq!(run.out.contains("; 4 more plies were played"), reading == "fmjd");
    }
    let one_more = KNOWN.strip_suffix(" 19-32 29-12").and_then(|game| game.rsplit_once(' '));
    let run = adjudicate(&format!("{} 1-1", one_more.unwrap().0), &[]);
    assert!(run.out.contains("after ply 32; 1 more ply was played"), "{}", run.out);
}

#[test]
fn one_line_of_json_for_each_game_with_the_promised_fields() {
    let file = "[Event \"a\"]\n32-28 19-23 *\n\n[Event \"b\"]\n32-27 x *\n\n[Event \"c\"]\n\
        [FEN \"W:W51:B1\"]\n*\n\n[GameType \"25\"]\nc3-d4 *\n\n[Event \"e\"]\n32-28 17-17 *\n";
    let run = adjudicate(file, &["--json"]);
    assert_eq!(run.code, 2);
    let lines = json(&run);
    assert_eq!(lines.len(), 5);
    let head =
        "{\"game\":1,\"result\":\"*\",\"over\":null,\"illegal\":[],\"claims\":[],\"plies\":[],";
    assert!(run.out.starts_with(head), "{}", run.out);
    for (line, at, column, error) in [
        (1, 5, 7, "'x' is no move; write moves like 32-28"),
        (2, 8, 6, "square 51 is not on the board"),
        (3, 11, 11, "GameType 25 is another game"),
    ] {
        let refusal = &lines[line];
        assert_eq!(refusal.as_object().unwrap().len(), 4);
        assert_eq!(refusal["game"], line + 1);
        assert_eq!((&refusal["line"], &refusal["column"]), (&json!(at), &json!(column)));
        assert!(refusal["error"].as_str().unwrap().starts_with(error), "{refusal}");
    }
    assert_eq!(run.err.lines().count(), 3);
    assert!(run.err.starts_with("manoury: -: game 2: line 5, column 7: 'x' is no move"));
    let illegal = &lines[4]["illegal"][0];
    assert_eq!((&illegal["ply"], &illegal["move"]), (&json!(2), &json!("17-17")));
    assert_eq!((&illegal["line"], &illegal["column"]), (&json!(15), &json!(7)));
    assert_eq!(illegal["problem"], "illegal");
    assert_eq!(illegal["legal"].as_array().unwrap().len(), 9);
    // An illegal move alone contradicts no result.
    assert_eq!(adjudicate("32-28 17-17 0-2", &["--json"]).code, 0);
}

#[test]
fn values_and_thrown_wins_from_tables() {
    let folder = tempfile::tempdir().unwrap();
    let file = written(folder.path(), "a.pdn", b"[FEN \"W:WK10:BK5\"]\n10-4 5-46 2-0\n");
    let run = over(small_tables(), &["adjudicate", "--json", &file]);
    let report = &run.json_lines()[0];
    assert_eq!(report["plies"][0]["category"], "win");
    assert_eq!(report["plies"][1]["category"], "draw");
    let change = json!({"ply": 1, "move": "10-4", "from": "win", "to": "draw", "best": "10-46"});
    assert_eq!(report["changes"], json!([change]));
    assert_eq!(report["tables"], json!({"pieces": 3, "from": 1, "missing": []}));
    let text = over(small_tables(), &["adjudicate", &file]).succeeds();
    assert!(text.ends_with("; 1 win given away in 1 game that the tables know\n"), "{text}");
    assert!(text.contains("ply 1, 10-4: win → draw; best was 10-46"), "{text}");
    assert!(text.contains("up to 3 pieces; they know the game from ply 1 on"), "{text}");
}

#[test]
fn the_sample_of_the_guide() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/games.pdn");
    let run = over(small_tables(), &["adjudicate", "--json", file.to_str().unwrap()]);
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    let games = json(&run);
    let told = |game: &Value| (game["contradiction"] == true, game["changes"].clone());
    assert_eq!(games.len(), 3);
    assert!(told(&games[0]).0 && !told(&games[1]).0 && !told(&games[2]).0);
    assert_eq!(games[0]["over"]["ply"], 32);
    assert_eq!(games[1]["changes"][0]["best"], "11-6");
    assert_eq!(games[2]["illegal"][0]["legal"], json!(["28x19"]));
    let summary = over(small_tables(), &["adjudicate", file.to_str().unwrap()]).out;
    let last = "3 games: 1 drawn by the rules, 1 played on past a draw, 1 with a move that could not \
        be played, 1 with a result that contradicts the rules, 0 not read; \
        1 win given away in 2 games that the tables know\n";
    assert!(summary.ends_with(last), "{summary}");
}

#[test]
fn each_game_is_of_its_own_variant() {
    let file = "[GameType \"21\"]\n[FEN \"W:WK29:BK3:H79\"]\n29-25 1-0\n\n[GameType \"26\"]\n\
        [FEN \"W:WK29:BK3:H39\"]\na1-b2 1-0\n\n[Event \"x\"]\n[FEN \"W:WK29:BK3:H9\"]\n29-24 2-0\n";
    let run = adjudicate(file, &["--json"]);
    assert_eq!(run.code, 1);
    let told: Vec<_> = json(&run)
        .into_iter()
        .map(|game| (game["variant"].clone(), game["over"].clone()))
        .collect();
    let over = |article| json!({"ply": 1, "article": article, "outcome": "draw"});
    assert_eq!(told[0], (json!("english"), over("25")));
    assert_eq!(told[1], (json!("brazilian"), over("25")));
    assert_eq!(told[2], (json!("international"), over("5")));
    let run = adjudicate("[FEN \"W:WK29:BK3:H79\"]\n29-25 1-0", &["--variant", "english"]);
    assert!(run.out.contains("the limit of 40 moves"), "{}", run.out);
}

#[test]
fn several_files_and_what_cannot_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let good = written(folder.path(), "good.pdn", b"[White \"Andr\xe9\"]\r\n32-28 1-1\r\n");
    let bad = written(folder.path(), "bad.pdn", format!("{KNOWN} 2-0\n").as_bytes());
    let broken = written(folder.path(), "broken.pdn", b"32-28 {");
    let missing = folder.path().join("none.pdn").to_str().unwrap().to_string();
    let run = |files: &[&str]| manoury(["adjudicate"].iter().chain(files));
    let text = run(&[&good]).succeeds();
    assert!(text.starts_with("Game 1: André – ?\n"), "{text}");
    assert!(text.ends_with("0 not read\n"));
    let both = run(&[&good, &bad]);
    assert_eq!(both.code, 1);
    assert!(both.out.starts_with(&format!("{good}, Game 1: André – ?\n")), "{}", both.out);
    run(&[&missing]).fails_after_output(4, "none.pdn");
    run(&[&broken]).fails_after_output(2, "line 1, column 7: the comment that begins here");
    // A result that cannot stand comes before all else, a file that cannot be read before a game.
    assert_eq!(run(&[&missing, &broken, &bad]).code, 1);
    assert_eq!(run(&[&broken, &missing, &good]).code, 4);
    assert_eq!(run(&[folder.path().to_str().unwrap()]).code, 4);
}

#[test]
fn tables_that_are_named_must_be_there() {
    let file = format!("{KNOWN} 1-1");
    let run = adjudicate(&file, &["--tables", "no-such-folder"]);
    run.fails(3, "no-such-folder");
    // The sixteen-clock runs through slices that are not there.
    let run = adjudicate(&file, &["--json", "--tables", small_tables().to_str().unwrap()]);
    let report = run.json_lines().remove(0);
    assert_eq!(report["tables"], json!({"pieces": 3, "from": 26, "missing": []}));
    assert_eq!(report["plies"].as_array().unwrap().len(), 11);
}

#[test]
fn the_usual_folder_may_be_missing_but_not_unreadable() {
    let folder = tempfile::tempdir().unwrap();
    let run = || {
        let mut command = cargo_bin_cmd!("manoury");
        command.current_dir(folder.path()).args(["adjudicate", "-"]).write_stdin("32-28 *");
        command.output().unwrap()
    };
    assert!(run().status.success());
    written(folder.path(), "tablebases", b"no folder");
    let output = run();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && told.contains("cannot read the tables folder"), "{told}");
}

#[test]
fn a_damaged_table_is_told_and_the_rules_go_on() {
    let (copy, files) = small_copy();
    let table = files.join("KKvK.wdl");
    let mut bytes = fs::read(&table).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(table, bytes).unwrap();
    let run =
        adjudicate(&format!("{KNOWN} 1-1"), &["--json", "--tables", copy.path().to_str().unwrap()]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("KKvK.wdl") && run.err.lines().count() == 1, "{}", run.err);
    assert_eq!(json(&run)[0]["over"]["ply"], 32);
}

#[test]
fn wrong_arguments_are_told() {
    manoury(["adjudicate"]).fails(2, "<FILE>");
    manoury(["adjudicate", "-", "--rules", "chess"]).fails(2, "fmjd or lidraughts");
}

#[test]
fn folders_that_are_named_have_tables() {
    let folder = tempfile::tempdir().unwrap();
    let file = written(folder.path(), "a.pdn", b"[FEN \"W:WK10:BK5\"]\n10-4 *\n");
    let judge = |args: &[&str]| over(folder.path(), &[&["adjudicate", &file], args].concat());
    let place = folder.path().display();
    let command = format!("`manoury generate --out {place}`");
    judge(&[]).fails(3, &format!("no international tables in {place}"));
    judge(&["--json"]).fails(3, &command);
    judge(&["--variant", "english"]).fails(3, "no english tables");
    // One of two is enough, and so are tables of another game.
    let small = small_tables().to_str().unwrap();
    let text = judge(&["--tables", small]).succeeds();
    assert!(text.contains("up to 3 pieces"), "{text}");
    let english = over(small_tables(), &["adjudicate", "--variant", "english", &file]).succeeds();
    assert!(english.contains("none: judged by the rules alone"), "{english}");
}

#[test]
fn a_file_without_a_game_is_told() {
    for empty in ["", "\n\n", "; a comment\n"] {
        let run = adjudicate(empty, &[]);
        assert_eq!((run.code, run.err.as_str()), (0, "manoury: -: there is no game in it\n"));
        assert!(run.out.starts_with("0 games: "), "{}", run.out);
        assert_eq!(adjudicate(empty, &["--json"]).out, "");
    }
    assert_eq!(adjudicate("32-28 *", &[]).err, "");
}
