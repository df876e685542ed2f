//! What tests want of the machine beside a Rust toolchain: programs, and environments of Python.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a test wants, or nothing where the machine lacks it: then the test is left out, with a note
/// on standard error. With `CI` or `MANOURY_REQUIRE_ALL` in the environment that is a failure.
pub fn or_left_out<T>(found: Result<T, String>) -> Option<T> {
    found
        .inspect_err(|lacking| {
            let required = ["CI", "MANOURY_REQUIRE_ALL"].iter().any(|v| env::var_os(v).is_some());
            assert!(!required, "a test cannot be run: {lacking}");
            let thread = std::thread::current();
            let test = thread.name().unwrap_or("a test").to_owned();
            // Past what the harness keeps to itself of a test that passes.
            let notice = format!("\nSKIPPED {test}: {lacking}\n");
            std::io::stderr().write_all(notice.as_bytes()).unwrap();
        })
        .ok()
}

/// The interpreter of a virtual environment with these packages, made once and kept under its name
/// with the build.
pub fn python(name: &str, packages: &[&str]) -> Result<PathBuf, String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let (programs, python) =
        if cfg!(windows) { ("Scripts", "python.exe") } else { ("bin", "python") };
    let python = folder.join(programs).join(python);
    let made_of = folder.join("made-of");
    let wanted = packages.join("\n");
    if fs::read_to_string(&made_of).is_ok_and(|packages| packages == wanted) && works(&python) {
        return Ok(python);
    }
    let _ = fs::remove_dir_all(&folder);
    let found = ["python3", "python"].into_iter().find(|name| works(name));
    let found = found.ok_or("there is no Python from 3.9 on; install python3")?;
    run(Command::new(found).args(["-m", "venv"]).arg(&folder))
        .map_err(|error| format!("no virtual environment can be made (python3-venv?): {error}"))?;
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    run(Command::new(&python).args(install).args(packages))
        .map_err(|error| format!("pip cannot install {}: {error}", packages.join(", ")))?;
    fs::write(&made_of, wanted).map_err(|error| error.to_string())?;
    Ok(python)
}

/// Whether an interpreter can be run and is new enough.
fn works(python: impl AsRef<OsStr>) -> bool {
    let check = "import sys; sys.exit(sys.version_info < (3, 9))";
    Command::new(python).args(["-c", check]).output().is_ok_and(|output| output.status.success())
}

/// Runs a program to its end; if it fails, tells what it printed.
pub fn run(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    let told = format!("{}{}", text(&output.stdout), text(&output.stderr));
    if output.status.success() {
        println!("{told}");
        return Ok(());
    }
    Err(format!("{command:?} failed ({}):\n{told}", output.status))
}
