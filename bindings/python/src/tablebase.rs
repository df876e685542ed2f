//! `manoury.Tablebase`.

use crate::answers::{Answers, open};
use crate::arrays;
use crate::errors::Error;
use crate::given::{Clocks, Given, Question};
use crate::values;
use crate::variant::in_variant;
use crate::whole::Whole;
use manoury_rules::VariantName;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyType};
use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};

/// Endgame tables in one or more folders.
///
/// Opening only lists the folders; a file is opened by the first probe that needs it. Threads may
/// share a tablebase: a probe lets others run. Used in a `with` statement it is closed at its end.
///
/// `cache_bytes` is the memory for decoded blocks. With `mapped=True` files are mapped into memory,
/// which is faster; then nobody may cut them short or write into them as long as the tablebase is
/// open: the process may be ended by the system, or answers be wrong. Replacing a file by renaming
/// another over it is harmless.
#[pyclass(frozen, module = "manoury")]
pub(crate) struct Tablebase {
    /// Empty when it is closed.
    tables: RwLock<Option<Arc<dyn Answers>>>,
    paths: Vec<PathBuf>,
    variant: VariantName,
    cache_bytes: u64,
    mapped: bool,
}

/// One folder or several.
struct Paths(Vec<PathBuf>);

impl<'py> FromPyObject<'_, 'py> for Paths {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(path) = object.extract() {
            return Ok(Paths(vec![path]));
        }
        let paths = object
            .try_iter()
            .and_then(|each| each.map(|path| path?.extract()).collect::<PyResult<_>>().map(Paths));
        paths.map_err(|_| PyTypeError::new_err("expected the path of a folder or several of them"))
    }
}

impl Tablebase {
    fn tables(&self) -> Result<Arc<dyn Answers>, Error> {
        let tables = self.tables.read().unwrap_or_else(PoisonError::into_inner);
        tables.clone().ok_or(Error::Closed)
    }

    /// Puts a question while other threads of Python go on.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        question: &Question,
        ask: impl FnOnce(&dyn Answers, &Question) -> Result<T, Error> + Send,
    ) -> Result<T, Error> {
        let tables = self.tables()?;
        py.detach(|| ask(&*tables, question))
    }
}

