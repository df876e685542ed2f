//! What is said about a game, as people read it.

use super::style::{Paint, Style};
use super::table::{Align, TextTable};
use super::{units, words};
use crate::commands::Count;
use manoury_arbiter::{Claim, Ending, GameReport, Illegality, Over, TableUse};
use manoury_pdn::GameRecord;
use manoury_prober::Outcome;
use manoury_rules::{Article, End, VariantName, WithVariant};
use std::path::Path;

/// Legal moves that are listed at most.
const LISTED: usize = 20;

/// The report on a game, with a blank line behind it.
pub fn game(file: Option<&Path>, record: &GameRecord, report: &GameReport, style: Style) -> String {
    let mut text = format!("{}\n", style.paint(Paint::Strong, &head(file, record, report)));
    let mut line = |label: &str, what: String| text += &format!("  {label:<9}{what}\n");
    line("Result", result(report, style));
    line("Moves", units::count(report.played.into(), "ply", "plies"));
    line("Over", report.over.map_or("not by the rules".into(), |over| over_in_words(report, over)));
    for Claim { ply, article, played_on } in &report.claims {
        let more = units::count((*played_on).into(), "more ply was", "more plies were");
        let by = by_article(report, *article);
        line("Claim", format!("the draw by {by} stood after ply {ply}; {more} played"));
    }
    for illegal in &report.illegal {
        let problem = match illegal.problem {
            Illegality::Illegal => "is not legal",
            Illegality::Ambiguous => "is ambiguous",
            Illegality::Malformed => "is no move on this board",
        };
        let place = format!("line {}, column {}", illegal.line, illegal.column);
        let what = format!("ply {}, {} {problem} ({place})", illegal.ply, illegal.text);
        line("Illegal", style.paint(Paint::Bad, &what));
        line("", format!("position {}", illegal.fen));
        let mut legal: Vec<&str> = illegal.legal.iter().map(String::as_str).take(LISTED).collect();
        if illegal.legal.len() > LISTED {
            legal.push("…");
        }
        let legal = if legal.is_empty() { "nothing".into() } else { legal.join(" ") };
        line("", format!("legal were {legal}"));
    }
    for change in &report.changes {
        let best = change.best.as_ref().map_or(String::new(), |best| format!("; best was {best}"));
        let what =
            format!("ply {}, {}: {} → {}{best}", change.ply, change.text, change.from, change.to);
        line("Change", style.paint(Paint::Middling, &what));
    }
    line("Tables", tables(&report.tables));
    for note in &report.notes {
        line("Note", note.clone());
    }
    text + &values(report) + "\n"
}

/// Who played, and where.
fn head(file: Option<&Path>, record: &GameRecord, report: &GameReport) -> String {
    let tag = |name| record.tag(name).filter(|value| !value.is_empty() && *value != "?");
    let players = format!("{} – {}", tag("White").unwrap_or("?"), tag("Black").unwrap_or("?"));
    let file = file.map_or(String::new(), |file| format!("{}, ", file.display()));
    let more = ["Event", "Round", "Date"].into_iter().filter_map(tag);
    let parts: Vec<&str> = [players.as_str()].into_iter().chain(more).collect();
    crate::exit::line(&format!("{file}Game {}: {}", report.game, parts.join(", ")))
}

fn result(report: &GameReport, style: Style) -> String {
    let claimed = crate::exit::line(report.result.as_deref().unwrap_or("none"));
    match report.end {
        Some(over) if report.contradiction => {
            let what = format!("{claimed}, which contradicts the rules: {}", ending(over.outcome));
            style.paint(Paint::Bad, &what)
        }
        _ => claimed,
    }
}

fn ending(outcome: Ending) -> &'static str {
    match outcome {
        Ending::WhiteWins => "White has won",
        Ending::Draw => "the game is drawn",
        Ending::BlackWins => "Black has won",
    }
}

fn over_in_words(report: &GameReport, over: Over) -> String {
    let how = match over.article {
        End::NoPiece => "the other side has no piece".to_string(),
        End::NoMove => "the other side has no move".to_string(),
        article => by_article(report, article),
    };
    let on = report.played.saturating_sub(over.ply);
    let on = match on {
        0 => String::new(),
        on => format!("; {} after it", units::count(on.into(), "ply", "plies")),
    };
    format!("after ply {}, {}: {how}{on}", over.ply, ending(over.outcome))
}

/// A draw's article in words.
fn by_article(report: &GameReport, article: End) -> String {
    match article {
        End::Limit(article) => {
            let plies = limit(report.variant, article);
            format!("the limit of {} moves", plies / 2)
        }
        _ => "the third occurrence of the position".to_string(),
    }
}

/// The plies of a limit in a variant.
fn limit(variant: &str, article: Article) -> u16 {
    struct Limit(Article);
    impl WithVariant for Limit {
        type Output = u16;
        fn run<V: manoury_rules::Variant>(self) -> u16 {
            V::LIMITS.of(self.0).unwrap_or(V::LIMITS.conversion)
        }
    }
    variant.parse::<VariantName>().unwrap_or_default().dispatch(Limit(article))
}

fn tables(tables: &TableUse) -> String {
    let Some(pieces) = tables.pieces else {
        return "none: judged by the rules alone".to_string();
    };
    let mut text = match tables.from {
        Some(ply) => format!("up to {pieces} pieces; they know the game from ply {ply} on"),
        None => format!("up to {pieces} pieces; the game does not get there"),
    };
    if !tables.missing.is_empty() {
        text += &format!("; missing were {}", tables.missing.join(", "));
    }
    text
}

/// The value at every ply.
fn values(report: &GameReport) -> String {
    if report.plies.is_empty() {
        return String::new();
    }
    let mut table = TextTable::new([
        ("   ply", Align::Right),
        ("move", Align::Left),
        ("for its side", Align::Left),
        ("conversion", Align::Right),
        ("end", Align::Right),
        ("best", Align::Left),
        ("", Align::Left),
    ]);
    let named = |category: Option<Outcome>| category.map_or("?".into(), |c| c.to_string());
    for ply in &report.plies {
        let changed = report.changes.iter().find(|change| change.ply == ply.ply);
        table.row([
            ply.ply.to_string(),
            ply.text.clone(),
            named(ply.category),
            words::distance(ply.dtc),
            words::distance(ply.dtw),
            ply.best.clone().unwrap_or("-".into()),
            changed.map_or(String::new(), |change| format!("→ {}", change.to)),
        ]);
    }
    if let Some(last) = &report.last {
        table.row([
            "then".into(),
            "-".into(),
            named(Some(last.category)),
            words::distance(last.dtc),
            words::distance(last.dtw),
            last.best.clone().unwrap_or("-".into()),
            String::new(),
        ]);
    }
    table.to_string()
}

/// What was found in all games, in one line.
pub fn summary(count: &Count, style: Style) -> String {
    let Count { games, contradictions, illegal, drawn, claims, valued, thrown, unread } = count;
    let thrown = match valued {
        0 => String::new(),
        _ => format!(
            "; {} given away in {} that the tables know",
            units::count(*thrown, "win", "wins"),
            units::count(*valued, "game", "games"),
        ),
    };
    let text = format!(
        "{}: {drawn} drawn by the rules, {claims} played on past a draw, {illegal} with a move that \
         could not be played, {contradictions} with a result that contradicts the rules, {unread} \
         not read{thrown}\n",
        units::count(*games, "game", "games"),
    );
    if contradictions + unread > 0 { style.paint(Paint::Bad, &text) } else { text }
}
