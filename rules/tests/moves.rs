//! Legal moves: golden counts and lists, and a slow twin that must agree everywhere.

mod common;
mod naive;

use common::position_of;
use manoury_rules::{
    Board, Brazilian, Color, DrawLimits, English, International, LIST_CAPACITY, Move, MoveError,
    MoveList, Position, Variant, bits, move_text, parse_move, perft,
};
use naive::{NaiveBoard, NaiveMove, Piece, Rules};
use proptest::prelude::*;
use std::collections::BTreeSet;

const PERFT: &str = include_str!("data/perft.tsv");
const MOVES: &str = include_str!("data/moves.tsv");

fn lines(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect())
}

fn check_perft<V: Variant>() {
    let mut seen = 0;
    for line in lines(PERFT).filter(|line| line[0] == V::NAME) {
        let position =
            if line[2].is_empty() { Position::<V>::start() } else { line[2].parse().unwrap() };
        for (depth, count) in (1..).zip(line[3].split(' ')) {
            let count: u64 = count.parse().unwrap();
            assert_eq!(perft(&position, depth), count, "{} depth {depth}", line[1]);
            seen += 1;
        }
    }
    assert!(seen >= 9);
}

#[test]
fn perft_of_international() {
    check_perft::<International>();
}

#[test]
fn perft_of_brazilian_and_english() {
    check_perft::<Brazilian>();
    check_perft::<English>();
}

fn number<V: Variant>(bit: u32) -> u32 {
    Board::<V>::square(bit) + 1
}

fn moves_of<V: Variant>(position: &Position<V>) -> BTreeSet<NaiveMove> {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    let set: BTreeSet<NaiveMove> = list
        .iter()
        .map(|mv| {
            let taken = bits(mv.taken).map(number::<V>).collect();
            (number::<V>(mv.from as u32), number::<V>(mv.to as u32), taken)
        })
        .collect();
    assert_eq!(set.len(), list.len(), "no move twice");
    assert_eq!(position.has_move(), !list.is_empty());
    assert_eq!(position.has_capture(), list.first().is_some_and(|mv| mv.is_capture()));
    set
}

#[test]
fn listed_moves() {
    for line in lines(MOVES) {
        let position: Position<International> = line[0].parse().unwrap();
        let expected: BTreeSet<NaiveMove> = line
            .get(2)
            .unwrap_or(&"")
            .split_whitespace()
            .map(|text| {
                let (ends, taken) = text.split_once('[').unwrap_or((text, "]"));
                let (from, to) = ends.split_once(['-', 'x']).unwrap();
                let squares = taken.trim_end_matches(']').split(',').filter(|s| !s.is_empty());
                (
                    from.parse().unwrap(),
                    to.parse().unwrap(),
                    squares.map(|s| s.parse().unwrap()).collect(),
                )
            })
            .collect();
        assert_eq!(expected.len(), line[1].parse::<usize>().unwrap());
        assert_eq!(moves_of(&position), expected, "{}", line[0]);
    }
}

fn naive_of<V: Variant>(position: &Position<V>, rules: Rules) -> NaiveBoard {
    let mut board = NaiveBoard::new(rules, position.turn() == Color::White);
    for color in Color::ALL {
        for bit in bits(position.pieces(color)) {
            let king = position.kings(color) >> bit & 1 != 0;
            let piece = Piece { white: color == Color::White, king };
            board.put(number::<V>(bit), Some(piece));
        }
    }
    board
}

fn check<V: Variant>(codes: &[u8], white: bool, rules: Rules) {
    let position = position_of::<V>(codes, white);
    let moves = moves_of(&position);
    assert_eq!(moves, naive_of(&position, rules).moves(), "{position}");

    let reversed = position.reversed();
    assert_eq!(reversed.reversed(), position);
    let turned = |square: u32| Board::<V>::SQUARES + 1 - square;
    let mirrored: BTreeSet<NaiveMove> = moves
        .iter()
        .map(|(from, to, taken)| {
            (turned(*from), turned(*to), taken.iter().map(|&s| turned(s)).collect())
        })
        .collect();
    assert_eq!(moves_of(&reversed), mirrored);
    assert_eq!(perft(&reversed, 2), perft(&position, 2));

    check_texts(&position);
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    for &mv in list.iter() {
        let text = move_text(&position, mv);
        let next = position.make(mv);
        let sets = |color| (next.men(color), next.kings(color));
        let ((wm, wk), (bm, bk)) = (sets(Color::White), sets(Color::Black));
        assert_eq!(Position::new([wm, bm], [wk, bk], next.turn()), Ok(next), "valid after {text}");
    }
}

