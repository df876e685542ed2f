//! One search: from a game to the lines that answer it. Tables if they know the position, the
//! search if not.

use crate::board_text::move_text;
use crate::control::Control;
use crate::level::Level;
use crate::line::Line;
use crate::search::{CURSED, Found, WON, WON_BY_TABLES, search};
use crate::table_play::{Choice, choose, variation};
use manoury_prober::{Outcome, ProbeError, Tablebase};
use manoury_rules::{Game, Move, Variant};
use std::sync::Arc;

/// Plies of best play that are told of a table position.
const TOLD: usize = 10;

/// A search to do.
pub(crate) struct Thinking<V: Variant> {
    /// The game, whose position has a move.
    pub game: Game<V>,
    pub tablebase: Option<Arc<Tablebase<V>>>,
    pub level: Level,
}

/// What a search says while it runs.
pub(crate) enum Report {
    /// A line for the client.
    Tell(Line),
    /// The end: the move, and the answer that is expected.
    Answer(Move, Option<Move>),
}

impl<V: Variant> Thinking<V> {
    /// Thinks and reports; the last report is the answer.
    pub fn run(&self, control: &Control, mut report: impl FnMut(Report)) {
        let line = match self.by_tables(control, &mut report) {
            Some(line) => line,
            None => self.by_search(control, &mut report),
        };
        if let Some(&first) = line.first() {
            report(Report::Answer(first, line.get(1).copied()));
        }
    }

    /// Best play by the tables; `None` if they do not know the position.
    fn by_tables(&self, control: &Control, report: &mut impl FnMut(Report)) -> Option<Vec<Move>> {
        let tablebase = self.tablebase.as_deref()?;
        let pieces = self.game.position().occupied().count_ones();
        if pieces > tablebase.max_pieces() {
            report(Report::Tell(outside().with("pieces", pieces)));
            return None;
        }
        let chosen = choose(tablebase, &self.game).and_then(|choice| {
            choice.map(|choice| variation(tablebase, &self.game, choice, TOLD)).transpose()
        });
        match chosen {
            Ok(line) => {
                let line = line?;
                let moves: Vec<Move> = line.iter().map(|choice| choice.ranked.mv).collect();
                report(Report::Tell(self.table_info(line.first()?, &moves, control)));
                Some(moves)
            }
            Err(ProbeError::Missing(missing)) => {
                report(Report::Tell(outside().with("missing", missing.name)));
                None
            }
            Err(error) => {
                report(Report::Tell(failure(&error)));
                report(Report::Tell(outside()));
                None
            }
        }
    }

    fn table_info(&self, best: &Choice<V>, moves: &[Move], control: &Control) -> Line {
        Line::new("info")
            .with("depth", moves.len())
            .with("score", men(table_score(best)))
            .with("time", seconds(control))
            .with("source", "tables")
            .with("outcome", best.outcome)
            .with_some("dtc", best.dtc())
            .with_some("dtw", best.dtw())
            .with("pv", line_text::<V>(moves))
    }

    fn by_search(&self, control: &Control, report: &mut impl FnMut(Report)) -> Vec<Move> {
        let tell = |found: &Found| report(Report::Tell(search_info::<V>(found)));
        let tablebase = self.tablebase.as_deref();
        let (found, damage) = search(&self.game, tablebase, &self.level, control, tell);
        if let Some(error) = damage {
            report(Report::Tell(failure(&error)));
        }
        found.line
    }
}

/// An `info` line that says that the tables do not answer.
fn outside() -> Line {
    Line::new("info").with("source", "search")
}

/// An error that is told, and played on with.
pub(crate) fn failure(error: &impl std::error::Error) -> Line {
    Line::new("error").with("message", error)
}

/// What the tables say as a score: 10000 − DTW, or 9000 − DTC where the end is not known.
fn table_score<V: Variant>(best: &Choice<V>) -> i32 {
    let far = match (best.dtw(), best.dtc()) {
        (Some(plies), _) => WON - i32::from(plies),
        (None, plies) => WON_BY_TABLES - plies.map_or(0, i32::from),
    };
    match best.outcome {
        Outcome::Win => far,
        Outcome::CursedWin => CURSED,
        Outcome::Draw => 0,
        Outcome::BlessedLoss => -CURSED,
        Outcome::Loss => -far,
    }
}

fn search_info<V: Variant>(found: &Found) -> Line {
    let time = found.time.as_secs_f64();
    Line::new("info")
        .with("depth", found.depth)
        .with("mean-depth", format!("{:.1}", found.mean_depth))
        .with("score", men(found.score))
        .with("nodes", found.nodes)
        .with("time", format!("{time:.3}"))
        .with("nps", format!("{:.2}", found.nodes as f64 / time.max(1e-6) / 1e6))
        .with("source", "search")
        .with("pv", line_text::<V>(&found.line))
}

/// A score in men.
fn men(score: i32) -> String {
    format!("{:.2}", f64::from(score) / 100.0)
}

fn seconds(control: &Control) -> String {
    format!("{:.3}", control.running().as_secs_f64())
}

fn line_text<V: Variant>(moves: &[Move]) -> String {
    moves.iter().map(|&mv| move_text::<V>(mv)).collect::<Vec<_>>().join(" ")
}
