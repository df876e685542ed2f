//! Positions as arguments give them, and what is done when one of several fails.

use crate::cli::{ClocksArgs, TablesArgs};
use crate::exit::{self, Failure, OutputError, Silent};
use anyhow::anyhow;
use manoury_prober::Tablebase;
use manoury_rules::{Position, Variant};
use manoury_wire::{GivenClocks, Question};

/// Reads a FEN, or `start`.
pub fn position<V: Variant>(text: &str) -> anyhow::Result<Position<V>> {
    if text == "start" { Ok(Position::start()) } else { Ok(text.parse()?) }
}

/// Reads a FEN with the clocks that stand in it or in the arguments; the arguments go before.
pub fn question<V: Variant>(fen: &str, args: &ClocksArgs) -> anyhow::Result<Question<V>> {
    let clocks = GivenClocks { c25: args.clock25, c16: args.clock16, c5: args.clock5 };
    Ok(Question::parse(fen, clocks, args.rules)?)
}

/// Tables that are missed only where they are needed: a game that is over needs none.
pub struct Tables<V: Variant>(Result<Tablebase<V>, Failure>);

impl<V: Variant> Tables<V> {
    /// Opens the folders.
    pub fn open(args: &TablesArgs) -> Self {
        Tables(Tablebase::open(&args.tables).map_err(|error| Failure::of(&error.into())))
    }

    /// The tables; `None` if there are none and the game is over.
    pub fn for_position(&self, position: &Position<V>) -> anyhow::Result<Option<&Tablebase<V>>> {
        match &self.0 {
            Ok(tablebase) => Ok(Some(tablebase)),
            Err(_) if position.is_over() => Ok(None),
            Err(failure) => Err(failure.clone().into()),
        }
    }
}

/// Does `work` for each text. One that fails is reported, handed to `refuse`, and the others are
/// done all the same; then the first failure decides the exit code.
pub fn for_each(
    texts: &[String],
    mut work: impl FnMut(&str) -> anyhow::Result<()>,
    mut refuse: impl FnMut(&str, &anyhow::Error) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut first = None;
    for text in texts {
        let Err(error) = work(text) else { continue };
        if error.is::<OutputError>() {
            return Err(error);
        }
        refuse(text, &error)?;
        let exit = exit::code(&error);
        if texts.len() > 1 {
            let shown: String = text.chars().take(60).collect();
            exit::report(&anyhow!("{shown}: {error}"));
        } else {
            exit::report(&error);
        }
        first = first.or(Some(exit));
    }
    first.map_or(Ok(()), |exit| Err(Silent(exit).into()))
}
