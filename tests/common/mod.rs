//! Tables that several test programs share.

#![allow(dead_code, reason = "not every test program uses all of it")]

use manoury_generator::{BuildError, Disk, Effort, Options, Plan, Selection, Silent, build};
use manoury_prober::Tablebase;
use manoury_rules::{Bits, Board, International, Position, Variant};
use manoury_tables::{Index, Slice};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A folder with all tables of 2–4 pieces in International draughts. The first test program that
/// asks makes them; the others find them finished or wait.
pub fn four_pieces() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tables");
    let plan = Plan::<International>::new(&Selection::Pieces(4), None).unwrap();
    loop {
        match build(&plan, &folder.join(International::NAME), &options()) {
            Ok(_) => return folder,
            Err(BuildError::Busy { .. }) => std::thread::sleep(Duration::from_millis(200)),
            Err(error) => panic!("{error}"),
        }
    }
}

/// The tables for a benchmark: those of five pieces in the folder that `MANOURY_TABLES` names, or
/// [`four_pieces`]; with the number of pieces.
pub fn given_tables() -> (PathBuf, u32) {
    match std::env::var_os("MANOURY_TABLES") {
        Some(folder) => (folder.into(), 5),
        None => (four_pieces(), 4),
    }
}

/// How tests make tables.
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

/// The shared tables, opened.
pub fn tablebase() -> Tablebase<International> {
    Tablebase::open([four_pieces()]).unwrap()
}

/// A small generator of random numbers (SplitMix64), the same on every machine.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// A position of a slice, any of them equally often, in either colouring.
    pub fn position<V: Variant>(&mut self, slice: Slice) -> Position<V> {
        let index = Index::<V>::new(slice);
        loop {
            let side = self.below(2) as usize;
            if let Some(position) = index.position(self.below(index.len()), side) {
                return if self.below(2) == 0 { position } else { position.reversed() };
            }
        }
    }
}

/// The bit of a 1-based square.
pub fn square<V: Variant>(number: u32) -> Bits {
    1 << Board::<V>::bit(number - 1)
}
