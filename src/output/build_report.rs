//! What a build did: a table of its slices, and where the time went.

use super::table::{Align, TextTable};
use super::units;
use manoury_generator::{Phase, PhaseSeconds, SliceReport};
use manoury_tables::{Kind, Outcome, TableName};
use std::path::Path;

/// The outcomes in the order of the columns, with their heads.
const OUTCOMES: [(Outcome, &str); 5] = [
    (Outcome::Win, "W"),
    (Outcome::CursedWin, "cursed"),
    (Outcome::Draw, "D"),
    (Outcome::BlessedLoss, "blessed"),
    (Outcome::Loss, "L"),
];

/// The end of a build that took so many seconds. Lengths are those of the files in `folder`.
pub fn text(reports: &[SliceReport], folder: &Path, seconds: f64) -> String {
    let right = |name| (name, Align::Right);
    let [win, cursed, draw, blessed, loss] = OUTCOMES.map(|(_, name)| right(name));
    let mut table = TextTable::new([
        ("slice", Align::Left),
        right("positions"),
        win,
        cursed,
        draw,
        blessed,
        loss,
        right("longest"),
        right("bytes"),
        right("seconds"),
    ]);
    let mut total = Row::default();
    for report in reports {
        let row = Row::of(report, folder);
        let seconds = if report.skipped { "kept".into() } else { format!("{:.2}", report.seconds) };
        table.row(row.cells(report.slice.to_string(), seconds));
        total.add(&row);
    }
    table.row(total.cells("total".into(), format!("{seconds:.2}")));
    format!(
        "{table}\nW, cursed (won but for a draw limit), D, blessed (lost but for one), L: for the \
         side to move.\nlongest: plies of the longest win.\n{}",
        phases(reports)
    )
}

/// The numbers of a slice, or of all.
#[derive(Default)]
struct Row {
    outcomes: [u64; 5],
    longest: Option<(u16, Kind)>,
    bytes: u64,
}

impl Row {
    fn of(report: &SliceReport, folder: &Path) -> Self {
        let longest = report.statistics.iter().filter_map(|statistics| statistics.longest_win);
        let length = |kind| {
            let path = TableName { slice: report.slice, kind }.in_folder(folder);
            path.metadata().map_or(0, |metadata| metadata.len())
        };
        Row {
            outcomes: OUTCOMES.map(|(outcome, _)| positions_of(report, outcome)),
            longest: longest
                .map(|longest| longest.plies)
                .max()
                .map(|plies| (plies, report.counted)),
            bytes: report.kinds.iter().copied().map(length).sum(),
        }
    }

    fn add(&mut self, row: &Row) {
        for (sum, count) in self.outcomes.iter_mut().zip(row.outcomes) {
            *sum += count;
        }
        // Plies of different metrics do not compare.
        self.bytes += row.bytes;
    }

    fn cells(&self, name: String, seconds: String) -> [String; 10] {
        let [win, cursed, draw, blessed, loss] = self.outcomes.map(units::short);
        let longest = self.longest.map_or("-".into(), |(plies, kind)| format!("{plies} {kind}"));
        [
            name,
            units::grouped(self.outcomes.iter().sum()),
            win,
            cursed,
            draw,
            blessed,
            loss,
            longest,
            units::grouped(self.bytes),
            seconds,
        ]
    }
}

fn positions_of(report: &SliceReport, outcome: Outcome) -> u64 {
    report.statistics.iter().map(|statistics| statistics.of(outcome)).sum()
}

/// Seconds of threads by phase, and the positions they make for each of them. Nothing where nothing
/// was made.
fn phases(reports: &[SliceReport]) -> String {
    let made = || reports.iter().filter(|report| !report.skipped);
    let positions: u64 =
        made().flat_map(|report| &report.statistics).map(|counts| counts.positions()).sum();
    if positions == 0 {
        return String::new();
    }
    let none = PhaseSeconds::default();
    let sum = made().fold(none, |sum, report| sum.plus(&report.phases));
    let mut table = TextTable::new([
        ("phase", Align::Left),
        ("seconds of cores", Align::Right),
        ("positions a second and core", Align::Right),
    ]);
    let mut row = |name: &str, seconds: f64| {
        let rate = if seconds > 0.0 { (positions as f64 / seconds) as u64 } else { 0 };
        let rate = if rate > 0 { units::grouped(rate) } else { "-".into() };
        table.row([name.into(), format!("{seconds:.2}"), rate]);
    };
    for phase in Phase::ALL {
        row(phase.name(), sum.of(phase));
    }
    row("all", Phase::ALL.into_iter().map(|phase| sum.of(phase)).sum());
    format!("\n{table}")
}
