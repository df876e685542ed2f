//! Draw clocks: what is filled in, what is refused, how they run and when they draw (RULES §2).

use manoury_rules::{
    Article, Brazilian, ClockError, DrawClocks, End, English, Game, International, LoneKing,
    Position, Reading, Variant, parse_move,
};

const VECTORS: &str = include_str!("data/clock-vectors.tsv");

const READINGS: [Reading; 2] = [Reading::Fmjd, Reading::Lidraughts];

fn of(c25: u16, c16: impl Into<Option<u16>>, c5: impl Into<Option<u16>>) -> DrawClocks {
    DrawClocks { c25, c16: c16.into(), c5: c5.into() }
}

fn game<V: Variant>(fen: &str, clocks: DrawClocks, reading: Reading) -> Game<V> {
    Game::new(fen.parse().unwrap(), clocks, reading)
}

/// The clocks after `moves` from `fen` with `clocks`.
fn play(fen: &str, clocks: DrawClocks, moves: &str, reading: Reading) -> DrawClocks {
    let mut game = game::<International>(fen, clocks, reading);
    for text in moves.split_whitespace() {
        game.play(parse_move(game.position(), text).unwrap());
    }
    game.clocks()
}

#[test]
fn known_vectors_are_accepted() {
    let mut seen = 0;
    for line in VECTORS.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let position: Position<International> = fields[0].parse().unwrap();
        let clock = |text: &str| (text != "-").then(|| text.parse::<u16>().unwrap());
        let [c25, c16, c5] = [1, 2, 3].map(|i| clock(fields[i]));
        let reading: Reading = fields[4].parse().unwrap();
        let clocks = DrawClocks::given(&position, c25, c16, c5, reading).unwrap();
        let lone_king = LoneKing::of(&position);
        let class_sixteen = lone_king == Some(LoneKing::Sixteen);
        let ignored = reading == Reading::Lidraughts && !class_sixteen;
        assert_eq!(clocks.c25, c25.unwrap_or(0), "{line}");
        assert_eq!(clocks.c16, c16.filter(|_| !ignored), "{line}");
        assert_eq!(clocks.c5, c5, "{line}");
        assert_eq!(clocks.expired::<International>(), None, "{line}");
        assert_eq!(position.is_over(), fields[5] == "loss" && fields[6] == "0", "{line}");
        assert_eq!(position.to_string(), fields[0]);
        seen += 1;
    }
    assert_eq!(seen, 22);
}

/// Checks one clock below, at and past its limit: given, and run there by a quiet move of kings.
fn check_limit<V: Variant>(fen: &str, quiet: &str, article: Article, limit: u16) {
    let position: Position<V> = fen.parse().unwrap();
    for reading in READINGS {
        let given = |plies| {
            let at = |of| (article == of).then_some(plies);
            let [c25, c16, c5] = [Article::Conversion, Article::Sixteen, Article::Five].map(at);
            DrawClocks::given(&position, c25, c16, c5, reading)
        };
        let below = given(limit - 1).unwrap();
        assert_eq!(below.expired::<V>(), None);
        assert_eq!(given(limit).unwrap().expired::<V>(), Some(article));
        let error = given(limit + 1).unwrap_err();
        assert_eq!(error, ClockError::PastLimit { clock: article, plies: limit + 1, limit });
        for part in [format!("the {article}-clock"), (limit + 1).to_string(), limit.to_string()] {
            assert!(error.to_string().contains(&part), "{error}");
        }

        let mut game = game::<V>(fen, given(limit - 2).unwrap(), reading);
        for (move_number, text) in quiet.split(' ').enumerate() {
            assert_eq!(game.over(), None);
            assert_eq!(game.first_draw(), None);
            game.play(parse_move(game.position(), text).unwrap());
            let drawn = (move_number == 1).then_some(End::Limit(article));
            assert_eq!(game.over(), drawn, "{fen} after {text}");
        }
        assert_eq!(game.first_draw(), Some((2, End::Limit(article))));
    }
}

#[test]
fn every_clock_draws_at_its_limit_and_not_before() {
    check_limit::<International>("W:WK46:BK4,K3", "46-41 4-10", Article::Five, 10);
    check_limit::<International>("W:WK46,K45,K36:BK3", "46-41 3-8", Article::Sixteen, 32);
    check_limit::<International>("W:WK46,K45:BK3,K2", "46-41 3-8", Article::Conversion, 50);
    check_limit::<Brazilian>("W:WK29:BK3", "29-25 3-7", Article::Conversion, 40);
    check_limit::<English>("W:WK29:BK3", "29-25 3-7", Article::Conversion, 80);
}

