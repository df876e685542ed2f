//! Texts of positions and moves: every way of writing one is read alike, and no text is too odd for
//! a short answer (RULES §4).

mod common;

use common::position_of;
use manoury_rules::{
    Board, Brazilian, Color, English, International, Position, Setup, Variant, bits, parse_move,
};
use proptest::prelude::*;

/// Another way to write a position: lists and squares in any order, ranges, spaces, zeros, small
/// letters, a dot.
fn written_oddly<V: Variant>(position: &Position<V>, style: u32) -> String {
    let on = |bit: u32| style >> bit & 1 != 0;
    let space = if on(0) { " " } else { "" };
    let list = |color: Color| {
        let mut tokens = Vec::new();
        for (letter, set) in [("", position.men(color)), ("K", position.kings(color))] {
            let squares: Vec<u32> = bits(set).map(|bit| Board::<V>::square(bit) + 1).collect();
            for run in squares.chunk_by(|a, b| a + 1 == *b) {
                let (first, last) = (run[0], run[run.len() - 1]);
                if on(1) && run.len() > 1 {
                    let second = if on(2) { letter } else { "" };
                    tokens.push(format!("{letter}{first}{space}-{space}{second}{last}"));
                } else {
                    tokens.extend(run.iter().map(|square| format!("{letter}{space}{square:03}")));
                }
            }
        }
        if on(3) {
            tokens.reverse();
        }
        format!("{}{space}{}", color.letter(), tokens.join(&format!("{space},{space}")))
    };
    let (first, second) =
        if on(4) { (Color::Black, Color::White) } else { (Color::White, Color::Black) };
    let text = format!(
        "{space}{}{space}:{}:{space}{}{}{space}",
        position.turn().letter(),
        list(first),
        list(second),
        if on(5) { "." } else { "" },
    );
    if on(6) { text.to_lowercase() } else { text }
}

fn check<V: Variant>(codes: &[u8], white: bool, style: u32) {
    let position = position_of::<V>(codes, white);
    let text = position.to_string();
    assert_eq!(text.parse(), Ok(position), "{text}");
    assert!(!text.contains(char::is_whitespace));
    let odd = written_oddly(&position, style);
    assert_eq!(odd.parse(), Ok(position), "{odd}");
    let setup = Setup::<V>::parse(&format!("{text}:H{}:F{}", style % 100, style)).unwrap();
    let (halfmoves, moves) = (Some((style % 100) as u16), Some(style));
    assert_eq!(setup, Setup { position, halfmoves, moves });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn positions_round_trip(
        codes in proptest::collection::vec(0..9u8, 50),
        white: bool,
        style in 0..128u32,
    ) {
        check::<International>(&codes, white, style);
        check::<Brazilian>(&codes, white, style);
        check::<English>(&codes, white, style);
    }

    #[test]
    fn texts_like_a_fen_are_read_or_refused_on_one_line(
        text in "[WBwbKk0-9:,. HF\\-\n]{0,60}|(W|B):[WB][K0-9,\\-]{0,20}:[WB][K0-9,\\-]{0,20}|\\PC{0,40}"
    ) {
        match Setup::<International>::parse(&text) {
            Ok(setup) => prop_assert_eq!(setup.position.to_string().parse(), Ok(setup.position)),
            Err(error) => {
                let message = error.to_string();
                prop_assert!(!message.contains('\n') && message.chars().count() < 130, "{}", message);
            }
        }
    }

    #[test]
    fn texts_like_a_move_are_read_or_refused_on_one_line(text in "[0-9x:\\- ×+]{0,30}|\\PC{0,40}") {
        let position: Position<International> = "W:WK4,31:B13,20,32,37".parse().unwrap();
        if let Err(error) = parse_move(&position, &text) {
            let message = error.to_string();
            prop_assert!(!message.contains('\n') && message.chars().count() < 130, "{}", message);
        }
    }
}

#[test]
fn a_text_far_too_long_is_refused_shortly() {
    for text in ["W".repeat(10_000), format!("W:W{}:B1", "31,".repeat(5_000)), "é".repeat(10_000)]
    {
        let message = text.parse::<Position<International>>().unwrap_err().to_string();
        assert!(message.contains(&text.chars().count().to_string()), "{message}");
        assert!(message.len() < 80, "{message}");
    }
}
