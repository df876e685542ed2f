//! What is written is read back.

#[path = "../../tests/common/numbers.rs"]
mod numbers;

use manoury_pdn::{GameRecord, GameResult, Item, Reader, Score, ScoreStyle, Writer, WrittenMove};
use manoury_rules::{
    Brazilian, DrawClocks, English, Game, International, MoveList, Position, Reading, Variant,
    VariantName, parse_move,
};
use numbers::Random;
use proptest::prelude::*;

/// A legal move by chance.
fn any_move<V: Variant>(
    random: &mut Random,
    position: &Position<V>,
) -> Option<manoury_rules::Move> {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    (!list.is_empty()).then(|| *random.choose(&list))
}

/// What annotators add, by chance.
fn remarks<V: Variant>(random: &mut Random, record: &mut GameRecord, before: &Position<V>) {
    match random.below(12) {
        0 => record.items.push(Item::Mark("!?".into())),
        1 => record.items.push(Item::Annotation(random.below(140) as u16)),
        2 => record.items.push(Item::Comment(format!("[%clk 0:{:02}:00] {{é}}", random.below(60)))),
        3 => {
            let words = ["the", "[%emt", "0:01]", "{deep", "deeper}", "opposition", "1-1", "(sic)"];
            let many = 1 + random.below(40);
            let text: Vec<&str> = (0..many).map(|_| *random.choose(&words[..7])).collect();
            let text = text.join(" ").replace("{deep", "{deep}").replace("deeper}", words[7]);
            record.items.push(Item::Comment(text));
        }
        4 => {
            let mut inside = GameRecord::default();
            let mut position = *before;
            for _ in 0..random.below(4) {
                let Some(mv) = any_move(random, &position) else { break };
                inside.push(&position, mv);
                remarks(random, &mut inside, &position);
                position = position.make(mv);
            }
            record.items.push(Item::Variation(inside.items));
        }
        _ => {}
    }
}

/// A game of random legal moves, and where it ends.
fn any_game<V: Variant>(random: &mut Random, number: usize) -> (GameRecord, String) {
    let mut position = Position::<V>::start();
    for _ in 0..random.below(3) * 20 {
        let Some(mv) = any_move(random, &position) else { break };
        position = position.make(mv);
    }
    let mut record = GameRecord::beginning(&position);
    record.set_tag("White", format!("\\ \"number\" {number}"));
    record.set_tag("Round", number.to_string());
    let mut game = Game::new(position, DrawClocks::fresh(&position), Reading::Fmjd);
    for _ in 0..random.below(70) {
        let before = *game.position();
        let Some(mv) = any_move(random, &before) else { break };
        record.push(&before, mv);
        game.play(mv);
        remarks(random, &mut record, &before);
    }
    let results = [GameResult::FirstWins, GameResult::Draw, GameResult::SecondWins];
    let styles = [ScoreStyle::TwoPoints, ScoreStyle::OnePoint];
    record.score = Some(Score { result: *random.choose(&results), style: *random.choose(&styles) });
    (record, game.position().to_string())
}

/// Plays the moves of a record that was written.
fn last_position<V: Variant>(record: &GameRecord) -> String {
    let fen = record.tag("FEN");
    let mut position = fen.map_or(Position::<V>::start(), |fen| fen.parse().unwrap());
    for written in record.main_line() {
        let mv = parse_move(&position, &written.text).unwrap();
        position = position.make(mv);
    }
    position.to_string()
}

#[test]
fn twenty_thousand_games_round_trip() {
    let mut random = Random(6);
    let mut writer = Writer::new(Vec::new());
    let mut games = Vec::new();
    for number in 0..20_000 {
        let (record, last) = match number % 5 {
            0 => any_game::<Brazilian>(&mut random, number),
            1 => any_game::<English>(&mut random, number),
            _ => any_game::<International>(&mut random, number),
        };
        writer.write(&record).unwrap();
        games.push((record, last));
    }
    let file = writer.into_inner();
    let text = std::str::from_utf8(&file).unwrap();
    assert!(text.len() > 5_000_000, "{}", text.len());
    let wide =
        |line: &str| line.chars().count() > 79 && line.contains(' ') && !line.starts_with('[');
    // Only what must not be broken goes over the margin.
    assert!(text.lines().filter(|line| wide(line)).all(|line| line.contains("[%")));
    let started = std::time::Instant::now();
    let read: Vec<GameRecord> = Reader::new(&file[..]).collect::<Result<_, _>>().unwrap();
    println!("{} bytes read in {:?}", file.len(), started.elapsed());
    assert_eq!(read.len(), games.len());
    for (found, (written, last)) in read.iter().zip(&games) {
        assert_eq!(found, written);
        let end = match found.variant().unwrap() {
            VariantName::International => last_position::<International>(found),
            VariantName::Brazilian => last_position::<Brazilian>(found),
            VariantName::English => last_position::<English>(found),
        };
        assert_eq!(&end, last);
    }
    // The same through every line end.
    for end in ["\r\n", "\r"] {
        let text = text[..200_000].replace('\n', end);
        let count = text.matches("[GameType").count();
        let mut read = Reader::new(text.as_bytes());
        for (written, _) in &games[..count - 1] {
            assert_eq!(&read.next().unwrap().unwrap(), written);
        }
    }
}

