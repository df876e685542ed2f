//! The manifest of a folder as it grows.

use crate::error::BuildError;
use crate::files::Output;
use crate::load;
use crate::manifest::{Entry, Manifest};
use crate::plan::Plan;
use bitvec::prelude::BitVec;
use manoury_rules::Variant;
use manoury_tables::{Kind, TableName};
use rayon::prelude::*;
use std::path::Path;

/// The manifest as it grows.
pub(super) struct Ledger {
    pub(super) manifest: Manifest,
}

impl Ledger {
    pub(super) fn open<V: Variant>(folder: &Path) -> Self {
        let mut manifest = Manifest::read(folder);
        if manifest.variant != V::NAME {
            manifest = Manifest { variant: V::NAME.to_string(), ..Manifest::default() };
        }
        manifest.files.retain(|name, _| folder.join(name).is_file());
        Ledger { manifest }
    }

    pub(super) fn save(&self, folder: &Path, output: &dyn Output) -> Result<(), BuildError> {
        if Manifest::read(folder) == self.manifest {
            return Ok(());
        }
        self.manifest.write(folder, output)
    }
}

/// Which tasks are whole in all their kinds; their files are entered in the ledger.
pub(super) fn finished_tasks<V: Variant>(
    plan: &Plan<V>,
    folder: &Path,
    ledger: &mut Ledger,
) -> BitVec {
    let entries: Vec<Option<Vec<(String, Entry)>>> = plan
        .tasks()
        .par_iter()
        .map(|task| {
            let entry =
                |&kind: &Kind| load::whole_file::<V>(folder, TableName { slice: task.slice, kind });
            task.kinds.iter().map(entry).collect()
        })
        .collect();
    let finished = entries.iter().map(Option::is_some).collect();
    ledger.manifest.files.extend(entries.into_iter().flatten().flatten());
    finished
}
