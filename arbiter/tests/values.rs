//! Values with the clocks of the game, from tables of two and three pieces.

#[allow(dead_code, reason = "this program uses a part")]
#[path = "../../tests/common/tables.rs"]
mod making;
#[path = "../../tests/common/numbers.rs"]
mod numbers;
mod support;

use manoury_arbiter::{Arbiter, GameReport, ValueChange};
use manoury_generator::Selection;
use manoury_pdn::GameRecord;
use manoury_prober::{Outcome, Tablebase};
use manoury_rules::{
    DrawClocks, English, Game, International, MoveList, Position, Reading, Variant, move_text,
};
use numbers::Random;
use std::fs;
use std::path::PathBuf;
use std::sync::OnceLock;
use support::{READINGS, record};

/// All tables of two and three pieces, made once.
fn tables() -> &'static Tablebase<International> {
    static TABLES: OnceLock<Tablebase<International>> = OnceLock::new();
    TABLES.get_or_init(|| Tablebase::open([folder()]).unwrap())
}

fn folder() -> &'static PathBuf {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| built::<International>("arbiter"))
}

/// Makes the tables of two and three pieces of a variant.
fn built<V: Variant>(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    manoury_testing::build::<V>(&folder, &Selection::Pieces(3), &making::options()).unwrap();
    folder
}

fn judged(reading: Reading, record: &GameRecord) -> GameReport {
    Arbiter::new(reading).with_tables(tables()).judge(1, record).unwrap()
}

#[test]
fn a_blunder_is_told_with_the_best_move() {
    let report = judged(Reading::Fmjd, &record("W:WK10:BK5", "10-4 5-46 1-1"));
    let (text, best) = ("10-4".to_string(), Some("10-46".to_string()));
    let (from, to) = (Outcome::Win, Outcome::Draw);
    assert_eq!(report.changes, [ValueChange { ply: 1, text, from, to, best }]);
    let first = &report.plies[0];
    assert_eq!((first.ply, first.text.as_str()), (1, "10-4"));
    assert_eq!((first.category, first.dtc, first.dtw), (Some(Outcome::Win), Some(3), Some(3)));
    assert_eq!(first.best.as_deref(), Some("10-46"));
    assert_eq!(report.plies[1].category, Some(Outcome::Draw));
    assert_eq!((report.plies[1].dtc, report.plies[1].dtw), (None, None));
    assert_eq!(report.last.unwrap().category, Outcome::Draw);
    assert_eq!((report.tables.pieces, report.tables.from), (Some(3), Some(1)));
}

#[test]
fn clocks_decide_whether_a_win_is_one() {
    for (fen, category) in [
        ("W:WK10:BK5:H7", Outcome::Win),
        ("W:WK10:BK5:H8", Outcome::CursedWin),
        ("W:WK10:BK5:H10", Outcome::CursedWin),
    ] {
        let report = judged(Reading::Fmjd, &record(fen, "10-46 *"));
        assert_eq!(report.plies[0].category, Some(category), "{fen}");
        assert_eq!((report.plies[0].dtw, report.changes.len()), (Some(3), 0), "{fen}");
    }
    // Both moves win, but with eight plies left only one of them in time.
    let report = judged(Reading::Fmjd, &record("W:WK1,K2:BK45:H2", "2-7 *"));
    let [change] = &report.changes[..] else { panic!("{:?}", report.changes) };
    assert_eq!((change.ply, change.from, change.to), (1, Outcome::Win, Outcome::CursedWin));
    assert_eq!(change.best.as_deref(), Some("2-11"));
    assert_eq!(report.last.unwrap().category, Outcome::BlessedLoss);
    let report = judged(Reading::Fmjd, &record("W:WK1,K2:BK45:H1", "2-7 *"));
    assert_eq!(report.changes, []);
}

