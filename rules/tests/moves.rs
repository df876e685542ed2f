//! Legal moves: golden counts and lists, and a slow twin that must agree everywhere.

mod naive;

use manoury_rules::{
    Bits, Board, Brazilian, Color, English, International, MoveList, Position, Variant, bits,
    move_text, parse_move, perft,
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

/// A position whose squares hold pieces as the codes say: 0 and above 4 nothing, else White's and
/// Black's men and kings. Men on their promotion row become kings.
fn position_of<V: Variant>(codes: &[u8], white: bool) -> Position<V> {
    let mut men = [0; 2];
    let mut kings = [0; 2];
    for (square, &code) in codes.iter().take(Board::<V>::SQUARES as usize).enumerate() {
        let bit: Bits = 1 << Board::<V>::bit(square as u32);
        match code {
            1 | 2 => {
                let color = code as usize - 1;
                let promoted = Board::<V>::PROMOTION[color] & bit != 0;
                (if promoted { &mut kings } else { &mut men })[color] |= bit;
            }
            3 | 4 => kings[code as usize - 3] |= bit,
            _ => {}
        }
    }
    let turn = if white { Color::White } else { Color::Black };
    Position::new(men, kings, turn).unwrap()
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

    assert_eq!(position.to_string().parse::<Position<V>>().unwrap(), position);
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    for &mv in list.iter() {
        let text = move_text(&position, mv);
        assert_eq!(parse_move(&position, &text).unwrap(), mv, "{position} {text}");
        let next = position.make(mv);
        let sets = |color| (next.men(color), next.kings(color));
        let ((wm, wk), (bm, bk)) = (sets(Color::White), sets(Color::Black));
        assert_eq!(Position::new([wm, bm], [wk, bk], next.turn()), Ok(next), "valid after {text}");
    }
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
    #![proptest_config(ProptestConfig::with_cases(3000))]

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
fn more_kings_than_any_table_has_are_answered() {
    // Kings alone on the board have the most quiet moves when about a third of it is occupied.
    let mut most = 0;
    let mut state = 7u64;
    for _ in 0..20_000 {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let kings = state & state.rotate_left(23) & Board::<International>::MASK;
        let position = Position::<International>::new([0; 2], [kings, 0], Color::White).unwrap();
        let mut list = MoveList::new();
        position.legal_moves(&mut list);
        most = most.max(list.len());
        if list.len() > 100 {
            let naive = naive_of(&position, naive::INTERNATIONAL).moves();
            assert_eq!(moves_of(&position), naive);
        }
    }
    assert!(most > 100, "{most}");
}
