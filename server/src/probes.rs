//! Work that may read a disk, on a bounded number of threads.

use crate::failure::{Code, Failure};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

/// Lets a bounded number of probes run at a time. Others wait in the order in which they came, one
/// for each connection at most, and no longer than is bearable.
#[derive(Clone, Debug)]
pub(crate) struct Probes {
    turns: Arc<Semaphore>,
    patience: Duration,
}

impl Probes {
    pub(crate) fn new(threads: usize, patience: Duration) -> Self {
        Probes { turns: Arc::new(Semaphore::new(threads.max(1))), patience }
    }

    /// Does some work. That of a client who has gone away meanwhile is done to its end, and counts
    /// as running until then.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let busy = |message| Failure::new(Code::Busy, message);
        let waiting = timeout(self.patience, self.turns.clone().acquire_owned()).await;
        let Ok(Ok(turn)) = waiting else {
            return Err(busy("too many questions are waiting; ask again"));
        };
        let task = spawn_blocking(move || {
            let _turn = turn;
            work()
        });
        match timeout(self.patience, task).await {
            Ok(Ok(done)) => done,
            Ok(Err(error)) => Err(internal().with_detail(error.to_string())),
            Err(_) => Err(busy("the answer takes too long; ask again")),
        }
    }
}

/// The failure that nobody can do anything about but the programmer.
pub(crate) fn internal() -> Failure {
    Failure::new(Code::Internal, "the server is at fault; its log says more")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[tokio::test(flavor = "multi_thread")]
    async fn work_is_bounded_and_panics_are_failures() {
        static RUNNING: AtomicUsize = AtomicUsize::new(0);
        let probes = Probes::new(2, Duration::from_secs(60));
        let tasks = (0..40).map(|number| {
            let probes = probes.clone();
            tokio::spawn(async move {
                let work = move || {
                    assert!(RUNNING.fetch_add(1, Ordering::SeqCst) < 2);
                    std::thread::sleep(Duration::from_millis(2));
                    RUNNING.fetch_sub(1, Ordering::SeqCst);
                    assert!(number % 10 != 0, "a panic that is meant");
                    Ok(number)
                };
                probes.run(work).await.map_err(|failure| failure.code)
            })
        });
        for (number, task) in tasks.collect::<Vec<_>>().into_iter().enumerate() {
            let expected = if number % 10 == 0 { Err(Code::Internal) } else { Ok(number) };
            assert_eq!(task.await.unwrap(), expected);
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn nobody_waits_for_ever() {
        let probes = Probes::new(1, Duration::from_millis(50));
        let (release, released) = std::sync::mpsc::channel();
        let stuck = move || {
            released.recv().unwrap();
            Ok(())
        };
        // The first is given up, but its thread counts until it is done.
        assert_eq!(probes.run(stuck).await.unwrap_err().code, Code::Busy);
        assert_eq!(probes.run(|| Ok(())).await.unwrap_err().code, Code::Busy);
        release.send(()).unwrap();
        // Somebody with time to spare gets the turn that is free again.
        let patient = Probes { patience: Duration::from_secs(60), ..probes };
        patient.run(|| Ok(())).await.unwrap();
    }
}
