//! Whole numbers as Python gives them: of any size.

use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

/// Characters of a number that a message shows at most.
const SHOWN: usize = 40;

/// A whole number. One that does not fit is for whoever asked for it to refuse or to cut down: left
/// to the conversion it would be an `OverflowError`, which no other bad value is.
pub(crate) enum Whole {
    Fits(u64),
    /// Less than 0, as text.
    Negative(String),
    /// More than 64 bits hold, as text.
    Huge(String),
}

impl Whole {
    /// The number, or the greatest that fits; the text of a negative one.
    pub(crate) fn at_most<N: TryFrom<u64>>(self, greatest: N) -> Result<N, String> {
        match self {
            Whole::Fits(number) => Ok(number.try_into().unwrap_or(greatest)),
            Whole::Huge(_) => Ok(greatest),
            Whole::Negative(text) => Err(text),
        }
    }

    /// The number as 64 bits; else its text.
    pub(crate) fn bits(self) -> Result<u64, String> {
        match self {
            Whole::Fits(number) => Ok(number),
            Whole::Huge(text) | Whole::Negative(text) => Err(text),
        }
    }
}

impl<'py> FromPyObject<'_, 'py> for Whole {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let error = match object.extract() {
            Ok(number) => return Ok(Whole::Fits(number)),
            Err(error) => error,
        };
        if !error.is_instance_of::<PyOverflowError>(object.py()) {
            return Err(error);
        }
        let negative = object.lt(0)?;
        // Python refuses to write out thousands of digits.
        let mut text = match object.str() {
            Ok(text) => text.to_string(),
            Err(_) => format!("a number of {} bits", object.call_method0("bit_length")?),
        };
        if text.len() > SHOWN {
            text = format!("{}…", text.chars().take(SHOWN).collect::<String>());
        }
        Ok(if negative { Whole::Negative(text) } else { Whole::Huge(text) })
    }
}
