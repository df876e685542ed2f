//! The arguments.

use crate::exit::{self, Exit};
use crate::output::style::Style;
use crate::output::units;
use clap::{Args, Parser, Subcommand, ValueEnum};
use manoury_generator::Effort;
use manoury_rules::{Reading, VariantName};
use manoury_tables::{Kind, Material};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// What every help ends with.
const EXIT_CODES: &str = "\
Exit codes:
  0  all is well
  1  a check failed or a table is damaged
  2  wrong arguments, a FEN that is none, clocks that no game can reach
  3  a table is missing
  4  reading or writing failed
Of several positions the first that fails decides.";

/// Make and ask endgame tablebases for draughts.
///
/// A tablebase knows the value of every position of a few pieces under perfect play: who wins, how
/// soon, and whether the draw rules come first. `manoury generate` makes one, `manoury probe` asks
/// it.
#[derive(Debug, Parser)]
#[command(name = "manoury", version, max_term_width = 100, after_help = concat_help(&[
    "Positions are FENs: the side to move, then White's and Black's squares, K before a king. \
     'W:W31,K46:BK5' is White to move with a man on 31 and a king on 46 against a king on 5.",
    "Examples:
  manoury generate                      every table of 2 to 4 pieces
  manoury probe W:WK1,K2,31:BK45        who wins, and by which move
  manoury line  W:WK1,K2,31:BK45        best play to the end
  manoury verify                        check every byte and every value",
    EXIT_CODES,
]))]
pub struct Cli {
    /// The game: international (10×10), brazilian or english (8×8). Square numbers are the game's
    #[arg(long, global = true, default_value_t, value_name = "GAME", display_order = 900)]
    pub variant: VariantName,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Make tables
    #[command(after_help = concat_help(&[
        "What is whole already is left alone; an interrupted run goes on where it stopped. Tables \
         lie in <out>/<game>/.",
        "Kinds of table: wdl says who wins (always made), dtc counts plies to the next capture or \
         man's move that keeps the result, dtw plies to the end of the game, dtx plies to the \
         capture that leaves a lone king against three pieces. Without --kinds: wdl and dtc, dtw \
         up to 4 pieces, dtx where it exists.",
        "Examples:
  manoury generate                                  2 to 4 pieces, in ./tablebases
  manoury generate --pieces 5 --dry-run             what 5 pieces would take
  manoury generate --material KKMvKM --threads 2    one material and all it leads to
  manoury generate --variant english --out /data",
    ]))]
    Generate(GenerateArgs),
    /// Say who wins a position and rank its moves
    #[command(after_help = concat_help(&[
        CLOCKS_HELP,
        "JSON: one object a line, {\"fen\",\"category\",\"dtc\",\"dtw\",\"rules\",\"clocks\",\
         \"over\",\"moves\"}, or {\"fen\",\"error\"}; docs/API.md tells each field. Categories and the order of the moves hold for the \
         clocks given; dtc and dtw are the table's, in plies. A move's category and distances \
         are the opponent's after it.",
        "Examples:
  manoury probe W:WK1,K2,31:BK45
  manoury probe W:WK1,K2,31:BK45 --clock16 20
  manoury probe --json W:W31:BK5 B:W31:BK5",
        EXIT_CODES,
    ]))]
    Probe(ProbeArgs),
    /// Show best play to the end, move by move, with distances and clocks
    #[command(after_help = concat_help(&[
        CLOCKS_HELP,
        "JSON: one object a line, as of probe, with \"mainline\", \"end\" and \"winner\" in the place \
         of \"moves\".",
        "Examples:
  manoury line W:WK1,K2,31:BK45
  manoury line W:WK1,K2,31:BK45 --clock16 4",
        EXIT_CODES,
    ]))]
    Line(LineArgs),
    /// List the legal moves of a position (needs no tables)
    #[command(after_help = "\
