//! The threads that work is shared by.

use crate::error::ThreadsError;

/// More threads than any machine has use for are a slip of the keyboard.
const MOST_THREADS: usize = 1024;

/// A pool of so many threads; of one a core for 0.
pub(crate) fn pool(threads: usize) -> Result<rayon::ThreadPool, ThreadsError> {
    let error = |reason| ThreadsError { threads, reason };
    if threads > MOST_THREADS {
        return Err(error(format!("at most {MOST_THREADS} are of use")));
    }
    let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
    builder.build().map_err(|source| error(source.to_string()))
}

/// How many threads a request for `threads` comes to.
pub(crate) fn count(threads: usize) -> usize {
    match threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    }
}
