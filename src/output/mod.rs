//! What is shown: pictures, tables, JSON, progress.

pub mod board;
pub mod json;
pub mod progress;
pub mod style;
pub mod table;
pub mod units;
pub mod words;
