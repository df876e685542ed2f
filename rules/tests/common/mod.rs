//! What several test files need.

use manoury_rules::{Bits, Board, Color, Position, Variant};

/// A position whose squares hold pieces as the codes say: 0 and above 4 nothing, else White's and
/// Black's men and kings. Men on their promotion row become kings.
pub fn position_of<V: Variant>(codes: &[u8], white: bool) -> Position<V> {
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
