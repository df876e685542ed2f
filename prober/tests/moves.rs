//! The ranking of moves: following it wins, in time, against any defence.

mod support;

use manoury_prober::{Kind, Metric, Outcome, Tablebase};
use manoury_rules::{
    DrawClocks, End, Game, International, LoneKing, MaterialClass, Position, Reading, Variant,
    move_text,
};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use support::{READINGS, Random, Tight, all_positions, make, open, position, slice, slices};

const SLICES: [&str; 12] = [
    "KvK", "KvM", "MvM", "KKvK", "KMvK", "MMvK", "KMvM", "MMvM", "KKKvK", "KKMvK", "KMMvK", "KMvMM",
];

fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| make::<International>("moves", &slices(&SLICES)))
}

fn tables() -> &'static Tablebase<International> {
    static TABLES: OnceLock<Tablebase<International>> = OnceLock::new();
    TABLES.get_or_init(|| open(folder()))
}

/// The same tables without the DTW of four pieces outside the classes, as sets of more pieces are.
fn without_dtw() -> Tablebase<International> {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("moves-without-dtw");
    let _ = std::fs::remove_dir_all(&root);
    let copies = root.join(International::NAME);
    std::fs::create_dir_all(&copies).unwrap();
    for (name, path) in tables().tables() {
        let in_class = name.slice.total() < 4
            || LoneKing::of(&Random(0).position::<International>(name.slice)).is_some();
        if in_class || name.kind != Kind::Distance(Metric::Dtw) {
            std::fs::hard_link(path, copies.join(name.to_string())).unwrap();
        }
    }
    open(&root)
}

fn tight() -> &'static Tablebase<Tight> {
    static TABLES: OnceLock<Tablebase<Tight>> = OnceLock::new();
    TABLES.get_or_init(|| open(&make::<Tight>("moves-tight", &slices(&["KKvKM", "MMvM"]))))
}

/// Plays the first move for the winner and whatever `defend` chooses for the other side, to the end
/// of the game; returns it.
fn play_out<V: Variant>(
    tables: &Tablebase<V>,
    position: &Position<V>,
    clocks: &DrawClocks,
    reading: Reading,
    mut defend: impl FnMut(usize) -> usize,
) -> Game<V> {
    let winner = match tables.probe_wdl_with_clocks(position, clocks, reading).unwrap() {
        Outcome::Win => position.turn(),
        outcome => {
            assert_eq!(outcome, Outcome::Loss);
            !position.turn()
        }
    };
    let mut game = Game::new(*position, *clocks, reading);
    while game.over().is_none() {
        let moves = tables.moves(game.position(), &game.clocks(), reading).unwrap();
        let attacks = game.position().turn() == winner;
        let chosen = if attacks { 0 } else { defend(moves.len()) };
        assert!(!attacks || moves[0].outcome == Outcome::Loss);
        game.play(moves[chosen].mv);
    }
    let end = game.over().unwrap();
    assert!(!end.is_draw(), "{end} after {} plies from {position} {clocks:?}", game.plies());
    assert_eq!(game.position().turn(), !winner);
    game
}

/// A decided position of a slice with clocks; `None` if the ones chosen are not.
fn decided<V: Variant>(
    tables: &Tablebase<V>,
    random: &mut Random,
    name: &str,
    fresh: bool,
    reading: Reading,
) -> Option<(Position<V>, DrawClocks)> {
    let position = random.position(slice(name));
    let clocks =
        if fresh { DrawClocks::fresh(&position) } else { random.clocks(&position, reading) };
    let outcome = tables.probe_wdl_with_clocks(&position, &clocks, reading).unwrap();
    matches!(outcome, Outcome::Win | Outcome::Loss).then_some((position, clocks))
}

#[test]
fn a_thousand_won_positions_are_won_within_their_distance() {
    let mut random = Random(1000);
    let mut won = 0;
    while won < 1200 {
        let name = *random.choose(&SLICES);
        let reading = Reading::Fmjd;
        let Some((position, clocks)) = decided(tables(), &mut random, name, true, reading) else {
            continue;
        };
        let dtw = tables().probe(&position).unwrap().dtw.unwrap();
        // Sometimes the defender finds the best move, sometimes any.
        let best = random.below(2) == 0;
        let game = play_out(tables(), &position, &clocks, reading, |moves| {
            if best { 0 } else { random.below(moves as u64) as usize }
        });
        assert!(game.plies() <= dtw as u32, "{position}: {} of {dtw}", game.plies());
        assert!(!best || game.plies() == dtw as u32, "{position}: {} of {dtw}", game.plies());
        won += 1;
    }
}

