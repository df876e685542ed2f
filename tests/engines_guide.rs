//! The guide for engines shows programs and their output as they are.

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

fn read(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Where Cargo puts examples: beside the folder of this test.
fn example(name: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap();
    test.parent().unwrap().parent().unwrap().join("examples").join(name)
}

#[test]
fn the_program_is_that_of_the_repository() {
    let guide = read("docs/ENGINES.md");
    let file = "prober/examples/engine.rs";
    assert!(guide.contains(file), "{file} is named");
    assert!(guide.contains(&format!("\n{}```\n", read(file))), "{file} is shown as it is");
}

#[test]
fn the_output_is_what_the_program_says() {
    let tables = common::four_pieces();
    let program = example("engine");
    assert!(program.exists(), "`cargo test --workspace` builds {}", program.display());
    let run = Command::new(program).arg(tables).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let out = String::from_utf8(run.stdout).unwrap();
    assert!(read("docs/ENGINES.md").contains(&format!("\n{out}```\n")), "not in the guide:\n{out}");
}
