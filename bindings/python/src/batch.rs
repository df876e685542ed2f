//! Many positions at once.

use crate::errors::Error;
use crate::given::{Given, Question};
use crate::position::from_sets;
use crate::values;
use crate::variant::Known;
use manoury_prober::{ProbeError, Tablebase};
use manoury_rules::{Color, Position};
use std::num::NonZero;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Instead of an outcome: a table is missing.
pub(crate) const MISSING_TABLE: i8 = -128;
/// Instead of an outcome: there are more pieces than in any table.
pub(crate) const TOO_MANY_PIECES: i8 = -127;
/// Instead of an outcome: there is no such position.
pub(crate) const BAD_POSITION: i8 = -126;
/// Instead of an outcome: a table is damaged or cannot be read.
pub(crate) const BAD_TABLE: i8 = -125;

/// Fewer positions than this are not worth a thread.
const WORTH_A_THREAD: usize = 4096;

/// Positions that a thread turns into the prober's own at a time: as many as the prober sorts
/// together.
const TOGETHER: usize = 1 << 18;

/// The positions asked about.
pub(crate) enum Batch {
    /// Sets in the dense layout with the side to move.
    Sets(Vec<[u64; 4]>, Turns),
    /// FENs and positions.
    Listed(Vec<Given>),
}

/// The side to move, of each position or of all.
pub(crate) enum Turns {
    Each(Vec<Color>),
    All(Color),
}

impl Batch {
    fn len(&self) -> usize {
        match self {
            Batch::Sets(sets, _) => sets.len(),
            Batch::Listed(given) => given.len(),
        }
    }

    fn position<V: Known>(&self, index: usize) -> Result<Position<V>, Error> {
        match self {
            Batch::Sets(sets, turns) => {
                let turn = match turns {
                    Turns::Each(turns) => turns[index],
                    Turns::All(turn) => *turn,
                };
                from_sets(sets[index], turn)
            }
            Batch::Listed(given) => Question::position(&given[index]),
        }
    }
}

/// The outcomes of a batch, or the codes of what is in the way of one; with `raise` the first of
/// these is an error.
pub(crate) fn probe<V: Known>(
    tablebase: &Tablebase<V>,
    batch: &Batch,
    threads: usize,
    raise: bool,
) -> Result<Vec<i8>, Error> {
    let mut numbers = vec![0; batch.len()];
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    let threads = if threads == 0 { cores() } else { threads };
    let part = batch.len().div_ceil(threads).max(WORTH_A_THREAD);
    let parts = Mutex::new(numbers.chunks_mut(part).enumerate());
    // The lock is held for the next part only; there is nothing that could fail.
    let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || {
        let mut first: Option<(usize, Error)> = None;
        while let Some((i, numbers)) = next() {
            let failure = run(tablebase, batch, i * part, numbers);
            // Parts come in their order: an earlier failure of this thread is the first.
            first = first.or(failure.map(|error| (i, error)));
        }
        first
    };
    let failures: Vec<Option<(usize, Error)>> = thread::scope(|scope| {
        // Threads that the system refuses are done without; one is there, the one that asks.
        let start = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
        let others = threads.min(batch.len().div_ceil(part)).saturating_sub(1);
        let others: Vec<_> = (0..others).map_while(start).collect();
        let own = work();
        // A panic goes on in the thread that asks, where it becomes an exception.
        let joined = |thread: thread::ScopedJoinHandle<'_, _>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        std::iter::once(own).chain(others.into_iter().map(joined)).collect()
    });
    match failures.into_iter().flatten().min_by_key(|&(part, _)| part) {
        Some((_, error)) if raise => Err(error),
        _ => Ok(numbers),
    }
}

/// Fills in the outcomes of a part of a batch; tells the first failure.
fn run<V: Known>(
    tablebase: &Tablebase<V>,
    batch: &Batch,
    start: usize,
    numbers: &mut [i8],
) -> Option<Error> {
    let mut failure: Option<(usize, Error)> = None;
    let mut fail = |index: usize, error: Error| {
        let code = code(&error);
        if failure.as_ref().is_none_or(|&(first, _)| index < first) {
            failure = Some((index, error));
        }
        code
    };
    let (mut positions, mut places, mut answers) = (vec![], vec![], vec![]);
    for (i, numbers) in numbers.chunks_mut(TOGETHER).enumerate() {
        let start = start + i * TOGETHER;
        positions.clear();
        places.clear();
        answers.clear();
        for (place, number) in numbers.iter_mut().enumerate() {
            match batch.position(start + place) {
                Ok(position) => {
                    positions.push(position);
                    places.push(place);
                }
                Err(error) => *number = fail(start + place, error),
            }
        }
        tablebase.probe_wdl_many_into(&positions, &mut answers);
        for (&place, answer) in places.iter().zip(answers.drain(..)) {
            numbers[place] = match answer {
                Ok(outcome) => values::number(outcome),
                Err(error) => fail(start + place, error.into()),
            };
        }
    }
    failure.map(|(index, error)| Error::At { index, error: Box::new(error) })
}

/// What stands in the place of an outcome.
fn code(error: &Error) -> i8 {
    match error {
        Error::Probe(ProbeError::Missing(_)) => MISSING_TABLE,
        Error::Probe(ProbeError::TooManyPieces { .. }) => TOO_MANY_PIECES,
        Error::Probe(ProbeError::Table(_)) => BAD_TABLE,
        _ => BAD_POSITION,
    }
}
