//! From answers to the tuples of Python.

use crate::answers::Answer;
use crate::game::end_name;
use manoury_prober::{Outcome, Probe};
use manoury_rules::DrawClocks;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyTuple, PyType};

/// What Python calls an outcome: 2 for a win to -2 for a loss.
pub(crate) const fn number(outcome: Outcome) -> i8 {
    outcome as i8 - Outcome::Draw as i8
}

/// The member of `manoury.Outcome`.
pub(crate) fn outcome(py: Python<'_>, outcome: Outcome) -> PyResult<Bound<'_, PyAny>> {
    static MEMBERS: PyOnceLock<Vec<Py<PyAny>>> = PyOnceLock::new();
    let members = MEMBERS.get_or_try_init(py, || {
        let class = py.import("manoury.values")?.getattr("Outcome")?;
        let member = |outcome: Outcome| class.call1((number(outcome),)).map(Bound::unbind);
        Outcome::ALL.into_iter().map(member).collect::<PyResult<_>>()
    })?;
    Ok(members[outcome as usize - Outcome::Loss as usize].bind(py).clone())
}

/// A class of `manoury.values`, looked up once.
macro_rules! class {
    ($py:expr, $name:literal) => {{
        static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        CLASS.import($py, "manoury.values", $name)?
    }};
}

/// A `manoury.Probe`.
pub(crate) fn probe<'py>(py: Python<'py>, probe: &Probe) -> PyResult<Bound<'py, PyAny>> {
    class!(py, "Probe").call1((outcome(py, probe.outcome)?, probe.dtc, probe.dtw))
}

/// A `manoury.Clocks`.
pub(crate) fn clocks<'py>(py: Python<'py>, clocks: &DrawClocks) -> PyResult<Bound<'py, PyAny>> {
    class!(py, "Clocks").call1((clocks.c25, clocks.c16, clocks.c5))
}

/// A `manoury.RankedMove`.
pub(crate) fn ranked_move<'py>(py: Python<'py>, answer: &Answer) -> PyResult<Bound<'py, PyAny>> {
    class!(py, "RankedMove").call1(fields(py, answer)?)
}

/// A `manoury.LineStep`.
pub(crate) fn line_step<'py>(py: Python<'py>, answer: &Answer) -> PyResult<Bound<'py, PyAny>> {
    let fields = fields(py, answer)?.into_sequence();
    let end = PyTuple::new(py, [answer.end.map(end_name)])?.into_sequence();
    class!(py, "LineStep").call1(fields.concat(&end)?.to_tuple()?)
}

/// What a ranked move and a step of a line have in common.
fn fields<'py>(py: Python<'py>, answer: &Answer) -> PyResult<Bound<'py, PyTuple>> {
    let mover = outcome(py, answer.outcome)?;
    let clocks = clocks(py, &answer.clocks)?;
    let Answer { text, dtc, dtw, fen, conversion, .. } = answer;
    (text, mover, dtc, dtw, fen, conversion, clocks).into_pyobject(py)
}
