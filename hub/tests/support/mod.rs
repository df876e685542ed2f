//! What the tests share: all tables of 2–4 pieces, random positions, games to the end.

#![allow(dead_code, reason = "not every test program uses all of it")]

#[path = "../../../tests/common/random.rs"]
mod random;
#[path = "../../../tests/common/tables.rs"]
mod tables;

pub use random::Random;

use manoury_hub::choose;
use manoury_prober::{Slice, Tablebase};
use manoury_rules::{DrawClocks, End, Game, International, Move, MoveList, Position, Reading};
use manoury_tables::Material;

/// All tables of 2–4 pieces in International draughts.
pub fn four_pieces() -> Tablebase<International> {
    Tablebase::open([tables::four_pieces()]).unwrap()
}

/// Every slice of 3 and 4 pieces with pieces on both sides.
pub fn slices() -> Vec<Slice> {
    let names = "KKvK KMvK MMvK KKvM KMvM MMvM KKKvK KKMvK KMMvK MMMvK KKKvM KKMvM KMMvM MMMvM \
                 KKvKK KKvKM KKvMM KMvKM KMvMM MMvMM";
    names.split_whitespace().map(slice).collect()
}

pub fn slice(name: &str) -> Slice {
    name.parse::<Material>().unwrap().slice()
}

impl Random {
    pub fn mv(&mut self, position: &Position<International>) -> Move {
        let mut list = MoveList::new();
        position.legal_moves(&mut list);
        list[self.below(list.len() as u64) as usize]
    }
}

/// A game with fresh clocks.
pub fn fresh(position: &Position<International>) -> Game<International> {
    Game::new(*position, DrawClocks::fresh(position), Reading::Fmjd)
}

/// Who makes the moves of a side.
pub enum Player {
    Tables,
    Anyhow(Random),
}

impl Player {
    fn mv(&mut self, tablebase: &Tablebase<International>, game: &Game<International>) -> Move {
        match self {
            Player::Tables => choose(tablebase, game).unwrap().unwrap().ranked.mv,
            Player::Anyhow(random) => random.mv(game.position()),
        }
    }
}

/// Plays a game to its end by the rules; the first player is the side to move.
pub fn play(
    tablebase: &Tablebase<International>,
    mut game: Game<International>,
    players: &mut [Player; 2],
) -> (Game<International>, End) {
    let first = game.plies();
    loop {
        if let Some(end) = game.over() {
            return (game, end);
        }
        let player = &mut players[(game.plies() - first) as usize % 2];
        game.play(player.mv(tablebase, &game));
    }
}
