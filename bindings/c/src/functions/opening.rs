//! Opening and closing.

use crate::failure::Failure;
use crate::guard::{Place, c_text, guarded, optional, several, shared};
use crate::status::ManouryStatus;
use crate::tablebase::{ManouryTablebase, Open};
use crate::values::{ManouryAdvice, ManouryOptions, ManouryVariant, constant};
use manoury_prober::Options;
use manoury_rules::VariantName;
use std::ffi::{CStr, OsStr, c_char};
use std::path::PathBuf;
use std::ptr;

/// Opens the tables of a variant in one or several folders.
///
/// A folder's tables lie in its sub-folder named after the variant: `FOLDER/international`. A table
/// that is in several folders is taken from the first. Opening only lists the folders; a file is
/// opened by the first probe that needs it, so that a damaged one shows then.
///
/// `folders` are `folder_count` paths; `options` may be null for the default of everything. Where
/// the call fails, `*tablebase` becomes null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn manoury_open(
    folders: *const *const c_char,
    folder_count: usize,
    options: *const ManouryOptions,
    tablebase: *mut *mut ManouryTablebase,
) -> ManouryStatus {
    guarded(|| {
        // SAFETY: the head of the header tells what a caller must keep to; so everywhere here.
        let place = unsafe { Place::new(tablebase, "tablebase") }?;
        // SAFETY: as above.
        let opened = unsafe { open(folders, folder_count, options) };
        let (handle, result) = match opened {
            Ok(opened) => (Box::into_raw(Box::new(opened)), Ok(())),
            Err(failure) => (ptr::null_mut(), Err(failure)),
        };
        place.put(handle);
        result
    })
}

/// # Safety
/// As for [`manoury_open`].
unsafe fn open(
    folders: *const *const c_char,
    folder_count: usize,
    options: *const ManouryOptions,
) -> Result<ManouryTablebase, Failure> {
    if folder_count == 0 {
        return Err(Failure::NoFolder);
    }
    // SAFETY: the caller keeps the contract.
    let folders = unsafe { several(folders, folder_count, "folders") }?;
    let folders = folders.iter().map(|&folder| {
        // SAFETY: the caller keeps the contract.
        path(unsafe { c_text(folder, "folders[]") }?)
    });
    // SAFETY: the caller keeps the contract.
    let given = unsafe { optional(options, "options") }?.copied().unwrap_or_default();
    let variant: ManouryVariant = constant(given.variant)?;
    let mut options = Options::new();
    if given.cache_bytes != 0 {
        options = options.with_cache(given.cache_bytes);
    }
    if given.open_files != 0 {
        options = options.open_files(given.open_files as usize);
    }
    let advice: ManouryAdvice = constant(given.advice)?;
    let open = Open {
        folders: folders.collect::<Result<_, _>>()?,
        access: constant(given.access)?,
        options: options.advise(advice.into()),
    };
    VariantName::from(variant).dispatch(open)
}

/// A path as the system takes it: any bytes, but UTF-8 where paths are no bytes.
#[cfg(unix)]
fn path(text: &CStr) -> Result<PathBuf, Failure> {
    use std::os::unix::ffi::OsStrExt;
    Ok(OsStr::from_bytes(text.to_bytes()).into())
}

/// A path as the system takes it: any bytes, but UTF-8 where paths are no bytes.
#[cfg(not(unix))]
fn path(text: &CStr) -> Result<PathBuf, Failure> {
    let text = text.to_str().map_err(|_| Failure::NotUtf8("folders[]"))?;
    Ok(OsStr::new(text).into())
}

/// Closes a tablebase and sets `*tablebase` to null. Nothing happens if it is null already, or
/// `tablebase` is. No thread may be using the tablebase, nor use it any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn manoury_close(tablebase: *mut *mut ManouryTablebase) {
    guarded(|| {
        if tablebase.is_null() {
            return Ok(());
        }
        // SAFETY: the head of the header; `manoury_open` has set what it points at.
        let handle = unsafe { *shared(tablebase, "tablebase")? };
        // SAFETY: as above.
        unsafe { Place::new(tablebase, "tablebase") }?.put(ptr::null_mut());
        if !handle.is_null() {
            // SAFETY: made by `manoury_open` and, as it is not null, not closed yet.
            drop(unsafe { Box::from_raw(handle) });
        }
        Ok(())
    });
}

/// The greatest number of pieces for which there are outcomes, of at least one material. A search
/// need not ask for positions with more. 0 if `tablebase` is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn manoury_max_pieces(tablebase: *const ManouryTablebase) -> u32 {
    let mut pieces = 0;
    guarded(|| {
        // SAFETY: the head of the header.
        pieces = unsafe { shared(tablebase, "tablebase") }?.answers().max_pieces();
        Ok(())
    });
    pieces
}

/// Decodes the outcomes of all tables of up to so many pieces into the cache, fewest pieces first,
/// as far as its budget goes; `*bytes` becomes the memory that they take there. `bytes` may be null.
/// After that `manoury_probe_wdl` reads nothing for what has found room, and
/// `manoury_probe_wdl_cached_only` knows it.
///
/// Distances are not brought in, and what has no table is passed over. If a table cannot be read or
/// is damaged, what came before it is in the cache.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn manoury_preload(
    tablebase: *const ManouryTablebase,
    pieces: u32,
    bytes: *mut u64,
) -> ManouryStatus {
    guarded(|| {
        // SAFETY: the head of the header.
        let tablebase = unsafe { shared(tablebase, "tablebase") }?;
        // SAFETY: as above.
        let place = unsafe { Place::optional(bytes, "bytes") }?;
        let taken = tablebase.answers().preload(pieces)?;
        if let Some(place) = place {
            place.put(taken);
        }
        Ok(())
    })
}