#[test]
fn a_game_played_well_changes_nothing_and_ends() {
    let report =
        judged(Reading::Fmjd, &record("W:WK1,K2:BK45", "2-11 45-50 11-6 50-45 6-50 45-7 1x12 2-0"));
    assert_eq!(report.changes, []);
    let distances: Vec<_> = report.plies.iter().map(|ply| ply.dtw.unwrap()).collect();
    assert_eq!(distances, [7, 6, 5, 4, 3, 2, 1]);
    let last = report.last.unwrap();
    assert_eq!((last.category, last.dtw, last.best), (Outcome::Loss, Some(0), None));
    assert_eq!(report.over.unwrap().ply, 7);
}

#[test]
fn values_begin_where_the_tables_do() {
    // The fourth piece goes with a capture, which tells the value of the position before it too.
    let four = "W:WK47,K20,K50:BK1";
    let report = judged(Reading::Fmjd, &record(four, "50-45 1-6 20-33 6x50 47-41 *"));
    assert_eq!(report.illegal, []);
    assert_eq!((report.tables.from, report.plies.len()), (Some(4), 2));
    assert_eq!(report.tables.missing, [""; 0]);
    let report = judged(Reading::Fmjd, &record("W:W31-50:B1-20", "32-28 19-23 *"));
    assert!(report.plies.is_empty() && report.last.is_none());
    assert_eq!((report.tables.pieces, report.tables.from), (Some(3), None));
}

#[test]
fn after_a_draw_nothing_is_won_any_more() {
    let report = judged(Reading::Fmjd, &record("W:WK10:BK5:H9", "10-46 5-14 46x5 2-0"));
    assert_eq!(report.over.unwrap().ply, 1);
    let categories: Vec<_> = report.plies.iter().map(|ply| ply.category.unwrap()).collect();
    assert_eq!(categories, [Outcome::CursedWin, Outcome::BlessedLoss, Outcome::CursedWin]);
    assert_eq!(report.last.unwrap().category, Outcome::BlessedLoss);
    assert!(report.changes.is_empty() && report.contradiction);
}

#[test]
fn a_position_set_up_after_a_draw_can_be_won() {
    let moves = "10-46 5-14 /FEN \"W:WK10:BK5\"/ 10-46 5-14 46x5 2-0";
    let report = judged(Reading::Fmjd, &record("W:WK10:BK5:H9", moves));
    assert_eq!(report.over.unwrap().ply, 1);
    let categories: Vec<_> = report.plies.iter().map(|ply| ply.category.unwrap()).collect();
    let (cursed, won) = ([Outcome::CursedWin, Outcome::BlessedLoss], [Outcome::Win, Outcome::Loss]);
    assert_eq!(categories, [&cursed[..], &won, &[Outcome::Win]].concat());
    assert!(report.changes.is_empty() && !report.contradiction);
}

/// Four quiet plies that lead back and after each of which White still wins, if there are any.
fn round<V: Variant>(position: &Position<V>, tables: &Tablebase<V>) -> Option<[String; 4]> {
    let wins = |position: &Position<V>, outcome| {
        tables.probe(position).is_ok_and(|probe| probe.outcome == outcome)
    };
    let quiet = |position: &Position<V>| {
        let mut list = MoveList::new();
        position.legal_moves(&mut list);
        list.iter().copied().filter(|&mv| !position.is_conversion(mv)).collect::<Vec<_>>()
    };
    if !wins(position, Outcome::Win) {
        return None;
    }
    for first in quiet(position) {
        let one = position.make(first);
        for second in quiet(&one).into_iter().filter(|_| wins(&one, Outcome::Loss)) {
            let two = one.make(second);
            for third in quiet(&two).into_iter().filter(|_| wins(&two, Outcome::Win)) {
                let three = two.make(third);
                for last in quiet(&three).into_iter().filter(|_| wins(&three, Outcome::Loss)) {
                    if three.make(last) == *position {
                        return Some([
                            move_text(position, first),
                            move_text(&one, second),
                            move_text(&two, third),
                            move_text(&three, last),
                        ]);
                    }
                }
            }
        }
    }
    None
}