#[test]
fn what_cannot_be_written_is_refused() {
    let with = |item: Item| {
        let mut game = GameRecord::default();
        game.set_tag("Event", "x");
        game.items.push(item);
        game
    };
    let mut deep = Item::Variation(Vec::new());
    for _ in 0..64 {
        deep = Item::Variation(vec![deep]);
    }
    let tagged = |names: &[&str]| {
        let tag = |name: &&str| manoury_pdn::Tag {
            name: name.to_string(),
            value: "x".into(),
            place: manoury_pdn::Place::NOWHERE,
        };
        GameRecord { tags: names.iter().map(tag).collect(), ..GameRecord::default() }
    };
    let mut lines = GameRecord::default();
    lines.set_tag("Event", "two\nlines");
    for (game, message) in [
        (with(Item::Comment("}\n{".into())), "the comment '}?{' has braces that do not close"),
        (with(Item::Move(WrittenMove::new("32 - 28"))), "'32 - 28' is no move"),
        (with(Item::Move(WrittenMove::new("2-0"))), "'2-0' is no move"),
        (with(Item::Move(WrittenMove::new("32-28x19"))), "'32-28x19' is no move"),
        (with(Item::Move(WrittenMove::new(""))), "'' is no move"),
        (with(Item::Mark("+".into())), "'+' is no mark"),
        (with(Item::Mark("*".into())), "'*' is no mark"),
        (with(Item::SetUp(WrittenMove::new("W:W/"))), "'W:W/' does not fit"),
        (with(deep), "variations are nested more than 64 deep"),
        (tagged(&["Event", "Event"]), "the tag Event is there twice"),
        (tagged(&["1st"]), "'1st' is no name of a tag"),
        (lines, "'two?lines' does not fit on one line"),
        (GameRecord::default(), "a game without tags and moves"),
    ] {
        let mut file = Vec::new();
        let error = Writer::new(&mut file).write(&game).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
        assert!(file.is_empty());
    }
}

#[test]
fn line_breaks_in_a_comment_begin_no_tag() {
    let mut game = GameRecord::default();
    game.set_tag("Event", "x");
    game.items.push(Item::Comment("a\n[Event \"x\"]\r\nb  c \r d".into()));
    let mut file = Vec::new();
    Writer::new(&mut file).write(&game).unwrap();
    let read = Reader::new(&file[..]).next().unwrap().unwrap();
    assert_eq!(read.items, [Item::Comment("a [Event \"x\"] b  c d".into())]);
}

#[test]
fn long_comments_are_written_word_by_word() {
    let mut game = GameRecord::default();
    game.set_tag("Event", "x");
    game.items.push(Item::Comment("a ".repeat(2 << 20)));
    // Moving the rest for each of its words would take minutes.
    Writer::new(std::io::sink()).write(&game).unwrap();
}

#[test]
fn moves_are_numbered_by_the_side_that_begins() {
    let written = |game_type: &str, fen: &str, set_up: &str| {
        let mut game = GameRecord::default();
        game.set_tag("GameType", game_type);
        game.set_tag("FEN", fen);
        let text = format!("31-26 {set_up} 17-21 26-17 *");
        game.items = Reader::new(text.as_bytes()).next().unwrap().unwrap().items;
        let mut file = Vec::new();
        Writer::new(&mut file).write(&game).unwrap();
        let text = String::from_utf8(file).unwrap();
        text.split_once("\n\n").unwrap().1.trim().to_string()
    };
    let (white, black) = ("/FEN \"W:W9:B1\"/", "/FEN \"B:W9:B1\"/");
    assert_eq!(written("21", "", ""), "1. 31-26 17-21 2. 26-17 *");
    assert_eq!(written("20", " ", ""), "1. 31-26 17-21 2. 26-17 *");
    assert_eq!(written("21", "W:W9:B1", ""), "1... 31-26 2. 17-21 26-17 *");
    assert_eq!(written("21", "", white), format!("1. 31-26 {white} 1... 17-21 2. 26-17 *"));
    assert_eq!(written("21", "W:W9:B1", black), format!("1... 31-26 {black} 2. 17-21 26-17 *"));
    assert_eq!(written("20", "", black), format!("1. 31-26 {black} 1... 17-21 2. 26-17 *"));
}

