//! Every article by which a game ends, at its limit, before it and past it.

mod support;

use manoury_arbiter::{Claim, Ending, Illegality, Over, SetUpError};
use manoury_rules::{Article, Brazilian, End, English, International, Reading, Variant};
use support::{READINGS, judged, record};

const KNOWN: &str = "47-38 3-9 46-23 9-22 38-24 22-17 48-31 17-39 24-38 39-17 31-42 17-22 38-15 \
    22-6 42-31 6-1 31-18 1-6 18-13 6-17 15-20 17-39 13-18 39-17 20-33 17x39 18-13 39-33 13-27 33-17 \
    23-19 17-12 27-22 12-29 19-32 29-12";

fn draw(ply: u32, article: End) -> Option<Over> {
    Some(Over { ply, article, outcome: Ending::Draw })
}

#[test]
fn the_known_game_is_drawn_when_each_reading_says() {
    let (sixteen, five) = (End::Limit(Article::Sixteen), End::Limit(Article::Five));
    for (reading, ply, article, claims) in [
        (Reading::Fmjd, 32, sixteen, vec![Claim { ply: 32, article: sixteen, played_on: 4 }]),
        (Reading::Lidraughts, 36, five, vec![]),
    ] {
        let report = judged::<International>(reading, "W:WK46,K47,K48:BK3", KNOWN);
        assert_eq!((report.over, report.played), (draw(ply, article), 36));
        assert_eq!(report.claims, claims);
        assert_eq!(report.illegal, []);
        assert!(!report.contradiction && report.plies.is_empty() && report.tables.pieces.is_none());
        for (result, contradiction) in [
            ("2-0", true),
            ("0-1", true),
            ("1-1", false),
            ("1/2-1/2", false),
            ("*", false),
            ("0-0", false),
        ] {
            let moves = format!("{KNOWN} {result}");
            let report = judged::<International>(reading, "W:WK46,K47,K48:BK3", &moves);
            assert_eq!(report.contradiction, contradiction, "{result}");
            assert_eq!(report.result.as_deref(), Some(result));
        }
    }
}

/// A clock that stands two plies below its limit: four quiet plies go past it.
fn check_limit<V: Variant>(fen: &str, moves: &str, article: Article, limit: u16) {
    let fen = format!("{fen}:H{}", limit - 2);
    let article = End::Limit(article);
    let moves: Vec<&str> = moves.split(' ').collect();
    for reading in READINGS {
        for played in 0..=4 {
            let report = judged::<V>(reading, &fen, &format!("{} 2-0", moves[..played].join(" ")));
            let over = if played < 2 { None } else { draw(2, article) };
            assert_eq!(report.over, over, "{fen} after {played}");
            assert_eq!(report.contradiction, played >= 2);
            let on = played.saturating_sub(2) as u32;
            let claims = [Claim { ply: 2, article, played_on: on }];
            assert_eq!(report.claims, claims[..usize::from(on > 0)], "{fen} after {played}");
            assert_eq!(report.illegal, []);
        }
    }
}

#[test]
fn every_clock_draws_at_its_limit() {
    check_limit::<International>("W:WK1:BK50", "1-6 50-45 6-1 45-50", Article::Five, 10);
    check_limit::<International>("W:WK46,K45,K36:BK3", "46-41 3-8 41-46 8-3", Article::Sixteen, 32);
    check_limit::<International>(
        "W:WK46,K45:BK3,K2",
        "46-41 3-8 41-46 8-3",
        Article::Conversion,
        50,
    );
    check_limit::<Brazilian>("W:WK29:BK3", "29-25 3-7 25-29 7-3", Article::Conversion, 40);
    check_limit::<English>("W:WK29:BK3", "29-25 3-7 25-29 7-3", Article::Conversion, 80);
}

#[test]
fn a_clock_at_its_limit_when_the_game_begins_is_a_draw_at_once() {
    let report = judged::<International>(Reading::Fmjd, "W:WK46:BK3:H10", "46-41 3-8 2-0");
    let five = End::Limit(Article::Five);
    assert_eq!(report.over, draw(0, five));
    assert_eq!(report.claims, [Claim { ply: 0, article: five, played_on: 2 }]);
    assert!(report.contradiction);
}

#[test]
fn a_conversion_or_a_win_on_the_last_ply_is_no_draw() {
    let report = judged::<International>(Reading::Fmjd, "W:WK46,31:BK5,K4:H49", "31-26 *");
    assert_eq!(report.over, None);
    let won = Over { ply: 1, article: End::NoPiece, outcome: Ending::WhiteWins };
    for fen in ["W:WK46:BK28:H9", "W:WK46,K45,K47:BK28:H31"] {
        let report = judged::<International>(Reading::Fmjd, fen, "46x23 2-0");
        assert_eq!((report.over, report.contradiction), (Some(won), false));
    }
}

