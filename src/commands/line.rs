//! `manoury line`: best play to the end.

use super::positions::{self, Tables};
use crate::cli::PositionsArgs;
use crate::exit::Output;
use crate::output::style::Style;
use crate::output::table::{Align, TextTable};
use crate::output::{board, json, words};
use manoury_prober::LineStep;
use manoury_rules::{End, Variant, WithVariant, move_text};
use manoury_wire::{BestPlay, Mainline, Question};

pub struct Line<'a>(pub &'a PositionsArgs);

impl WithVariant for Line<'_> {
    type Output = anyhow::Result<()>;

    fn run<V: Variant>(self) -> anyhow::Result<()> {
        let args = self.0;
        let tables = Tables::<V>::open(&args.tables);
        let style = Style::of_stdout();
        let mut blank = "";
        positions::for_each(
            &args.fen,
            |fen| {
                let question = positions::question::<V>(fen, &args.clocks)?;
                let play = match tables.for_position(&question.position)? {
                    Some(tablebase) => BestPlay::by(tablebase, &question)?,
                    None => BestPlay::over(),
                };
                if args.json {
                    return Output::new().line(json::line(&Mainline::new(&question, &play))?);
                }
                let text = format!("{blank}{}", report(&question, &play, style));
                blank = "\n";
                Output::new().text(text)
            },
            |fen, error| if args.json { json::refuse(fen, error) } else { Ok(()) },
        )
    }
}

/// The line of a position as people read it.
fn report<V: Variant>(question: &Question<V>, play: &BestPlay<V>, style: Style) -> String {
    let Question { position, clocks, reading } = question;
    let BestPlay { probe, steps } = play;
    let mut text = format!(
        "{}\nFEN      {position}\nVerdict  {}\nClocks   {} plies used (rules: {reading})\n",
        board::picture(position, style),
        words::verdict(position, probe),
        words::clocks::<V>(clocks),
    );
    let Some(last) = steps.last() else {
        if !position.is_over() {
            text += "\nA draw has no best play to show.\n";
        }
        return text;
    };
    let mut table = TextTable::new([
        ("ply", Align::Right),
        ("", Align::Left),
        ("move", Align::Left),
        ("conversion", Align::Right),
        ("end", Align::Right),
        ("clocks after it", Align::Left),
    ]);
    let mut before = *position;
    for (ply, LineStep { ranked, .. }) in (1..).zip(steps) {
        table.row([
            format!("{ply}"),
            words::side(before.turn()).to_string(),
            move_text(&before, ranked.mv),
            words::distance(ranked.dtc),
            words::distance(ranked.dtw),
            words::clocks::<V>(&ranked.clocks),
        ]);
        before = ranked.position;
    }
    format!("{text}\n{table}\n{}\n", ending(last))
}

/// How the game ends after the last step.
fn ending<V: Variant>(last: &LineStep<V>) -> String {
    let loser = last.ranked.position.turn();
    match last.end {
        Some(end @ (End::NoPiece | End::NoMove)) => {
            let what = if end == End::NoPiece { "piece" } else { "move" };
            format!("{} has no {what}: {} wins.", words::side(loser), words::side(!loser))
        }
        Some(End::Limit(article)) => {
            let plies = V::LIMITS.of(article);
            format!("Drawn by the limit of {} moves.", plies.unwrap_or(V::LIMITS.conversion) / 2)
        }
        Some(End::Threefold) => "Drawn: the position has occurred three times.".to_string(),
        None => "From here on it is a draw.".to_string(),
    }
}
