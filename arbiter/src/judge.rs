//! From a record to a report.

use crate::error::SetUpError;
use crate::replay::{Replay, Situation};
use crate::report::{Ending, GameReport, LastPosition, Over, PlyValue, TableUse, ValueChange};
use crate::values::Values;
use manoury_pdn::{GameRecord, GameResult, Score};
use manoury_prober::{Probe, Tablebase};
use manoury_rules::{Color, Reading, Variant};

/// Judges games of a variant.
#[derive(Debug)]
pub struct Arbiter<'a, V: Variant> {
    reading: Reading,
    tables: Option<&'a Tablebase<V>>,
}

impl<'a, V: Variant> Arbiter<'a, V> {
    /// An arbiter who knows the rules in a reading, and no tables.
    pub fn new(reading: Reading) -> Self {
        Arbiter { reading, tables: None }
    }

    /// An arbiter who looks into tables too.
    pub fn with_tables(self, tables: &'a Tablebase<V>) -> Self {
        Arbiter { tables: Some(tables), ..self }
    }

    /// Judges a game; `number` is its own in the file. Whose game it is, its tag `GameType` is not
    /// asked again: see [`variant_of`](crate::variant_of).
    ///
    /// # Errors
    /// The position that the game begins with, or one that is set up among the moves, is none.
    pub fn judge(&self, number: u64, record: &GameRecord) -> Result<GameReport, SetUpError> {
        let replay = Replay::<V>::of(record, self.reading)?;
        let mut notes = Vec::new();
        let (result, score) = result_of(record, &mut notes);
        notes.extend(notes_on(record, &replay));
        let contradiction = contradicts::<V>(score, replay.end);
        let mut values = Values::new(self.tables, self.reading);
        let (plies, changes) = valued(&replay, &mut values);
        let last = replay.last.as_ref().and_then(|last| last_position(last, &mut values));
        let tables = TableUse {
            pieces: self.tables.map(Tablebase::max_pieces),
            from: plies.first().map(|ply| ply.ply),
            missing: values.missing.into_iter().collect(),
        };
        if let Some(damage) = &values.damage {
            notes.push(format!("a table cannot be used, no more were asked: {damage}"));
        }
        Ok(GameReport {
            game: number,
            result,
            over: replay.over,
            end: replay.end,
            illegal: replay.illegal,
            claims: replay.claims,
            plies,
            changes,
            last,
            contradiction,
            played: replay.played,
            variant: V::NAME,
            rules: self.reading.name(),
            tables,
            notes,
            damage: values.damage,
        })
    }
}

/// The result that a record claims: its tag, or what stands behind its moves.
fn result_of(record: &GameRecord, notes: &mut Vec<String>) -> (Option<String>, Option<Score>) {
    let known = |score: &Score| score.result != GameResult::Unknown;
    let end = record.score;
    let Some(tag) = record.tag("Result") else {
        return (end.map(|score| score.to_string()), end);
    };
    let in_tag = match tag.parse::<Score>() {
        Ok(score) => score,
        Err(error) => {
            notes.push(format!("{error}; the tag Result is not compared with the rules"));
            return (Some(tag.to_string()), None);
        }
    };
    match end.filter(known) {
        Some(end) if !known(&in_tag) => (Some(end.to_string()), Some(end)),
        Some(end) if end.result != in_tag.result => {
            notes.push(format!("the tag Result says {in_tag}, the end of the moves {end}"));
            (Some(in_tag.to_string()), Some(in_tag))
        }
        _ => (Some(in_tag.to_string()), Some(in_tag)),
    }
}

fn notes_on<V: Variant>(record: &GameRecord, replay: &Replay<V>) -> Vec<String> {
    let mut notes = Vec::new();
    let has_fen = record.tag("FEN").is_some_and(|fen| !fen.trim().is_empty());
    if record.tag("SetUp") == Some("1") && !has_fen {
        notes.push("the tag SetUp is 1, but there is no FEN: judged from the start".to_string());
    }
    if replay.set_ups > 0 {
        let note = "positions are set up among the moves: clocks and repetitions begin anew there, \
                    and the result is compared with what follows the last of them";
        notes.push(note.to_string());
    }
    if replay.lost > 0 {
        let plies = match replay.lost {
            1 => "1 ply is".to_string(),
            plies => format!("{plies} plies are"),
        };
        notes.push(format!("behind the move that could not be played, {plies} not judged"));
    }
    notes
}

/// Whether a result cannot stand beside an end by the rules. Without a result nothing is claimed,
/// and a game that both lose was not decided on the board.
fn contradicts<V: Variant>(score: Option<Score>, over: Option<Over>) -> bool {
    let (Some(Score { result, .. }), Some(over)) = (score, over) else { return false };
    if matches!(result, GameResult::Unknown | GameResult::BothLose) {
        return false;
    }
    let winner = match over.outcome {
        Ending::WhiteWins => Some(Color::White),
        Ending::Draw => None,
        Ending::BlackWins => Some(Color::Black),
    };
    result.winner::<V>() != winner
}

/// The value at every ply from the first that is known on, and what changed it.
fn valued<V: Variant>(
    replay: &Replay<V>,
    values: &mut Values<V>,
) -> (Vec<PlyValue>, Vec<ValueChange>) {
    let mut plies = Vec::new();
    let mut changes = Vec::new();
    // The value after a ply is that before the next one.
    let mut known: Option<(Situation<V>, Option<Probe>)> = None;
    for ply in &replay.plies {
        let before = match known {
            Some((situation, value)) if situation == ply.before => value,
            _ => values.value(&ply.before),
        };
        let after = values.value(&ply.after);
        known = Some((ply.after, after));
        if before.is_none() && plies.is_empty() {
            continue;
        }
        let best = before.and_then(|_| values.best(&ply.before));
        if let (Some(before), Some(after)) = (before, after) {
            let (from, to) = (before.outcome, after.outcome.opposite());
            if from != to {
                // By a third occurrence the losing side may get more than any move was worth.
                let worse = to < from;
                let (text, best) = (ply.text.clone(), best.clone().filter(|_| worse));
                changes.push(ValueChange { ply: ply.ply, text, from, to, best });
            }
        }
        plies.push(PlyValue {
            ply: ply.ply,
            text: ply.text.clone(),
            category: before.map(|value| value.outcome),
            dtc: before.and_then(|value| value.dtc),
            dtw: before.and_then(|value| value.dtw),
            best,
        });
    }
    (plies, changes)
}

fn last_position<V: Variant>(last: &Situation<V>, values: &mut Values<V>) -> Option<LastPosition> {
    // Without tables there is nothing to say that the end by the rules does not.
    let Probe { outcome, dtc, dtw } = values.value(last)?;
    let best = if last.position.is_over() { None } else { values.best(last) };
    let fen = last.position.to_string();
    Some(LastPosition { fen, category: outcome, dtc, dtw, best })
}