#[test]
fn the_third_occurrence_draws() {
    let again = "1-6 50-45 6-1 45-50";
    let (fen, threefold) = ("W:WK1,31:BK50,20", End::Threefold);
    let report = judged::<International>(Reading::Fmjd, fen, &format!("{again} {again} 2-0"));
    assert_eq!(report.over, draw(8, threefold));
    assert!(report.claims.is_empty() && report.contradiction);
    let moves = format!("{again} 1-6 50-45 6-1 2-0");
    assert_eq!(judged::<International>(Reading::Fmjd, fen, &moves).over, None);
    // Each position that stood a third time is told once.
    let report = judged::<International>(Reading::Fmjd, fen, &[again; 4].join(" "));
    let claims: Vec<_> = report.claims.iter().map(|claim| (claim.ply, claim.played_on)).collect();
    assert_eq!(claims, [(8, 8), (9, 7), (10, 6), (11, 5)]);
    assert_eq!(report.over, draw(8, threefold));
}

#[test]
fn several_draws_of_one_game_are_told() {
    let quiet = ["46-41 3-8 41-46 8-3"; 4].join(" ");
    let report = judged::<International>(Reading::Fmjd, "W:WK46:BK3", &quiet);
    assert_eq!(report.over, draw(8, End::Threefold));
    let five = Claim { ply: 10, article: End::Limit(Article::Five), played_on: 6 };
    assert!(report.claims.contains(&five), "{:?}", report.claims);
    assert_eq!(report.claims[0], Claim { ply: 8, article: End::Threefold, played_on: 8 });
}

#[test]
fn no_piece_and_no_move_are_lost() {
    for (fen, moves, article, outcome) in [
        ("W:WK46:BK28", "46x23", End::NoPiece, Ending::WhiteWins),
        ("B:W28:BK46", "46x23", End::NoPiece, Ending::BlackWins),
        ("B:W6:BK29", "29-1", End::NoMove, Ending::BlackWins),
        ("W:WK22:B45", "22-50", End::NoMove, Ending::WhiteWins),
    ] {
        let over = Some(Over { ply: 1, article, outcome });
        for (result, contradiction) in [
            ("2-0", outcome == Ending::BlackWins),
            ("0-2", outcome == Ending::WhiteWins),
            ("1-1", true),
            ("1/2-1/2", true),
            ("*", false),
        ] {
            let report = judged::<International>(Reading::Fmjd, fen, &format!("{moves} {result}"));
            assert_eq!(
                (report.over, report.contradiction),
                (over, contradiction),
                "{fen} {result}"
            );
        }
        // Play after it is no illegal move: there is nothing to move.
        let report = judged::<International>(Reading::Fmjd, fen, &format!("{moves} 1-6 7-1 *"));
        assert_eq!((report.over, report.played), (over, 3), "{fen}");
        assert!(report.illegal.is_empty() && report.claims.is_empty());
    }
    let report = judged::<International>(Reading::Fmjd, "W:W6:B1", "*");
    let over = Over { ply: 0, article: End::NoMove, outcome: Ending::BlackWins };
    assert_eq!(report.over, Some(over));
}

#[test]
fn the_points_of_the_side_that_begins_stand_first() {
    for (result, contradiction) in [("1-0", true), ("0-1", false), ("1/2-1/2", true)] {
        let moves = format!("1x10 {result}");
        let white = judged::<English>(Reading::Fmjd, "W:WK1:B6", &moves);
        assert_eq!(white.over.unwrap().outcome, Ending::WhiteWins);
        assert_eq!(white.contradiction, contradiction, "{result}");
    }
}

#[test]
fn a_draw_stays_the_end_when_a_side_wins_after_it() {
    let moves = "46-41 3-8 41-46 8-2 46-28 2-11 28x6 2-0";
    let report = judged::<International>(Reading::Fmjd, "W:WK46:BK3:H8", moves);
    assert_eq!(report.illegal, []);
    assert_eq!(report.over, draw(2, End::Limit(Article::Five)));
    assert!(report.contradiction);
}

#[test]
fn a_draw_does_not_outlast_the_next_position_set_up() {
    let judged = |result| {
        let moves = format!("46-41 3-8 /FEN \"W:WK46:BK28\"/ 46x23 {result}");
        judged::<International>(Reading::Fmjd, "W:WK46:BK3:H8", &moves)
    };
    let won = Over { ply: 3, article: End::NoPiece, outcome: Ending::WhiteWins };
    for (result, contradiction) in [("2-0", false), ("1-1", true), ("0-2", true), ("*", false)] {
        let report = judged(result);
        assert_eq!((report.over, report.end), (draw(2, End::Limit(Article::Five)), Some(won)));
        assert_eq!(report.contradiction, contradiction, "{result}");
        assert!(report.notes[0].contains("the result is compared with what follows the last"));
    }
    // Nothing ends behind the set-up: there is nothing that a result could contradict.
    let moves = "46-41 3-8 /FEN \"W:WK46:BK3\"/ 46-41 2-0";
    let report = support::judged::<International>(Reading::Fmjd, "W:WK46:BK3:H8", moves);
    assert_eq!((report.end, report.contradiction), (None, false));
}

