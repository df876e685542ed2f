//! The tables that are answered from.

use crate::error::ServeError;
use crate::options::Options;
use crate::probes::Probes;
use manoury_prober::{MissingTable, OpenError, ProbeError, TableName, Tablebase};
use manoury_rules::{Position, Reading, Variant};
use manoury_tables::{Kind, MAX_PIECES, Material};
use std::path::PathBuf;
use std::sync::Arc;

/// A variant that is answered for.
#[derive(Debug)]
pub(crate) struct Served<V: Variant> {
    /// Its tables; `None` if there are none.
    pub(crate) tablebase: Option<Tablebase<V>>,
    folders: Arc<[PathBuf]>,
    /// Who works out the answers.
    pub(crate) probes: Probes,
    /// The reading for questions that name none.
    pub(crate) reading: Reading,
}

impl<V: Variant> Served<V> {
    /// Opens the folders. None of them need have tables of the variant.
    pub(crate) fn open(options: &Options, probes: &Probes) -> Result<Arc<Self>, ServeError> {
        let opened = manoury_prober::Options::new().with_cache(options.cache).open(&options.tables);
        let tablebase = match opened {
            Ok(tablebase) => Some(tablebase),
            Err(OpenError::Empty { .. }) => None,
            Err(error) => return Err(error.into()),
        };
        Ok(Arc::new(Served {
            tablebase,
            folders: options.tables.clone().into(),
            probes: probes.clone(),
            reading: options.reading,
        }))
    }

    /// The tables for a position; `None` if there are none and the game is over.
    pub(crate) fn for_position(
        &self,
        position: &Position<V>,
    ) -> Result<Option<&Tablebase<V>>, ProbeError> {
        if self.tablebase.is_some() || position.is_over() {
            return Ok(self.tablebase.as_ref());
        }
        if position.pieces(!position.turn()) == 0 {
            return Err(ProbeError::OneSided);
        }
        let pieces = position.occupied().count_ones();
        if pieces > MAX_PIECES {
            return Err(ProbeError::TooManyPieces { pieces });
        }
        Err(self.missing(Material::of(position)))
    }

    /// That there is no table of a material.
    pub(crate) fn missing(&self, material: Material) -> ProbeError {
        let name = TableName { slice: material.slice(), kind: Kind::Wdl };
        let folders = self.folders.clone();
        ProbeError::Missing(MissingTable { name, variant: V::NAME, folders })
    }
}
