//! The module for Python: its wheel is built and installed, and its own tests are run.
//!
//! A virtual environment with what they need is made once, in the target folder.

mod common;

use assert_cmd::cargo::cargo_bin;
use common::outside::{self, run};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the environment has beside the module itself.
const PACKAGES: [&str; 5] =
    ["maturin>=1.9.4,<2", "numpy>=1.21", "pytest>=8", "pydraughts==0.6.7", "mypy>=1.15"];

#[test]
fn python() {
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("python");
    let python = outside::python("python/environment", &PACKAGES);
    let Some(python) = outside::or_left_out(python) else { return };
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