#[test]
fn refusals_name_the_clock_its_value_and_the_remedy() {
    let given = |fen: &str, c25, c16, c5, reading| {
        let position: Position<International> = fen.parse().unwrap();
        DrawClocks::given(&position, c25, c16, c5, reading)
    };
    for (fen, c25, c16, c5, message) in [
        (
            "W:WK46:BK4",
            Some(6),
            None,
            Some(5),
            "the 5-clock at 5 plies is behind the 25-clock at 6; it started no later, so give at \
             least 6",
        ),
        (
            "W:WK46:BK4",
            None,
            Some(4),
            Some(5),
            "the 16-clock at 4 plies is behind the 5-clock at 5; it started no later, so give at \
             least 5",
        ),
        (
            "W:WK46:BK4",
            Some(11),
            None,
            None,
            "the 25-clock at 11 plies is past the limit of 10 of the 5-clock, which started no later \
             with this material; give at most 10",
        ),
        (
            "W:WK46,K47:BK4,K5",
            None,
            Some(4),
            None,
            "the 16-clock (given at 4 plies) cannot run with this material; leave it out",
        ),
    ] {
        let error = given(fen, c25, c16, c5, Reading::Fmjd).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
    // Under lidraughts a sixteen-clock outside its class is ignored, whatever it says.
    for (fen, clocks) in [("W:WK46:BK4", of(0, None, 0)), ("W:WK46,K47:BK4,K5", of(0, None, None))]
    {
        assert_eq!(given(fen, None, Some(40), None, Reading::Lidraughts), Ok(clocks));
    }
}

#[test]
fn a_win_on_the_last_ply_is_a_win() {
    for (fen, clocks) in [
        ("W:WK46:BK28", of(0, None, 9)),
        ("W:WK46:BK28", of(0, 31, 9)),
        ("W:WK46,K45,K47:BK28", of(31, 31, None)),
        ("W:WK46,31,K50,K49,K48:BK28", of(49, None, None)),
    ] {
        for reading in READINGS {
            let mut game = game::<International>(fen, clocks, reading);
            game.play(parse_move(game.position(), "46x23").unwrap());
            assert_eq!(game.over(), Some(End::NoPiece), "{fen}");
            assert_eq!(game.first_draw(), None);
        }
    }
    // Blocked is lost, whatever the clock says.
    let game = game::<International>("W:W6:B1", of(50, None, None), Reading::Fmjd);
    assert_eq!(game.over(), Some(End::NoMove));
}

#[test]
fn a_conversion_on_the_last_ply_is_no_draw() {
    for (fen, text) in [("W:WK46,31:BK5,K4", "31-26"), ("W:WK46,K47:BK28,K5", "46x23")] {
        let mut game = game::<International>(fen, of(49, None, None), Reading::Fmjd);
        game.play(parse_move(game.position(), text).unwrap());
        assert_eq!((game.clocks().c25, game.over()), (0, None), "{fen}");
    }
}

#[test]
fn the_move_that_brings_a_class_about_is_not_counted() {
    for reading in READINGS {
        let fresh = of(0, None, None);
        // A capture of the fourth piece; a promotion of the lone man.
        let sixteen = play("B:WK1,K2,K3,39:BK50", of(7, None, None), "50x33", reading);
        assert_eq!(sixteen, of(0, 0, None));
        let five = play("B:WK1,K2:B41", fresh, "41-46", reading);
        assert_eq!(five, of(0, None, 0));
        assert_eq!(play("B:WK1,K2:B41", fresh, "41-46 1-7", reading), of(1, None, 1));
    }
}

#[test]
fn nothing_sets_the_sixteen_clock_back_under_fmjd() {
    let at = of(4, 20, None);
    for reading in READINGS {
        assert_eq!(play("W:WK45,K40,26:BK3", at, "26-21", reading), of(0, 21, None));
        assert_eq!(play("W:WK45,K40,6:BK3", at, "6-1", reading), of(0, 21, None));
        assert_eq!(play("W:WK45,K40,26:BK3", at, "45-50", reading), of(5, 21, None));
    }
    let (fmjd, lidraughts) = (Reading::Fmjd, Reading::Lidraughts);
    // A capture into class five, and one that leaves two men.
    assert_eq!(play("B:WK39,K16,26:BK50", at, "50x33", fmjd), of(0, 21, 0));
    assert_eq!(play("B:WK39,K16,26:BK50", at, "50x33", lidraughts), of(0, None, 0));
    assert_eq!(play("B:WK39,16,26:BK50", at, "50x33", fmjd), of(0, 21, None));
    assert_eq!(play("B:WK39,16,26:BK50", at, "50x33", lidraughts), of(0, None, None));
    // On from two men: a man's move, a promotion into class five, a capture that leaves one man.
    assert_eq!(play("W:W16,26:BK3", at, "16-11", fmjd), of(0, 21, None));
    assert_eq!(play("W:W6,26:BK50", at, "6-1", fmjd), of(0, 21, 0));
    assert_eq!(play("B:W39,26:BK50", at, "50x33", fmjd), of(0, 21, None));
    assert_eq!(play("W:W6:BK50", at, "6-1", fmjd), of(0, 21, 0));
}

#[test]
fn nothing_sets_the_five_clock_back() {
    for reading in READINGS {
        let at = of(2, None, 3);
        assert_eq!(play("W:WK45,26:BK3", at, "26-21", reading), of(0, None, 4));
        assert_eq!(play("W:WK45,6:BK3", at, "6-1", reading), of(0, None, 4));
        assert_eq!(play("B:WK39,K16:BK50", at, "50x33", reading), of(0, None, 4));
        assert_eq!(play("B:WK39,26:BK50", at, "50x33 26-21", reading), of(0, None, 5));
        assert_eq!(play("W:W6:BK50", at, "6-1", reading), of(0, None, 4));
        // Two men were no class: the five-clock starts when the last one is crowned.
        assert_eq!(play("W:W6:BK50", of(2, None, None), "6-1", reading), of(0, None, 0));
    }
}

#[test]
fn variants_without_classes_run_one_clock_and_refuse_others() {
    fn check<V: Variant>(fen: &str) {
        let position: Position<V> = fen.parse().unwrap();
        assert_eq!(DrawClocks::fresh(&position), of(0, None, None));
        for reading in READINGS {
            let given = |c16, c5| DrawClocks::given(&position, None, c16, c5, reading);
            assert_eq!(given(None, None), Ok(of(0, None, None)));
            let wrong = |clock, plies| Err(ClockError::WrongVariant { clock, plies });
            assert_eq!(given(Some(3), None), wrong(Article::Sixteen, 3));
            assert_eq!(given(None, Some(4)), wrong(Article::Five, 4));
        }
        let mut game = game::<V>(fen, DrawClocks::fresh(&position), Reading::Fmjd);
        game.play(parse_move(&position, "29-25").unwrap());
        assert_eq!(game.clocks(), of(1, None, None));
    }
    for fen in ["W:WK29:BK3", "W:WK29,K32,K31:BK3"] {
        check::<Brazilian>(fen);
        check::<English>(fen);
    }
}

const KNOWN_GAME: &str = "47-38 3-9 46-23 9-22 38-24 22-17 48-31 17-39 24-38 39-17 31-42 17-22 38-15 \
    22-6 42-31 6-1 31-18 1-6 18-13 6-17 15-20 17-39 13-18 39-17 20-33 17x39 18-13 39-33 13-27 33-17 \
    23-19 17-12 27-22 12-29 19-32 29-12";

#[test]
fn the_known_game_is_drawn_when_each_reading_says() {
    for (reading, drawn, c16) in [
        (Reading::Fmjd, (32, End::Limit(Article::Sixteen)), Some(26)),
        (Reading::Lidraughts, (36, End::Limit(Article::Five)), None),
    ] {
        let position = "W:WK46,K47,K48:BK3".parse().unwrap();
        let mut game = Game::<International>::new(position, DrawClocks::fresh(&position), reading);
        for text in KNOWN_GAME.split_whitespace() {
            game.play(parse_move(game.position(), text).unwrap());
            let ended = game.over().is_some();
            assert_eq!(ended, game.plies() >= drawn.0, "ply {}", game.plies());
            if game.plies() == 26 {
                assert_eq!(game.clocks(), of(0, c16, 0));
            }
        }
        assert_eq!(game.plies(), 36);
        assert_eq!(game.first_draw(), Some(drawn));
        // The limit reached first is named, also when another one is reached later.
        assert_eq!(game.over(), Some(drawn.1));
    }
}

#[test]
fn clocks_that_run_on_for_ever_do_not_overflow() {
    let position: Position<International> = "W:WK46:BK5".parse().unwrap();
    let mv = parse_move(&position, "46-41").unwrap();
    let most = of(u16::MAX, u16::MAX, u16::MAX);
    let after = most.after(&position, mv, &position.make(mv), Reading::Fmjd);
    assert_eq!(after, most);
}
