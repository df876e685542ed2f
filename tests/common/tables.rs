//! How tests make tables.

use manoury_generator::{BuildError, Disk, Effort, Options, Selection, Silent};
use manoury_rules::International;
use manoury_testing::build;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A folder with all tables of 2–4 pieces in International draughts. The first test program that
/// asks makes them; the others find them finished or wait.
pub fn four_pieces() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tables");
    loop {
        match build::<International>(&folder, &Selection::Pieces(4), &options()) {
            Ok(_) => return folder,
            Err(BuildError::Busy { .. }) => std::thread::sleep(Duration::from_millis(200)),
            Err(error) => panic!("{error}"),
        }
    }
}

/// Quickly, and without checkpoints.
pub fn options() -> Options<'static> {
    Options {
        threads: 2,
        memory: 2 << 30,
        effort: Effort::Fast,
        checkpoint: None,
        output: &Disk,
        observer: &Silent,
    }
}
