//! The picture of a histogram: wins above the line, losses below it, on a logarithmic scale.

use super::sections::DECIDED;
use crate::output::units;
use manoury_tables::{Histogram, Kind, Outcome};
use maud::{Markup, html};
use std::fmt::Write;

/// The size of the picture in its own units, about those of a narrow screen.
const WIDTH: f64 = 360.0;
const HEIGHT: f64 = 220.0;
/// What the labels of the two axes take up.
const LEFT: f64 = 34.0;
const BOTTOM: f64 = 18.0;
/// The line between wins and losses, and the longest bar.
const MIDDLE: f64 = (HEIGHT - BOTTOM) / 2.0;
const BAR: f64 = MIDDLE - 8.0;
/// The height of a bar for one position, in powers of ten: what is not 0 shows.
const ONE: f64 = 0.4;
/// Most labels of distances.
const LABELS: usize = 8;

/// The picture of a material's histogram.
pub(super) fn svg(material: &str, kind: Kind, histogram: &Histogram) -> Markup {
    let counts = |outcome: Outcome| histogram.of(outcome);
    let all = || DECIDED.iter().flat_map(|(outcome, _)| counts(*outcome));
    let plies = DECIDED.iter().map(|(outcome, _)| counts(*outcome).len()).max().unwrap_or(0).max(2);
    let most = all().copied().max().unwrap_or(0).max(10);
    let scale = Scale { slot: (WIDTH - LEFT) / plies as f64, powers: (most as f64).log10().ceil() };
    let mut steps = (0..).map(|i| [1, 2, 5][i % 3] * 10usize.pow(i as u32 / 3));
    let step = steps.find(|step| plies <= step * LABELS).unwrap_or(plies);
    let id = format!("{material}-{kind}");
    html! {
        svg viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="img"
            aria-labelledby=(format!("{id}-title {id}-desc")) {
            title id=(format!("{id}-title")) { (material) ": positions by " (kind) }
            desc id=(format!("{id}-desc")) { (description(histogram)) }
            @for power in (0..=scale.powers as u32).step_by(scale.powers as usize / 4 + 1) {
                @for sign in [-1.0, 1.0] {
                    @let y = MIDDLE + sign * scale.height(10f64.powi(power as i32));
                    line.grid x1=(LEFT) x2=(WIDTH) y1=(short(y)) y2=(short(y)) {}
                    text x=(LEFT - 4.0) y=(short(y + 3.5)) text-anchor="end" {
                        (power_of_ten(power))
                    }
                }
            }
            @for (outcome, _) in DECIDED {
                @if !counts(outcome).is_empty() {
                    path class=(outcome) d=(scale.bars(outcome, counts(outcome))) {}
                }
            }
            line.axis x1=(LEFT) x2=(WIDTH) y1=(MIDDLE) y2=(MIDDLE) {}
            @for plies in (0..plies).step_by(step) {
                text x=(short(LEFT + (plies as f64 + 0.5) * scale.slot)) y=(HEIGHT - 5.0)
                    text-anchor="middle" { (plies) }
            }
        }
    }
}

/// The picture in words.
fn description(histogram: &Histogram) -> String {
    let parts: Vec<String> = DECIDED
        .iter()
        .filter(|(outcome, _)| !histogram.of(*outcome).is_empty())
        .map(|(outcome, name)| {
            let counts = histogram.of(*outcome);
            let sum = units::grouped(counts.iter().sum());
            format!("{sum} {name}, the longest in {}", counts.len() - 1)
        })
        .collect();
    if parts.is_empty() { "no position is decided".to_string() } else { parts.join("; ") }
}

/// A power of ten as it is written at the axis: `10`, `1k`, `100M`.
fn power_of_ten(power: u32) -> String {
    format!("1{}{}", "0".repeat(power as usize % 3), units::thousands(power / 3))
}

/// A coordinate with as many digits as can be seen.
fn short(coordinate: f64) -> String {
    let text = format!("{coordinate:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_string)
}

struct Scale {
    /// The width of a ply.
    slot: f64,
    /// The power of ten that the longest bar stands for.
    powers: f64,
}

impl Scale {
    fn height(&self, count: f64) -> f64 {
        BAR * (count.log10() + ONE) / (self.powers + ONE)
    }

    /// The bars of an outcome as a path. Those of limited outcomes are narrow, for they may stand
    /// before others.
    fn bars(&self, outcome: Outcome, counts: &[u64]) -> String {
        let (sign, part) = match outcome {
            Outcome::Win => (-1.0, 0.8),
            Outcome::CursedWin => (-1.0, 0.4),
            Outcome::BlessedLoss => (1.0, 0.4),
            _ => (1.0, 0.8),
        };
        let width = self.slot * part;
        let mut path = String::new();
        for (plies, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let x = LEFT + (plies as f64 + 0.5) * self.slot - width / 2.0;
            let height = sign * self.height(count as f64);
            // Writing into a text does not fail.
            let _ = write!(path, "M{x:.1} {MIDDLE}v{height:.1}h{width:.2}v{:.1}z", -height);
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_grow_with_the_logarithm() {
        let scale = Scale { slot: 10.0, powers: 6.0 };
        assert!(scale.height(1.0) > 1.0);
        assert!((scale.height(1e6) - BAR).abs() < 1e-9);
        let steps = [0, 2, 4].map(|power| scale.height(10f64.powi(power)));
        assert!((steps[1] - steps[0] - (steps[2] - steps[1])).abs() < 1e-9);
        assert_eq!(scale.bars(Outcome::Win, &[0, 1_000_000]), "M45.0 101v-93.0h8.00v93.0z");
        assert_eq!(scale.bars(Outcome::Loss, &[0, 0, 0]), "");
        assert_eq!([0, 1, 3, 8].map(power_of_ten), ["1", "10", "1k", "100M"]);
    }

    #[test]
    fn an_empty_histogram_is_no_picture_of_nothing() {
        let picture = svg("KvK", Kind::ALL[1], &Histogram::default()).into_string();
        assert!(picture.contains("no position is decided") && !picture.contains("NaN"));
    }
}
