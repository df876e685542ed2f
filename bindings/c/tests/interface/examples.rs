//! The examples print what the guide says, however they are linked.

use crate::toolchain::{Linking, Toolchain, output, package, run};
use std::fs;
use std::path::Path;
use std::process::Command;

const FEN: &str = "W:WK12,K40,50:BK11";

/// What an example is called with, and the file that has its output.
const RUNS: [(&str, &[&str], &str); 3] = [
    ("examples/probe.c", &[FEN], "examples/probe.txt"),
    ("examples/probe.c", &[FEN, "2"], "examples/probe-late.txt"),
    ("examples/play.cpp", &[FEN], "examples/play.txt"),
];

fn read(path: &str) -> String {
    fs::read_to_string(package().join(path)).unwrap()
}

fn all_runs(linking: Linking, sanitized: bool) {
    let Some(toolchain) = Toolchain::find() else { return };
    let tables = crate::tables::folder();
    for source in ["examples/probe.c", "examples/play.cpp"] {
        let program = toolchain.program(source, linking, sanitized);
        for (_, args, expected) in RUNS.iter().filter(|run| run.0 == source) {
            let printed = run(Command::new(&program).arg(tables).args(*args), "");
            assert_eq!(printed, read(expected), "{source} {args:?}");
        }
        ends_with_a_text(&program, tables);
    }
}

/// Wrong arguments end an example with a message.
fn ends_with_a_text(program: &Path, tables: &Path) {
    let nowhere = Path::new("/no/such/folder");
    for (folder, fen, code, needle) in [
        (tables, "W:W51:B1", 1, "square 51"),
        (tables, "W:WK1,K2,K3,K4:BK50", 1, "generate --material KKKKvK"),
        (nowhere, FEN, 1, "/no/such/folder"),
        (tables, "W:W31:B", 1, "no piece"),
    ] {
        let output = output(Command::new(program).arg(folder).arg(fen), "");
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{text}");
        assert!(text.contains(needle) && text.lines().count() == 1, "{text}");
    }
}

#[test]
fn examples_link_dynamically() {
    all_runs(Linking::Dynamic, false);
}

#[test]
fn examples_link_statically() {
    all_runs(Linking::Static, false);
}

#[test]
fn examples_link_dynamically_under_sanitizers() {
    all_runs(Linking::Dynamic, true);
}

#[test]
fn examples_link_statically_under_sanitizers() {
    all_runs(Linking::Static, true);
}

#[test]
fn the_guides_show_the_examples_and_their_output() {
    for (source, _, expected) in RUNS {
        let guide = if source.ends_with(".cpp") { "../../docs/ENGINES.md" } else { "README.md" };
        for path in [source, expected] {
            assert!(read(guide).contains(&read(path)), "{guide} has not what is in {path}");
        }
    }
}