JSON: an array of {\"move\",\"from\",\"to\",\"taken\":[squares],\"path\":[squares]}.

Examples:
  manoury moves W:W31-50:B1-20
  manoury moves --json W:WK4:B13,20,32,37")]
    Moves(MovesArgs),
    /// Count the leaves of the tree of legal moves (needs no tables)
    #[command(after_help = "\
Prints a line '<depth> <leaf count>' for each depth.

Examples:
  manoury perft start 7
  manoury perft W:WK4:B13,20,32,37 5")]
    Perft(PerftArgs),
    /// Show what is in the tables: counts, longest wins and losses, sizes
    #[command(after_help = "\
Counts are over all positions, capture positions included, for the side named first to move. A
material that is named is shown with either side to move.

Examples:
  manoury stats
  manoury stats KKvK KMvK --json
  manoury stats --html report.html      a page for the browser")]
    Stats(StatsArgs),
    /// Check the tables: checksums, then every value against its successors
    #[command(after_help = concat_help(&[
        "Findings go to standard output, one a line; when there are any, a summary line to \
         standard error and exit code 1.",
        "Examples:
  manoury verify
  manoury verify --sample 1000          checksums, then 1000 random positions a material and side
  manoury verify --tables /data/tables --variant english",
        EXIT_CODES,
    ]))]
    Verify(VerifyArgs),
    /// Play as an engine: speak the Hub protocol with a draughts program
    #[command(after_help = "\
Positions that the tables hold are played perfectly, all draw clocks and repetitions counted from
the moves sent; others by a shallow search that probes the tables. 'info source=tables' and
'source=search' tell which. --variant, --reading, --tables and --cache set what the protocol's
parameters variant, reading, tables and cache start with.

Examples:
  manoury hub --tables /data/tables
  printf 'hub\\nquit\\n' | manoury hub")]
    Hub(HubArgs),
    /// Answer positions over HTTP, and show them in the browser
    #[command(after_help = "\
Serves all games that the folders have tables of; --variant is the one that the page begins with.
Prints the address it listens on. Ends on SIGINT or SIGTERM, when the requests that run are answered;
a second signal ends it at once. Refused and failed requests are logged to standard error; RUST_LOG
chooses what else is, like RUST_LOG=debug.

Examples:
  manoury serve                         then open http://127.0.0.1:8080
  manoury serve --tables /data/tables --bind 0.0.0.0:80 --cache 1GiB
  curl 'http://127.0.0.1:8080/international?fen=W:WK10:BK5'
docs/API.md tells what can be asked.")]
    Serve(ServeArgs),
}

const CLOCKS_HELP: &str = "\
Draw clocks count plies (moves of either side) already used: --clock25 since the last capture or \
man's move (in 8×8 games too), --clock16 and --clock5 since a lone king faces three pieces, or one \
or two. A class clock that is not given stands where the 25-clock stands; ':H12' in a FEN gives \
the 25-clock as well, --clock25 goes before it.";

/// Paragraphs of help.
fn concat_help(paragraphs: &[&str]) -> String {
    paragraphs.join("\n\n")
}

#[derive(Debug, Args)]
pub struct GenerateArgs {
    /// Make every material of up to N pieces [default: 4]
    #[arg(long, value_name = "N", conflicts_with = "material")]
    pub pieces: Option<u32>,
    /// Make these materials and all they lead to: kings and men of both sides, like KKMvK
    #[arg(long, value_name = "MATERIAL,…", value_delimiter = ',')]
    pub material: Vec<Material>,
    /// Where tables go; made with its parents
    #[arg(long, value_name = "DIR", default_value = DEFAULT_FOLDER)]
    pub out: PathBuf,
    /// Threads to work with [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
    /// Memory to use at most, like 512M or 2GiB [default: three quarters of what is available]
    #[arg(long, value_name = "SIZE", value_parser = units::parse_bytes)]
    pub memory: Option<u64>,
    /// Kinds of table to make: wdl, dtc, dtw, dtx
    #[arg(long, value_name = "KIND,…", value_delimiter = ',', value_parser = parse_kind)]
    pub kinds: Option<Vec<Kind>>,
    /// How hard to compress
    #[arg(long, value_enum, default_value_t)]
    pub effort: EffortName,
    /// How often what is done of an unfinished material is written to the disk, for a run that is
    /// interrupted to go on from there; 'off' for never
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = parse_checkpoint)]
    pub checkpoint: Checkpoint,
    /// Only say what would be made, and what it takes
    #[arg(long)]
    pub dry_run: bool,
}

