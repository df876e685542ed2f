//! The list of a folder's finished tables, for people and scripts.
//!
//! Readers do not need it: every table file tells itself whether it is whole. It holds nothing that
//! differs between two runs over the same slices, so comparing manifests compares tables.

use crate::error::BuildError;
use crate::verify::FindingKind;
use manoury_rules::Variant;
use manoury_tables::{GenerateCommand, Output};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
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

    /// The finished files of a variant in a folder: of its manifest, what is of that variant and still
    /// there. Whether the files are whole is not looked at.
    pub fn of<V: Variant>(folder: &Path) -> Self {
        let mut manifest = Self::read(folder);
        if manifest.variant != V::NAME {
            manifest = Manifest { variant: V::NAME.to_string(), ..Manifest::default() };
        }
        manifest.files.retain(|name, _| folder.join(name).is_file());
        manifest
    }

    /// Writes the manifest of a folder.
    pub(crate) fn write(&self, folder: &Path, output: &dyn Output) -> Result<(), BuildError> {
        let path = folder.join(NAME);
        let text = self.to_text();
        output
            .put(&path, &mut |out| out.write_all(text.as_bytes()))
            .map_err(|source| BuildError::Write { path, source })
    }

    /// The manifest as it is written.
    fn to_text(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// The gravest that is wrong with the manifest of a folder, if it has one: it is not as it was
    /// written, or a file it lists is missing or another one. Damage inside a file is for its own
    /// checksums to find; `sound` tells whether they did not.
    pub(crate) fn check(
        folder: &Path,
        variant: &str,
        sound: impl Fn(&Path) -> bool,
    ) -> Option<(FindingKind, String)> {
        let of_error = |error: &io::Error| match error.kind() {
            io::ErrorKind::NotFound => FindingKind::Missing,
            _ => FindingKind::Unreadable,
        };
        let path = folder.join(NAME);
        let remedy = format!("run `{}` to make it anew", GenerateCommand::of_file(&path));
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
            Err(error) => {
                return Some((of_error(&error), format!("it cannot be read: {error}; {remedy}")));
            }
        };
        let manifest: Option<Manifest> = serde_json::from_slice(&bytes).ok();
        let Some(manifest) = manifest.filter(|manifest| {
            manifest.variant == variant && manifest.to_text().as_bytes() == bytes
        }) else {
            return Some((FindingKind::Damaged, format!("it is damaged; {remedy}")));
        };
        let problems = manifest.files.iter().filter_map(|(name, entry)| {
            let path = folder.join(name);
            match fs::read(&path) {
                Err(error) => {
                    let what = format!("it lists {name}, which cannot be read: {error}; {remedy}");
                    Some((of_error(&error), what))
                }
                Ok(bytes) if Entry::of(&bytes) != *entry && sound(&path) => {
                    let what = format!("{name} is not the file that it lists; {remedy}");
                    Some((FindingKind::Damaged, what))
                }
                Ok(_) => None,
            }
        });
        problems.min_by_key(|(kind, _)| *kind)
    }
}

impl Entry {
    /// The entry of a file's bytes.
    pub(crate) fn of(bytes: &[u8]) -> Self {
        Entry { bytes: bytes.len() as u64, blake3: blake3::hash(bytes).to_hex().to_string() }
    }
}

/// Takes the entry of a file while it is written.
pub(crate) struct Witness<'a> {
    out: &'a mut dyn Write,
    hasher: blake3::Hasher,
}

impl<'a> Witness<'a> {
    /// Passes on to `out`.
    pub(crate) fn new(out: &'a mut dyn Write) -> Self {
        Witness { out, hasher: blake3::Hasher::new() }
    }

    /// The entry of what has been written.
    pub(crate) fn entry(&self) -> Entry {
        Entry { bytes: self.hasher.count(), blake3: self.hasher.finalize().to_hex().to_string() }
    }
}

impl Write for Witness<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
