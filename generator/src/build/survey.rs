//! What a folder holds already when a run starts.
//!
//! Each file is read once and its bytes are checked against their own checksums and, where the
//! manifest lists it, its digest there.

use super::ledger::Ledger;
use crate::error::BuildError;
use crate::load;
use crate::manifest::{self, Entry, Manifest};
use crate::plan::{Plan, Task};
use crate::progress::{Event, Observer};
use bitvec::prelude::BitVec;
use manoury_rules::Variant;
use manoury_tables::{TableError, TableName};
use rayon::prelude::*;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Which tasks are whole in all their kinds. Every file that is whole is entered in the ledger; what
/// is damaged is told to `observer`, and is to be made anew.
///
/// # Errors
/// Something that is no file is in the way of a table or the manifest, or a file cannot be read.
pub(super) fn finished_tasks<V: Variant>(
    plan: &Plan<V>,
    folder: &Path,
    ledger: &mut Ledger,
    observer: &dyn Observer,
) -> Result<BitVec, BuildError> {
    let is_there = is_file(folder.join(manifest::NAME))?;
    let listed = if is_there { Some(&ledger.manifest) } else { None };
    let whole = |task: &Task| -> Result<Vec<Option<(String, Entry)>>, BuildError> {
        let name = |&kind| TableName { slice: task.slice, kind };
        let files = task.kinds.iter().map(name);
        files.map(|name| whole_file::<V>(folder, name, listed, observer)).collect()
    };
    let entries: Vec<_> = plan.tasks().par_iter().map(whole).collect::<Result<_, _>>()?;
    let finished = entries.iter().map(|files| files.iter().all(Option::is_some)).collect();
    ledger.manifest.files.extend(entries.into_iter().flatten().flatten());
    Ok(finished)
}

/// Whether there is a file under a path. Anything else there is in the way.
fn is_file(path: PathBuf) -> Result<bool, BuildError> {
    match fs::metadata(&path) {
        Ok(found) if found.is_file() => Ok(true),
        Ok(_) => Err(BuildError::InTheWay { path }),
        // A link to nowhere cannot be read either, but is replaced as a file would be.
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(source) => Err(TableError::Read { path, source }.into()),
    }
}

/// The manifest entry of a table that is there and whole.
fn whole_file<V: Variant>(
    folder: &Path,
    name: TableName,
    listed: Option<&Manifest>,
    observer: &dyn Observer,
) -> Result<Option<(String, Entry)>, BuildError> {
    let path = name.in_folder(folder);
    if !is_file(path.clone())? {
        return Ok(None);
    }
    let bytes =
        fs::read(&path).map_err(|source| TableError::Read { path: path.clone(), source })?;
    let entry = Entry::of(&bytes);
    let key = name.to_string();
    let reason = match load::check_bytes::<V>(bytes, &path, name) {
        Err(error) => error.problem(),
        Ok(()) => match listed.and_then(|manifest| manifest.files.get(&key)) {
            Some(listed) if *listed != entry => "is not the file that the manifest lists".into(),
            _ => return Ok(Some((key, entry))),
        },
    };
    observer.event(Event::Damaged { path: &path, reason: &reason });
    Ok(None)
}
