//! The arguments of `export`.

use super::{EXIT_CODES, TablesArgs, concat_help};
use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct ExportArgs {
    #[command(subcommand)]
    pub format: ExportFormat,
}

#[derive(Debug, Subcommand)]
pub enum ExportFormat {
    /// Bitbases of the engine Scan 3.1: who wins, up to 6 pieces
    ///
    /// Files go to data/bb/<pieces>/ in the folder named, so that it is the engine's own, which
    /// holds scan.ini; set bb-size there to the number of pieces. The engine needs every file of up
    /// to that number.
    #[command(after_help = concat_help(&[
        EXPORT_HELP,
        "Examples:
  manoury export scan --out scan_31
  manoury export scan --out scan_31 --pieces 4 --tables /data/tables",
        EXIT_CODES,
    ]))]
    Scan(ExportScanArgs),
    /// Tables that Moby Dam reads: plies to the end of the game, up to 4 pieces
    ///
    /// 42 files, 21.4 MiB together. Tell the engine the folder by its option -e.
    #[command(after_help = concat_help(&[
        EXPORT_HELP,
        "Examples:
  manoury export mobydam --out dtw
  manoury export mobydam --out dtw --tables /data/tables",
        EXIT_CODES,
    ]))]
    Mobydam(ExportMobydamArgs),
}

const EXPORT_HELP: &str = "\
The format knows no draw limits: what is written is the result on the board. All tables needed must \
be there before anything is written. A file that is there is replaced; each is there whole or not at \
all. More is told in docs/EXPORTS.md.";

#[derive(Debug, Args)]
pub struct ExportScanArgs {
    #[command(flatten)]
    pub to: ExportToArgs,
    /// Write the bitbases of 2 to N pieces [default: as many as there are tables of]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=6))]
    pub pieces: Option<u32>,
    #[command(flatten)]
    pub tables: TablesArgs,
}

#[derive(Debug, Args)]
pub struct ExportMobydamArgs {
    #[command(flatten)]
    pub to: ExportToArgs,
    #[command(flatten)]
    pub tables: TablesArgs,
}

#[derive(Debug, Args)]
pub struct ExportToArgs {
    /// Folder to write into; made with its parents
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Threads to work with [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
}
