//! What each command does.

mod generate;
mod hub;
mod line;
mod moves;
mod perft;
mod positions;
mod probe;
mod sample;
mod serve;
mod stats;
mod verify;

use crate::cli::{Cli, Command};

/// Does what the arguments ask for.
pub fn run(cli: Cli) -> anyhow::Result<()> {
    let variant = cli.variant;
    match &cli.command {
        Command::Generate(args) => variant.dispatch(generate::Generate(args)),
        Command::Probe(args) => variant.dispatch(probe::ProbeCommand(args)),
        Command::Line(args) => variant.dispatch(line::Line(args)),
        Command::Moves(args) => variant.dispatch(moves::Moves(args)),
        Command::Perft(args) => variant.dispatch(perft::Perft(args)),
        Command::Stats(args) => variant.dispatch(stats::Stats(args)),
        Command::Verify(args) => variant.dispatch(verify::Verify(args)),
        Command::Hub(args) => hub::run(args, variant),
        Command::Serve(args) => serve::run(args, variant),
    }
}
