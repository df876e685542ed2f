//! Outcomes under running clocks are exact.

mod support;

use manoury_prober::{Outcome, ProbeError, Tablebase};
use manoury_rules::{DrawClocks, International, LoneKing, Position, Reading, Variant};
use std::path::Path;
use std::sync::OnceLock;
use support::brute::{Clocked, OnBoard};
use support::{
    READINGS, Random, Tight, all_positions, children, make, open, position, slice, slices,
};

/// The materials in which class clocks run.
const CLASSES: [&str; 8] = ["KvK", "KvM", "KKvK", "KMvK", "MMvK", "KKKvK", "KKMvK", "KMMvK"];

fn tables() -> &'static Tablebase<International> {
    static TABLES: OnceLock<Tablebase<International>> = OnceLock::new();
    TABLES.get_or_init(|| {
        let selection = slices(&["KKKvK", "KKMvK", "KMMvK", "MMvMM"]);
        open(&make::<International>("clocks", &selection))
    })
}

fn tight() -> &'static Tablebase<Tight> {
    static TABLES: OnceLock<Tablebase<Tight>> = OnceLock::new();
    TABLES.get_or_init(|| open(&make::<Tight>("clocks-tight", &slices(&["KKvK", "KvM", "MvM"]))))
}

/// Win and loss as they are, all that is drawn under the clocks as a draw.
fn three(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::CursedWin | Outcome::BlessedLoss => Outcome::Draw,
        outcome => outcome,
    }
}

fn outcome<V: Variant>(
    tables: &Tablebase<V>,
    position: &Position<V>,
    clocks: &DrawClocks,
    reading: Reading,
) -> Outcome {
    let outcome = tables.probe_wdl_with_clocks(position, clocks, reading).unwrap();
    let probe = tables.probe_with_clocks(position, clocks, reading).unwrap();
    assert_eq!(outcome, probe.outcome);
    outcome
}

#[test]
fn the_reference_vectors_hold() {
    let text = std::fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/clock-vectors.tsv"),
    )
    .unwrap();
    let mut vectors = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let [fen, c25, c16, c5, reading, expected, distance, why] =
            line.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let position = position::<International>(fen);
        let clock = |text: &str| (text != "-").then(|| text.parse::<u16>().unwrap());
        let reading: Reading = reading.parse().unwrap();
        let clocks =
            DrawClocks::given(&position, clock(c25), clock(c16), clock(c5), reading).unwrap();
        let probe = tables().probe_with_clocks(&position, &clocks, reading).unwrap();
        assert_eq!(three(probe.outcome).name(), expected, "{line}");
        if let Some(plies) = clock(distance) {
            assert_eq!(probe.dtw, Some(plies), "{line}");
        }
        if let Some(plies) = why.split("DTX ").nth(1) {
            let plies = plies.split(|c: char| !c.is_ascii_digit()).next().unwrap();
            let dtx = tables().dtx(&position).unwrap();
            assert_eq!(dtx, Some(plies.parse().unwrap()), "{line}");
        }
        vectors += 1;
    }
    assert!(vectors > 20);
}