#[pymethods]
impl Tablebase {
    #[new]
    #[pyo3(
        signature = (
            paths,
            variant = "international".to_string(),
            cache_bytes = Whole::Fits(67_108_864),
            mapped = false,
        ),
        text_signature = "(paths, variant='international', cache_bytes=67108864, mapped=False)"
    )]
    fn new(
        py: Python<'_>,
        paths: Paths,
        variant: String,
        cache_bytes: Whole,
        mapped: bool,
    ) -> Result<Self, Error> {
        let (Paths(paths), variant) = (paths, variant.parse()?);
        let cache_bytes = cache_bytes
            .at_most(u64::MAX)
            .map_err(|number| Error::Negative { name: "cache_bytes", number })?;
        let tables =
            py.detach(|| in_variant!(variant, V => open::<V>(&paths, cache_bytes, mapped)))?;
        let tables = RwLock::new(Some(tables.into()));
        Ok(Tablebase { tables, paths, variant, cache_bytes, mapped })
    }

    /// The outcome and the distances of a position.
    ///
    /// The outcome is exact for the clocks given, in plies used. Distances are those of the tables,
    /// with fresh clocks; None for a draw, and where there is no table.
    #[pyo3(signature = (position, clock25 = None, clock16 = None, clock5 = None, reading = None))]
    fn probe<'py>(
        &self,
        py: Python<'py>,
        position: Given,
        clock25: Option<Whole>,
        clock16: Option<Whole>,
        clock5: Option<Whole>,
        reading: Option<String>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let clocks = Clocks::new(clock25, clock16, clock5)?;
        let question = Question::new(position, clocks, reading.as_deref())?;
        values::probe(py, &self.ask(py, &question, |tables, question| tables.probe(question))?)
    }

    /// The outcome alone, at less cost than `probe`.
    #[pyo3(signature = (position, clock25 = None, clock16 = None, clock5 = None, reading = None))]
    fn probe_wdl<'py>(
        &self,
        py: Python<'py>,
        position: Given,
        clock25: Option<Whole>,
        clock16: Option<Whole>,
        clock5: Option<Whole>,
        reading: Option<String>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let clocks = Clocks::new(clock25, clock16, clock5)?;
        let question = Question::new(position, clocks, reading.as_deref())?;
        values::outcome(py, self.ask(py, &question, |tables, question| tables.probe_wdl(question))?)
    }

    /// The outcome with fresh clocks if memory alone can tell it: None if a block would have to be
    /// read. What was probed before or preloaded is in memory.
    fn probe_wdl_cached_only<'py>(
        &self,
        py: Python<'py>,
        position: Given,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let outcome = self.tables()?.probe_wdl_cached_only(&position)?;
        outcome.map(|outcome| values::outcome(py, outcome)).transpose()
    }

    /// Reads the outcomes of all tables of up to so many pieces into the cache, fewest pieces
    /// first, as far as there is room; tells how many bytes of it they take.
    fn preload(&self, py: Python<'_>, pieces: Whole) -> Result<u64, Error> {
        let pieces = pieces
            .at_most(u32::MAX)
            .map_err(|number| Error::Negative { name: "pieces", number })?;
        let tables = self.tables()?;
        py.detach(|| tables.preload(pieces))
    }

    /// Plies to the capture that leaves class sixteen (a lone king against three pieces) and keeps
    /// the win, or to the end of the game; None outside that class and for a draw.
    fn dtx(&self, py: Python<'_>, position: Given) -> Result<Option<u16>, Error> {
        let tables = self.tables()?;
        py.detach(|| tables.dtx(&position))
    }

    /// All legal moves, best first; none if the game is over on the board.
    ///
    /// Whoever plays the first move of a won position, and goes on so, wins.
    #[pyo3(signature = (position, clock25 = None, clock16 = None, clock5 = None, reading = None))]
    fn moves<'py>(
        &self,
        py: Python<'py>,
        position: Given,
        clock25: Option<Whole>,
        clock16: Option<Whole>,
        clock5: Option<Whole>,
        reading: Option<String>,
    ) -> PyResult<Bound<'py, PyList>> {
        let clocks = Clocks::new(clock25, clock16, clock5)?;
        let question = Question::new(position, clocks, reading.as_deref())?;
        let moves = self.ask(py, &question, |tables, question| tables.moves(question))?;
        let moves = moves.iter().map(|answer| values::ranked_move(py, answer));
        PyList::new(py, moves.collect::<PyResult<Vec<_>>>()?)
    }

    /// Best play of both sides to the end of the game; empty for a draw.
    #[pyo3(signature = (position, clock25 = None, clock16 = None, clock5 = None, reading = None))]
    fn line<'py>(
        &self,
        py: Python<'py>,
        position: Given,
        clock25: Option<Whole>,
        clock16: Option<Whole>,
        clock5: Option<Whole>,
        reading: Option<String>,
    ) -> PyResult<Bound<'py, PyList>> {
        let clocks = Clocks::new(clock25, clock16, clock5)?;
        let question = Question::new(position, clocks, reading.as_deref())?;
        let steps = self.ask(py, &question, |tables, question| tables.line(question))?;
        let steps = steps.iter().map(|answer| values::line_step(py, answer));
        PyList::new(py, steps.collect::<PyResult<Vec<_>>>()?)
    }

    /// The outcomes of many positions with fresh clocks, as an array of int8: 2 win, 1 cursed win,
    /// 0 draw, -1 blessed loss, -2 loss.
    ///
    /// `positions` is an array of uint64 of shape (n, 4): the sets of White's men, White's kings,
    /// Black's men and Black's kings, in which square n is bit n - 1. `turns` is then 'W', 'B' or
    /// an array of uint8 or bool: 0 where White is to move, 1 where Black is. Or `positions` is a
    /// sequence of FENs, Positions and Games.
    ///
    /// Where there is no outcome stands MISSING_TABLE, TOO_MANY_PIECES, BAD_POSITION or BAD_TABLE,
    /// all below -2. With errors='raise' the first of them is raised.
    ///
    /// The work is shared by so many threads; None for all cores.
    #[pyo3(
        signature = (positions, turns = None, *, threads = None, errors = "code".to_string()),
        text_signature = "($self, positions, turns=None, *, threads=None, errors='code')"
    )]
    fn probe_many<'py>(
        &self,
        py: Python<'py>,
        positions: &Bound<'py, PyAny>,
        turns: Option<&Bound<'py, PyAny>>,
        threads: Option<Whole>,
        errors: String,
    ) -> PyResult<Bound<'py, PyAny>> {
        let raise = match errors.as_str() {
            "code" => false,
            "raise" => true,
            _ => return Err(PyValueError::new_err("errors must be 'code' or 'raise'")),
        };
        let threads = match threads.map(|threads| threads.at_most(usize::MAX)) {
            None => 0,
            Some(Ok(threads)) if threads > 0 => threads,
            Some(_) => return Err(PyValueError::new_err("threads must be at least 1, or None")),
        };
        let tables = self.tables()?;
        let batch = arrays::batch(positions, turns)?;
        let numbers = py.detach(|| tables.probe_many(&batch, threads, raise))?;
        arrays::to_int8(py, &numbers)
    }

    /// The greatest number of pieces for which there are outcomes.
    #[getter]
    fn max_pieces(&self) -> Result<u32, Error> {
        Ok(self.tables()?.max_pieces())
    }

    /// Every table with its file, fewer pieces first: {'KvK.wdl': PosixPath(...), ...}.
    #[getter(tables)]
    fn table_files<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let files = PyDict::new(py);
        for (name, path) in self.tables()?.tables() {
            files.set_item(name, path)?;
        }
        Ok(files)
    }

    /// The folders.
    #[getter]
    fn paths(&self) -> &[PathBuf] {
        &self.paths
    }

    /// The variant: 'international', 'brazilian' or 'english'.
    #[getter]
    fn variant(&self) -> &'static str {
        self.variant.name()
    }

    /// Whether it is closed.
    #[getter]
    fn closed(&self) -> bool {
        self.tables().is_err()
    }

    /// Closes the files. Questions that threads have put are still answered, later ones are
    /// refused.
    fn close(&self) {
        let tables = self.tables.write().unwrap_or_else(PoisonError::into_inner).take();
        drop(tables);
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (_type, _value, _traceback, /))]
    fn __exit__(
        &self,
        _type: Option<Py<PyAny>>,
        _value: Option<Py<PyAny>>,
        _traceback: Option<Py<PyAny>>,
    ) {
        self.close();
    }

    fn __repr__(&self) -> String {
        let paths: Vec<_> = self.paths.iter().map(|path| format!("'{}'", path.display())).collect();
        let what = match self.tables() {
            Ok(tables) => format!("up to {} pieces", tables.max_pieces()),
            Err(_) => "closed".to_string(),
        };
        format!("<manoury.Tablebase {} in {}, {what}>", self.variant, paths.join(", "))
    }

    /// Another process opens the folders anew.
    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> (Bound<'py, PyType>, (Vec<PathBuf>, &'static str, u64, bool)) {
        let this = slf.get();
        let arguments = (this.paths.clone(), this.variant.name(), this.cache_bytes, this.mapped);
        (slf.get_type(), arguments)
    }
}
