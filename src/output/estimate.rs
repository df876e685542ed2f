//! How much of a build is done, and how long the rest will take.
//!
//! The plan says what every part of the work takes by its model; what is done teaches how far the
//! model is off, for solving and for encoding, and how fast work passes on this machine.

use manoury_generator::Part;
use manoury_tables::Slice;
use std::collections::{HashMap, VecDeque};

/// Work in core-seconds of the plan's model: solving and encoding.
type Work = [f64; 2];

const fn class(part: Part) -> usize {
    match part {
        Part::Solve(_) => 0,
        Part::Encode(_) => 1,
    }
}

/// How far a build is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// The share of the work that is done, from 0 to 1.
    pub share: f64,
    /// Seconds that the rest will take; `None` before anything is known.
    pub left: Option<f64>,
}

/// Estimates the rest of a build from its events. Times are seconds since the start.
#[derive(Debug)]
pub struct Estimate {
    parts: HashMap<(Slice, Part), PartWork>,
    all: Work,
    done: Work,
    /// Of the slices finished, the last ones counting most: the model's core-seconds, and those it
    /// took.
    expected: Work,
    took: Work,
    /// What was done at earlier times, oldest first.
    history: VecDeque<(f64, Work)>,
}

#[derive(Debug)]
struct PartWork {
    /// Core-seconds by the model.
    seconds: f64,
    /// The share of it that is done.
    share: f64,
}

/// The weight in core-seconds of the model while nothing is finished.
const TRUST: f64 = 0.2;

/// What is left of the weight of older slices when one is finished.
const MEMORY: f64 = 0.8;

/// Seconds between notes of what is done.
const NOTE_PERIOD: f64 = 0.25;

/// Seconds that must be seen before a speed is believed.
const LEAST_SEEN: f64 = 1.0;

impl Estimate {
    /// An estimate for a build of these parts, with the core-seconds of the plan's model.
    pub fn new(parts: impl IntoIterator<Item = (Slice, Part, f64)>) -> Self {
        let mut estimate = Estimate {
            parts: HashMap::new(),
            all: [0.0; 2],
            done: [0.0; 2],
            expected: [TRUST; 2],
            took: [TRUST; 2],
            history: VecDeque::from([(0.0, [0.0; 2])]),
        };
        for (slice, part, seconds) in parts {
            estimate.parts.insert((slice, part), PartWork { seconds, share: 0.0 });
            estimate.all[class(part)] += seconds;
        }
        estimate
    }

    /// Some more of a part is done.
    pub fn advance(&mut self, slice: Slice, part: Part, share: f64) {
        if let Some(work) = self.parts.get_mut(&(slice, part)) {
            let share = share.clamp(0.0, 1.0 - work.share);
            work.share += share;
            self.done[class(part)] += share * work.seconds;
        }
    }

    /// A slice is finished: the core-seconds it took to solve and to encode.
    pub fn finish(&mut self, slice: Slice, took: [f64; 2]) {
        let mut expected = [0.0; 2];
        for (&(other, part), work) in &mut self.parts {
            if other == slice {
                expected[class(part)] += work.seconds;
                self.done[class(part)] += (1.0 - work.share) * work.seconds;
                work.share = 1.0;
            }
        }
        if expected == [0.0; 2] {
            return;
        }
        for class in 0..2 {
            self.expected[class] = MEMORY * self.expected[class] + expected[class];
            self.took[class] = MEMORY * self.took[class] + took[class];
        }
    }

    /// The share of a slice's work that is done.
    pub fn share_of(&self, slice: Slice) -> f64 {
        let (mut all, mut done) = (0.0, 0.0);
        for (_, work) in self.parts.iter().filter(|((other, _), _)| *other == slice) {
            all += work.seconds;
            done += work.share * work.seconds;
        }
        if all > 0.0 { done / all } else { 0.0 }
    }

