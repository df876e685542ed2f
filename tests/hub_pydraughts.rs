//! Whole games of `manoury hub` through a client that others wrote: pydraughts.
//!
//! Its package is installed into an environment of its own. Where that cannot be done the test is
//! skipped with a message, unless `CI` or `MANOURY_REQUIRE_ALL` is set: then it fails.

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

const PACKAGE: &str = "pydraughts==0.6.7";

/// Runs a command; its output where it fails.
fn done(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() {
        print!("{}", text(&output.stdout));
        return Ok(());
    }
    Err(format!("{command:?}:\n{}{}", text(&output.stdout), text(&output.stderr)))
}

/// A Python that has the package, made once and kept with the build.
fn python() -> Result<PathBuf, String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hub-python");
    let scripts = folder.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let python = scripts.join("python");
    let has_it = ["-c", "import draughts.engine"];
    if done(Command::new(&python).args(has_it)).is_err() {
        let name = if cfg!(windows) { "python" } else { "python3" };
        done(Command::new(name).args(["-m", "venv", "--clear"]).arg(&folder))?;
        done(Command::new(&python).args(["-m", "pip", "install", "--quiet", PACKAGE]))?;
    }
    Ok(python)
}

#[test]
fn whole_games_through_pydraughts() {
    let python = match python() {
        Ok(python) => python,
        Err(error) => {
            let required =
                ["CI", "MANOURY_REQUIRE_ALL"].iter().any(|v| std::env::var_os(v).is_some());
            assert!(!required, "cannot install {PACKAGE}: {error}");
            eprintln!("SKIPPED: cannot install {PACKAGE}: {error}");
            return;
        }
    };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("hub/tests/pydraughts_games.py");
    let mut command = Command::new(python);
    command.arg(script).arg(env!("CARGO_BIN_EXE_manoury")).arg(common::four_pieces());
    done(&mut command).unwrap();
}
