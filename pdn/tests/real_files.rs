//! Files as people have them.

use manoury_pdn::{GameRecord, GameResult, Item, Reader, annotations};

fn games(bytes: &[u8]) -> Vec<GameRecord> {
    Reader::new(bytes).map(|game| game.unwrap_or_else(|error| panic!("{error}"))).collect()
}

fn game(text: &str) -> GameRecord {
    let mut games = games(text.as_bytes());
    assert_eq!(games.len(), 1, "{games:?}");
    games.remove(0)
}

fn moves(game: &GameRecord) -> Vec<&str> {
    game.main_line().map(|written| written.text.as_str()).collect()
}

#[test]
fn a_tournament_file_with_blank_padding_and_crlf() {
    let file = "\u{feff}[Event       \"NK 2003\"]\r\n[White \"Büker\"]\r\n[Result \"1-1\"]\r\n\r\n\
        1.32-28 19-23 2.28x19 14x23\r\n3. 37-32 \r\n\r\n               1-1\r\n\r\n\
        [Event \"NK 2003\"]\r\n[Result \"0-2\"]\r\n\r\n 1. 34-30 20-25 0-2\r\n\u{1a}";
    let games = games(file.as_bytes());
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].tag("White"), Some("Büker"));
    assert_eq!(games[0].tag("white"), Some("Büker"));
    assert_eq!(moves(&games[0]), ["32-28", "19-23", "28x19", "14x23", "37-32"]);
    assert_eq!(games[1].score.unwrap().result, GameResult::SecondWins);
    let place = games[1].main_line().nth(1).unwrap().place;
    assert_eq!((place.line, place.column), (13, 11));
    assert_eq!(games[1].whole_tag("Result").unwrap().place.line, 11);
}

#[test]
fn latin_1_and_utf_8_in_one_file() {
    let file = b"[White \"Andr\xe9\"]\n[Black \"Andr\xc3\xa9\"]\n32-28 {\x93so\x94} *";
    let game = &games(file)[0];
    assert_eq!((game.tag("White"), game.tag("Black")), (Some("André"), Some("André")));
    assert_eq!(game.items[1], Item::Comment("“so”".into()));
}

#[test]
fn moves_are_read_however_they_are_spaced_and_separated() {
    let text = "1. 32 - 28 19 - 23 2 . 28 x 19 14:23 3.04x27x15 ... 16X7×1 4.05-06(!) 7-12?! *";
    assert_eq!(
        moves(&game(text)),
        ["32-28", "19-23", "28x19", "14:23", "04x27x15", "16X7×1", "05-06", "7-12"]
    );
    assert_eq!(game("1. c3-d4 b6:a5 2. d4-e5 f6xd4xb2 1-0").main_line().count(), 4);
}

#[test]
fn results_that_look_like_moves_end_the_game() {
    for (text, result) in [
        ("32-28 2-0", GameResult::FirstWins),
        ("32-28 1 - 0", GameResult::FirstWins),
        ("32-28 1-1", GameResult::Draw),
        ("32-28 1/2-1/2", GameResult::Draw),
        ("32-28 0-1", GameResult::SecondWins),
        ("32-28\n0-2", GameResult::SecondWins),
        ("32-28 0-0", GameResult::BothLose),
        ("32-28 *", GameResult::Unknown),
    ] {
        let game = game(text);
        assert_eq!((moves(&game), game.score.unwrap().result), (vec!["32-28"], result), "{text}");
    }
    assert_eq!(game("32-28").score, None);
    // Two results, one behind the other, are those of one game.
    let both = games(b"32-28 2-0 *\n\n34-30 1-1");
    assert_eq!(both.len(), 2);
    assert_eq!(moves(&both[1]), ["34-30"]);
}

#[test]
fn a_star_without_a_blank_is_the_mark_of_a_forced_move() {
    let text = "1. 32-28* 19-23!* 2. 28x19 *";
    let game = game(text);
    let marks: Vec<_> = game.items.iter().filter(|item| matches!(item, Item::Mark(_))).collect();
    assert_eq!(marks.len(), 3);
    assert_eq!(moves(&game).len(), 3);
}

#[test]
fn annotators_nest_comments_and_variations() {
    let text = "{before {all}} 1. 32-28 $1 {a} (1. 33-29 {b} (1. 34-30! $16) 19-23) 1... 19-23 *";
    let game = game(text);
    assert_eq!(moves(&game), ["32-28", "19-23"]);
    assert_eq!(game.items[0], Item::Comment("before {all}".into()));
    assert_eq!(game.items[2], Item::Annotation(1));
    let Item::Variation(inside) = &game.items[4] else { panic!("{game:?}") };
    assert_eq!(inside.len(), 4);
    assert!(matches!(&inside[2], Item::Variation(deeper) if deeper.len() == 3));
}

