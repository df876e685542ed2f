//! The tables that Moby Dam reads: distances to the end of the game of up to four pieces, draw limits
//! ignored.
//!
//! One file holds the positions of one material with White to move; with Black to move the engine
//! turns the board and exchanges the colours. Two and three pieces are plain arrays (`.bin`), four
//! are compressed (`.cpr`) and share an index, `end4.idx`. Capture positions have their values too:
//! they are played out, in the arrays of fewer pieces.

mod array;
mod compress;
mod name;

use crate::error::ExportError;
use crate::files::{Options, WrittenFile, lock};
use crate::progress::Event;
use crate::source::Source;
use array::{Array, Arrays};
use manoury_prober::Tablebase;
use manoury_rules::International;
use manoury_tables::{Kind, Material, Metric, Slice};
use rayon::prelude::*;
use std::path::Path;

pub use name::file_name;

/// Most pieces of the tables.
pub const MOST_PIECES: u32 = 4;

/// Up to so many pieces an array is written as it is.
const PLAIN_PIECES: u32 = 3;

/// The index of the files of four pieces.
pub const INDEX_NAME: &str = "end4.idx";

/// Every material of a number of pieces, the side to move first, in the order of the index.
pub fn materials(pieces: u32) -> Vec<Material> {
    let slices = Slice::all(pieces).into_iter();
    let mut materials: Vec<Material> =
        slices.flat_map(|slice| (0..slice.sides()).map(move |side| slice.to_move(side))).collect();
    // The index is in the order of the names, in which men come before kings.
    materials.sort_by_key(|&material| name::order(material));
    materials
}

/// Writes all files into a folder: 4 of two pieces, 12 of three, 25 of four and their index.
///
/// Needs the WDL and the DTW tables of 2 to 4 pieces, and about 10 MiB of memory for each thread.
///
/// # Errors
/// A table that is missing or damaged, a distance that the format has no code for, or a file that
/// cannot be written.
pub fn export(
    tablebase: &Tablebase<International>,
    folder: &Path,
    options: &Options<'_>,
) -> Result<Vec<WrittenFile>, ExportError> {
    let kinds = [Kind::Wdl, Kind::Distance(Metric::Dtw)];
    let source = Source::new(tablebase, MOST_PIECES, &kinds, false)?;
    let pool = options.pool()?;
    let _lock = lock(folder)?;
    let all = || (2..=MOST_PIECES).flat_map(materials);
    options.observer.event(Event::Started {
        files: all().count() as u64 + 1,
        entries: all().map(|material| array::cells(material.total()) as u64).sum(),
    });
    let mut arrays = Arrays::default();
    let mut written = Vec::new();
    for pieces in 2..=PLAIN_PIECES {
        let made = pool.install(|| {
            let plain = |&material: &Material| plain(&source, &arrays, material, folder, options);
            materials(pieces).par_iter().map(plain).collect::<Result<Vec<_>, _>>()
        })?;
        for (array, file) in made {
            arrays.add(array);
            written.push(file);
        }
    }
    let made = pool.install(|| {
        let compressed =
            |&material: &Material| compressed(&source, &arrays, material, folder, options);
        materials(MOST_PIECES).par_iter().map(compressed).collect::<Result<Vec<_>, _>>()
    })?;
    let mut index = Vec::new();
    for (offsets, file) in made {
        index.extend(offsets);
        written.push(file);
    }
    written.push(options.put(folder.join(INDEX_NAME), &index)?);
    Ok(written)
}

/// Makes an array and writes it as it is.
fn plain(
    source: &Source,
    smaller: &Arrays,
    material: Material,
    folder: &Path,
    options: &Options<'_>,
) -> Result<(Array, WrittenFile), ExportError> {
    let array = Array::make(source, smaller, material, array::MOST_PLIES)?;
    options.observer.event(Event::Advanced { entries: array.cells().len() as u64 });
    let bytes: Vec<u8> = array.cells().iter().map(|cell| cell.cast_unsigned()).collect();
    let file = options.put(folder.join(file_name(material)), &bytes)?;
    Ok((array, file))
}

/// Makes an array and writes it compressed; returns its part of the index.
fn compressed(
    source: &Source,
    smaller: &Arrays,
    material: Material,
    folder: &Path,
    options: &Options<'_>,
) -> Result<(Vec<u8>, WrittenFile), ExportError> {
    let array = Array::make(source, smaller, material, compress::MOST_PLIES)?;
    options.observer.event(Event::Advanced { entries: array.cells().len() as u64 });
    let compressed = compress::compress(array.cells());
    let file = options.put(folder.join(file_name(material)), &compressed.bytes)?;
    Ok((compressed.index, file))
}
