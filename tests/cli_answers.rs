//! Answers that others have published, asked on the command line of all tables of 2–4 pieces.

mod cli_support;
mod common;

use cli_support::{over, rows};
use serde_json::Value;

#[test]
fn published_outcomes() {
    let folder = common::four_pieces();
    let rows: Vec<_> = rows("prober/tests/data/positions.tsv")
        .into_iter()
        .filter(|row| row[0].split([',', ':']).skip(1).count() <= 4)
        .collect();
    assert!(rows.len() > 10);
    let mut args = vec!["probe", "--json"];
    args.extend(rows.iter().map(|row| row[0].as_str()));
    let answers = over(&folder, &args).json_lines();
    for (row, answer) in rows.iter().zip(answers) {
        assert_eq!(answer["category"], row[1].as_str(), "{}", row[0]);
    }
}

#[test]
fn draw_clocks() {
    let folder = common::four_pieces();
    for row in rows("prober/tests/data/clock-vectors.tsv") {
        let [fen, c25, c16, c5, reading, outcome, distance] = &row[..7] else { panic!("{row:?}") };
        let mut args = vec!["probe", "--json", fen, "--rules", reading];
        let clocks = [("--clock25", c25), ("--clock16", c16), ("--clock5", c5)];
        for (option, plies) in clocks.into_iter().filter(|(_, plies)| *plies != "-") {
            args.extend([option, plies]);
        }
        let answer = over(&folder, &args).json_lines().remove(0);
        let category = match answer["category"].as_str().unwrap() {
            "cursed-win" | "blessed-loss" => "draw",
            category => category,
        };
        assert_eq!(category, outcome, "{row:?}");
        if distance != "-" {
            let plies = distance.parse::<u64>().unwrap();
            let found = [&answer["dtw"], &answer["dtc"]].map(Value::as_u64);
            assert!(found.contains(&Some(plies)), "{row:?}: {found:?}");
        }
    }
}

#[test]
fn published_counts() {
    let folder = common::four_pieces();
    let statistics = over(&folder, &["stats", "--json"]).json_lines().remove(0);
    let statistics = statistics.as_array().unwrap();
    let mut seen = 0;
    // A name has a letter for each piece, and the v.
    for row in rows("generator/tests/data/slices.tsv").iter().filter(|row| row[0].len() <= 5) {
        let found = statistics.iter().find(|found| found["material"] == row[0].as_str()).unwrap();
        let number = |text: &str| text.parse::<u64>().ok();
        let fields =
            ["positions", "win", "draw", "loss", "captures", "longest_win", "longest_loss"];
        for (field, expected) in fields.into_iter().zip(&row[1..]) {
            assert_eq!(found[field].as_u64(), number(expected), "{} {field}", row[0]);
        }
        assert_eq!(found["metric"], "dtw");
        seen += 1;
    }
    assert_eq!((seen, statistics.len()), (28, 4 + 12 + 25));
}
