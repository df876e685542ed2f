//! Tables that several test programs share.

#![allow(dead_code, unused_imports, reason = "not every test program uses all of it")]

pub mod outside;
mod random;
mod tables;

pub use random::Random;
pub use tables::{four_pieces, options};

use manoury_prober::Tablebase;
use manoury_rules::{Bits, Board, International, Variant};
use std::path::PathBuf;

/// The tables for a benchmark: those of five pieces in the folder that `MANOURY_TABLES` names, or
/// [`four_pieces`]; with the number of pieces.
pub fn given_tables() -> (PathBuf, u32) {
    match std::env::var_os("MANOURY_TABLES") {
        Some(folder) => (folder.into(), 5),
        None => (four_pieces(), 4),
    }
}

/// The shared tables, opened.
pub fn tablebase() -> Tablebase<International> {
    Tablebase::open([four_pieces()]).unwrap()
}

/// The bit of a 1-based square.
pub fn square<V: Variant>(number: u32) -> Bits {
    1 << Board::<V>::bit(number - 1)
}
