//! From errors to exit codes and one line on standard error.

use manoury_exports::ExportError;
use manoury_generator::{BuildError, PlanError, VerifyError};
use manoury_prober::{OpenError, ProbeError};
use manoury_rules::FenError;
use manoury_server::ServeError;
use manoury_tables::TableError;
use manoury_wire::QuestionError;
use std::fmt;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// All is well.
    Success = 0,
    /// A check failed, or a table is damaged.
    Check = 1,
    /// Wrong arguments, a FEN that is none, clocks that no game can reach.
    Usage = 2,
    /// A table is missing.
    Missing = 3,
    /// Reading or writing failed.
    Io = 4,
}

/// A failure that the libraries have no type for.
#[derive(Clone, Debug)]
pub struct Failure {
    exit: Exit,
    message: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

impl Failure {
    /// A failure with a message of its own.
    pub fn new(exit: Exit, message: String) -> Self {
        Failure { exit, message }
    }

    /// What an error comes to, for saying it more than once.
    pub fn of(error: &anyhow::Error) -> Self {
        Failure { exit: code(error), message: error.to_string() }
    }
}

/// Wrong use of the command line.
pub fn usage(message: String) -> anyhow::Error {
    Failure { exit: Exit::Usage, message }.into()
}

/// A file that cannot be written.
pub fn unwritable(path: &Path, error: &io::Error) -> anyhow::Error {
    let message = format!("cannot write {}: {error}", path.display());
    Failure { exit: Exit::Io, message }.into()
}

/// An end about which everything has been said already.
#[derive(Debug)]
pub struct Silent(pub Exit);

impl fmt::Display for Silent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "exit code {}", self.0 as u8)
    }
}

impl std::error::Error for Silent {}

/// Standard output cannot be written to.
#[derive(Debug)]
pub struct OutputError(io::Error);

impl fmt::Display for OutputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot write to standard output: {}", self.0)
    }
}

impl std::error::Error for OutputError {}

/// The error of writing to standard output, for libraries that write there themselves.
pub fn written(result: io::Result<()>) -> anyhow::Result<()> {
    result.map_err(|error| OutputError(error).into())
}

/// Where commands write their results: standard output, whose errors are not those of tables.
pub struct Output(io::StdoutLock<'static>);

impl Output {
    /// Takes standard output.
    pub fn new() -> Self {
        Output(io::stdout().lock())
    }

    /// Writes a text.
    pub fn text(&mut self, text: impl fmt::Display) -> anyhow::Result<()> {
        write!(self.0, "{text}")
            .and_then(|()| self.0.flush())
            .map_err(|error| OutputError(error).into())
    }

    /// Writes a line and lets it be seen at once.
    pub fn line(&mut self, text: impl fmt::Display) -> anyhow::Result<()> {
        writeln!(self.0, "{text}")
            .and_then(|()| self.0.flush())
            .map_err(|error| OutputError(error).into())
    }
}

/// Ends the program: the result's exit code, and the error on one line.
pub fn finish(result: anyhow::Result<()>) -> ExitCode {
    let result = result.and_then(|()| Ok(io::stdout().flush().map_err(OutputError)?));
    let exit = match result {
        Ok(()) => Exit::Success,
        Err(error) => {
            report(&error);
            code(&error)
        }
    };
    ExitCode::from(exit as u8)
}

/// Writes an error to standard error, on one line. Nothing where all has been said, or nobody reads.
pub fn report(error: &anyhow::Error) {
    if error.is::<Silent>() || is_closed_pipe(error) {
        return;
    }
    // Nobody is left to hear of an error here.
    let _ = writeln!(io::stderr(), "manoury: {}", line(&error.to_string()));
}

/// Most characters of an error that are shown.
const LONGEST: usize = 600;

/// A text that may hold anything as one line of bearable length.
pub fn line(text: &str) -> String {
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    let mut line: String = text.chars().take(LONGEST).map(clean).collect();
    if text.chars().nth(LONGEST).is_some() {
        line.push('…');
    }
    line
}

/// The exit code that an error stands for.
pub fn code(error: &anyhow::Error) -> Exit {
    if let Some(Silent(exit)) = error.downcast_ref() {
        *exit
    } else if let Some(failure) = error.downcast_ref::<Failure>() {
        failure.exit
    } else if error.is::<FenError>() || error.is::<QuestionError>() || error.is::<PlanError>() {
        Exit::Usage
    } else if let Some(error) = error.downcast_ref::<OpenError>() {
        of_open(error)
    } else if let Some(error) = error.downcast_ref::<ServeError>() {
        of_serve(error)
    } else if let Some(error) = error.downcast_ref::<ProbeError>() {
        of_probe(error)
    } else if let Some(error) = error.downcast_ref::<BuildError>() {
        of_build(error)
    } else if let Some(error) = error.downcast_ref::<VerifyError>() {
        of_verify(error)
    } else if let Some(error) = error.downcast_ref::<ExportError>() {
        of_export(error)
    } else if let Some(error) = error.downcast_ref::<TableError>() {
        of_table(error)
    } else if is_closed_pipe(error) {
        Exit::Success
    } else {
        Exit::Io
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let output = error.downcast_ref::<OutputError>();
    output.is_some_and(|OutputError(error)| error.kind() == io::ErrorKind::BrokenPipe)
}

fn of_open(error: &OpenError) -> Exit {
    match error {
        OpenError::NoFolder => Exit::Usage,
        OpenError::Unreadable { source, .. } if source.kind() == io::ErrorKind::NotFound => {
            Exit::Missing
        }
        OpenError::Empty { .. } => Exit::Missing,
        _ => Exit::Io,
    }
}

fn of_serve(error: &ServeError) -> Exit {
    match error {
        ServeError::Tables(error) => of_open(error),
        _ => Exit::Io,
    }
}

fn of_probe(error: &ProbeError) -> Exit {
    match error {
        ProbeError::Missing(_) | ProbeError::TooManyPieces { .. } => Exit::Missing,
        ProbeError::Table(error) => of_table(error),
        _ => Exit::Usage,
    }
}

fn of_build(error: &BuildError) -> Exit {
    match error {
        BuildError::Plan(_) | BuildError::Threads(_) => Exit::Usage,
        BuildError::Table(error) => of_table(error),
        BuildError::ClassLimit { .. } | BuildError::TooLong { .. } => Exit::Check,
        _ => Exit::Io,
    }
}

fn of_verify(error: &VerifyError) -> Exit {
    match error {
        VerifyError::Table(error) => of_table(error),
        VerifyError::Memory { .. } | VerifyError::Threads(_) => Exit::Usage,
        _ => Exit::Io,
    }
}

fn of_export(error: &ExportError) -> Exit {
    match error {
        ExportError::Pieces { .. } | ExportError::Threads { .. } => Exit::Usage,
        ExportError::Missing(_) => Exit::Missing,
        ExportError::Table(error) => of_table(error),
        ExportError::TooLong { .. } => Exit::Check,
        _ => Exit::Io,
    }
}

fn of_table(error: &TableError) -> Exit {
    if error.is_damage() { Exit::Check } else { Exit::Io }
}
