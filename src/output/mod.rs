//! What is shown: pictures, tables, JSON, progress.

pub mod adjudication;
pub mod board;
pub mod build_report;
pub mod estimate;
pub mod export_progress;
pub mod json;
pub mod progress;
pub mod style;
pub mod table;
pub mod units;
pub mod words;
