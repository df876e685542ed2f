//! `manoury moves`: the legal moves.

use super::positions;
use crate::cli::MovesArgs;
use crate::exit::Output;
use crate::output::json;
use crate::output::style::Style;
use crate::output::table::{Align, TextTable};
use crate::output::{board, units, words};
use manoury_rules::{MoveList, Variant, WithVariant};
use manoury_wire::LegalMove;

pub struct Moves<'a>(pub &'a MovesArgs);

impl WithVariant for Moves<'_> {
    type Output = anyhow::Result<()>;

    fn run<V: Variant>(self) -> anyhow::Result<()> {
        let position = positions::position::<V>(&self.0.fen)?;
        let mut list = MoveList::new();
        position.legal_moves(&mut list);
        let mut moves: Vec<LegalMove> =
            list.iter().map(|&mv| LegalMove::new(&position, mv)).collect();
        moves.sort_by(|a, b| a.squares.cmp(&b.squares));
        if self.0.json {
            return Output::new().line(json::line(&moves)?);
        }
        let picture = board::picture(&position, Style::of_stdout());
        let mover = words::side(position.turn());
        let count = units::count(moves.len() as u64, "legal move", "legal moves");
        let mut text = format!("{picture}\nFEN  {position}\n{mover} has {count}\n");
        if !moves.is_empty() {
            let mut table = TextTable::new([("  move", Align::Left), ("takes", Align::Left)]);
            for LegalMove { text, squares } in moves {
                let taken: Vec<String> = squares.taken.iter().map(u32::to_string).collect();
                table.row([format!("  {text}"), taken.join(" ")]);
            }
            text += &table.to_string();
        }
        Output::new().text(text)
    }
}
