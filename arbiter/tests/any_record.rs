//! Whatever is written down as a game is judged or refused, and the report agrees with itself.

#[path = "../../tests/common/numbers.rs"]
mod numbers;
mod support;

use manoury_arbiter::{Arbiter, Ending, GameReport};
use manoury_pdn::{GameRecord, Item, WrittenMove};
use manoury_rules::{Brazilian, English, International, MoveList, Position, Variant, move_text};
use numbers::Random;
use support::READINGS;

/// Legal moves, now and then any numbers or a position instead.
fn any_record<V: Variant>(random: &mut Random) -> GameRecord {
    let few = ["W:WK1,K2:BK20", "W:WK1:BK20", "B:W22,K9:BK2,K32:H30", "W:W:BK3", "W:W10:B"];
    let mut fen = *random.choose(&few);
    let mut record = GameRecord::default();
    if random.below(3) > 0 {
        record.set_tag("FEN", fen);
    } else {
        fen = "";
    }
    let mut position: Position<V> =
        if fen.is_empty() { Position::start() } else { fen.parse().unwrap() };
    for _ in 0..random.below(120) {
        let mut list = MoveList::new();
        position.legal_moves(&mut list);
        let text = match random.below(60) {
            0 => format!("{}-{}", random.below(60), random.below(60)),
            1 => format!("{0}x{1}x{0}", random.below(60), random.below(60)),
            2 => {
                let fen = *random.choose(&few);
                position = fen.parse().unwrap();
                record.items.push(Item::SetUp(WrittenMove::new(fen)));
                continue;
            }
            _ if list.is_empty() => "1-6".to_string(),
            _ => {
                let mv = *random.choose(&list);
                let text = move_text(&position, mv);
                position = position.make(mv);
                text
            }
        };
        record.items.push(Item::Move(WrittenMove::new(text)));
    }
    record.set_tag("Result", *random.choose(&["2-0", "1-1", "0-1", "*", "x"]));
    record
}

fn check(record: &GameRecord, report: &GameReport, set_ups: usize) {
    assert_eq!(report.played as usize, record.main_line().count());
    assert!(report.illegal.len() <= 1 + set_ups);
    assert!(report.illegal.iter().all(|illegal| (1..=report.played).contains(&illegal.ply)));
    for claim in &report.claims {
        assert_eq!(claim.ply + claim.played_on, report.played);
        assert!(claim.played_on > 0 && claim.article.is_draw());
        // Nothing can be claimed before the first end.
        assert!(report.over.is_some_and(|over| over.ply <= claim.ply));
    }
    if let Some(over) = report.over {
        assert_eq!(over.article.is_draw(), over.outcome == Ending::Draw);
    }
    assert!(!report.contradiction || report.over.is_some());
    assert!(report.plies.is_empty() && report.changes.is_empty() && report.damage.is_none());
}

fn any_records<V: Variant>(seed: u64) -> [usize; 4] {
    let mut random = Random(seed);
    let mut seen = [0; 4];
    for number in 0..1500 {
        let record = any_record::<V>(&mut random);
        let report = Arbiter::<V>::new(READINGS[number % 2]).judge(1, &record).unwrap();
        let set_ups = record.items.iter().filter(|item| matches!(item, Item::SetUp(_))).count();
        check(&record, &report, set_ups);
        seen[0] += usize::from(!report.illegal.is_empty());
        seen[1] += usize::from(!report.claims.is_empty());
        seen[2] += usize::from(report.contradiction);
        seen[3] += usize::from(report.over.is_some_and(|over| over.outcome != Ending::Draw));
    }
    seen
}

#[test]
fn any_record_is_judged() {
    let seen =
        [any_records::<International>(1), any_records::<Brazilian>(2), any_records::<English>(3)];
    // Illegal moves, draws played on past, contradictions and wins were all among them.
    for what in 0..4 {
        assert!(seen.iter().map(|seen| seen[what]).sum::<usize>() > 50, "{seen:?}");
    }
}
