//! The list of a folder's finished tables, for people and scripts.
//!
//! Readers do not need it: every table file tells itself whether it is whole. It holds nothing that
//! differs between two runs over the same slices, so comparing manifests compares tables.

use crate::error::BuildError;
use crate::files::Output;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The manifest's file name.
pub(crate) const NAME: &str = "manifest.json";

/// What a folder holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The variant's name.
    pub variant: String,
    /// The finished files by name.
    pub files: BTreeMap<String, Entry>,
}

/// One finished file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Length in bytes.
    pub bytes: u64,
    /// BLAKE3 of the whole file, in hexadecimal.
    pub blake3: String,
}

impl Manifest {
    /// Reads the manifest of a folder. One that is missing or damaged counts as empty: it is made
    /// anew from the files.
    pub fn read(folder: &Path) -> Self {
        fs::read(folder.join(NAME))
            .ok()
            .and_then(|bytes| serde_json::from_slice(&bytes).ok())
            .unwrap_or_default()
    }

    /// Writes the manifest of a folder.
    pub(crate) fn write(&self, folder: &Path, output: &dyn Output) -> Result<(), BuildError> {
        let path = folder.join(NAME);
        output
            .put(&path, &mut |out| {
                serde_json::to_writer_pretty(&mut *out, self)?;
                out.write_all(b"\n")
            })
            .map_err(|source| BuildError::Write { path, source })
    }
}

impl Entry {
    /// The entry of a file's bytes.
    pub(crate) fn of(bytes: &[u8]) -> Self {
        Entry { bytes: bytes.len() as u64, blake3: blake3::hash(bytes).to_hex().to_string() }
    }
}
