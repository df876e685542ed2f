//! What the tests share: tables made for them, random positions and clocks.
#![allow(dead_code, unused_imports, reason = "not every test program uses all of it")]

pub mod brute;
#[path = "../../../tests/common/random.rs"]
mod random;

pub use manoury_testing::Tight;
pub use random::Random;

use manoury_generator::{Disk, Effort, Options, Selection, Silent};
use manoury_prober::{Slice, Tablebase};
use manoury_rules::{DrawClocks, MoveList, Position, Reading, Variant};
use manoury_tables::{Index, Material};
use std::path::{Path, PathBuf};

pub const READINGS: [Reading; 2] = [Reading::Fmjd, Reading::Lidraughts];

pub fn slice(name: &str) -> Slice {
    name.parse::<Material>().unwrap().slice()
}

/// Slices by name, with all that they lead to.
pub fn slices(names: &[&str]) -> Selection {
    Selection::Slices(names.iter().map(|name| slice(name)).collect())
}

/// Makes the tables of a selection afresh; returns the folder to open. `name` is the test's own.
pub fn make<V: Variant>(name: &str, selection: &Selection) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    add::<V>(&folder, selection);
    folder
}

/// Makes the tables of a selection in a folder.
pub fn add<V: Variant>(folder: &Path, selection: &Selection) {
    add_with::<V>(folder, selection, Effort::Fast);
}

/// Makes the tables of a selection in a folder, with some effort.
pub fn add_with<V: Variant>(folder: &Path, selection: &Selection, effort: Effort) {
    let options = Options {
        threads: 0,
        memory: 4 << 30,
        effort,
        checkpoint: None,
        output: &Disk,
        observer: &Silent,
    };
    manoury_testing::build::<V>(folder, selection, &options).unwrap();
}

pub fn open<V: Variant>(folder: &Path) -> Tablebase<V> {
    Tablebase::open([folder]).unwrap()
}

pub fn position<V: Variant>(fen: &str) -> Position<V> {
    fen.parse().unwrap()
}

/// The positions after each legal move, with the moves.
pub fn children<V: Variant>(position: &Position<V>) -> Vec<(manoury_rules::Move, Position<V>)> {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    list.iter().map(|&mv| (mv, position.make(mv))).collect()
}

/// Every position of a slice with both sides to move, White the strong side.
pub fn all_positions<V: Variant>(name: &str) -> impl Iterator<Item = Position<V>> {
    let slice = slice(name);
    let index = Index::<V>::new(slice);
    (0..slice.sides())
        .flat_map(move |side| (0..index.len()).filter_map(move |n| index.position(n, side)))
}

impl Random {
    /// Clocks that a game can reach, or the rules let pass, with the limits well in reach.
    pub fn clocks<V: Variant>(&mut self, position: &Position<V>, reading: Reading) -> DrawClocks {
        loop {
            let mut clock = |limit: Option<u16>| {
                let limit = limit?;
                match self.below(4) {
                    0 => None,
                    1 => Some(self.below(limit as u64 + 1) as u16),
                    _ => Some(limit - self.below(10.min(limit as u64)) as u16),
                }
            };
            let limits = V::LIMITS;
            let (c25, c16, c5) =
                (clock(Some(limits.conversion)), clock(limits.sixteen), clock(limits.five));
            if let Ok(clocks) = DrawClocks::given(position, c25, c16, c5, reading) {
                return clocks;
            }
        }
    }
}
