//! Why a server does not start.

use manoury_prober::OpenError;
use std::io;
use std::net::SocketAddr;

/// Why a server does not start, or stops by itself.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// A folder cannot be used, or there is no table at all.
    #[error(transparent)]
    Tables(#[from] OpenError),
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {source}; name another address with --bind")]
    Bind {
        /// The address.
        address: SocketAddr,
        /// Why.
        source: io::Error,
    },
    /// The system refuses threads, signals or sockets.
    #[error("cannot start the server: {0}")]
    System(#[from] io::Error),
}