#[test]
fn wins_with_running_clocks_are_won_before_they_expire() {
    let mut random = Random(2000);
    let mut zero_slack = 0;
    let mut won = 0;
    while won < 1500 {
        let name = *random.choose(&SLICES);
        let reading = *random.choose(&READINGS);
        let Some((position, clocks)) = decided(tables(), &mut random, name, false, reading) else {
            continue;
        };
        let best = random.below(2) == 0;
        play_out(tables(), &position, &clocks, reading, |moves| {
            if best { 0 } else { random.below(moves as u64) as usize }
        });
        let dtw = tables().probe(&position).unwrap().dtw;
        zero_slack += u32::from(dtw.is_some() && dtw == clocks.class_plies_left::<International>());
        won += 1;
    }
    assert!(zero_slack > 25, "{zero_slack}");
}

#[test]
fn wins_are_won_under_a_limit_that_bites() {
    let mut random = Random(3000);
    let mut bitten = 0;
    let mut won = 0;
    while won < 1500 {
        let name = *random.choose(&["KKvK", "KvM", "MvM", "KMvK", "KKvM", "MMvM", "KKvKM", "KMvM"]);
        let fresh = random.below(2) == 0;
        let reading = Reading::Fmjd;
        let Some((position, clocks)) = decided(tight(), &mut random, name, fresh, reading) else {
            continue;
        };
        let best = random.below(2) == 0;
        play_out(tight(), &position, &clocks, reading, |moves| {
            if best { 0 } else { random.below(moves as u64) as usize }
        });
        let dtw = tight().probe(&position).unwrap().dtw.unwrap();
        bitten += u32::from(dtw > clocks.conversion_plies_left::<Tight>());
        won += 1;
    }
    assert!(bitten > 50, "{bitten}");
}

#[test]
fn wins_without_dtw_are_won_by_dtc() {
    let tables = without_dtw();
    let mut random = Random(3500);
    for name in ["KMvKM", "KMvMM", "KKvKM", "KKvMM"] {
        assert!(!tables.has(slice(name), Kind::Distance(Metric::Dtw)));
        let mut won = 0;
        while won < 150 {
            let (fresh, reading) = (random.below(2) == 0, *random.choose(&READINGS));
            let Some((position, clocks)) = decided(&tables, &mut random, name, fresh, reading)
            else {
                continue;
            };
            let best = random.below(2) == 0;
            play_out(&tables, &position, &clocks, reading, |moves| {
                if best { 0 } else { random.below(moves as u64) as usize }
            });
            won += 1;
        }
    }
}

#[test]
fn moves_are_sorted_and_complete() {
    let mut random = Random(4000);
    for _ in 0..3000 {
        let name = *random.choose(&SLICES);
        let position = random.position::<International>(slice(name));
        let reading = *random.choose(&READINGS);
        let clocks = random.clocks(&position, reading);
        let moves = tables().moves(&position, &clocks, reading).unwrap();
        let mut legal: Vec<_> = support::children(&position);
        assert!(moves.is_sorted_by_key(|ranked| ranked.outcome), "{position}");
        let drawn = clocks.expired::<International>().is_some();
        for ranked in &moves {
            assert_eq!(ranked.conversion, position.is_conversion(ranked.mv));
            assert_eq!(ranked.position, position.make(ranked.mv));
            let probe = tables().probe(&ranked.position).unwrap();
            assert_eq!((ranked.dtc, ranked.dtw), (probe.dtc, probe.dtw));
            if !drawn {
                let probe =
                    tables().probe_with_clocks(&ranked.position, &ranked.clocks, reading).unwrap();
                assert_eq!(ranked.outcome, probe.outcome);
            } else {
                assert!(ranked.outcome != Outcome::Loss && ranked.outcome != Outcome::Win);
            }
        }
        let mut found: Vec<_> = moves.iter().map(|ranked| (ranked.mv, ranked.position)).collect();
        found.sort();
        legal.sort();
        assert_eq!(found, legal);
        assert_eq!(moves, tables().moves(&position, &clocks, reading).unwrap());
    }
}