#[test]
fn a_result_inside_a_variation_is_not_the_games() {
    let text = "1. 32-28 (33-29 19-23 2-0 {so} (34-30 *)) 19-23* 2. 28x19 1-1\n34-30 *";
    let games = games(text.as_bytes());
    assert_eq!(games.len(), 2);
    assert_eq!(moves(&games[0]), ["32-28", "19-23", "28x19"]);
    assert_eq!(games[0].score.unwrap().result, GameResult::Draw);
    let Item::Variation(inside) = &games[0].items[1] else { panic!("{games:?}") };
    assert_eq!(inside.len(), 4);
    assert_eq!(moves(&games[1]), ["34-30"]);
}

#[test]
fn clocks_in_comments_are_found() {
    let game = game("1. 32-28 {[%clock w1:23:45 B0:12:30]} 19-23 {late [%clk 0:00:09]} *");
    let times: Vec<_> = game
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Comment(text) => annotations(text).find_map(|found| found.clock_times()),
            _ => None,
        })
        .collect();
    assert_eq!(times.len(), 2);
    assert_eq!(times[0].white.unwrap().as_secs(), 5025);
    assert_eq!(times[1].mover.unwrap().as_secs(), 9);
}

#[test]
fn remarks_to_the_end_of_a_line() {
    let text = "% made by a program {\n[Event \"x\"] ; first }\n1. 32-28 ; good (\n19-23 % 2-0\n*";
    let game = game(text);
    assert_eq!(moves(&game), ["32-28", "19-23"]);
    assert_eq!(game.items.len(), 6);
}

#[test]
fn games_without_result_end_where_tags_begin() {
    let file = "[Event \"a\"]\n1. 32-28 19-23\n[Event \"b\"]\n[FEN \"W:W31:BK3\"]\n[Event \"c\"]\n*\n\
        34-30 20-25 *\n; the end";
    let games = games(file.as_bytes());
    let events: Vec<_> = games.iter().map(|game| game.tag("Event")).collect();
    assert_eq!(events, [Some("a"), Some("b"), Some("c"), None]);
    assert_eq!(games[0].score, None);
    assert_eq!(games[1].tag("FEN"), Some("W:W31:BK3"));
}

#[test]
fn positions_set_up_among_the_moves() {
    let game = game("1.31-26 17-21 /FEN \"B:B1-16:W26,28\"/ {an illegal move} 2... 1-7 *");
    assert!(matches!(&game.items[2], Item::SetUp(fen) if fen.text == "B:B1-16:W26,28"));
    assert_eq!(game.main_line().count(), 3);
}

#[test]
fn values_keep_their_quotes_and_backslashes() {
    let game = game(r#"[White "the \"Fly\""] [Path "C:\games\\x"] [Empty ""] 32-28 *"#);
    assert_eq!(game.tag("White"), Some("the \"Fly\""));
    assert_eq!(game.tag("Path"), Some("C:\\games\\x"));
    assert_eq!(game.tag("Empty"), Some(""));
}

#[test]
fn tournaments_with_points_of_their_own() {
    let file = "[Event \"Delft\"]\n[Result \"4-6\"]\n01. 34-29  18-22 4-6\n\n[Event \"b\"]\n\
        [Result \"9-1\"]\n32-28 9-1\n";
    let games = games(file.as_bytes());
    assert_eq!(moves(&games[0]), ["34-29", "18-22"]);
    assert_eq!((games[0].score, games[0].tag("Result")), (None, Some("4-6")));
    assert_eq!(moves(&games[1]), ["32-28"]);
    // The same text in the middle is a move.
    assert_eq!(moves(&game("[Result \"4-10\"] 4-10 10-14 *")), ["4-10", "10-14"]);
}

#[test]
fn squares_by_name_without_a_separator() {
    assert_eq!(moves(&game("1.a3b4 b6xd4xf2 2. 8-3 . 1-0")), ["a3b4", "b6xd4xf2", "8-3"]);
}

#[test]
fn nothing_is_no_game() {
    for file in ["", "\n\n", "{only remarks}", "*", "* * 2-0\n", "; x", "\u{feff}"] {
        assert!(Reader::new(file.as_bytes()).next().is_none(), "{file}");
    }
}
