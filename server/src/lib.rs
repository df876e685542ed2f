//! Answers of endgame tables over HTTP, and the explorer's page.
//!
//! [`Server::bind`] opens the tables and listens, [`Server::run`] answers until the process is told
//! to stop. What is asked and answered is told in `docs/API.md`.
//!
//! ```no_run
//! use manoury_server::{Options, Server};
//!
//! let server = Server::bind(&Options::new("127.0.0.1:8080".parse()?, ["tablebases"]))?;
//! println!("listening on http://{}", server.address());
//! server.run()?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Limits
//!
//! Nothing that a client does takes unbounded memory or time: connections are counted, heads of
//! requests and the time to send them are limited, bodies are refused, answers are worked out by a
//! bounded number of threads, and whoever waits too long for one is told to come back. A damaged
//! table, and even a panic, is the failure of one request.
//!
//! # Log
//!
//! Every request that is refused or fails is one event of [`tracing`], and so is every connection
//! that ends in an error. What comes from clients is quoted and cut, so that it cannot begin a line.

mod connections;
mod error;
mod failure;
mod gate;
mod openapi;
mod options;
mod page;
mod position;
mod preload;
mod probes;
mod query;
mod routes;
mod server;
mod shutdown;
mod statistics;
mod tables;

pub use error::ServeError;
pub use options::Options;
pub use server::Server;
