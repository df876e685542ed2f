//! Where the time of a slice goes.

use crate::progress::{Event, Observer, Part};
use manoury_tables::Slice;
use std::cell::Cell;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// What a thread is busy with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The first look at every position: captures and men's moves looked up, king moves counted.
    Captures,
    /// King moves played backward ply by ply.
    KingMoves,
    /// Counting, choosing a layout, filling and compressing.
    Encoding,
    /// Writing files and making them last.
    Writing,
}

impl Phase {
    /// All phases in the order of the work.
    pub const ALL: [Phase; 4] =
        [Phase::Captures, Phase::KingMoves, Phase::Encoding, Phase::Writing];

    /// Its name, `king moves`.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Captures => "captures",
            Phase::KingMoves => "king moves",
            Phase::Encoding => "encoding",
            Phase::Writing => "writing",
        }
    }
}

/// Seconds of threads by phase; two threads at work for a second are two of them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PhaseSeconds([f64; 4]);

impl PhaseSeconds {
    /// Seconds of a phase.
    pub fn of(&self, phase: Phase) -> f64 {
        self.0[phase as usize]
    }

    /// The same with those of other work.
    pub fn plus(&self, other: &PhaseSeconds) -> PhaseSeconds {
        PhaseSeconds(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }
}

/// Measures the work on one slice, and tells an observer how it gets on.
pub struct Meter<'a> {
    slice: Slice,
    observer: &'a dyn Observer,
    nanoseconds: [AtomicU64; 4],
}

impl<'a> Meter<'a> {
    /// A meter that has measured nothing.
    pub fn new(slice: Slice, observer: &'a dyn Observer) -> Self {
        Meter { slice, observer, nanoseconds: Default::default() }
    }

    /// What was measured.
    pub fn seconds(&self) -> PhaseSeconds {
        let seconds = |time: &AtomicU64| time.load(Ordering::Relaxed) as f64 * 1e-9;
        PhaseSeconds(self.nanoseconds.each_ref().map(seconds))
    }

    /// Tells that so many of a part's pieces of work are done.
    pub(crate) fn advance(&self, part: Part, done: u64, of: u64) {
        let share = done as f64 / of.max(1) as f64;
        self.observer.event(Event::Advanced { slice: self.slice, part, share });
    }

    /// Counts this thread's time for a phase until the value is dropped. What is measured within,
    /// as when a thread that waits takes up other work, does not count twice.
    pub(crate) fn enter(&self, phase: Phase) -> Running<'_> {
        Running {
            total: &self.nanoseconds[phase as usize],
            start: Instant::now(),
            outer: WITHIN.replace(0),
            of_one_thread: PhantomData,
        }
    }
}

thread_local! {
    /// Nanoseconds measured within the innermost phase that this thread is in.
    static WITHIN: Cell<u64> = const { Cell::new(0) };
}

/// A phase that a thread is in.
pub(crate) struct Running<'a> {
    total: &'a AtomicU64,
    start: Instant,
    /// What was measured within the phase around this one.
    outer: u64,
    of_one_thread: PhantomData<*const ()>,
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        let elapsed = self.start.elapsed().as_nanos() as u64;
        let own = elapsed.saturating_sub(WITHIN.get());
        self.total.fetch_add(own, Ordering::Relaxed);
        WITHIN.set(self.outer + elapsed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::progress::Silent;
    use manoury_tables::Material;
    use std::thread::sleep;
    use std::time::Duration;

    #[test]
    fn time_within_counts_once() {
        let slice = "KvK".parse::<Material>().unwrap().slice();
        let [meter, other] = [(); 2].map(|()| Meter::new(slice, &Silent));
        let pause = Duration::from_millis(20);
        let start = Instant::now();
        {
            let _captures = meter.enter(Phase::Captures);
            sleep(pause);
            for _ in 0..2 {
                let _encoding = other.enter(Phase::Encoding);
                sleep(pause);
                let _writing = other.enter(Phase::Writing);
                sleep(pause);
            }
        }
        let all = start.elapsed().as_secs_f64();
        let sum = meter.seconds().plus(&other.seconds());
        assert_eq!(sum.of(Phase::KingMoves), 0.0);
        assert!(sum.of(Phase::Captures) >= 0.02 && sum.of(Phase::Encoding) >= 0.04, "{sum:?}");
        let sum: f64 = Phase::ALL.into_iter().map(|phase| sum.of(phase)).sum();
        assert!((0.1..=all).contains(&sum), "{sum} of {all}");
    }
}
