//! Games from table positions to their ends: what is won is won within its distance and the draw
//! limits, what is drawn is held, what is lost lasts.

mod support;

use manoury_hub::{choose, variation};
use manoury_prober::{Outcome, Tablebase};
use manoury_rules::{
    Article, DrawClocks, End, Game, International, LoneKing, Move, MoveList, Position, Reading,
};
use support::{Player, Random, four_pieces, fresh, play, slice, slices};

/// The two kinds of opponent.
fn opponents(seed: u64) -> [Player; 2] {
    [Player::Tables, Player::Anyhow(Random(seed))]
}

#[test]
fn every_game_ends_as_the_tables_say() {
    let tablebase = four_pieces();
    let mut random = Random(1);
    let mut counts = [0; 6];
    for slice in slices() {
        for _ in 0..60 {
            let position = random.position(slice);
            let probe = tablebase.probe(&position).unwrap();
            let decisive = |end: End| !end.is_draw();
            for opponent in opponents(random.below(u64::MAX)) {
                let anyhow = matches!(opponent, Player::Anyhow(_));
                let (game, end) =
                    play(&tablebase, fresh(&position), &mut [Player::Tables, opponent]);
                let won = decisive(end) && game.position().turn() != position.turn();
                let plies = game.plies();
                match probe.outcome {
                    Outcome::Win => {
                        let most = u32::from(probe.dtw.unwrap());
                        assert!(won && plies <= most, "{position}: {end} after {plies} of {most}");
                        assert!(anyhow || plies == most, "{position}: {plies} of {most}");
                    }
                    // Who has lost holds out; the opponent may still err.
                    Outcome::Loss if !anyhow => {
                        let least = u32::from(probe.dtw.unwrap());
                        assert!(decisive(end) && !won && plies == least, "{position}: {plies}");
                    }
                    Outcome::Loss => {}
                    outcome => {
                        let lost = decisive(end) && !won;
                        assert!(!lost && (anyhow || !won), "{position}: {outcome} {end}");
                    }
                }
                counts[probe.outcome as usize] += 1;
            }
        }
    }
    assert!([Outcome::Win, Outcome::Loss, Outcome::Draw].iter().all(|o| counts[*o as usize] > 200));
}

/// Won positions of class sixteen with a distance of at least some plies.
fn long_wins(tablebase: &Tablebase<International>, count: usize) -> Vec<Position<International>> {
    let mut random = Random(16);
    let names = ["KKMvK", "KMMvK", "KKKvK"];
    let mut found = Vec::new();
    while found.len() < count {
        let position = random.position(slice(names[found.len() % names.len()]));
        let probe = tablebase.probe(&position).unwrap();
        if probe.outcome == Outcome::Win && probe.dtw.is_some_and(|plies| plies >= 7) {
            found.push(position);
        }
    }
    found
}

#[test]
fn wins_that_start_late_are_won_on_the_last_ply_or_drawn() {
    let tablebase = four_pieces();
    let longest: Position<International> = "W:WK12,K40,50:BK11".parse().unwrap();
    for position in long_wins(&tablebase, 90).into_iter().chain([longest]) {
        let dtw = tablebase.probe(&position).unwrap().dtw.unwrap();
        for (late, drawn) in [(0, false), (1, true)] {
            let used = Some(32 - dtw + late);
            let clocks = DrawClocks::given(&position, None, used, None, Reading::Fmjd).unwrap();
            let start = Game::new(position, clocks, Reading::Fmjd);
            let outcome = choose(&tablebase, &start).unwrap().unwrap().outcome;
            let expected = if drawn { Outcome::CursedWin } else { Outcome::Win };
            assert_eq!(outcome, expected, "{position} with {used:?}");
            let mut players = [Player::Tables, Player::Tables];
            let (game, end) = play(&tablebase, start, &mut players);
            let won = !end.is_draw() && game.position().turn() != position.turn();
            assert_eq!(won, !drawn, "{position} with {used:?}: {end}");
            // A draw may come by the shorter clock of class five, if a capture leads there.
            let limits = [Article::Sixteen, Article::Five].map(End::Limit);
            assert!(won || limits.contains(&end) || end == End::Threefold, "{position}: {end}");
        }
    }
}

/// The way back of a king's move.
fn back(mv: Move) -> Move {
    Move { from: mv.to, to: mv.from, taken: 0 }
}

fn is_legal(position: &Position<International>, mv: Move) -> bool {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    list.contains(&mv)
}

/// Slices in which both sides have kings to go to and fro with, and wins that last.
const SHUFFLED: [&str; 3] = ["KKKvK", "KKMvK", "KMMvK"];

/// A won position whose best move has been made and taken back twice already, by kings going to and
/// fro: the moves of the game and that best move.
fn shuffled(
    tablebase: &Tablebase<International>,
    position: Position<International>,
    random: &mut Random,
) -> Option<(Game<International>, Move)> {
    let probe = tablebase.probe(&position).unwrap();
    if probe.outcome != Outcome::Win || probe.dtw? > 9 {
        return None;
    }
    let best = choose(tablebase, &fresh(&position)).unwrap()?;
    if best.ranked.conversion {
        return None;
    }
    if best.ranked.position.is_over() {
        return None;
    }
    let there = best.ranked.mv;
    let reply = random.mv(&best.ranked.position);
    if best.ranked.position.is_conversion(reply) {
        return None;
    }
    let mut game = fresh(&best.ranked.position);
    for _ in 0..2 {
        for mv in [reply, back(there), back(reply), there] {
            if !is_legal(game.position(), mv) || game.position().is_conversion(mv) {
                return None;
            }
            if game.plies() == 7 {
                return Some((game, there));
            }
            game.play(mv);
        }
    }
    None
}

