//! The manifest of a folder as it grows.

use crate::error::BuildError;
use crate::manifest::Manifest;
use manoury_rules::Variant;
use manoury_tables::Output;
use std::path::Path;

/// The manifest as it grows.
pub(super) struct Ledger {
    pub(super) manifest: Manifest,
}

impl Ledger {
    pub(super) fn open<V: Variant>(folder: &Path) -> Self {
        Ledger { manifest: Manifest::of::<V>(folder) }
    }

    pub(super) fn save(&self, folder: &Path, output: &dyn Output) -> Result<(), BuildError> {
        if Manifest::read(folder) == self.manifest {
            return Ok(());
        }
        self.manifest.write(folder, output)
    }
}
