//! A picture of the board in plain text.

use super::style::{Paint, Style};
use manoury_rules::{Board, Color, Position, Variant};

/// Draws a position: `w` and `b` men, `W` and `B` kings, `.` a free dark square. Each row has the
/// numbers of its first and last square beside it.
pub fn picture<V: Variant>(position: &Position<V>, style: Style) -> String {
    let mut text = String::new();
    for row in 0..2 * V::ROW {
        let first = row * V::ROW;
        text += &style.paint(Paint::Faint, &format!("{:>4}", first + 1));
        text += "  ";
        for column in 0..V::ROW {
            let square = piece(position, Board::<V>::bit(first + column), style);
            // The dark squares of the first row begin with the second square.
            text += &if row % 2 == 0 { format!("  {square} ") } else { format!("{square}   ") };
        }
        text += &style.paint(Paint::Faint, &format!("{:>4}", first + V::ROW));
        text.push('\n');
    }
    let legend = "w b men, W B kings; the numbers are those of a row's first and last square";
    text + "      " + &style.paint(Paint::Faint, legend) + "\n"
}

fn piece<V: Variant>(position: &Position<V>, bit: u32, style: Style) -> String {
    let on = |set: u64| set >> bit & 1 != 0;
    for color in Color::ALL {
        let (man, king, paint) = match color {
            Color::White => ("w", "W", Paint::Strong),
            Color::Black => ("b", "B", Paint::Bad),
        };
        if on(position.men(color)) {
            return style.paint(paint, man);
        }
        if on(position.kings(color)) {
            return style.paint(paint, king);
        }
    }
    style.paint(Paint::Faint, ".")
}

#[cfg(test)]
mod tests {
    use super::*;
    use manoury_rules::{English, International};

    #[test]
    fn pieces_stand_where_their_numbers_are() {
        let position: Position<International> = "W:WK46,31:BK5,20".parse().unwrap();
        let picture = picture(&position, Style::of_stdout());
        let lines: Vec<&str> = picture.lines().collect();
        assert_eq!(lines[0], "   1    .   .   .   .   B    5");
        assert_eq!(lines[3], "  16  .   .   .   .   b     20");
        assert_eq!(lines[6], "  31    w   .   .   .   .   35");
        assert_eq!(lines[9], "  46  W   .   .   .   .     50");
        assert_eq!(lines.len(), 11);
    }

    #[test]
    fn the_small_board_has_eight_rows() {
        let picture = picture(&Position::<English>::start(), Style::of_stdout());
        assert_eq!(picture.lines().count(), 9);
        assert!(picture.starts_with("   1    b   b   b   b    4\n"));
    }
}
