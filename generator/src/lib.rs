//! Retrograde analysis: plan, solve, compress and verify endgame tables.

mod build;
pub mod encode;
mod error;
mod journal;
mod load;
mod manifest;
mod meter;
mod model;
mod occupancy;
mod pages;
mod plan;
mod positions;
mod progress;
mod resident;
mod scores;
mod size;
mod solve;
mod threads;
mod verify;
mod workplace;

pub use build::{Options, build};
pub use encode::Effort;
pub use error::{BuildError, PlanError, ThreadsError, VerifyError};
pub use manifest::{Entry, Manifest};
pub use manoury_tables::{Disk, Output};
pub use meter::{Meter, Phase, PhaseSeconds};
pub use plan::{Plan, Selection, Task, has_dtx};
pub use progress::{Event, Observer, Part, Restored, Silent, SliceReport};
pub use scores::SliceScores;
pub use size::Size;
pub use verify::{Depth, Finding, FindingKind, Verification, VerifyOptions, verify, verify_with};
