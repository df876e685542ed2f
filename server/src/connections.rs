//! Connections: how many there are, and what each may take.

use crate::gate::Peer;
use crate::options::Options;
use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;

/// Longest head of a request in bytes.
const HEAD: usize = 16 << 10;

/// Most fields of a head.
const FIELDS: usize = 64;

/// Clients at a time that are told that there are too many; others are dropped.
const TURNED_AWAY: usize = 64;

/// What a client is told when there are too many.
const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\n\
    Retry-After: 1\r\nAccess-Control-Allow-Origin: *\r\nConnection: close\r\n\
    Content-Type: application/json\r\nContent-Length: 70\r\n\r\n\
    {\"error\":\"busy\",\"message\":\"too many clients are connected; ask again\"}";

/// Takes connections in and answers what comes over them.
pub(crate) struct Connections {
    router: Router,
    places: Arc<Semaphore>,
    away: Arc<Semaphore>,
    timeout: Duration,
    graceful: GracefulShutdown,
}

impl Connections {
    pub(crate) fn new(router: Router, options: &Options) -> Self {
        Connections {
            router,
            places: Arc::new(Semaphore::new(options.connections.max(1))),
            away: Arc::new(Semaphore::new(TURNED_AWAY)),
            timeout: options.timeout,
            graceful: GracefulShutdown::new(),
        }
    }

    /// Takes connections in for ever.
    pub(crate) async fn accept(&self, listener: &TcpListener) -> Infallible {
        loop {
            match listener.accept().await {
                Ok((stream, peer)) => self.take(stream, peer),
                // That of one client, who is gone.
                Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => {}
                Err(error) => {
                    // Most likely no more files may be open. Those that are will be closed.
                    tracing::error!(%error, "cannot take connections in");
                    sleep(Duration::from_millis(100)).await;
                }
            }
        }
    }

    fn take(&self, stream: TcpStream, peer: SocketAddr) {
        // Answers are one write each: nothing is to be gained by waiting for more.
        let _ = stream.set_nodelay(true);
        let Ok(place) = self.places.clone().try_acquire_owned() else {
            tracing::warn!(%peer, status = 503, "refused: too many connections");
            if let Ok(turn) = self.away.clone().try_acquire_owned() {
                tokio::spawn(turn_away(stream, turn));
            }
            return;
        };
        let (router, watcher) = (self.router.clone(), self.graceful.watcher());
        let client_timeout = self.timeout;
        tokio::spawn(async move {
            let _place = place;
            serve(stream, peer, router, client_timeout, watcher).await;
        });
    }

    /// Lets requests that run come to their end, and closes every connection.
    pub(crate) async fn finish(self) {
        self.graceful.shutdown().await;
    }

    /// Connections that are open.
    pub(crate) fn open(&self) -> usize {
        self.graceful.count()
    }
}

/// Answers what comes over a connection.
async fn serve(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    client_timeout: Duration,
    watcher: Watcher,
) {
    let mut stream = TimeoutStream::new(stream);
    // Reading is limited head by head; between requests too.
    stream.set_write_timeout(Some(client_timeout));
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(Peer(peer));
        router.clone().oneshot(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(client_timeout)
        .max_buf_size(HEAD)
        .max_headers(FIELDS)
        .serve_connection(TokioIo::new(Box::pin(stream)), service);
    if let Err(error) = watcher.watch(connection).await {
        tracing::info!(%peer, error = %whole(&error), "connection ended");
    }
}

/// An error with what is behind it. None of these texts is a client's.
fn whole(error: &hyper::Error) -> String {
    use std::error::Error;
    match error.source() {
        Some(source) => format!("{error}: {source}"),
        None => error.to_string(),
    }
}

/// Tells a client that there are too many. What it sends is taken first: closing a connection with
/// something unread would take the answer away from it.
async fn turn_away(mut stream: TcpStream, turn: OwnedSemaphorePermit) {
    let _turn = turn;
    let telling = async {
        let mut head = [0; 4096];
        let _ = stream.read(&mut head).await;
        let _ = stream.write_all(FULL).await;
        let _ = stream.shutdown().await;
        let _ = stream.read(&mut head).await;
    };
    let _ = timeout(Duration::from_secs(1), telling).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answer_to_one_too_many_is_whole() {
        let text = std::str::from_utf8(FULL).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(head.ends_with(&format!("Content-Length: {}", body.len())));
        let body: serde_json::Value = serde_json::from_str(body).unwrap();
        assert_eq!(body["error"], "busy");
    }
}
