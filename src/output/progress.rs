//! How long work is shown: bars on a terminal, plain lines elsewhere, always on standard error.

use super::estimate::{Estimate, Standing};
use super::units;
use crate::exit;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use manoury_generator::{Event, Observer, Part, Phase, Restored, SliceReport};
use manoury_tables::Slice;
use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often bars are drawn again, and plain lines written of all work.
pub(super) const BAR_PERIOD: Duration = Duration::from_millis(200);
const LINE_PERIOD: Duration = Duration::from_secs(10);

/// Shows the events of a run.
pub struct Progress {
    state: Mutex<State>,
}

struct State {
    slices: u64,
    /// Slices there are.
    total: u64,
    start: Instant,
    /// Of a build; a verification only counts slices.
    estimate: Option<Estimate>,
    at_work: Vec<AtWork>,
    view: View,
}

/// A slice being solved or written.
struct AtWork {
    slice: Slice,
    bar: ProgressBar,
}

enum View {
    Bars { all: MultiProgress, overall: ProgressBar },
    Lines { last: Instant },
}

/// How finely bars show shares.
const STEPS: u64 = 1000;

impl Progress {
    /// Shows a build of so many slices on standard error.
    pub fn of_build(slices: u64, estimate: Estimate) -> Self {
        Self::new(slices, Some(estimate))
    }

    /// Shows a verification of so many slices on standard error.
    pub fn of_verification(slices: u64) -> Self {
        Self::new(slices, None)
    }

    fn new(total: u64, estimate: Option<Estimate>) -> Self {
        let view = if io::stderr().is_terminal() {
            let all = MultiProgress::new();
            let overall = ProgressBar::new(STEPS)
                .with_style(style("{wide_bar} {percent:>3} %  {elapsed} gone  {msg}"));
            let overall = all.add(overall);
            overall.enable_steady_tick(BAR_PERIOD);
            View::Bars { all, overall }
        } else {
            View::Lines { last: Instant::now() }
        };
        let start = Instant::now();
        let state = State { slices: 0, total, start, estimate, at_work: Vec::new(), view };
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
            Event::Started { slice, .. } => state.started(slice),
            Event::Advanced { slice, part, share } => state.advanced(slice, part, share),
            Event::Resumed { slice, restored } => state.resumed(slice, restored),
            Event::Discarded { slice } => state.say(&format!(
                "{slice} starts anew: what is left of an interrupted run is of other work or damaged"
            )),
            Event::CheckpointFailed { slice, path, error } => state.say(&format!(
                "{slice} goes on without checkpoints, cannot write {}: {error}",
                path.display()
            )),
            Event::Solved { slice } => state.solved(slice),
            Event::Finished(report) => state.finished(report),
            Event::Verified { slice, positions, complete } => {
                state.verified(slice, positions, complete);
            }
            Event::Damaged { path, reason } => {
                state.say(&format!("{} {reason}; it is made anew", path.display()));
            }
            _ => {}
        }
    }
}

impl State {
    fn started(&mut self, slice: Slice) {
        let bar = match &self.view {
            View::Bars { all, .. } => {
                let bar = ProgressBar::new(STEPS)
                    .with_style(style("  {prefix:8} {bar:24} {percent:>3} %  {msg}"))
                    .with_prefix(slice.to_string())
                    .with_message("solving");
                all.add(bar)
            }
            View::Lines { .. } => ProgressBar::hidden(),
        };
        self.at_work.push(AtWork { slice, bar });
        self.show();
    }

    fn advanced(&mut self, slice: Slice, part: Part, share: f64) {
        if let Some(estimate) = &mut self.estimate {
            estimate.advance(slice, part, share);
            if let Some(work) = self.at_work.iter().find(|work| work.slice == slice) {
                work.bar.set_position(steps(estimate.share_of(slice)));
            }
        }
        self.show();
    }

    fn resumed(&self, slice: Slice, restored: Restored) {
        let what = match restored {
            Restored::Solved(pairs) => format!("{} positions solved", units::grouped(pairs)),
            Restored::Plies(pairs) => {
                format!("{} positions between two plies", units::grouped(pairs))
            }
            Restored::Blocks(kind, blocks) => {
                format!("{} of {kind}", units::count(blocks, "block", "blocks"))
            }
            _ => return,
        };
        self.say(&format!("{slice} goes on from a checkpoint: {what}"));
    }

