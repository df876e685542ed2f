//! How long work is shown: bars on a terminal, plain lines elsewhere, always on standard error.

use super::units;
use crate::exit;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use manoury_generator::{Event, Observer, SliceReport};
use manoury_tables::Slice;
use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often bars are drawn again, and plain lines written while nothing is finished.
const BAR_PERIOD: Duration = Duration::from_millis(200);
const LINE_PERIOD: Duration = Duration::from_secs(10);

/// What is to be done.
#[derive(Clone, Copy, Debug)]
pub struct Total {
    /// Slices.
    pub slices: u64,
    /// (position, side to move) pairs; 0 where only slices are counted.
    pub entries: u64,
}

/// Shows the events of a run.
pub struct Progress {
    state: Mutex<State>,
}

struct State {
    total: Total,
    start: Instant,
    slices: u64,
    /// Pairs that are solved, and pairs that are written too.
    solved: u64,
    written: u64,
    at_work: Vec<AtWork>,
    view: View,
}

/// A slice being solved or written.
struct AtWork {
    slice: Slice,
    entries: u64,
    bar: ProgressBar,
}

enum View {
    Bars { all: MultiProgress, overall: ProgressBar },
    Lines { last: Instant },
}

impl Progress {
    /// Shows work on standard error.
    pub fn new(total: Total) -> Self {
        let view = if io::stderr().is_terminal() {
            let all = MultiProgress::new();
            let overall = ProgressBar::new(total.work().max(1))
                .with_style(style("{wide_bar} {percent:>3} %  {elapsed} gone, ETA {eta}  {msg}"));
            let overall = all.add(overall);
            overall.enable_steady_tick(BAR_PERIOD);
            View::Bars { all, overall }
        } else {
            View::Lines { last: Instant::now() }
        };
        let start = Instant::now();
        let state =
            State { total, start, slices: 0, solved: 0, written: 0, at_work: Vec::new(), view };
        Progress { state: Mutex::new(state) }
    }

    /// Takes the bars away.
    pub fn finish(&self) {
        let mut state = self.state();
        for work in state.at_work.drain(..) {
            work.bar.finish_and_clear();
        }
        if let View::Bars { overall, .. } = &state.view {
            overall.finish_and_clear();
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // What a panic may have left is a number too low.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Observer for Progress {
    fn event(&self, event: Event<'_>) {
        let mut state = self.state();
        match event {
            Event::Started { slice, entries } => state.started(slice, entries),
            Event::Advanced { slice, entries } => state.advanced(slice, entries),
            Event::Solved { slice } => state.solved(slice),
            Event::Finished(report) => state.finished(report),
            Event::Verified { slice, positions } => state.verified(slice, positions),
            Event::Damaged { path, reason } => {
                state.say(&format!("{} {reason}; it is made anew", path.display()));
            }
            _ => {}
        }
    }
}

impl Total {
    /// Units of work: a pair counts once when it is solved and once when it is written.
    fn work(&self) -> u64 {
        if self.entries > 0 { 2 * self.entries } else { self.slices }
    }
}

impl State {
    fn started(&mut self, slice: Slice, entries: u64) {
        let bar = match &self.view {
            View::Bars { all, .. } => {
                let bar = ProgressBar::new(entries)
                    .with_style(style("  {prefix:8} {bar:24} {human_pos}/{human_len} positions"))
                    .with_prefix(slice.to_string());
                all.add(bar)
            }
            View::Lines { .. } => ProgressBar::hidden(),
        };
        self.at_work.push(AtWork { slice, entries, bar });
        self.show();
    }

    fn advanced(&mut self, slice: Slice, entries: u64) {
        self.solved += entries;
        if let Some(work) = self.at_work.iter().find(|work| work.slice == slice) {
            work.bar.inc(entries);
        }
        self.show();
    }

    fn solved(&mut self, slice: Slice) {
        if let Some(work) = self.at_work.iter().find(|work| work.slice == slice) {
            work.bar.set_style(style("  {prefix:8} solved, compressing and writing"));
            work.bar.tick();
        }
    }

    fn finished(&mut self, report: &SliceReport) {
        self.slices += 1;
        if let Some(at) = self.at_work.iter().position(|work| work.slice == report.slice) {
            let work = self.at_work.swap_remove(at);
            work.bar.finish_and_clear();
            self.written += work.entries;
        }
        let bytes: u64 = report.files.iter().map(|(_, bytes)| bytes).sum();
        let SliceReport { slice, seconds, .. } = report;
        self.line(&format!(
            "{slice} written: {} in {}",
            units::bytes(bytes),
            units::duration(*seconds)
        ));
        self.show();
    }

    fn verified(&mut self, slice: Slice, positions: u64) {
        self.slices += 1;
        self.solved += positions;
        // None where only checksums are looked at.
        let counted = match positions {
            0 => String::new(),
            _ => format!(": {}", units::count(positions, "position", "positions")),
        };
        self.line(&format!("{slice} checked{counted}"));
        self.show();
    }

    /// Writes a plain line, where lines are shown.
    fn line(&mut self, text: &str) {
        if let View::Lines { last } = &mut self.view {
            *last = Instant::now();
            let Total { slices, .. } = self.total;
            // Nobody is left to hear of an error here.
            let _ = writeln!(io::stderr(), "[{}/{slices}] {text}", self.slices);
        }
    }

    /// Writes a line that says nothing of how far work is.
    fn say(&mut self, text: &str) {
        let text = exit::line(text);
        match &self.view {
            // Nobody is left to hear of an error here.
            View::Bars { all, .. } => drop(all.println(text)),
            View::Lines { .. } => drop(writeln!(io::stderr(), "{text}")),
        }
    }

    /// Shows how far all work is.
    fn show(&mut self) {
        let counts_entries = self.total.entries > 0;
        let done = if counts_entries { self.solved + self.written } else { self.slices };
        let seconds = self.start.elapsed().as_secs_f64().max(0.001);
        let rate = units::grouped((self.solved as f64 / seconds) as u64);
        match &self.view {
            View::Bars { overall, .. } => {
                overall.set_position(done);
                overall.set_message(format!("{rate} positions/s"));
            }
            View::Lines { last } if last.elapsed() >= LINE_PERIOD => {
                let part = done as f64 / self.total.work().max(1) as f64;
                let left = seconds * (1.0 / part.clamp(1e-6, 1.0) - 1.0);
                let names: Vec<String> =
                    self.at_work.iter().map(|work| work.slice.to_string()).collect();
                let at_work = names.join(", ");
                let left = units::duration(left);
                self.line(&format!(
                    "{:.1} % done, at work on {at_work}, {rate} positions/s, about {left} to go",
                    100.0 * part
                ));
            }
            View::Lines { .. } => {}
        }
    }
}

/// A style of bar; the plainest one if the template is wrong.
fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .progress_chars("=> ")
}
