//! Arrays of numpy in and out.
//!
//! Numpy is asked as a program in Python would ask it, so that the module needs it where arrays are
//! used and nowhere else. Arrays are copied on their way in: threads of Python may write into them
//! while a question is being answered.

use crate::batch::{Batch, Turns};
use crate::position::side;
use manoury_rules::Color;
use pyo3::exceptions::{PyImportError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyString};

/// The batch that arguments make.
pub(crate) fn batch(
    positions: &Bound<'_, PyAny>,
    turns: Option<&Bound<'_, PyAny>>,
) -> PyResult<Batch> {
    let numpy = numpy(positions.py())?;
    if let Some(array) = Array::of(&numpy, positions)?
        && !matches!(array.kind.as_str(), "U" | "O")
    {
        let sets = sets(&array)?;
        let Some(turns) = turns else {
            let what = "bitboards need turns: 'W', 'B', or an array with 0 for White and 1 for \
                        Black to move";
            return Err(PyTypeError::new_err(what));
        };
        let turns = self::turns(&numpy, turns, sets.len())?;
        return Ok(Batch::Sets(sets, turns));
    }
    if turns.is_some() {
        let what = "a FEN or Position has its side to move; leave turns out";
        return Err(PyTypeError::new_err(what));
    }
    if positions.is_instance_of::<PyString>() {
        let what = "probe_many takes a sequence of FENs; ask probe_wdl about a single one";
        return Err(PyTypeError::new_err(what));
    }
    let each = positions.try_iter()?.map(|object| object?.extract());
    Ok(Batch::Listed(each.collect::<PyResult<_>>()?))
}

/// An array of int8 with these numbers.
pub(crate) fn to_int8<'py>(py: Python<'py>, numbers: &[i8]) -> PyResult<Bound<'py, PyAny>> {
    let bytes = PyByteArray::new_with(py, numbers.len(), |bytes| {
        for (byte, number) in bytes.iter_mut().zip(numbers) {
            *byte = number.cast_unsigned();
        }
        Ok(())
    })?;
    numpy(py)?.call_method1("frombuffer", (bytes, "int8"))
}

/// The module numpy.
fn numpy(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    py.import("numpy").map_err(|error| {
        PyImportError::new_err(format!("probe_many needs numpy ({error}); pip install numpy"))
    })
}

/// An array, and what it is an array of.
struct Array<'a, 'py> {
    array: &'a Bound<'py, PyAny>,
    /// The name of the type of its elements; another name if their bytes are the other way round.
    dtype: String,
    /// The letter of the kind of that type.
    kind: String,
    shape: Vec<usize>,
}

impl<'a, 'py> Array<'a, 'py> {
    /// The object if it is an array.
    fn of(numpy: &Bound<'py, PyModule>, object: &'a Bound<'py, PyAny>) -> PyResult<Option<Self>> {
        if !object.is_instance(&numpy.getattr("ndarray")?)? {
            return Ok(None);
        }
        let dtype = object.getattr("dtype")?;
        Ok(Some(Array {
            array: object,
            dtype: dtype.str()?.to_cow()?.into_owned(),
            kind: dtype.getattr("kind")?.extract()?,
            shape: object.getattr("shape")?.extract()?,
        }))
    }

    /// A copy of its bytes, row after row.
    fn bytes(&self) -> PyResult<Bound<'py, PyBytes>> {
        Ok(self.array.call_method0("tobytes")?.cast_into()?)
    }
}

/// The sets in an array.
fn sets(array: &Array) -> PyResult<Vec<[u64; 4]>> {
    let Array { dtype, shape, .. } = array;
    if dtype != "uint64" || !matches!(shape[..], [_, 4]) {
        let what = "bitboards must be an array of uint64 of shape (n, 4): White's men and kings, \
                    Black's men and kings";
        return Err(PyTypeError::new_err(format!("{what}; not {dtype} of shape {shape:?}")));
    }
    let bytes = array.bytes()?;
    let (words, _) = bytes.as_bytes().as_chunks::<8>();
    let (rows, _) = words.as_chunks::<4>();
    Ok(rows.iter().map(|row| row.map(u64::from_ne_bytes)).collect())
}

/// The sides to move of so many positions.
fn turns(
    numpy: &Bound<'_, PyModule>,
    turns: &Bound<'_, PyAny>,
    positions: usize,
) -> PyResult<Turns> {
    if let Ok(letter) = turns.cast::<PyString>() {
        return Ok(Turns::All(side(&letter.to_cow()?)?));
    }
    let array = Array::of(numpy, turns)?
        .filter(|array| matches!(array.dtype.as_str(), "uint8" | "bool") && array.shape.len() == 1)
        .ok_or_else(|| {
            let what = "turns must be 'W', 'B' or an array of uint8 or bool of shape (n,): 0 for \
                        White to move, 1 for Black";
            PyTypeError::new_err(what)
        })?;
    let bytes = array.bytes()?;
    let bytes = bytes.as_bytes();
    if bytes.len() != positions {
        let what = format!("there are {positions} positions and {} turns", bytes.len());
        return Err(PyValueError::new_err(what));
    }
    let color = |(index, byte): (usize, &u8)| match byte {
        0 => Ok(Color::White),
        1 => Ok(Color::Black),
        other => Err(PyValueError::new_err(format!(
            "turn {index} is {other}; write 0 for White and 1 for Black to move"
        ))),
    };
    Ok(Turns::Each(bytes.iter().enumerate().map(color).collect::<PyResult<_>>()?))
}
