//! Values and clocks in words.

use super::units;
use manoury_prober::{Outcome, Probe};
use manoury_rules::{Color, DrawClocks, Position, Variant};

/// The name of a side.
pub fn side(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// What a position is for its side to move, in one sentence.
pub fn verdict<V: Variant>(position: &Position<V>, probe: &Probe) -> String {
    let mover = side(position.turn());
    if let Some(reason) = over(position) {
        return format!("{mover} to move {reason} and has lost");
    }
    let sentence = match probe.outcome {
        Outcome::Win => format!("{mover} to move wins"),
        Outcome::CursedWin => {
            format!("{mover} to move would win, but a draw limit comes first (cursed win)")
        }
        Outcome::Draw => return "Draw".to_string(),
        Outcome::BlessedLoss => {
            format!("{mover} to move would lose, but a draw limit comes first (blessed loss)")
        }
        Outcome::Loss => format!("{mover} to move loses"),
    };
    let plies = |plies: u16| units::count(plies as u64, "ply", "plies");
    let conversion = probe.dtc.map(|dtc| format!("conversion in {}", plies(dtc)));
    let end = probe.dtw.map(|dtw| format!("end of the game in {}", plies(dtw)));
    let distances: Vec<String> = conversion.into_iter().chain(end).collect();
    if distances.is_empty() { sentence } else { format!("{sentence}: {}", distances.join(", ")) }
}

/// Why the side to move has lost on the board, if it has.
pub fn over<V: Variant>(position: &Position<V>) -> Option<&'static str> {
    if position.pieces(position.turn()) == 0 {
        Some("has no piece")
    } else {
        position.is_over().then_some("has no move")
    }
}

/// The clocks that run with their limits: `25 moves 3/50, 5 moves 3/10`.
pub fn clocks<V: Variant>(clocks: &DrawClocks) -> String {
    let limits = V::LIMITS;
    [
        (Some(clocks.c25), Some(limits.conversion)),
        (clocks.c16, limits.sixteen),
        (clocks.c5, limits.five),
    ]
    .into_iter()
    .filter_map(|(plies, limit)| {
        let (plies, limit) = (plies?, limit?);
        Some(format!("{} moves {plies}/{limit}", limit / 2))
    })
    .collect::<Vec<_>>()
    .join(", ")
}

/// A distance in a table, `-` where there is none.
pub fn distance(plies: Option<u16>) -> String {
    plies.map_or("-".to_string(), |plies| plies.to_string())
}
