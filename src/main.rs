//! `manoury`: endgame tablebases for draughts on the command line.
//!
//! Arguments in, library calls, output: what the games and the tables are is decided in the crates
//! below.

mod cli;
mod commands;
mod exit;
mod output;
mod report;

use std::process::ExitCode;

fn main() -> ExitCode {
    let result = cli::parse().and_then(commands::run);
    exit::finish(result)
}
