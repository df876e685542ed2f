//! The functions that C calls.

mod opening;
mod positions;
mod probing;
mod texts;

pub use opening::*;
pub use positions::*;
pub use probing::*;
pub use texts::*;

use crate::failure::Failure;
use crate::guard::optional;
use crate::values::ManouryClocks;

/// The clocks that are given; null stands for none, so that they are fresh.
///
/// # Safety
/// As for [`optional`].
unsafe fn given<'a>(clocks: *const ManouryClocks) -> Result<&'a ManouryClocks, Failure> {
    // SAFETY: the caller keeps the contract.
    Ok(unsafe { optional(clocks, "clocks") }?.unwrap_or(&ManouryClocks::NONE))
}
