//! `manoury probe`: who wins, and by which move.

use super::positions::{self, Tables};
use crate::cli::PositionsArgs;
use crate::exit::Output;
use crate::output::style::{Paint, Style};
use crate::output::table::{Align, TextTable};
use crate::output::{board, json, words};
use manoury_prober::Outcome;
use manoury_rules::{Variant, WithVariant, move_text};
use manoury_wire::{Answer, Found, Question};

pub struct ProbeCommand<'a>(pub &'a PositionsArgs);

impl WithVariant for ProbeCommand<'_> {
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
                let found = match tables.for_position(&question.position)? {
                    Some(tablebase) => Found::by(tablebase, &question)?,
                    None => Found::over(),
                };
                if args.json {
                    let answer = Answer::new(&question, &found);
                    return Output::new().line(json::line(&answer)?);
                }
                let text = format!("{blank}{}", report(&question, &found, style));
                blank = "\n";
                Output::new().text(text)
            },
            |fen, error| if args.json { json::refuse(fen, error) } else { Ok(()) },
        )
    }
}

/// The answer as people read it.
fn report<V: Variant>(question: &Question<V>, found: &Found<V>, style: Style) -> String {
    let Question { position, clocks, reading } = question;
    let Found { probe, moves } = found;
    let verdict = words::verdict(position, probe);
    let mut text = format!(
        "{}\nFEN      {position}\nVerdict  {}\nClocks   {} plies used (rules: {reading})\n",
        board::picture(position, style),
        style.paint(paint(probe.outcome), &verdict),
        words::clocks::<V>(clocks),
    );
    for outcome in Outcome::ALL {
        let group: Vec<_> = moves.iter().filter(|ranked| ranked.outcome == outcome).collect();
        if group.is_empty() {
            continue;
        }
        let mine = outcome.opposite();
        text += &format!("\n{}\n", style.paint(paint(mine), title(mine)));
        let mut table = TextTable::new([
            ("  move", Align::Left),
            ("conversion", Align::Right),
            ("end", Align::Right),
            ("", Align::Left),
        ]);
        for ranked in group {
            table.row([
                format!("  {}", move_text(position, ranked.mv)),
                words::distance(ranked.dtc),
                words::distance(ranked.dtw),
                if ranked.conversion { "converts".into() } else { String::new() },
            ]);
        }
        text += &table.to_string();
    }
    if !moves.is_empty() {
        let note = "distances are the opponent's, in plies after the move";
        text += &format!("\n{}\n", style.paint(Paint::Faint, note));
    }
    text
}

/// What moves of an outcome for the mover are called.
fn title(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "Winning moves",
        Outcome::CursedWin => "Moves that would win, but a draw limit comes first (cursed wins)",
        Outcome::Draw => "Drawing moves",
        Outcome::BlessedLoss => {
            "Moves that would lose, but a draw limit comes first (blessed losses)"
        }
        Outcome::Loss => "Losing moves",
    }
}

fn paint(outcome: Outcome) -> Paint {
    match outcome {
        Outcome::Win => Paint::Good,
        Outcome::Loss => Paint::Bad,
        _ => Paint::Middling,
    }
}