#[test]
fn every_state_of_the_clocks_in_king_against_king() {
    for reading in READINGS {
        let mut brute = Clocked::new(reading);
        for position in all_positions::<International>("KvK") {
            for c5 in 0..=10 {
                for c16 in [None].into_iter().chain((c5..=32).step_by(6).map(Some)) {
                    for c25 in [0, c5] {
                        let given = (Some(c25), c16, Some(c5));
                        let clocks =
                            DrawClocks::given(&position, given.0, given.1, given.2, reading)
                                .unwrap();
                        let found = outcome(tables(), &position, &clocks, reading);
                        assert_eq!(
                            three(found),
                            brute.outcome(&position, &clocks),
                            "{position} {clocks:?}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn every_state_of_the_clock_in_class_five() {
    // Nothing leaves class five but for M v K, where its clock runs on: only the plies left count.
    let names = ["KvK", "KvM", "KMvK", "KKvK"];
    let brute = OnBoard::<International>::new(&names);
    for name in names {
        for position in all_positions::<International>(name) {
            let (on_board, dtw) = brute.probe(&position);
            let probe = tables().probe(&position).unwrap();
            assert_eq!((probe.outcome, probe.dtw), (on_board, dtw), "{position}");
            for c5 in 0..=10 {
                let clocks = DrawClocks { c25: 0, c16: None, c5: Some(c5) };
                let found =
                    tables().probe_wdl_with_clocks(&position, &clocks, Reading::Fmjd).unwrap();
                let in_time = dtw.is_none_or(|plies| plies + c5 <= 10);
                let expected = if in_time { on_board } else { on_board.limited() };
                assert_eq!(found, expected, "{position} {c5}");
            }
        }
    }
}

#[test]
fn the_end_of_class_sixteen_by_brute_force() {
    let mut random = Random(16);
    for name in ["KKKvK", "KKMvK", "KMMvK", "MMvK"] {
        let mut brute = Clocked::new(Reading::Fmjd);
        for _ in 0..300 {
            let position = random.position::<International>(slice(name));
            for c16 in 29..=32 {
                let clocks = DrawClocks { c25: 0, c16: Some(c16), c5: None };
                let found = outcome(tables(), &position, &clocks, Reading::Fmjd);
                assert_eq!(three(found), brute.outcome(&position, &clocks), "{position} {c16}");
            }
        }
    }
    // Under lidraughts a capture starts class five afresh, ten plies deep: fewer positions do.
    let mut brute = Clocked::new(Reading::Lidraughts);
    for _ in 0..40 {
        let position = random.position::<International>(slice("KKKvK"));
        for c16 in 31..=32 {
            let clocks = DrawClocks { c25: 0, c16: Some(c16), c5: None };
            let found = outcome(tables(), &position, &clocks, Reading::Lidraughts);
            assert_eq!(three(found), brute.outcome(&position, &clocks), "{position} {c16}");
        }
    }
}

#[test]
fn every_state_of_the_conversion_clock_outside_the_classes() {
    for name in ["KvM", "MvM"] {
        let mut brute = Clocked::new(Reading::Fmjd);
        for position in all_positions::<International>(name) {
            for c25 in (0..50).step_by(7).chain(40..=50) {
                let clocks = DrawClocks { c25, c16: None, c5: None };
                let found = outcome(tables(), &position, &clocks, Reading::Fmjd);
                assert_eq!(three(found), brute.outcome(&position, &clocks), "{position} {c25}");
            }
        }
    }
}

#[test]
fn every_state_of_a_clock_so_short_that_it_bites() {
    let names = ["KvK", "KvM", "MvM", "KKvK"];
    let on_board = OnBoard::<Tight>::new(&names);
    let mut brute = Clocked::new(Reading::Fmjd);
    let mut seen = [0u64; 5];
    for name in names {
        for position in all_positions::<Tight>(name) {
            let (unlimited, dtw) = on_board.probe(&position);
            for c25 in 0..=Tight::LIMITS.conversion {
                let clocks = DrawClocks { c25, c16: None, c5: None };
                let found = outcome(tight(), &position, &clocks, Reading::Fmjd);
                assert_eq!(found.on_board(), unlimited, "{position} {c25}");
                assert_eq!(three(found), brute.outcome(&position, &clocks), "{position} {c25}");
                seen[found as usize - 1] += u64::from(c25 == 0);
            }
            assert_eq!(tight().probe(&position).unwrap().dtw, dtw, "{position}");
        }
    }
    assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
}

/// One step of the proof that holds for all clocks: a position is worth the best of its moves, and
/// the end of the game and a limit reached are worth what the rules say.
fn is_worth_its_moves<V: Variant>(tables: &Tablebase<V>, names: &[&str], count: u64, seed: u64) {
    let mut random = Random(seed);
    for name in names {
        for _ in 0..count {
            let position = random.position::<V>(slice(name));
            let reading = *random.choose(&READINGS);
            let clocks = random.clocks(&position, reading);
            let found = outcome(tables, &position, &clocks, reading);
            let over = position.is_over();
            let expected = if over {
                Outcome::Loss
            } else if clocks.expired::<V>().is_some() {
                tables.probe_wdl(&position).unwrap().limited()
            } else {
                children(&position)
                    .into_iter()
                    .map(|(mv, child)| {
                        let after = clocks.after(&position, mv, &child, reading);
                        outcome(tables, &child, &after, reading).opposite()
                    })
                    .max()
                    .unwrap()
            };
            // A cursed value is one on the board; the clocks of a child may say less of it.
            assert_eq!(three(found), three(expected), "{position} {clocks:?} {reading}");
            if !over {
                let first = tables.moves(&position, &clocks, reading).unwrap()[0];
                let ranked = first.outcome.opposite();
                assert_eq!(three(found), three(ranked), "{position} {clocks:?} {reading}");
            }
        }
    }
}

#[test]
fn a_position_is_worth_its_best_move() {
    is_worth_its_moves(tables(), &CLASSES, 3000, 1);
    is_worth_its_moves(tables(), &["MvM", "KKvM", "KMvM", "MMvM", "MMvMM"], 1500, 2);
    is_worth_its_moves(tight(), &["KvK", "KKvK", "KvM", "MvM"], 3000, 3);
}

#[test]
fn clocks_that_run_where_the_classes_have_been_left() {
    let tables = tables();
    let of = |fen: &str, c16, c5| {
        let position = position::<International>(fen);
        assert!(matches!(LoneKing::of(&position), Some(LoneKing::Man | LoneKing::TwoMen)));
        let clocks = DrawClocks { c25: 0, c16, c5 };
        READINGS.map(|reading| tables.probe_wdl_with_clocks(&position, &clocks, reading).ok())
    };
    let position = position::<International>("W:W31,32:BK46");
    let dtw = tables.probe(&position).unwrap().dtw;
    let outcome = tables.probe_wdl(&position).unwrap();
    let Some(dtw) = dtw else { panic!("decided: {outcome}") };
    let at = 32 - dtw;
    assert_eq!(of("W:W31,32:BK46", Some(at), None), [Some(outcome); 2]);
    // One ply later it is too late, but lidraughts has forgotten that clock.
    let late = of("W:W31,32:BK46", Some(at + 1), None);
    assert_eq!(late, [Some(outcome.limited()), Some(outcome)]);
}

#[test]
fn impossible_clocks_are_refused() {
    let position = position::<International>("W:WK10:BK5");
    let clocks = DrawClocks { c25: 0, c16: None, c5: Some(11) };
    for reading in READINGS {
        let probe = tables().probe_with_clocks(&position, &clocks, reading);
        assert!(matches!(probe, Err(ProbeError::Clocks(_))));
        let moves = tables().moves(&position, &clocks, reading);
        assert!(matches!(moves, Err(ProbeError::Clocks(_))));
        let line = tables().line(&position, &clocks, reading);
        assert!(matches!(line, Err(ProbeError::Clocks(_))));
    }
}