    /// Where the build stands at a time; times do not go back.
    pub fn at(&mut self, now: f64) -> Standing {
        if self.done == [0.0; 2] {
            // Reading the slices below is no part of the work.
            self.history.clear();
        }
        if self.history.back().is_none_or(|(noted, _)| now - noted >= NOTE_PERIOD) {
            self.history.push_back((now, self.done));
        }
        // The speed is that of the later half: the small slices of the beginning tell little.
        while self.history.get(1).is_some_and(|(noted, _)| *noted <= now / 2.0) {
            self.history.pop_front();
        }
        let (all, done) = (self.seconds(self.all), self.seconds(self.done));
        let rest = (all - done).max(0.0);
        let left = self.history.front().and_then(|(since, before)| {
            let (seen, passed) = (now - since, done - self.seconds(*before));
            (seen >= LEAST_SEEN && passed > 0.0).then(|| rest / passed * seen)
        });
        Standing { share: if all > 0.0 { (done / all).min(1.0) } else { 1.0 }, left }
    }

    /// Core-seconds of this machine for the model's.
    fn seconds(&self, work: Work) -> f64 {
        (0..2).map(|class| work[class] * self.took[class] / self.expected[class]).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use manoury_generator::{Effort, Plan, Selection, Task};
    use manoury_rules::International;
    use manoury_tables::{Kind, Material};

    type Piece = (Slice, Part, f64);

    /// A slice at work: the parts to come, the last one first.
    struct Job {
        parts: Vec<Piece>,
        done: f64,
        took: [f64; 2],
    }

    /// The parts of all slices of up to five pieces, in the plan's order.
    fn five_pieces(kinds: Option<&[Kind]>, effort: Effort) -> Vec<Vec<Piece>> {
        let plan = Plan::<International>::new(&Selection::Pieces(5), kinds).unwrap();
        let parts = |task: &Task| {
            let parts = task.parts(effort).into_iter();
            parts.map(|(part, seconds)| (task.slice, part, seconds)).collect()
        };
        plan.tasks().iter().map(parts).collect()
    }

    /// Plays a build with the defaults, in which slices take so many times what the model says.
    fn play(cores: f64, solving: impl Fn(&Slice) -> f64, encoding: impl Fn(&Slice) -> f64) {
        let true_seconds = |&(slice, part, seconds): &Piece| match part {
            Part::Solve(_) => seconds * solving(&slice),
            Part::Encode(_) => seconds * encoding(&slice),
        };
        play_parts(cores, 2, five_pieces(None, Effort::Normal), true_seconds);
    }

    /// Plays a build of these slices on `cores` cores, as a build goes: they start in their order, so
    /// many at work share the cores. Checks the time left against what it turns out to be, from a
    /// minute on until all but ten seconds are over.
    fn play_parts(
        cores: f64,
        together: usize,
        mut jobs: Vec<Vec<Piece>>,
        true_seconds: impl Fn(&Piece) -> f64,
    ) {
        let total = jobs.iter().flatten().map(&true_seconds).sum::<f64>() / cores;
        let mut estimate = Estimate::new(jobs.iter().flatten().copied());
        jobs.reverse();
        jobs.iter_mut().for_each(|parts| parts.reverse());
        let mut at_work: Vec<Job> = Vec::new();
        let (mut now, mut checked) = (0.0, 0);
        const STEP: f64 = 0.05;
        loop {
            while at_work.len() < together
                && let Some(parts) = jobs.pop()
            {
                at_work.push(Job { parts, done: 0.0, took: [0.0; 2] });
            }
            if at_work.is_empty() {
                break;
            }
            let share = STEP * cores / at_work.len() as f64;
            for Job { parts, done, took } in &mut at_work {
                let mut budget = share;
                while let Some(part) = parts.last() {
                    let whole = true_seconds(part);
                    let step = budget.min(whole - *done);
                    estimate.advance(part.0, part.1, step / whole);
                    took[class(part.1)] += step;
                    (*done, budget) = (*done + step, budget - step);
                    if *done < whole - 1e-9 {
                        break;
                    }
                    *done = 0.0;
                    let slice = part.0;
                    parts.pop();
                    if parts.is_empty() {
                        estimate.finish(slice, *took);
                    }
                }
            }
            at_work.retain(|job| !job.parts.is_empty());
            now += STEP;
            let standing = estimate.at(now);
            if now >= 60.0 && now < total - 10.0 {
                let (left, rest) = (standing.left.unwrap(), total - now);
                assert!((left / rest - 1.0).abs() < 0.3, "{now} s: {left} s left, not {rest} s");
                checked += 1;
            }
        }
        assert!(checked > 100, "{total} s are too few to check anything");
        assert!(estimate.at(now).share > 0.999);
    }

    #[test]
    fn a_model_that_is_right() {
        play(1.0, |_| 1.0, |_| 1.0);
        play(2.0, |_| 1.5, |_| 1.5);
    }

    #[test]
    fn a_model_that_is_off_for_a_part_of_the_work() {
        play(2.0, |_| 0.8, |_| 4.0);
        play(2.0, |_| 4.0, |_| 0.8);
    }

    #[test]
    fn slices_that_differ() {
        // Kings cost more than men, and five pieces more than four.
        let kings = |slice: &Slice| f64::from(slice.strong().kings + slice.weak().kings);
        play(2.0, |slice| 1.5 + 0.2 * kings(slice), |slice| 3.0 - 0.2 * kings(slice));
        play(2.0, |slice| if slice.total() == 5 { 3.0 } else { 0.5 }, |_| 1.5);
    }

    #[test]
    fn effort_max_as_it_was_measured() {
        let slice = |name: &str| name.parse::<Material>().unwrap().slice();
        let measured: HashMap<Slice, Work> =
            MAX.iter().map(|&(name, work)| (slice(name), work)).collect();
        let parts = five_pieces(Some(&[]), Effort::Max);
        let true_seconds = |&(slice, part, seconds): &Piece| {
            // Slices of up to 4 pieces differ as the model has it.
            measured.get(&slice).map_or(seconds, |work| work[class(part)])
        };
        play_parts(2.0, 4, parts, true_seconds);
    }

    /// Core-seconds to solve and to encode the WDL of 5 pieces at effort `max`; see docs/BENCHMARKS.md.
    const MAX: [(&str, Work); 22] = [
        ("KKKKvK", [2.46, 5.55]),
        ("KKKKvM", [1.45, 1.64]),
        ("KKKMvK", [6.26, 47.15]),
        ("KKKvKK", [3.30, 12.37]),
        ("KKKvKM", [5.62, 118.00]),
        ("KKKvMM", [2.70, 50.36]),
        ("KKKMvM", [4.22, 6.83]),
        ("KKMvKK", [8.30, 112.67]),
        ("KKMMvK", [8.40, 125.25]),
        ("KMMvKK", [7.99, 88.82]),
        ("KKMvKM", [16.17, 221.10]),
        ("KKMMvM", [4.96, 29.30]),
        ("KMMvKM", [12.56, 157.02]),
        ("KMMMvK", [4.74, 147.01]),
        ("KMMMvM", [2.65, 29.23]),
        ("MMMMvK", [1.18, 84.42]),
        ("MMMvKK", [2.71, 77.10]),
        ("MMMMvM", [1.46, 24.60]),
        ("MMMvKM", [4.18, 145.13]),
        ("KKMvMM", [6.96, 148.68]),
        ("KMMvMM", [6.25, 86.92]),
        ("MMMvMM", [4.51, 82.57]),
    ];

    #[test]
    fn two_slices_at_work() {
        let plan = Plan::<International>::new(&Selection::Pieces(2), Some(&[])).unwrap();
        let [a, b] = [0, 1].map(|i| plan.tasks()[i].slice);
        let encode = Part::Encode(Kind::Wdl);
        let mut estimate = Estimate::new([(a, encode, 10.0), (b, encode, 30.0)]);
        assert_eq!(estimate.at(0.0), Standing { share: 0.0, left: None });
        estimate.advance(a, encode, 0.5);
        estimate.advance(b, encode, 0.5);
        assert_eq!(estimate.at(10.0), Standing { share: 0.5, left: Some(10.0) });
        assert_eq!((estimate.share_of(a), estimate.share_of(b)), (0.5, 0.5));
        estimate.finish(a, [0.0, 10.0]);
        assert_eq!(estimate.share_of(a), 1.0);
        // More than all is no more than all, and what is not in the plan does not count.
        estimate.advance(b, encode, 7.0);
        estimate.advance(plan.tasks()[2].slice, encode, 1.0);
        let standing = estimate.at(20.0);
        assert_eq!((standing.share, standing.left), (1.0, Some(0.0)));
    }

    #[test]
    fn nothing_to_do() {
        assert_eq!(Estimate::new([]).at(5.0), Standing { share: 1.0, left: None });
    }
}