#[test]
fn an_illegal_move_is_told_with_what_was_legal() {
    let start = "W:W31-50:B1-20";
    let moves = "1. 32-28 19-23\n2. 33-29 {must take} 23x34 3. 40x29 *";
    let report = judged::<International>(Reading::Fmjd, start, moves);
    let [illegal] = &report.illegal[..] else { panic!("{report:?}") };
    assert_eq!((illegal.ply, illegal.text.as_str()), (3, "33-29"));
    assert_eq!((illegal.line, illegal.column), (3, 4));
    assert_eq!(illegal.problem, Illegality::Illegal);
    assert_eq!(illegal.legal, ["28x19"]);
    assert!(illegal.fen.starts_with("W:W28,31,33,"), "{}", illegal.fen);
    assert_eq!((report.over, report.played, report.contradiction), (None, 5, false));
    assert_eq!(report.notes, ["behind the move that could not be played, 2 plies are not judged"]);

    let problem =
        |fen, moves| judged::<International>(Reading::Fmjd, fen, moves).illegal[0].problem;
    assert_eq!(problem("W:WK4:B13,20,32,37", "4x15 *"), Illegality::Ambiguous);
    assert_eq!(problem(start, "32-68 *"), Illegality::Malformed);
    assert_eq!(problem(start, "c3-d4 *"), Illegality::Malformed);
}

#[test]
fn a_position_set_up_behind_an_illegal_move_is_judged_on() {
    let moves = "1. 32-28 20-24 2. 31-32 19-23 /FEN \"W:WK46:BK28\"/ 3. 46x23 2-0";
    let report = judged::<International>(Reading::Fmjd, "W:W31-50:B1-20", moves);
    assert_eq!(report.illegal.len(), 1);
    let over = Over { ply: 5, article: End::NoPiece, outcome: Ending::WhiteWins };
    assert_eq!(report.over, Some(over));
    assert_eq!(report.notes.len(), 2);
}

#[test]
fn results_are_taken_from_the_tag_or_the_end() {
    let result = |tag: &str, end: &str| {
        let mut record = record("W:WK46:BK28", &format!("46x23 {end}"));
        if !tag.is_empty() {
            record.set_tag("Result", tag);
        }
        let arbiter = manoury_arbiter::Arbiter::<International>::new(Reading::Fmjd);
        let report = arbiter.judge(1, &record).unwrap();
        (report.result, report.contradiction, report.notes.len())
    };
    let some = |text: &str| Some(text.to_string());
    assert_eq!(result("2-0", "*"), (some("2-0"), false, 0));
    assert_eq!(result("0-2", "*"), (some("0-2"), true, 0));
    assert_eq!(result("", "0-1"), (some("0-1"), true, 0));
    assert_eq!(result("", ""), (None, false, 0));
    assert_eq!(result("*", "1-1"), (some("1-1"), true, 0));
    assert_eq!(result("1-0", "2-0"), (some("1-0"), false, 0));
    assert_eq!(result("2-0", "1-1"), (some("2-0"), false, 1));
    assert_eq!(result("White wins", "0-2"), (some("White wins"), false, 1));
}

#[test]
fn a_game_without_a_beginning_is_refused_with_its_place() {
    let arbiter = manoury_arbiter::Arbiter::<International>::new(Reading::Fmjd);
    let refused = |fen: &str, moves| arbiter.judge(1, &record(fen, moves)).unwrap_err();
    let error = refused("W:W51:B3", "*");
    assert!(matches!(error, SetUpError::Fen { .. }));
    assert!(error.to_string().starts_with("line 1, column 6: square 51 is not on the board"));
    assert!(matches!(refused("W:WK1:BK50:H11", "*"), SetUpError::Clocks { .. }));
    let error = refused("W:WK1:BK50", "1-6 /FEN \"x\"/ *");
    assert_eq!(error.place().line, 2);
    let mut other = record("", "32-28 *");
    assert!(arbiter.judge(1, &other).is_ok());
    other.set_tag("GameType", "25");
    let error = manoury_arbiter::variant_of(&other, Default::default()).unwrap_err();
    assert!(error.to_string().contains("GameType 25 is another game"));
}

#[test]
fn game_types_choose_the_variant() {
    for (value, variant) in [
        ("20", "international"),
        ("21,B,8,8,N1,0", "english"),
        ("26", "brazilian"),
        ("", "english"),
    ] {
        let mut game = record("", "*");
        game.set_tag("GameType", value);
        let otherwise = "english".parse().unwrap();
        assert_eq!(manoury_arbiter::variant_of(&game, otherwise).unwrap().name(), variant);
    }
    // Black moves first in English draughts; Brazilian games name their squares.
    assert_eq!(judged::<English>(Reading::Fmjd, "", "1. 11-15 23-19 *").illegal, []);
    let moves = "1. c3-d4 d6-c5 2. b2-c3 f6-g5 *";
    assert_eq!(judged::<Brazilian>(Reading::Fmjd, "", moves).illegal, []);
}
