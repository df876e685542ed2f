//! Every function with every kind of wrong input, from C.

use crate::toolchain::{Linking, Toolchain, run, scratch};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// A copy of the tables in which one is damaged and one is cut short.
fn damaged() -> PathBuf {
    let folder = scratch("damaged");
    let (from, to) = (crate::tables::folder().join("international"), folder.join("international"));
    fs::create_dir(&to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let mut bytes = fs::read(entry.path()).unwrap();
        let end = bytes.len();
        match entry.file_name().to_str().unwrap() {
            // In its last block: seen when that is decoded.
            "KKvK.wdl" => bytes[end - 1] ^= 1,
            "KMvK.wdl" => bytes.truncate(100),
            _ => {}
        }
        fs::write(to.join(entry.file_name()), bytes).unwrap();
    }
    folder
}

#[test]
fn wrong_input_is_told_and_hurts_nothing() {
    let Some(toolchain) = Toolchain::find() else { return };
    let source = "tests/interface/wrong_input.c";
    let (tables, damaged) = (crate::tables::folder(), damaged());
    for (linking, sanitized) in [(Linking::Static, true), (Linking::Dynamic, false)] {
        let program = toolchain.program(source, linking, sanitized);
        let printed = run(Command::new(program).arg(tables).arg(&damaged), "");
        let checks = printed.strip_suffix(" checks, all well\n").and_then(|n| n.parse().ok());
        assert!(checks.is_some_and(|checks: u32| checks > 500), "{printed}");
    }
}
