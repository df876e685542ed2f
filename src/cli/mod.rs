//! The arguments.

mod export;
mod generate;
mod serve;

pub use export::{ExportArgs, ExportFormat, ExportMobydamArgs, ExportScanArgs, ExportToArgs};
pub use generate::GenerateArgs;
pub use serve::ServeArgs;

use crate::exit::{self, Exit};
use crate::output::style::Style;
use crate::output::units;
use clap::{Args, Parser, Subcommand};
use manoury_rules::{Reading, VariantName};
use manoury_tables::{GenerateCommand, Kind, Material};
use std::path::PathBuf;

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
  manoury adjudicate games.pdn          which recorded games were drawn, and by which rule
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
    Probe(PositionsArgs),
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
    Line(PositionsArgs),
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
    /// Judge recorded games: illegal moves, draws by the rules, results, thrown wins
    #[command(after_help = concat_help(&[
        "Reads Portable Draughts Notation; '-' is standard input. A game's variant is told by its \
         tag GameType (20, 21, 26), otherwise by --variant. All draw clocks run, from those of the \
         FEN if there is one. No tables are needed for the rules; where there are some, each ply is \
         valued with the clocks of the game. Without --tables those in ./tablebases are used, if \
         there are any.",
        "JSON: one object a line for each game, {\"game\",\"result\",\"over\",\"illegal\",\"claims\",\
         \"plies\",…}, or {\"game\",\"error\",\"line\",\"column\"}; docs/PDN.md has all fields. 'over' \
         is the first end by the rules; articles are 25, 16, 5, threefold, no-move and no-piece. A \
         ply's category is that of the position it was played in, for the side that played it.",
        "Examples:
  manoury adjudicate games.pdn
  manoury adjudicate games.pdn --rules lidraughts --json
  unzip -p games.zip | manoury adjudicate - --tables /data/tables",
        "\
Exit codes:
  0  no result contradicts the rules; illegal moves and play after the end are reported
  1  a game's result contradicts the rules, or a table is damaged
  2  wrong arguments, or a game that is no PDN, whose FEN is none or whose GameType is another
  3  a folder of tables that is named is missing
  4  reading or writing failed
Of several 1 comes first, then 4, then 2.",
    ]))]
    Adjudicate(AdjudicateArgs),
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
    /// Write tables in the formats that other engines read (International)
    #[command(after_help = "\
What the formats are and what they hold is told in docs/EXPORTS.md.

Examples:
  manoury export scan --out scan_31          bitbases for Scan 3.1, beside its scan.ini
  manoury export mobydam --out dtw           tables for Moby Dam, which is told of them by -e dtw")]
    Export(ExportArgs),
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
pub struct TablesArgs {
    /// Folder of tables; may be given several times
    #[arg(long, value_name = "DIR", default_value = DEFAULT_FOLDER)]
    pub tables: Vec<PathBuf>,
}

/// Where tables are looked for if no folder is named.
pub const DEFAULT_FOLDER: &str = GenerateCommand::DEFAULT_FOLDER;

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
pub struct PositionsArgs {
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
    /// Write a page with pictures of the distances into this file instead, '-' for standard output
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
pub struct AdjudicateArgs {
    /// Files of games, '-' for standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Whose reading of the 16-move rule: the federation's (fmjd) or the site's (lidraughts)
    #[arg(long, default_value_t, value_name = "READING")]
    pub rules: Reading,
    /// Print JSON, one object a line
    #[arg(long)]
    pub json: bool,
    /// Folder of tables; may be given several times [default: tablebases, if it is there]
    #[arg(long, value_name = "DIR")]
    pub tables: Vec<PathBuf>,
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
    fn the_definitions_are_sound() {
        Cli::command().debug_assert();
    }
}
