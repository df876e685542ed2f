//! Texts that are there without a tablebase.

use crate::last_error;
use crate::status::ManouryStatus;
use crate::values::{ManouryOutcome, OutcomeCode, StatusCode, constant};
use std::ffi::{CStr, c_char};
use std::panic::catch_unwind;

/// The version of the library, `0.1.0`. The text is always there.
#[unsafe(no_mangle)]
pub extern "C" fn manoury_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}

/// What was wrong in the last call of this thread that failed, in one line: the file, square or
/// clock at fault and what to do. Empty if none failed yet; never null. The text is there until the
/// next call of this thread that fails, or the thread's end.
#[unsafe(no_mangle)]
pub extern "C" fn manoury_last_error() -> *const c_char {
    catch_unwind(|| last_error::with_text(CStr::as_ptr)).unwrap_or(c"".as_ptr())
}

/// The name of a status, `missing-table`; `unknown` for any other number. The text is always there.
#[unsafe(no_mangle)]
pub extern "C" fn manoury_status_name(status: StatusCode) -> *const c_char {
    ManouryStatus::name(status).as_ptr()
}

/// The name of an outcome, `cursed-win`; `unknown` for any other number. The text is always there.
#[unsafe(no_mangle)]
pub extern "C" fn manoury_outcome_name(outcome: OutcomeCode) -> *const c_char {
    let name = match constant(outcome) {
        Ok(ManouryOutcome::Loss) => c"loss",
        Ok(ManouryOutcome::BlessedLoss) => c"blessed-loss",
        Ok(ManouryOutcome::Draw) => c"draw",
        Ok(ManouryOutcome::CursedWin) => c"cursed-win",
        Ok(ManouryOutcome::Win) => c"win",
        Err(_) => c"unknown",
    };
    name.as_ptr()
}
