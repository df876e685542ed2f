//! Runs of the program, and a small set of tables.

#![allow(dead_code, reason = "not every test program uses all of it")]

use assert_cmd::cargo::cargo_bin_cmd;
use serde_json::Value;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// How a run ended.
#[derive(Debug)]
pub struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// Runs `manoury`.
pub fn manoury<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Run {
    let output = cargo_bin_cmd!("manoury").args(args).output().unwrap();
    Run {
        code: output.status.code().expect("not ended by a signal"),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

impl Run {
    /// All went well: what was printed.
    #[track_caller]
    pub fn succeeds(self) -> String {
        assert_eq!(self.code, 0, "{self:?}");
        self.out
    }

    /// It failed with this code, nothing on standard output, and one clear line that has `needle`.
    #[track_caller]
    pub fn fails(self, code: i32, needle: &str) {
        assert_eq!(self.out, "");
        self.fails_after_output(code, needle);
    }

    /// As [`Run::fails`], whatever was printed before.
    #[track_caller]
    pub fn fails_after_output(self, code: i32, needle: &str) {
        assert_eq!(self.code, code, "{self:?}");
        assert!(self.err.starts_with("manoury: ") && self.err.ends_with('\n'), "{self:?}");
        assert_eq!(self.err.lines().count(), 1, "{self:?}");
        assert!(self.err.contains(needle) && self.err.len() < 800, "{self:?}");
        assert!(!self.err.contains("panicked"), "{self:?}");
    }

    /// All went well: each line as JSON.
    #[track_caller]
    pub fn json_lines(self) -> Vec<Value> {
        self.succeeds().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

/// A folder with the international tables of 2–3 pieces, made once by each test program. Nobody
/// writes into it.
pub fn small_tables() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let name = std::env::current_exe().unwrap().file_name().unwrap().to_owned();
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&folder);
        let args = ["generate", "--pieces", "3", "--effort", "fast", "--out"];
        manoury(args.map(OsStr::new).into_iter().chain([folder.as_os_str()])).succeeds();
        folder
    })
}

/// A copy of [`small_tables`] to do damage to, and its folder of files.
pub fn small_copy() -> (tempfile::TempDir, PathBuf) {
    let copy = tempfile::tempdir().unwrap();
    let files = copy.path().join("international");
    fs::create_dir(&files).unwrap();
    for entry in fs::read_dir(small_tables().join("international")).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), files.join(entry.file_name())).unwrap();
    }
    (copy, files)
}

/// Runs a command over tables in a folder.
pub fn over(folder: &Path, args: &[&str]) -> Run {
    let mut args: Vec<&OsStr> = args.iter().map(OsStr::new).collect();
    args.extend([OsStr::new("--tables"), folder.as_os_str()]);
    manoury(args)
}

/// The lines of a data file that are no comment, split at tabs.
pub fn rows(path: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(|line| line.split('\t').map(str::to_string).collect()).collect()
}