/// Checks that the text of every legal move is read back as that move, and as no other: the number
/// of moves that needed every landing square.
fn check_texts<V: Variant>(position: &Position<V>) -> usize {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    let mut texts = BTreeSet::new();
    let mut full = 0;
    for &mv in list.iter() {
        let text = move_text(position, mv);
        assert_eq!(parse_move(position, &text), Ok(mv), "{position} {text}");
        let ends = |mv: Move| (mv.from, mv.to);
        let alike = list.iter().filter(|&&other| ends(other) == ends(mv)).count();
        let legs = text.matches('x').count();
        if alike == 1 {
            assert!(legs <= 1, "{position} {text}");
        } else {
            assert_eq!(legs, mv.taken.count_ones() as usize, "{position} {text}");
            full += 1;
            if legs > 1 {
                let short =
                    format!("{}x{}", number::<V>(mv.from as u32), number::<V>(mv.to as u32));
                match parse_move(position, &short) {
                    Err(MoveError::Ambiguous { .. }) => {}
                    // Without the majority rule, one of them may be a single jump, written so.
                    Ok(single) => assert_eq!(single.taken.count_ones(), 1, "{position} {short}"),
                    other => panic!("{position} {short}: {other:?}"),
                }
            }
        }
        assert!(texts.insert(text), "{position}: no text twice");
    }
    full
}

/// Codes of 50 squares: sparse ones hold few pieces, dense ones many, some mostly kings.
fn codes() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        proptest::collection::vec(prop_oneof![9 => Just(0u8), 2 => 1..5u8], 50),
        proptest::collection::vec(prop_oneof![3 => Just(0u8), 2 => 1..5u8], 50),
        proptest::collection::vec(prop_oneof![9 => Just(0u8), 1 => Just(3u8), 2 => Just(2u8)], 50),
        proptest::collection::vec(prop_oneof![20 => Just(0u8), 2 => 3..5u8], 50),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8000))]

    #[test]
    fn twins_agree_on_international(codes in codes(), white: bool) {
        check::<International>(&codes, white, naive::INTERNATIONAL);
    }

    #[test]
    fn twins_agree_on_brazilian(codes in codes(), white: bool) {
        check::<Brazilian>(&codes, white, naive::BRAZILIAN);
    }

    #[test]
    fn twins_agree_on_english(codes in codes(), white: bool) {
        check::<English>(&codes, white, naive::ENGLISH);
    }
}

#[test]
fn captures_that_share_their_ends_are_told_apart() {
    let mut seen = 0;
    for line in lines(MOVES) {
        seen += check_texts::<International>(&line[0].parse().unwrap());
    }
    assert_eq!(seen, 16);
    // A lone king among many: most of its captures share their ends with others.
    let mut state = 3u64;
    for _ in 0..20_000 {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let king = 1 << Board::<International>::bit((state >> 58) as u32 % 50);
        let others = state & state.rotate_left(29) & Board::<International>::MASK & !king;
        let position = Position::new([0; 2], [king, others], Color::White).unwrap();
        seen += check_texts::<International>(&position);
    }
    assert!(seen > 1000, "{seen}");
}

/// International draughts with a free choice of capture: a game that lists far more moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct FreeChoice;

impl Variant for FreeChoice {
    const NAME: &'static str = "free-choice";
    const CODE: u8 = 255;
    const ROW: u32 = International::ROW;
    const FLYING_KINGS: bool = true;
    const MEN_CAPTURE_BACKWARD: bool = true;
    const MAJORITY: bool = false;
    const FIRST: Color = International::FIRST;
    const START_ROWS: u32 = International::START_ROWS;
    const PDN_GAME_TYPE: u8 = International::PDN_GAME_TYPE;
    const LIMITS: DrawLimits = International::LIMITS;
}

#[test]
fn more_moves_than_the_stack_holds_are_answered() {
    let fen =
        "W:WK2,K3,K4,K5,K16,K36,K38,K46,K47:BK7,K8,K9,K10,K11,K20,K21,K24,K27,K29,K32,K33,K42,K43";
    // The most moves that a search over random positions of International draughts came upon.
    let position: Position<International> = fen.parse().unwrap();
    let moves = moves_of(&position);
    assert_eq!(moves.len(), 407);
    assert_eq!(moves, naive_of(&position, naive::INTERNATIONAL).moves());
    check_texts(&position);

    let fen = "W:WK4,K5,K6,K18,K25,K36,K46,K50:\
        BK1,K7,K9,K10,K12,K13,K22,K23,K27,K29,K31,K34,K41,K42,K43,K44";
    let position: Position<FreeChoice> = fen.parse().unwrap();
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    assert!(list.len() > LIST_CAPACITY && list.spilled(), "{}", list.len());
    let rules = Rules { majority: false, ..naive::INTERNATIONAL };
    assert_eq!(moves_of(&position), naive_of(&position, rules).moves());
    check_texts(&position);
}
