//! What a tablebase of any variant is asked, with answers that do not depend on the variant.

use crate::batch::{self, Batch};
use crate::errors::Error;
use crate::given::{Given, Question};
use crate::variant::Known;
use manoury_prober::{Options, Outcome, Probe, RankedMove, Tablebase};
use manoury_rules::{DrawClocks, End, Position, move_text};
use std::path::PathBuf;

/// A move and what it leads to.
pub(crate) struct Answer {
    pub(crate) text: String,
    /// For the side that moves.
    pub(crate) outcome: Outcome,
    pub(crate) dtc: Option<u16>,
    pub(crate) dtw: Option<u16>,
    pub(crate) fen: String,
    pub(crate) conversion: bool,
    pub(crate) clocks: DrawClocks,
    pub(crate) end: Option<End>,
}

impl Answer {
    fn new<V: Known>(before: &Position<V>, ranked: &RankedMove<V>, end: Option<End>) -> Self {
        Answer {
            text: move_text(before, ranked.mv),
            outcome: ranked.outcome.opposite(),
            dtc: ranked.dtc,
            dtw: ranked.dtw,
            fen: ranked.position.to_string(),
            conversion: ranked.conversion,
            clocks: ranked.clocks,
            end,
        }
    }
}

/// A tablebase of any variant.
pub(crate) trait Answers: Send + Sync {
    fn probe(&self, question: &Question) -> Result<Probe, Error>;
    fn probe_wdl(&self, question: &Question) -> Result<Outcome, Error>;
    fn probe_wdl_cached_only(&self, given: &Given) -> Result<Option<Outcome>, Error>;
    fn preload(&self, pieces: u32) -> Result<u64, Error>;
    fn dtx(&self, given: &Given) -> Result<Option<u16>, Error>;
    fn moves(&self, question: &Question) -> Result<Vec<Answer>, Error>;
    fn line(&self, question: &Question) -> Result<Vec<Answer>, Error>;
    fn probe_many(&self, batch: &Batch, threads: usize, raise: bool) -> Result<Vec<i8>, Error>;
    fn max_pieces(&self) -> u32;
    fn tables(&self) -> Vec<(String, PathBuf)>;
}

impl<V: Known> Answers for Tablebase<V> {
    fn probe(&self, question: &Question) -> Result<Probe, Error> {
        let (position, clocks, reading) = question.put::<V>()?;
        Ok(self.probe_with_clocks(&position, &clocks, reading)?)
    }

    fn probe_wdl(&self, question: &Question) -> Result<Outcome, Error> {
        let (position, clocks, reading) = question.put::<V>()?;
        Ok(self.probe_wdl_with_clocks(&position, &clocks, reading)?)
    }

    fn probe_wdl_cached_only(&self, given: &Given) -> Result<Option<Outcome>, Error> {
        Ok(self.probe_wdl_cached_only(&Question::position(given)?)?)
    }

    fn preload(&self, pieces: u32) -> Result<u64, Error> {
        Ok(self.preload(pieces)?)
    }

    fn dtx(&self, given: &Given) -> Result<Option<u16>, Error> {
        Ok(self.dtx(&Question::position(given)?)?)
    }

    fn moves(&self, question: &Question) -> Result<Vec<Answer>, Error> {
        let (position, clocks, reading) = question.put::<V>()?;
        let moves = self.moves(&position, &clocks, reading)?;
        Ok(moves.iter().map(|ranked| Answer::new(&position, ranked, None)).collect())
    }

    fn line(&self, question: &Question) -> Result<Vec<Answer>, Error> {
        let (mut before, clocks, reading) = question.put::<V>()?;
        let steps = self.line(&before, &clocks, reading)?;
        let answers = steps.iter().map(|step| {
            let answer = Answer::new(&before, &step.ranked, step.end);
            before = step.ranked.position;
            answer
        });
        Ok(answers.collect())
    }

    fn probe_many(&self, batch: &Batch, threads: usize, raise: bool) -> Result<Vec<i8>, Error> {
        batch::probe(self, batch, threads, raise)
    }

    fn max_pieces(&self) -> u32 {
        self.max_pieces()
    }

    fn tables(&self) -> Vec<(String, PathBuf)> {
        self.tables().map(|(name, path)| (name.to_string(), path.into())).collect()
    }
}

/// Opens folders.
pub(crate) fn open<V: Known>(
    paths: &[PathBuf],
    cache_bytes: u64,
    mapped: bool,
) -> Result<Box<dyn Answers>, Error> {
    let options = Options::new().with_cache(cache_bytes);
    let tablebase: Tablebase<V> = if mapped {
        // SAFETY: the documentation of `mapped` hands the contract on to the caller.
        unsafe { options.open_mapped(paths) }?
    } else {
        options.open(paths)?
    };
    Ok(Box::new(tablebase))
}