/// Text of comments and values, more often than not with what could confuse a reader.
fn any_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[ -~é‘]{0,6}",
        Just("[Event \"x\"]".to_string()),
        Just("{}".to_string()),
        Just("}".to_string()),
        Just("\\".to_string()),
        Just(" 2-0 ".to_string()),
        Just("%;".to_string()),
        Just("\n".to_string()),
        Just("\r".to_string()),
    ];
    proptest::collection::vec(piece, 0..30).prop_map(|pieces| pieces.concat())
}

/// A text as it can stand on one line.
fn on_one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

/// What is read of comments: their line breaks, with the blanks around them, are blanks.
fn as_read(items: &[Item]) -> Vec<Item> {
    let read = |item: &Item| match item {
        Item::Comment(text) => {
            let lines = text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty());
            Item::Comment(lines.collect::<Vec<_>>().join(" "))
        }
        Item::Variation(items) => Item::Variation(as_read(items)),
        item => item.clone(),
    };
    items.iter().map(read).collect()
}

/// A comment that can be written: if its braces do not close each other, on one line.
fn any_comment() -> impl Strategy<Value = String> {
    any_text().prop_map(|text| {
        let mut depth = 0;
        let mut closes = |c| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            depth >= 0
        };
        let is_balanced = text.chars().all(&mut closes) && depth == 0;
        let text = if is_balanced { text } else { on_one_line(&text) };
        text.trim().to_string()
    })
}

fn any_item() -> impl Strategy<Value = Item> {
    let leaf = prop_oneof![
        (1..60u8, 1..60u8).prop_map(|(from, to)| format!("{}-{to}", from + 2)),
        (1..60u8, 1..60u8, 1..60u8).prop_map(|(a, b, c)| format!("{a}x{b}x{c}")),
        Just("c3:e5".to_string()),
    ]
    .prop_map(|text| Item::Move(WrittenMove::new(text)));
    let leaf = prop_oneof![
        4 => leaf,
        1 => any_comment().prop_map(Item::Comment),
        1 => "[!?]{1,3}|\\([!?]\\)".prop_map(Item::Mark),
        1 => any::<u16>().prop_map(Item::Annotation),
        1 => Just(Item::SetUp(WrittenMove::new("W:W31:BK3"))),
    ];
    leaf.prop_recursive(5, 40, 6, |inner| {
        proptest::collection::vec(inner, 0..6).prop_map(Item::Variation)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(600) })]

    #[test]
    fn any_record_round_trips(
        values in proptest::collection::vec(any_text(), 1..5),
        items in proptest::collection::vec(any_item(), 0..30),
    ) {
        let mut record = GameRecord::default();
        for (i, value) in values.into_iter().enumerate() {
            record.set_tag(&format!("Tag_{i}"), on_one_line(&value));
        }
        record.items = items;
        record.score = Some("1-1".parse().unwrap());
        let mut writer = Writer::new(Vec::new());
        writer.write(&record).unwrap();
        writer.write(&record).unwrap();
        let file = writer.into_inner();
        record.items = as_read(&record.items);
        let read: Vec<GameRecord> = Reader::new(&file[..]).collect::<Result<_, _>>().unwrap();
        prop_assert_eq!(read.len(), 2, "{}", String::from_utf8_lossy(&file));
        prop_assert_eq!(&read[0], &record, "{}", String::from_utf8_lossy(&file));
        prop_assert_eq!(&read[1], &record);
    }

    #[test]
    fn any_bytes_are_read_to_their_end(bytes in proptest::collection::vec(any::<u8>(), 0..2000)) {
        for game in Reader::new(&bytes[..]) {
            if let Err(error) = game {
                let error = error.to_string();
                prop_assert!(error.starts_with("line ") && error.len() < 200, "{}", error);
                prop_assert!(!error.contains(char::is_control), "{:?}", error);
            }
        }
    }

    #[test]
    fn damage_stays_in_its_game(at in 0..400usize, damage in "[\\PC]{1,3}|[\\[\\](){}\";%*]") {
        let game = |n: usize| format!(
            "[Event \"{n}\"]\n[White \"a\"]\n\n1. 32-28 19-23 {{x}} 2. 28x19 (2. 33-29) 14x23 1-1\n\n"
        );
        let mut first = (0..3).map(game).collect::<String>();
        let at = (at % first.len()..).find(|&at| first.is_char_boundary(at)).unwrap();
        first.insert_str(at, &damage);
        let file = first + &game(3) + &game(4);
        let last = Reader::new(file.as_bytes()).last().unwrap().unwrap();
        prop_assert_eq!(last.tag("Event"), Some("4"), "{}", file);
        prop_assert_eq!(last.main_line().count(), 4);
    }
}
