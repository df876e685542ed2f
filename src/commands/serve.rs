//! `manoury serve`: answers over HTTP, and the explorer's page.

use crate::cli::ServeArgs;
use crate::exit::Output;
use manoury_rules::VariantName;
use manoury_server::{Options, Server};
use std::io::{self, IsTerminal};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::LevelFilter;

/// Serves until the process is told to stop.
pub fn run(args: &ServeArgs, variant: VariantName) -> anyhow::Result<()> {
    log();
    let options = Options::new(args.bind, &args.tables.tables);
    let server = Server::bind(&Options {
        cache: args.cache,
        reading: args.rules,
        variant,
        connections: args.connections,
        threads: args.threads.map_or(options.threads, |threads| threads as usize),
        timeout: args.timeout,
        ..options
    })?;
    Output::new().line(format_args!("listening on http://{}", server.address()))?;
    Ok(server.run()?)
}

/// Lets the log go to standard error, one event a line.
fn log() {
    let chosen = EnvFilter::builder().with_default_directive(LevelFilter::INFO.into());
    tracing_subscriber::fmt()
        .with_env_filter(chosen.from_env_lossy())
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal())
        .with_target(false)
        .init();
}