/// Time between checkpoints, if any are made.
#[derive(Clone, Copy, Debug)]
pub struct Checkpoint(pub Option<Duration>);

/// Reads the time between checkpoints.
fn parse_checkpoint(text: &str) -> Result<Checkpoint, String> {
    if text == "off" {
        return Ok(Checkpoint(None));
    }
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let interval = seconds.ok_or("write seconds like 30, or off")?;
    Ok(Checkpoint(Some(interval)))
}

impl GenerateArgs {
    /// The number of pieces asked for where no material is.
    pub fn pieces(&self) -> u32 {
        self.pieces.unwrap_or(4)
    }
}

/// [`Effort`] as an argument.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum EffortName {
    /// Quickly
    Fast,
    /// As is worth while when solving takes as long
    #[default]
    Normal,
    /// As small as can be; slow
    Max,
}

impl From<EffortName> for Effort {
    fn from(name: EffortName) -> Self {
        match name {
            EffortName::Fast => Effort::Fast,
            EffortName::Normal => Effort::Normal,
            EffortName::Max => Effort::Max,
        }
    }
}

#[derive(Debug, Args)]
pub struct TablesArgs {
    /// Folder of tables; may be given several times
    #[arg(long, value_name = "DIR", default_value = DEFAULT_FOLDER)]
    pub tables: Vec<PathBuf>,
}

const DEFAULT_FOLDER: &str = "tablebases";

#[derive(Debug, Args)]
pub struct ClocksArgs {
    /// Plies used on the 25-move clock
    #[arg(long, value_name = "PLIES")]
    pub clock25: Option<u16>,
    /// Plies used on the 16-move clock
    #[arg(long, value_name = "PLIES")]
    pub clock16: Option<u16>,
    /// Plies used on the 5-move clock
    #[arg(long, value_name = "PLIES")]
    pub clock5: Option<u16>,
    /// Whose reading of the 16-move rule: the federation's (fmjd) or the site's (lidraughts)
    #[arg(long, default_value_t, value_name = "READING")]
    pub rules: Reading,
}

#[derive(Debug, Args)]
pub struct ProbeArgs {
    /// Positions
    #[arg(required = true)]
    pub fen: Vec<String>,
    #[command(flatten)]
    pub clocks: ClocksArgs,
    /// Print JSON, one object a line
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub tables: TablesArgs,
}

#[derive(Debug, Args)]
pub struct LineArgs {
    /// Positions
    #[arg(required = true)]
    pub fen: Vec<String>,
    #[command(flatten)]
    pub clocks: ClocksArgs,
    /// Print JSON, one object a line
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub tables: TablesArgs,
}

#[derive(Debug, Args)]
pub struct MovesArgs {
    /// Position, or 'start'
    pub fen: String,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct PerftArgs {
    /// Position, or 'start'
    pub fen: String,
    /// Plies to look ahead, at most 100
    #[arg(value_parser = clap::value_parser!(u32).range(0..=100))]
    pub depth: u32,
}

#[derive(Debug, Args)]
pub struct StatsArgs {
    /// Materials, like KKvK; all of them if none is named
    pub material: Vec<Material>,
    /// Print JSON: an array of objects
    #[arg(long)]
    pub json: bool,
    /// Write a page with pictures of the distances into this file instead
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub html: Option<PathBuf>,
    #[command(flatten)]
    pub tables: TablesArgs,
}

#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// Check N random positions of each material and side instead of all
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub sample: Option<u64>,
    /// Threads to work with [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
    /// Memory to use at most, like 512M or 2GiB [default: three quarters of what is available]
    #[arg(long, value_name = "SIZE", value_parser = units::parse_bytes)]
    pub memory: Option<u64>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub tables: TablesArgs,
}

