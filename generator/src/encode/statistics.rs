//! Counts for the header of a table file.

use crate::scores::SliceScores;
use manoury_rules::Variant;
use manoury_tables::{Index, Kind, Longest, Outcome, Slice, Statistics};
use rayon::prelude::*;

/// Counts the positions of a slice with one side to move, and finds the longest wins and losses.
///
/// Outcomes are those of `outcomes`, distances those of `distances`: a win under the draw limits is
/// counted with its distance in whatever metric the file holds. A WDL file has no longest.
pub fn count<V: Variant>(
    slice: Slice,
    kind: Kind,
    side: usize,
    outcomes: &impl SliceScores,
    distances: &impl SliceScores,
) -> Statistics {
    let index = Index::<V>::new(slice);
    (0..index.configurations())
        .into_par_iter()
        .map(|configuration| {
            let mut statistics = Statistics::default();
            let first = configuration * index.kings();
            let outcomes = outcomes.configuration(side, configuration);
            let distances = distances.configuration(side, configuration);
            for (i, (score, distance)) in outcomes.iter().zip(distances).enumerate() {
                let Some(outcome) = score.outcome() else { continue };
                statistics.outcomes[outcome as usize - 1] += 1;
                statistics.captures += u64::from(score.is_capture());
                let longest = match outcome {
                    Outcome::Win => &mut statistics.longest_win,
                    Outcome::Loss => &mut statistics.longest_loss,
                    _ => continue,
                };
                let here = Longest { plies: distance.plies(), index: first + i as u64 };
                if kind != Kind::Wdl {
                    *longest = longer(*longest, Some(here));
                }
            }
            statistics
        })
        .reduce(Statistics::default, |a, b| Statistics {
            outcomes: std::array::from_fn(|i| a.outcomes[i] + b.outcomes[i]),
            captures: a.captures + b.captures,
            longest_win: longer(a.longest_win, b.longest_win),
            longest_loss: longer(a.longest_loss, b.longest_loss),
        })
}

/// The longer of two; of equals the one with the lower index, whatever the order of counting.
fn longer(a: Option<Longest>, b: Option<Longest>) -> Option<Longest> {
    a.into_iter().chain(b).max_by_key(|longest| (longest.plies, std::cmp::Reverse(longest.index)))
}
