//! What a quiet position is worth where no table tells.

use manoury_rules::{Bits, Board, Color, Position, Variant};

/// A score in hundredths of a man, for the side to move.
pub(crate) type Score = i32;

/// A man.
const MAN: Score = 100;
/// A king.
const KING: Score = 300;
/// For each row that a man has advanced.
const ROW: Score = 2;
/// For a man off the edges of the board.
const INSIDE: Score = 4;
/// For a man on its first row, while the other side has men to promote.
const GUARD: Score = 5;
/// For a king that holds the main diagonal.
const MAIN_DIAGONAL: Score = 20;

/// The score of a position without captures.
pub(crate) fn evaluate<V: Variant>(position: &Position<V>) -> Score {
    side(position, position.turn()) - side(position, !position.turn())
}

/// The worth of one side.
fn side<V: Variant>(position: &Position<V>, color: Color) -> Score {
    let count = |set: Bits| set.count_ones() as Score;
    let men = position.men(color);
    let kings = position.kings(color);
    let rows = 2 * V::ROW;
    let mut worth = MAN * count(men) + KING * count(kings) + INSIDE * count(men & inside::<V>());
    for row in 0..rows {
        let advanced = match color {
            Color::White => rows - 1 - row,
            Color::Black => row,
        };
        worth += ROW * advanced as Score * count(men & row_of::<V>(row));
    }
    if position.men(!color) != 0 {
        let own = if color == Color::White { rows - 1 } else { 0 };
        worth += GUARD * count(men & row_of::<V>(own));
    }
    if V::FLYING_KINGS && kings & main_diagonal::<V>() != 0 {
        worth += MAIN_DIAGONAL;
    }
    worth
}

/// The squares of a row, counted from Black's side.
const fn row_of<V: Variant>(row: u32) -> Bits {
    ((1 << V::ROW) - 1) << Board::<V>::bit(row * V::ROW)
}

/// The squares with neighbours in all four directions.
const fn inside<V: Variant>() -> Bits {
    let board = Board::<V>::MASK;
    let left = Board::<V>::step(board, 0) & Board::<V>::step(board, 2);
    let right = Board::<V>::step(board, 1) & Board::<V>::step(board, 3);
    left & right
}

/// The longest diagonal, from Black's last square of the first row to White's first of the last.
const fn main_diagonal<V: Variant>() -> Bits {
    let corner = Board::<V>::bit(V::ROW - 1);
    Board::<V>::RAYS[corner as usize][2] | 1 << corner
}

#[cfg(test)]
mod tests {
    use super::*;
    use manoury_rules::{Brazilian, International, bits};

    fn squares<V: Variant>(set: Bits) -> Vec<u32> {
        bits(set).map(|bit| Board::<V>::square(bit) + 1).collect()
    }

    #[test]
    fn sets_are_those_of_the_board() {
        let diagonal = squares::<International>(main_diagonal::<International>());
        assert_eq!(diagonal, [5, 10, 14, 19, 23, 28, 32, 37, 41, 46]);
        let diagonal = squares::<Brazilian>(main_diagonal::<Brazilian>());
        assert_eq!(diagonal, [4, 8, 11, 15, 18, 22, 25, 29]);
        assert_eq!(squares::<International>(row_of::<International>(7)), [36, 37, 38, 39, 40]);
        let inside = squares::<International>(inside::<International>());
        assert_eq!((inside.len(), inside[0], inside[4]), (32, 7, 11));
    }

    #[test]
    fn both_sides_are_worth_the_same() {
        for fen in ["W:W31-50:B1-20", "W:WK5,31,38:B2,K46,20", "B:WK5,31,38:B2,K46,20"] {
            let position: Position<International> = fen.parse().unwrap();
            assert_eq!(evaluate(&position), evaluate(&position.reversed()), "{fen}");
            let other = position.with_turn(!position.turn());
            assert_eq!(evaluate(&position), -evaluate(&other), "{fen}");
        }
    }
}
