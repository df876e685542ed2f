//! `manoury adjudicate`: was a game drawn, when and by which rule; who threw away the win?

use crate::cli::AdjudicateArgs;
use crate::exit::{self, Exit, Failure, Output, Silent};
use crate::output::adjudication;
use crate::output::json::{self, GameRefusal};
use crate::output::style::Style;
use anyhow::anyhow;
use manoury_arbiter::{Arbiter, GameReport, SetUpError, ValueChange, variant_of};
use manoury_pdn::{GameRecord, Place, ReadError, Reader};
use manoury_prober::{OpenError, Outcome, Tablebase};
use manoury_rules::{Brazilian, English, International, Variant, VariantName, WithVariant};
use std::cell::OnceCell;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

/// Judges every game of every file.
pub fn run(args: &AdjudicateArgs, variant: VariantName) -> anyhow::Result<()> {
    let court = Court {
        args,
        variant,
        style: Style::of_stdout(),
        international: OnceCell::new(),
        brazilian: OnceCell::new(),
        english: OnceCell::new(),
    };
    // Folders that are named are meant. Of which variant they have tables, each game will tell.
    let opens = |variant: VariantName| variant.dispatch(Opens(&args.tables));
    if !args.tables.is_empty() && VariantName::ALL.into_iter().all(|name| opens(name).is_err()) {
        opens(variant)?;
    }
    let mut faults = Faults::default();
    for path in &args.files {
        if path.as_os_str() == "-" {
            court.judge_file(path, io::stdin().lock(), &mut faults)?;
            continue;
        }
        match File::open(path) {
            Ok(file) => court.judge_file(path, BufReader::new(file), &mut faults)?,
            Err(error) => faults.unreadable(path, &error),
        }
    }
    if !args.json {
        Output::new().text(adjudication::summary(&faults.count, court.style))?;
    }
    faults.verdict()
}

/// Numbers of games, and of what was found in them.
#[derive(Debug, Default)]
pub struct Count {
    pub games: u64,
    pub contradictions: u64,
    pub illegal: u64,
    pub drawn: u64,
    pub claims: u64,
    /// Games that the tables know from some ply on.
    pub valued: u64,
    /// Moves of these games that gave a win away.
    pub thrown: u64,
    pub unread: u64,
}

/// What went wrong, for the exit code.
#[derive(Debug, Default)]
struct Faults {
    count: Count,
    damaged: bool,
    unreadable: bool,
}

impl Faults {
    fn unreadable(&mut self, path: &Path, error: &io::Error) {
        self.unreadable = true;
        let failure = Failure::new(Exit::Io, format!("cannot read {}: {error}", path.display()));
        exit::report(&failure.into());
    }

    /// A result that cannot stand comes before all else.
    fn verdict(self) -> anyhow::Result<()> {
        let exit = if self.count.contradictions > 0 || self.damaged {
            Exit::Check
        } else if self.unreadable {
            Exit::Io
        } else if self.count.unread > 0 {
            Exit::Usage
        } else {
            return Ok(());
        };
        Err(Silent(exit).into())
    }
}

/// What all games are judged with. Tables are opened with the first game of their variant.
struct Court<'a> {
    args: &'a AdjudicateArgs,
    variant: VariantName,
    style: Style,
    international: OnceCell<Option<Tablebase<International>>>,
    brazilian: OnceCell<Option<Tablebase<Brazilian>>>,
    english: OnceCell<Option<Tablebase<English>>>,
}

