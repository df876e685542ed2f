//! What a search and whoever started it tell each other while it runs.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The strings on a running search.
#[derive(Debug)]
pub struct Control {
    stopped: AtomicBool,
    pondering: AtomicBool,
    begun: Instant,
    /// Nanoseconds from [`Control::begun`] to the moment from which time is counted.
    counted: AtomicU64,
}

impl Control {
    /// For a search that begins now. While it is `pondering` no time is counted.
    pub fn new(pondering: bool) -> Self {
        Control {
            stopped: AtomicBool::new(false),
            pondering: AtomicBool::new(pondering),
            begun: Instant::now(),
            counted: AtomicU64::new(0),
        }
    }

    /// Asks the search to end.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Release);
    }

    /// Whether the search is to end.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Acquire)
    }

    /// The move that is pondered on was played: from now on time counts.
    pub fn ponder_hit(&self) {
        let now = self.begun.elapsed().as_nanos().min(u64::MAX.into()) as u64;
        self.counted.store(now, Ordering::Release);
        self.pondering.store(false, Ordering::Release);
    }

    /// Whether the search goes on in the opponent's time.
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Acquire)
    }

    /// Time since the search has begun.
    pub fn running(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Time of the game clock that the search has used; none while it is pondering.
    pub fn used(&self) -> Duration {
        if self.is_pondering() {
            return Duration::ZERO;
        }
        let counted = Duration::from_nanos(self.counted.load(Ordering::Acquire));
        self.begun.elapsed().saturating_sub(counted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_counts_from_the_ponder_hit_on() {
        let control = Control::new(true);
        std::thread::sleep(Duration::from_millis(30));
        assert_eq!(control.used(), Duration::ZERO);
        control.ponder_hit();
        let used = control.used();
        assert!(used < control.running() - Duration::from_millis(25), "{used:?}");
        assert!(!control.is_pondering() && !control.is_stopped());
        control.stop();
        assert!(control.is_stopped());
    }
}
