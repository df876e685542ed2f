//! `manoury perft`: leaves of the tree of legal moves.

use super::positions;
use crate::cli::PerftArgs;
use crate::exit::Output;
use manoury_rules::{Variant, WithVariant, perft};

pub struct Perft<'a>(pub &'a PerftArgs);

impl WithVariant for Perft<'_> {
    type Output = anyhow::Result<()>;

    fn run<V: Variant>(self) -> anyhow::Result<()> {
        let position = positions::position::<V>(&self.0.fen)?;
        // The position itself is a leaf worth telling only where nothing deeper is asked.
        for depth in self.0.depth.min(1)..=self.0.depth {
            Output::new().line(format_args!("{depth} {}", perft(&position, depth)))?;
        }
        Ok(())
    }
}
