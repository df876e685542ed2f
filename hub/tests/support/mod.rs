//! What the tests share: all tables of 2–4 pieces, random positions, games to the end.

#![allow(dead_code, reason = "not every test program uses all of it")]

use manoury_generator::{BuildError, Disk, Effort, Options, Plan, Selection, Silent, build};
use manoury_hub::choose;
use manoury_prober::{Slice, Tablebase};
use manoury_rules::{
    DrawClocks, End, Game, International, Move, MoveList, Position, Reading, Variant,
};
use manoury_tables::{Index, Material};
use std::path::Path;
use std::time::Duration;

/// All tables of 2–4 pieces in International draughts. The first test program that asks makes them;
/// the others find them finished or wait.
pub fn four_pieces() -> Tablebase<International> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tables");
    let plan = Plan::<International>::new(&Selection::Pieces(4), None).unwrap();
    let options = Options {
        threads: 2,
        memory: 2 << 30,
        effort: Effort::Fast,
        checkpoint: None,
        output: &Disk,
        observer: &Silent,
    };
    loop {
        match build(&plan, &folder.join(International::NAME), &options) {
            Ok(_) => return Tablebase::open([folder]).unwrap(),
            Err(BuildError::Busy { .. }) => std::thread::sleep(Duration::from_millis(200)),
            Err(error) => panic!("{error}"),
        }
    }
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

/// Numbers that look random, the same in every run (SplitMix64).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ z >> 31) % bound
    }

    /// A position of a slice, either side to move, either colouring.
    pub fn position(&mut self, slice: Slice) -> Position<International> {
        let index = Index::<International>::new(slice);
        loop {
            let side = self.below(2) as usize;
            if let Some(position) = index.position(self.below(index.len()), side) {
                return if self.below(2) == 0 { position } else { position.reversed() };
            }
        }
    }

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
