//! A server from its start to its end.

use crate::connections::Connections;
use crate::error::ServeError;
use crate::options::Options;
use crate::preload::preload;
use crate::routes::routes;
use crate::shutdown::Signals;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::time::timeout;

/// How long the first questions may be kept waiting for the cache: a client who comes into an empty
/// one waits for the blocks of everybody else. What takes longer comes in beside the questions.
const HEAD_START: Duration = Duration::from_secs(2);

/// A server that listens.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    signals: Signals,
    connections: Connections,
    drain: Duration,
}

impl Server {
    /// Opens the tables, listens, and fills the cache as far as two seconds allow. From here on
    /// SIGINT and SIGTERM do not end the process but are kept for [`Server::run`].
    ///
    /// # Errors
    /// A folder cannot be read, there is no table of any variant, the address cannot be listened
    /// on, or the system refuses threads.
    pub fn bind(options: &Options) -> Result<Self, ServeError> {
        let (router, preloads) = routes(options)?;
        let runtime = Builder::new_multi_thread()
            .thread_name("serve")
            .max_blocking_threads(options.threads.max(1))
            .enable_all()
            .build()?;
        let unbound = |source| ServeError::Bind { address: options.bind, source };
        let listener = runtime.block_on(TcpListener::bind(options.bind)).map_err(unbound)?;
        let address = listener.local_addr().map_err(unbound)?;
        let signals = runtime.block_on(async { Signals::new() })?;
        let connections = Connections::new(router, options);
        preload(preloads, HEAD_START)?;
        Ok(Server { runtime, listener, address, signals, connections, drain: options.drain })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until SIGINT or SIGTERM. Then nobody is let in any more, and requests that run have
    /// some time to come to their end; a second signal cuts it short.
    ///
    /// # Errors
    /// None at present: what goes wrong on the way is the failure of a request or a connection.
    pub fn run(self) -> Result<(), ServeError> {
        let Server { runtime, listener, mut signals, connections, drain, .. } = self;
        tracing::info!(address = %self.address, "listening");
        runtime.block_on(async {
            let signal = tokio::select! {
                never = connections.accept(&listener) => match never {},
                signal = signals.next() => signal,
            };
            drop(listener);
            tracing::info!(signal, connections = connections.open(), "stopping");
            tokio::select! {
                finished = timeout(drain, connections.finish()) => match finished {
                    Ok(()) => tracing::info!("stopped"),
                    Err(_) => tracing::warn!("stopped before every request was answered"),
                },
                signal = signals.next() => tracing::warn!(signal, "stopped at once"),
            }
        });
        // A probe cannot be interrupted; it writes nothing, so that the process may go.
        runtime.shutdown_background();
        Ok(())
    }
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server").field("address", &self.address).finish_non_exhaustive()
    }
}
