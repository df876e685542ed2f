//! The search against a plain one that prunes nothing, and its limits.

use super::*;
use manoury_rules::{International, Reading};
use std::sync::Arc;
use std::thread;
use std::time::Instant;

type Standing = Position<International>;

fn game(fen: &str) -> Game<International> {
    let position: Standing = fen.parse().unwrap();
    Game::new(position, DrawClocks::fresh(&position), Reading::Fmjd)
}

const START: &str = "W:W31-50:B1-20";
/// Many kings, few captures: a tree without end.
const KINGS: &str = "W:WK46,K47,K48,45:BK1,K2,K3,6";

fn depth(depth: u32) -> Level {
    Level { depth: Some(depth), ..Level::default() }
}

fn found(game: &Game<International>, level: &Level) -> Found {
    search(game, None, level, &Control::new(false), |_| {}).0
}

/// The score without pruning or ordering.
fn plain(game: &Game<International>, depth: i32, ply: Score, path: &mut Vec<Standing>) -> Score {
    let position = *game.position();
    if !position.has_move() {
        return ply - WON;
    }
    let before = path.iter().rev().take(game.clocks().c25.into()).any(|past| *past == position);
    if ply > 0 && (game.clocks().expired::<International>().is_some() || before) {
        return 0;
    }
    if depth <= 0 && !position.has_capture() {
        return evaluate(&position);
    }
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    path.push(position);
    let scores = list.iter().map(|&mv| {
        let mut after = game.clone();
        after.play(mv);
        -plain(&after, depth - 1, ply + 1, path)
    });
    let best = scores.collect::<Vec<_>>().into_iter().max().unwrap();
    path.pop();
    best
}

#[test]
fn nothing_is_lost_by_pruning() {
    let mut seed = 7u64;
    let mut next = move |bound: usize| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as usize % bound
    };
    for fen in [START, KINGS, "W:W31,36,K40:B12,20,K5", "B:W41,K7:B9,K50"] {
        let mut line = game(fen);
        for _ in 0..12 {
            let mut list = MoveList::new();
            line.position().legal_moves(&mut list);
            if list.is_empty() || line.over().is_some() {
                break;
            }
            let deep = if list.len() > 20 { 2 } else { 4 };
            for plies in 1..=deep {
                let expected = plain(&line, plies, 0, &mut Vec::new());
                let got = found(&line, &depth(plies as u32));
                assert_eq!(got.score, expected, "{} at {plies}", line.position());
            }
            line.play(list[next(list.len())]);
        }
    }
}

#[test]
fn lines_are_legal_and_come_to_their_score() {
    for fen in [START, KINGS, "W:W31,36,K40:B12,20,K5"] {
        let start = game(fen);
        let found = found(&start, &depth(5));
        let mut line = start.clone();
        for &mv in &found.line {
            let mut list = MoveList::new();
            line.position().legal_moves(&mut list);
            assert!(list.contains(&mv), "{fen}");
            line.play(mv);
        }
        let sign = if found.line.len().is_multiple_of(2) { 1 } else { -1 };
        assert_eq!(found.score, sign * evaluate(line.position()), "{fen}");
        assert!(found.mean_depth >= 4.0 && found.nodes > 50, "{found:?}");
    }
}

#[test]
fn a_win_on_the_board_is_found_with_its_distance() {
    // Two kings catch one: 3-12 is taken, and takes the last piece.
    let found = found(&game("W:WK1,K2,K3:BK45"), &depth(10));
    assert_eq!((found.score, found.depth), (WON - 3, 3));
}

#[test]
fn limits_are_kept() {
    let nodes = Level { nodes: Some(5000), ..Level::default() };
    assert!(found(&game(KINGS), &nodes).nodes <= 5000);
    let one = Level { nodes: Some(1), ..Level::default() };
    assert_eq!(found(&game(START), &one).line.len(), 1);
    let time = Level { move_time: Some(Duration::from_millis(200)), ..Level::default() };
    let begun = Instant::now();
    assert!(found(&game(KINGS), &time).depth > 1);
    assert!(begun.elapsed() < Duration::from_millis(600), "{:?}", begun.elapsed());
    // One legal move and a clock: nothing to think about.
    let long = Level { move_time: Some(Duration::from_secs(60)), ..Level::default() };
    assert_eq!(found(&game("W:W32,50:B28,1"), &long).depth, 1);
}

#[test]
fn a_stop_ends_a_search_that_ponders() {
    let control = Arc::new(Control::new(true));
    let time = Level { move_time: Some(Duration::from_millis(10)), ..Level::default() };
    let strings = control.clone();
    let searching = thread::spawn(move || search(&game(KINGS), None, &time, &strings, |_| {}).0);
    thread::sleep(Duration::from_millis(150));
    assert!(!searching.is_finished());
    control.ponder_hit();
    let found = searching.join().unwrap();
    assert!(found.depth > 0 && found.time < Duration::from_secs(5));
}

#[test]
fn a_position_that_stood_twice_is_a_draw() {
    // White is a man down and has been there before.
    let mut line = game("W:WK47:BK5,1,2,3");
    for text in ["47-42", "5-10", "42-47", "10-5", "47-42", "5-10", "42-47"] {
        let mv = manoury_rules::parse_move(line.position(), text).unwrap();
        line.play(mv);
    }
    let third = line.position().make(manoury_rules::parse_move(line.position(), "10-5").unwrap());
    assert_eq!(line.occurrences_of(&third), 2);
    let found = found(&line, &depth(1));
    assert_ne!(line.position().make(found.line[0]), third);
}
