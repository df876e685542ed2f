//! The functions that C calls.

mod opening;
mod positions;
mod probing;
mod texts;

pub use opening::*;
pub use positions::*;
pub use probing::*;
pub use texts::*;