    fn solved(&mut self, slice: Slice) {
        if let Some(work) = self.at_work.iter().find(|work| work.slice == slice) {
            work.bar.set_message("compressing and writing");
        }
    }

    fn finished(&mut self, report: &SliceReport) {
        self.slices += 1;
        if let Some(at) = self.at_work.iter().position(|work| work.slice == report.slice) {
            self.at_work.swap_remove(at).bar.finish_and_clear();
        }
        let took = |phases: [Phase; 2]| phases.map(|phase| report.phases.of(phase)).iter().sum();
        let solving: f64 = took([Phase::Captures, Phase::KingMoves]);
        let encoding: f64 = took([Phase::Encoding, Phase::Writing]);
        if let Some(estimate) = &mut self.estimate {
            estimate.finish(report.slice, [solving, encoding]);
        }
        let bytes: u64 = report.files.iter().map(|(_, bytes)| bytes).sum();
        let SliceReport { slice, seconds, .. } = report;
        self.line(&format!(
            "{slice} written: {} in {}; core-seconds: {solving:.2} solving, {encoding:.2} encoding",
            units::bytes(bytes),
            units::duration(*seconds)
        ));
        self.show();
    }

    fn verified(&mut self, slice: Slice, positions: u64, complete: bool) {
        self.slices += 1;
        let checked = match (complete, positions) {
            (true, _) => "checked",
            (false, 0) => "not checked",
            (false, _) => "checked in part",
        };
        // None where only checksums are looked at.
        let counted = match positions {
            0 => String::new(),
            _ => format!(": {}", units::count(positions, "position", "positions")),
        };
        self.line(&format!("{slice} {checked}{counted}"));
        self.show();
    }

    /// Writes a plain line about a slice, where lines are shown.
    fn line(&mut self, text: &str) {
        if let View::Lines { .. } = self.view {
            // Nobody is left to hear of an error here.
            let _ = writeln!(io::stderr(), "[{}/{}] {text}", self.slices, self.total);
        }
    }

    /// Writes a line that says nothing of how far work is.
    fn say(&self, text: &str) {
        let text = exit::line(text);
        match &self.view {
            // Nobody is left to hear of an error here.
            View::Bars { all, .. } => drop(all.println(text)),
            View::Lines { .. } => drop(writeln!(io::stderr(), "{text}")),
        }
    }

    /// Shows how far all work is.
    fn show(&mut self) {
        let seconds = self.start.elapsed().as_secs_f64();
        let standing = match &mut self.estimate {
            Some(estimate) => estimate.at(seconds),
            None => {
                let share = self.slices as f64 / self.total.max(1) as f64;
                let left = (share > 0.0).then(|| seconds * (1.0 / share - 1.0).max(0.0));
                Standing { share: share.min(1.0), left }
            }
        };
        let left = |seconds| format!("about {} left", units::rough_duration(seconds));
        let left = standing.left.map(left).unwrap_or_default();
        match &mut self.view {
            View::Bars { overall, .. } => {
                overall.set_position(steps(standing.share));
                overall.set_message(left);
            }
            View::Lines { last } if last.elapsed() >= LINE_PERIOD => {
                *last = Instant::now();
                let names = self.at_work.iter().map(|work| work.slice.to_string());
                let line = format!(
                    "{seconds:>4.0} s {:>3.0} %  {left:<20}  {}",
                    100.0 * standing.share,
                    names.collect::<Vec<_>>().join(", ")
                );
                // Nobody is left to hear of an error here.
                let _ = writeln!(io::stderr(), "{}", line.trim_end());
            }
            View::Lines { .. } => {}
        }
    }
}

/// A share of the whole in steps of a bar.
fn steps(share: f64) -> u64 {
    (share * STEPS as f64) as u64
}

/// A style of bar; the plainest one if the template is wrong.
pub(super) fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .progress_chars("=> ")
}