#[test]
fn a_winner_avoids_the_third_repetition() {
    let tablebase = four_pieces();
    let mut random = Random(3);
    let (mut tried, mut turned) = (0, 0);
    while tried < 60 {
        let position = random.position(slice(SHUFFLED[tried % SHUFFLED.len()]));
        let Some((game, there)) = shuffled(&tablebase, position, &mut random) else { continue };
        tried += 1;
        let best = game.position().make(there);
        assert_eq!((game.position(), game.occurrences_of(&best)), (&position, 2));
        let choice = choose(&tablebase, &game).unwrap().unwrap();
        if choice.outcome != Outcome::Win {
            continue;
        }
        turned += 1;
        assert_ne!(choice.ranked.mv, there, "{position}");
        for opponent in opponents(random.below(u64::MAX)) {
            let (after, end) = play(&tablebase, game.clone(), &mut [Player::Tables, opponent]);
            let won = !end.is_draw() && after.position().turn() != position.turn();
            assert!(won, "{position}: {end} after {}", after.plies());
        }
    }
    assert!(turned >= 10, "{turned} of {tried}");
}

#[test]
fn a_loser_takes_the_third_repetition() {
    let tablebase = four_pieces();
    let mut random = Random(4);
    let mut tried = 0;
    while tried < 10 {
        let position = random.position(slice(SHUFFLED[tried % SHUFFLED.len()]));
        let Some((shuffled, there)) = shuffled(&tablebase, position, &mut random) else { continue };
        // The winner errs and goes to and fro once more.
        let mut game = fresh(&position);
        let reply = random.mv(&position.make(there));
        for mv in [there, reply, back(there), back(reply), there, reply, back(there)] {
            if !is_legal(game.position(), mv) || game.position().is_conversion(mv) {
                break;
            }
            game.play(mv);
        }
        let lost = |game: &Game<International>| {
            let clocks = game.clocks();
            let probe = tablebase.probe_with_clocks(game.position(), &clocks, game.reading());
            probe.unwrap().outcome == Outcome::Loss
        };
        if game.plies() < 7 || !lost(&game) || !is_legal(game.position(), back(reply)) {
            continue;
        }
        tried += 1;
        assert_eq!((game.over(), shuffled.occurrences_of(&position)), (None, 2));
        let choice = choose(&tablebase, &game).unwrap().unwrap();
        assert_eq!(choice.outcome, Outcome::Draw, "{position}");
        game.play(choice.ranked.mv);
        assert_eq!(game.over(), Some(End::Threefold), "{position}");
    }
}

#[test]
fn a_game_that_goes_on_after_a_draw_is_played_on() {
    let tablebase = four_pieces();
    let position: Position<International> = "W:WK12,K40,50:BK11".parse().unwrap();
    let clocks = DrawClocks { c25: 40, c16: Some(40), c5: None };
    let game = Game::new(position, clocks, Reading::Fmjd);
    let choice = choose(&tablebase, &game).unwrap().unwrap();
    assert_eq!((choice.outcome, choice.dtw()), (Outcome::Win, Some(31)));
}

#[test]
fn both_readings_of_the_sixteen_clock_are_played() {
    let tablebase = four_pieces();
    let mut random = Random(5);
    let mut differ = 0;
    for _ in 0..2000 {
        let position = random.position(slice("KKMvK"));
        if tablebase.probe(&position).unwrap().outcome != Outcome::Win {
            continue;
        }
        let used = Some(30);
        let [fmjd, lidraughts] = [Reading::Fmjd, Reading::Lidraughts].map(|reading| {
            let clocks = DrawClocks::given(&position, None, used, None, reading).unwrap();
            let start = Game::new(position, clocks, reading);
            let outcome = choose(&tablebase, &start).unwrap().unwrap().outcome;
            let (game, end) = play(&tablebase, start, &mut [Player::Tables, Player::Tables]);
            let won = !end.is_draw() && game.position().turn() != position.turn();
            assert_eq!(won, outcome == Outcome::Win, "{position} {reading}: {end}");
            won
        });
        assert!(lidraughts || !fmjd, "{position}");
        differ += usize::from(fmjd != lidraughts);
    }
    assert!(differ > 10, "{differ}");
}

#[test]
fn variations_are_the_moves_that_would_be_made() {
    let tablebase = four_pieces();
    let position: Position<International> = "W:WK12,K40,50:BK11".parse().unwrap();
    assert!(LoneKing::of(&position).is_some());
    let game = fresh(&position);
    let first = choose(&tablebase, &game).unwrap().unwrap();
    let line = variation(&tablebase, &game, first, 100).unwrap();
    assert_eq!((line[0], line.len()), (first, 31));
    assert!(line.iter().enumerate().all(|(ply, c)| c.dtw() == Some(31 - ply as u16)));
    assert_eq!(variation(&tablebase, &game, first, 4).unwrap(), line[..4]);
    let over: Position<International> = "W:W:BK11".parse().unwrap();
    assert_eq!(choose(&tablebase, &fresh(&over)).unwrap(), None);
}
