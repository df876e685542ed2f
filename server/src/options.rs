//! How a server is set up.

use manoury_rules::{Reading, VariantName};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What a server listens on, answers from, and allows.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address to listen on; port 0 lets the system choose one.
    pub bind: SocketAddr,
    /// The folders of tables.
    pub tables: Vec<PathBuf>,
    /// Memory for decoded blocks in bytes. Each variant that has tables may take as much.
    pub cache: u64,
    /// The reading of the rules for questions that name none.
    pub reading: Reading,
    /// The game that the explorer begins with.
    pub variant: VariantName,
    /// Connections at a time; more are told to come back.
    pub connections: usize,
    /// Threads that work out answers.
    pub threads: usize,
    /// How long a client may take to send the head of a request, or to take any part of an answer.
    pub timeout: Duration,
    /// How long a question may wait for a thread, and an answer may then take.
    pub patience: Duration,
    /// How long requests that run may go on after the server is told to stop.
    pub drain: Duration,
}

impl Options {
    /// The tables in some folders, with 256 MiB of cache, 512 connections, a thread for each core,
    /// and ten seconds for everything.
    pub fn new(bind: SocketAddr, tables: impl IntoIterator<Item = impl AsRef<Path>>) -> Self {
        let seconds = Duration::from_secs;
        Options {
            bind,
            tables: tables.into_iter().map(|folder| folder.as_ref().into()).collect(),
            cache: 256 << 20,
            reading: Reading::default(),
            variant: VariantName::default(),
            connections: 512,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            timeout: seconds(10),
            patience: seconds(10),
            drain: seconds(10),
        }
    }
}
