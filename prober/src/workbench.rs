//! What a thread decodes blocks with.

use crate::block::Shrinker;
use manoury_tables::{Decoder, TableError};
use std::cell::RefCell;
use std::io;

/// What a thread decodes with, made once.
pub(crate) struct Workbench {
    pub(crate) decoder: Decoder,
    /// The block that was decoded last.
    pub(crate) block: Vec<u8>,
    pub(crate) shrinker: Shrinker,
}

impl Workbench {
    fn new() -> io::Result<Self> {
        Ok(Workbench { decoder: Decoder::new()?, block: Vec::new(), shrinker: Shrinker::new() })
    }
}

thread_local! {
    static WORKBENCH: RefCell<Option<Workbench>> = const { RefCell::new(None) };
}

/// Works with the thread's workbench.
pub(crate) fn on_workbench<T>(
    work: impl FnOnce(&mut Workbench) -> Result<T, TableError>,
    no_decoder: impl Fn(io::Error) -> TableError,
) -> Result<T, TableError> {
    // Taken out while in use: a thread that is ending has none any more and makes one.
    let kept = WORKBENCH.try_with(RefCell::take).unwrap_or(None);
    let mut workbench = match kept {
        Some(workbench) => workbench,
        None => Workbench::new().map_err(no_decoder)?,
    };
    let result = work(&mut workbench);
    let _ = WORKBENCH.try_with(|place| place.replace(Some(workbench)));
    result
}
