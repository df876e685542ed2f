//! From scores to a table file.

pub use crate::scores::SliceScores;
