//! The module for Python: its wheel is built and installed, and its own tests are run.
//!
//! A virtual environment with what they need is made once, in the target folder. Where there is no
//! Python or no package can be had, the tests are left out with a note on standard error; with `CI`
//! or `MANOURY_REQUIRE_ALL` in the environment that is a failure.

mod common;

use assert_cmd::cargo::cargo_bin;
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the environment has beside the module itself.
const PACKAGES: [&str; 5] =
    ["maturin>=1.9.4,<2", "numpy>=1.21", "pytest>=8", "pydraughts==0.6.7", "mypy>=1.15"];

#[test]
fn python() {
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("python");
    let python = match environment(&home) {
        Ok(python) => python,
        Err(lacking) => {
            let required = ["CI", "MANOURY_REQUIRE_ALL"].iter().any(|v| env::var_os(v).is_some());
            assert!(!required, "the tests in Python cannot be run: {lacking}");
            eprintln!("THE TESTS IN PYTHON ARE LEFT OUT: {lacking}");
            return;
        }
    };
    let tables = common::four_pieces();
    install(&python, &home);
    let tests = source().join("tests");
    let mut pytest = Command::new(&python);
    pytest.args(["-m", "pytest", "-q", "-p", "no:cacheprovider"]).arg(tests);
    pytest.env("MANOURY_TEST_TABLES", tables).env("MANOURY_TEST_BINARY", cargo_bin!("manoury"));
    pytest.env("PYTHONDONTWRITEBYTECODE", "1");
    run(&mut pytest).unwrap();
}

/// The folder of the module's source.
fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("bindings/python")
}

/// The interpreter of a virtual environment that has the packages, made if it is not there.
fn environment(home: &Path) -> Result<PathBuf, String> {
    let folder = home.join("environment");
    let (programs, python) =
        if cfg!(windows) { ("Scripts", "python.exe") } else { ("bin", "python") };
    let python = folder.join(programs).join(python);
    let made = folder.join("made-of");
    let wanted = PACKAGES.join("\n");
    if fs::read_to_string(&made).is_ok_and(|packages| packages == wanted) && works(&python) {
        return Ok(python);
    }
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(home).map_err(|error| error.to_string())?;
    let found = ["python3", "python"].into_iter().find(|name| works(name));
    let found = found.ok_or("there is no Python from 3.9 on; install python3")?;
    run(Command::new(found).args(["-m", "venv"]).arg(&folder))
        .map_err(|error| format!("no virtual environment can be made (python3-venv?): {error}"))?;
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    run(Command::new(&python).args(install).args(PACKAGES))
        .map_err(|error| format!("pip cannot install what the tests need: {error}"))?;
    fs::write(&made, wanted).map_err(|error| error.to_string())?;
    Ok(python)
}

/// Whether an interpreter can be run and is new enough.
fn works(python: impl AsRef<OsStr>) -> bool {
    let check = "import sys; sys.exit(sys.version_info < (3, 9))";
    Command::new(python).args(["-c", check]).output().is_ok_and(|output| output.status.success())
}

/// Builds the wheel and installs it. It has a target folder of its own: the one of the tests may be
/// locked, and Python's way of building would have it compiled anew each time.
fn install(python: &Path, home: &Path) {
    let wheels = home.join("wheels");
    let _ = fs::remove_dir_all(&wheels);
    let mut build = Command::new(python);
    build.args(["-m", "maturin", "build", "--profile", "dev", "--locked", "--auditwheel", "skip"]);
    build.arg("--target-dir").arg(home.join("target")).arg("--out").arg(&wheels);
    build.arg("--interpreter").arg(python).current_dir(source());
    // The checks of a debug build, but compiled in half the time.
    build.env("CARGO_PROFILE_DEV_OPT_LEVEL", "1").env("CARGO_PROFILE_DEV_DEBUG", "0");
    // What cargo tells its tests about themselves is not meant for another cargo.
    for (name, _) in env::vars_os() {
        let told = name.to_str().is_some_and(|name| name.starts_with("CARGO_PKG_"));
        if told || name == "CARGO_TARGET_DIR" || name == "CARGO_MANIFEST_DIR" {
            build.env_remove(name);
        }
    }
    run(&mut build).unwrap();
    let wheel = fs::read_dir(&wheels).unwrap().next().unwrap().unwrap().path();
    assert!(wheel.to_string_lossy().contains("-cp39-abi3-"), "{}", wheel.display());
    let install = ["-m", "pip", "install", "--quiet", "--no-deps", "--no-index"];
    run(Command::new(python).args(install).arg("--force-reinstall").arg(wheel)).unwrap();
}

/// Runs a program to its end; if it fails, tells what it printed.
fn run(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    let (out, err) = (&output.stdout, &output.stderr);
    let told = format!("{}{}", String::from_utf8_lossy(out), String::from_utf8_lossy(err));
    if output.status.success() {
        println!("{told}");
        return Ok(());
    }
    Err(format!("{command:?} failed ({}):\n{told}", output.status))
}