#[test]
fn a_line_is_as_long_as_the_distance() {
    let mut random = Random(5000);
    for name in SLICES {
        for _ in 0..25 {
            let position = random.position::<International>(slice(name));
            let clocks = DrawClocks::fresh(&position);
            let line = tables().line(&position, &clocks, Reading::Fmjd).unwrap();
            let probe = tables().probe(&position).unwrap();
            let Some(dtw) = probe.dtw else {
                assert!(line.is_empty(), "{position}");
                continue;
            };
            assert_eq!(line.len(), dtw as usize, "{position}");
            for (i, step) in line.iter().enumerate() {
                assert_eq!(step.ranked.dtw, Some(dtw - 1 - i as u16));
                assert_eq!(step.end.is_some(), i + 1 == line.len());
            }
        }
    }
}

#[test]
fn lines_that_a_limit_draws_end_there() {
    let position = position::<International>("W:WK46:BK5");
    let clocks = DrawClocks { c25: 0, c16: None, c5: Some(9) };
    let line = tables().line(&position, &clocks, Reading::Fmjd).unwrap();
    assert_eq!(line.len(), 1);
    assert!(matches!(line[0].end, Some(End::Limit(_))));
    for position in all_positions::<Tight>("KvK") {
        for c25 in 0..=4 {
            let clocks = DrawClocks { c25, c16: None, c5: None };
            let line = tight().line(&position, &clocks, Reading::Fmjd).unwrap();
            assert!(line.len() <= 8, "{position}");
            let outcome = tight().probe_wdl_with_clocks(&position, &clocks, Reading::Fmjd).unwrap();
            let drawn = line.last().and_then(|step| step.end).is_some_and(|end| end.is_draw());
            let cursed = matches!(outcome, Outcome::CursedWin | Outcome::BlessedLoss);
            assert_eq!(drawn, cursed && c25 < 4, "{position} {c25}");
        }
    }
}

#[test]
fn the_fastest_capture_is_not_the_best_of_class_sixteen_under_fmjd() {
    // Both readings win, each by its own distance.
    let mut random = Random(6000);
    let mut different = 0;
    for _ in 0..4000 {
        let position = random.position::<International>(slice("KKMvK"));
        assert_eq!(MaterialClass::of(&position), Some(MaterialClass::Sixteen));
        let probe = tables().probe(&position).unwrap();
        let dtx = tables().dtx(&position).unwrap();
        assert_eq!(dtx.is_some(), probe.outcome != Outcome::Draw);
        let (Outcome::Win, Some(dtx), Some(dtw)) = (probe.outcome, dtx, probe.dtw) else {
            continue;
        };
        assert!(dtx <= dtw);
        let clocks = DrawClocks { c25: 0, c16: Some(32 - dtx), c5: None };
        let best = tables().moves(&position, &clocks, Reading::Lidraughts).unwrap()[0];
        assert_eq!(best.outcome, Outcome::Loss, "{position}");
        let after = tables().dtx(&best.position).unwrap();
        assert!(best.mv.is_capture() || after == Some(dtx - 1), "{position}");
        let fmjd = tables().probe_wdl_with_clocks(&position, &clocks, Reading::Fmjd).unwrap();
        let in_time = dtw <= dtx;
        assert_eq!(fmjd, if in_time { Outcome::Win } else { Outcome::CursedWin });
        different += u32::from(!in_time);
    }
    assert!(different > 20);
}

#[test]
fn a_finished_game_has_no_moves() {
    for fen in ["W:W6:B1", "W:W:BK3", "B:W31:B"] {
        let position = position::<International>(fen);
        let clocks = DrawClocks { c25: 0, c16: None, c5: None };
        assert!(tables().moves(&position, &clocks, Reading::Fmjd).unwrap().is_empty());
        assert!(tables().line(&position, &clocks, Reading::Fmjd).unwrap().is_empty());
    }
}

#[test]
fn the_move_that_ends_the_game_is_the_best() {
    let position = position::<International>("W:WK46,K28:BK10");
    let clocks = DrawClocks { c25: 0, c16: None, c5: Some(9) };
    let moves = tables().moves(&position, &clocks, Reading::Fmjd).unwrap();
    let first = moves[0];
    assert_eq!((first.outcome, first.dtc, first.dtw), (Outcome::Loss, Some(0), Some(0)));
    assert!(move_text(&position, first.mv).contains('x'));
    assert!(tables().has(slice("KKvK"), Kind::Distance(Metric::Dtw)));
}