#[derive(Debug, Args)]
pub struct HubArgs {
    /// Whose reading of the 16-move rule: the federation's (fmjd) or the site's (lidraughts)
    #[arg(long, visible_alias = "rules", default_value_t, value_name = "READING")]
    pub reading: Reading,
    /// Memory for decoded blocks of tables, like 64M or 1GiB
    #[arg(long, value_name = "SIZE", default_value = "64M", value_parser = units::parse_bytes)]
    pub cache: u64,
    #[command(flatten)]
    pub tables: TablesArgs,
}

#[derive(Debug, Args)]
pub struct ServeArgs {
    /// Address to listen on; port 0 for any that is free
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    pub bind: SocketAddr,
    /// Memory for decoded blocks of the tables of each game, like 64M or 1GiB
    #[arg(long, value_name = "SIZE", default_value = "256M", value_parser = units::parse_bytes)]
    pub cache: u64,
    /// Reading of the 16-move rule for questions that name none: fmjd or lidraughts
    #[arg(long, default_value_t, value_name = "READING")]
    pub rules: Reading,
    /// Clients that may be connected at a time
    #[arg(long, value_name = "N", default_value_t = 512, value_parser = parse_count)]
    pub connections: usize,
    /// Threads that work out answers [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
    /// Seconds that a client may take to send a request or to take an answer
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = parse_seconds)]
    pub timeout: Duration,
    #[command(flatten)]
    pub tables: TablesArgs,
}

/// Reads a number of things that there must be at least one of.
fn parse_count(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=1_000_000).contains(number));
    number.ok_or_else(|| "write a number from 1 to 1000000".to_string())
}

/// Reads a time that is not nothing.
fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let some = seconds.filter(|time| (Duration::from_millis(1)..=DAY).contains(time));
    some.ok_or_else(|| "write seconds like 10 or 0.5".to_string())
}

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Reads a kind of table by its name.
fn parse_kind(text: &str) -> Result<Kind, String> {
    let found = Kind::ALL.into_iter().find(|kind| kind.name() == text);
    found.ok_or_else(|| "choose of wdl, dtc, dtw and dtx".to_string())
}

/// Reads the arguments. Help and version are printed here.
pub fn parse() -> anyhow::Result<Cli> {
    use clap::error::ErrorKind;
    Cli::try_parse().map_err(|error| match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            let text = error.render();
            let written = if Style::of_stdout().is_colored() {
                exit::Output::new().text(text.ansi())
            } else {
                exit::Output::new().text(text)
            };
            written.err().unwrap_or_else(|| exit::Silent(Exit::Success).into())
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = error.print();
            exit::Silent(Exit::Usage).into()
        }
        _ => exit::usage(one_line(&error)),
    })
}

/// The first paragraph of clap's error as one line, and where help is.
fn one_line(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let first = text.trim().split("\n\n").next().unwrap_or_default();
    let first = first.strip_prefix("error: ").unwrap_or(first);
    let line = first.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("{line}; see --help")
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn checkpoints_are_read() {
        let read = |text| parse_checkpoint(text).map(|Checkpoint(interval)| interval);
        assert_eq!(read("off"), Ok(None));
        assert_eq!(read("0.5"), Ok(Some(Duration::from_millis(500))));
        for text in ["", "-1", "NaN", "inf", "never", "5 s", "1e300"] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_definitions_are_sound() {
        Cli::command().debug_assert();
    }
}
