//! What the tests share: games from texts, judged.

#![allow(dead_code, reason = "not every test program uses all of it")]

use manoury_arbiter::{Arbiter, GameReport};
use manoury_pdn::{GameRecord, Reader};
use manoury_rules::{Reading, Variant};

pub const READINGS: [Reading; 2] = [Reading::Fmjd, Reading::Lidraughts];

/// A game from a FEN and what follows it.
pub fn record(fen: &str, moves: &str) -> GameRecord {
    let file = format!("[FEN \"{fen}\"]\n{moves}");
    let mut games = Reader::new(file.as_bytes());
    let game = games.next().unwrap().unwrap();
    assert!(games.next().is_none());
    game
}

/// Judged by the rules alone.
pub fn judged<V: Variant>(reading: Reading, fen: &str, moves: &str) -> GameReport {
    Arbiter::<V>::new(reading).judge(1, &record(fen, moves)).unwrap()
}