#[test]
fn a_third_occurrence_that_saves_the_loser_was_no_mistake() {
    // Kings that go one square at a time, and no limit near, leave room to walk about.
    let tables = Tablebase::<English>::open([built::<English>("arbiter-english")]).unwrap();
    let arbiter = Arbiter::new(Reading::Fmjd).with_tables(&tables);
    let mut random = Random(9);
    let mut seen = 0;
    for _ in 0..300 {
        let mut square = || 1 + random.below(32);
        let fen = format!("W:WK{},K{}:BK{}", square(), square(), square());
        let Ok(position) = fen.parse::<Position<English>>() else { continue };
        let Some(round) = round(&position, &tables) else { continue };
        // White wins all the time, but lets Black bring the position about a third time.
        let round = round.join(" ");
        let report = arbiter.judge(1, &record(&fen, &format!("{round} {round} *"))).unwrap();
        let [change] = &report.changes[..] else { panic!("{fen} {round}: {:?}", report.changes) };
        assert_eq!((change.ply, change.from, change.to), (8, Outcome::Loss, Outcome::BlessedLoss));
        assert_eq!(change.best, None);
        assert!(report.plies[7].best.is_some());
        seen += 1;
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn a_capture_of_several_pieces_reaches_the_tables() {
    // Five pieces, and tables of three: the only move takes two of them.
    let report = judged(Reading::Fmjd, &record("W:W33,47:B29,20,5", "33x15 5-10 15x4 2-0"));
    assert_eq!(report.illegal, []);
    assert_eq!((report.tables.from, report.plies.len()), (Some(1), 3));
    let categories: Vec<_> = report.plies.iter().map(|ply| ply.category.unwrap()).collect();
    assert_eq!(categories, [Outcome::Win, Outcome::Loss, Outcome::Win]);
    assert_eq!(report.tables.missing, [""; 0]);
}

#[test]
fn a_partial_set_is_asked_as_far_as_it_goes() {
    let partial = tempfile::tempdir().unwrap();
    let files = partial.path().join(International::NAME);
    fs::create_dir(&files).unwrap();
    for kind in ["wdl", "dtc", "dtw"] {
        let name = format!("KKvK.{kind}");
        fs::copy(folder().join(International::NAME).join(&name), files.join(name)).unwrap();
    }
    let tables = Tablebase::<International>::open([partial.path()]).unwrap();
    let game = record("W:WK1,K20:BK50", "20-33 50x6 1-7 1-1");
    let report = Arbiter::new(Reading::Fmjd).with_tables(&tables).judge(1, &game).unwrap();
    assert_eq!((report.over, report.plies.len()), (None, 3));
    assert_eq!(report.plies[0].category, Some(Outcome::Draw));
    assert_eq!(report.plies[0].best, None);
    assert_eq!(report.plies[1].category, None);
    assert!(report.tables.missing.contains(&"KvK.wdl".to_string()), "{:?}", report.tables);
    assert!(report.damage.is_none());
}

#[test]
fn a_damaged_table_is_told_and_the_rules_go_on() {
    let broken = tempfile::tempdir().unwrap();
    let files = broken.path().join(International::NAME);
    fs::create_dir(&files).unwrap();
    for entry in fs::read_dir(folder().join(International::NAME)).unwrap() {
        let entry = entry.unwrap();
        let mut bytes = fs::read(entry.path()).unwrap();
        if entry.file_name() == "KvK.wdl" {
            let middle = bytes.len() - 1;
            bytes[middle] ^= 1;
        }
        fs::write(files.join(entry.file_name()), bytes).unwrap();
    }
    let tables = Tablebase::<International>::open([broken.path()]).unwrap();
    let game = record("W:WK1:BK50", "1-6 50-45 6-1 45-50 1-6 50-45 6-1 45-50 1-1");
    let report = Arbiter::new(Reading::Fmjd).with_tables(&tables).judge(1, &game).unwrap();
    assert!(report.damage.is_some() && report.plies.is_empty());
    assert_eq!(report.over.unwrap().ply, 8);
    assert_eq!(report.notes.len(), 1);
}

/// Random games: each value is what the tables say of the game's position and clocks, and a change
/// is told exactly where a better move was left out.
#[test]
fn values_are_those_of_the_tables_in_any_game() {
    let mut random = Random(16);
    let mut seen = [0; 2];
    for number in 0..1000 {
        let fen = *random.choose(&["W:WK1,K2:BK45", "W:WK2,6:BK50", "B:W38,47:BK13", "W:WK10:BK5"]);
        let reading = READINGS[number % 2];
        let position: Position<International> = fen.parse().unwrap();
        let mut game = Game::new(position, DrawClocks::fresh(&position), reading);
        let mut record = GameRecord::beginning(&position);
        let mut expected = Vec::new();
        while game.over().is_none() && expected.len() < 40 {
            let (position, clocks) = (*game.position(), game.clocks());
            let probe = tables().probe_with_clocks(&position, &clocks, reading).unwrap();
            let ranked = tables().moves(&position, &clocks, reading).unwrap();
            // Mostly good moves, so that there is something to lose.
            let mut list = MoveList::new();
            position.legal_moves(&mut list);
            let mv = if random.below(4) > 0 { ranked[0].mv } else { *random.choose(&list) };
            let played = ranked.iter().find(|ranked| ranked.mv == mv).unwrap();
            expected.push((probe, ranked[0].mv, played.outcome, position));
            record.push(&position, mv);
            game.play(mv);
        }
        let report = judged(reading, &record);
        assert_eq!(report.plies.len(), expected.len());
        for (ply, (probe, best, after, position)) in report.plies.iter().zip(&expected) {
            assert_eq!(ply.category, Some(probe.outcome), "{position}");
            assert_eq!((ply.dtc, ply.dtw), (probe.dtc, probe.dtw));
            assert_eq!(ply.best.as_deref(), Some(move_text(position, *best).as_str()));
            // The last ply may draw by a third occurrence, which the tables know nothing of.
            if ply.ply < report.played {
                let change = report.changes.iter().find(|change| change.ply == ply.ply);
                let expected =
                    (after.opposite() != probe.outcome).then(|| (probe.outcome, after.opposite()));
                assert_eq!(change.map(|change| (change.from, change.to)), expected, "{position}");
                seen[0] += usize::from(expected == Some((Outcome::Win, Outcome::Draw)));
                seen[1] += usize::from(expected == Some((Outcome::Win, Outcome::CursedWin)));
            }
        }
    }
    assert!(seen[0] > 20 && seen[1] > 5, "{seen:?}");
}

#[test]
fn the_json_has_the_promised_fields() {
    let report = judged(Reading::Fmjd, &record("W:WK10:BK5", "10-4 5-46 2-0"));
    let json = serde_json::to_string(&report).unwrap();
    let head = "{\"game\":1,\"result\":\"2-0\",\"over\":null,\"illegal\":[],\"claims\":[],\"plies\":[\
        {\"ply\":1,\"move\":\"10-4\",\"category\":\"win\",\"dtc\":3,\"dtw\":3,\"best\":\"10-46\"},\
        {\"ply\":2,\"move\":\"5-46\",\"category\":\"draw\",\"dtc\":null,\"dtw\":null,\"best\":";
    assert!(json.starts_with(head), "{json}");
    let changes = "\"changes\":[{\"ply\":1,\"move\":\"10-4\",\"from\":\"win\",\"to\":\"draw\",\
        \"best\":\"10-46\"}]";
    assert!(json.contains(changes), "{json}");
    let report = judged(Reading::Fmjd, &record("W:WK46:BK28:H9", "46x23 2-0"));
    let json = serde_json::to_string(&report).unwrap();
    let over = "\"over\":{\"ply\":1,\"article\":\"no-piece\",\"outcome\":\"white-wins\"}";
    assert!(json.contains(over), "{json}");
    let report = judged(Reading::Fmjd, &record("W:WK46:BK3:H9", "46-41 3-9 41-47 2-0"));
    let json = serde_json::to_string(&report).unwrap();
    let over = "\"over\":{\"ply\":1,\"article\":\"5\",\"outcome\":\"draw\"}";
    let claims = "\"claims\":[{\"ply\":1,\"article\":\"5\",\"played_on\":2}]";
    assert!(json.contains(over) && json.contains(claims), "{json}");
}