impl Court<'_> {
    fn judge_file(
        &self,
        path: &Path,
        file: impl BufRead,
        faults: &mut Faults,
    ) -> anyhow::Result<()> {
        let mut games = 0;
        for (number, game) in (1..).zip(Reader::new(file)) {
            games = number;
            let record = match game {
                Ok(record) => record,
                Err(ReadError::Io(error)) => {
                    faults.unreadable(path, &error);
                    break;
                }
                Err(ReadError::Syntax(error)) => {
                    let reason = error.problem.to_string();
                    self.refuse(path, number, error.place, &reason, faults)?;
                    continue;
                }
                Err(error) => return Err(anyhow!(error)),
            };
            match self.judge(number, &record)? {
                Ok(report) => self.tell(path, &record, &report, faults)?,
                Err(error) => {
                    self.refuse(path, number, error.place(), &error.reason(), faults)?;
                }
            }
        }
        if games == 0 {
            exit::report(&anyhow!("{}: there is no game in it", path.display()));
        }
        Ok(())
    }

    /// The report on a game, or why it cannot be judged; the error is one of the tables' folders.
    fn judge(
        &self,
        number: u64,
        record: &GameRecord,
    ) -> Result<Result<GameReport, SetUpError>, OpenError> {
        let variant = match variant_of(record, self.variant) {
            Ok(variant) => variant,
            Err(error) => return Ok(Err(error)),
        };
        match variant {
            VariantName::International => self.judge_as(number, record, &self.international),
            VariantName::Brazilian => self.judge_as(number, record, &self.brazilian),
            VariantName::English => self.judge_as(number, record, &self.english),
        }
    }

    fn judge_as<V: Variant>(
        &self,
        number: u64,
        record: &GameRecord,
        tables: &OnceCell<Option<Tablebase<V>>>,
    ) -> Result<Result<GameReport, SetUpError>, OpenError> {
        let arbiter = Arbiter::new(self.args.rules);
        let opened = match tables.get() {
            Some(opened) => opened,
            None => {
                let opened = open(&self.args.tables)?;
                tables.get_or_init(|| opened)
            }
        };
        Ok(match opened {
            Some(tables) => arbiter.with_tables(tables).judge(number, record),
            None => arbiter.judge(number, record),
        })
    }

    fn tell(
        &self,
        path: &Path,
        record: &GameRecord,
        report: &GameReport,
        faults: &mut Faults,
    ) -> anyhow::Result<()> {
        let count = &mut faults.count;
        count.games += 1;
        count.contradictions += u64::from(report.contradiction);
        count.illegal += u64::from(!report.illegal.is_empty());
        count.drawn += u64::from(report.over.is_some_and(|over| over.article.is_draw()));
        count.claims += u64::from(!report.claims.is_empty());
        count.valued += u64::from(report.tables.from.is_some());
        let thrown =
            |change: &&ValueChange| change.from == Outcome::Win && change.to != Outcome::Win;
        count.thrown += report.changes.iter().filter(thrown).count() as u64;
        if let Some(damage) = report.damage.clone().filter(|_| !faults.damaged) {
            faults.damaged = true;
            exit::report(&damage.into());
        }
        if self.args.json {
            return Output::new().line(json::line(report)?);
        }
        Output::new().text(adjudication::game(self.named(path), record, report, self.style))
    }

    fn refuse(
        &self,
        path: &Path,
        number: u64,
        place: Place,
        reason: &str,
        faults: &mut Faults,
    ) -> anyhow::Result<()> {
        faults.count.games += 1;
        faults.count.unread += 1;
        exit::report(&anyhow!("{}: game {number}: {place}: {reason}", path.display()));
        if !self.args.json {
            return Ok(());
        }
        let Place { line, column } = place;
        let error = exit::line(reason);
        Output::new().line(json::line(&GameRefusal { game: number, error, line, column })?)
    }

    /// The file, where there are several.
    fn named<'p>(&self, path: &'p Path) -> Option<&'p Path> {
        Some(path).filter(|_| self.args.files.len() > 1)
    }
}

/// Whether folders have tables of a variant, and can be read.
struct Opens<'a>(&'a [PathBuf]);

impl WithVariant for Opens<'_> {
    type Output = Result<(), OpenError>;

    fn run<V: Variant>(self) -> Self::Output {
        Tablebase::<V>::open(self.0).map(drop)
    }
}

/// The tables of a variant, if there are any: the rules can be looked after without. That the usual
/// folder is not there is no fault; that it cannot be read is one.
fn open<V: Variant>(folders: &[PathBuf]) -> Result<Option<Tablebase<V>>, OpenError> {
    let usual = [PathBuf::from(crate::cli::DEFAULT_FOLDER)];
    match Tablebase::open(if folders.is_empty() { &usual } else { folders }) {
        Ok(tables) => Ok(Some(tables)),
        Err(OpenError::Empty { .. }) => Ok(None),
        Err(OpenError::Unreadable { source, .. })
            if folders.is_empty() && source.kind() == io::ErrorKind::NotFound =>
        {
            Ok(None)
        }
        Err(error) => Err(error),
    }
}
