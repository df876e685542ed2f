//! Bitbases of the engine Scan 3.1: outcomes of up to six pieces, draw limits ignored.
//!
//! One file holds the positions of one material with White to move; with Black to move the engine
//! turns the board and exchanges the colours. Positions are numbered without gaps but for men on one
//! square, their outcomes are coded run by run. Where the side to move must capture the engine plays
//! the captures out: those entries are free and join whatever run is next to them.

mod codes;
mod encoder;
mod runs;
mod walk;

use crate::error::ExportError;
use crate::files::{Options, WrittenFile, lock, make_folder};
use crate::frame::Frame;
use crate::progress::Event;
use crate::source::Source;
use encoder::Encoder;
use manoury_prober::Tablebase;
use manoury_rules::International;
use manoury_tables::{Kind, Material, Slice, TableName, WholeSide};
use std::path::{Path, PathBuf};
use walk::Walk;

/// Most pieces that the engine has bitbases for.
pub const MOST_PIECES: u32 = 6;

/// Where a material's file lies in the engine's folder, the side to move named first:
/// `data/bb/<pieces>/<men><men><kings><kings>`, White's number before Black's.
///
/// ```
/// let material = "KMvKK".parse()?;
/// let path = manoury_exports::scan::file_path(material);
/// assert_eq!(path, std::path::Path::new("data/bb/4/1012"));
/// # Ok::<(), manoury_tables::MaterialError>(())
/// ```
pub fn file_path(material: Material) -> PathBuf {
    let Material { first, second } = material;
    let name = format!("{}{}{}{}", first.men, second.men, first.kings, second.kings);
    ["data", "bb", &material.total().to_string(), &name].iter().collect()
}

/// Every material of 2 to `pieces` pieces with both sides alive, the side to move first: the files
/// of an export, the small ones first.
pub fn materials(pieces: u32) -> Vec<Material> {
    let slices = (2..=pieces).flat_map(Slice::all);
    slices.flat_map(|slice| (0..slice.sides()).map(move |side| slice.to_move(side))).collect()
}

/// Writes the bitbases of 2 to `pieces` pieces into an engine's folder, the one that its `data`
/// folder lies in. The engine needs all of them, if it is to load those of `pieces` pieces.
///
/// Needs the WDL tables of 2 to `pieces` pieces, and memory for the outcomes of the largest side to
/// move of one of them: 25 MB for five pieces, some 550 MB for six, and about 100 MiB besides.
///
/// # Errors
/// A number of pieces that the engine has no bitbases for, a table that is missing or damaged, or a
/// file that cannot be written.
pub fn export(
    tablebase: &Tablebase<International>,
    pieces: u32,
    folder: &Path,
    options: &Options<'_>,
) -> Result<Vec<WrittenFile>, ExportError> {
    if !(2..=MOST_PIECES).contains(&pieces) {
        return Err(ExportError::Pieces { pieces });
    }
    let source = Source::new(tablebase, pieces, &[Kind::Wdl], true)?;
    let pool = options.pool()?;
    let walks: Vec<(PathBuf, Walk)> = materials(pieces)
        .into_iter()
        .map(|material| (folder.join(file_path(material)), Walk::new(Frame::of(material))))
        .collect();
    let _lock = lock(folder)?;
    for (path, _) in &walks {
        path.parent().map_or(Ok(()), make_folder)?;
    }
    options.observer.event(Event::Started {
        files: walks.len() as u64,
        entries: walks.iter().map(|(_, walk)| walk.len()).sum(),
    });
    let write =
        |(path, walk)| options.put(path, &pool.install(|| bitbase(&source, &walk, options))?);
    walks.into_iter().map(write).collect()
}

/// The bytes of a file.
fn bitbase(source: &Source, walk: &Walk, options: &Options<'_>) -> Result<Vec<u8>, ExportError> {
    let Frame { slice, side, .. } = walk.frame();
    let table = source.open(TableName { slice, kind: Kind::Wdl })?;
    let outcomes = WholeSide::decode(&table, side, rayon::current_num_threads())?;
    let mut encoder = Encoder::new();
    walk.for_each_part(&outcomes, &mut |runs| {
        options.observer.event(Event::Advanced { entries: runs.len() });
        encoder.add(runs);
    })?;
    Ok(encoder.finish())
}
