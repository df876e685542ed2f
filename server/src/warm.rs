//! Tables brought into the cache while the first questions come in.

use crate::tables::Served;
use manoury_prober::{TableName, Tablebase};
use manoury_rules::Variant;
use manoury_tables::Kind;
use std::io;
use std::sync::{Arc, Weak};
use std::thread;

/// Fills the caches with the tables of all variants, one variant after the other, in a thread of its
/// own that ends with its work or when nobody serves any more. Whoever asks meanwhile waits for
/// nothing but a table that both want to open.
///
/// # Errors
/// The system refuses the thread.
pub(crate) fn warm(variants: Vec<Box<dyn Warm + Send>>) -> io::Result<()> {
    let work = move || variants.iter().for_each(|variant| variant.warm());
    thread::Builder::new().name("warm".to_string()).spawn(work).map(drop)
}

/// Tables that can be brought in.
pub(crate) trait Warm {
    /// Brings them in as far as the cache has room. A table that cannot be read is passed over: that
    /// is for those to hear of who ask for it.
    fn warm(&self);
}

/// What is served, as long as it is.
struct WhileServed<V: Variant>(Weak<Served<V>>);

impl<V: Variant> Served<V> {
    /// Its tables, to be brought in.
    pub(crate) fn to_warm(self: &Arc<Self>) -> Box<dyn Warm + Send> {
        Box::new(WhileServed(Arc::downgrade(self)))
    }
}

impl<V: Variant> Warm for WhileServed<V> {
    fn warm(&self) {
        let names = self.0.upgrade().and_then(|served| served.tablebase.as_ref().map(in_order));
        let mut bytes = 0;
        for name in names.into_iter().flatten() {
            let Some(served) = self.0.upgrade() else { return };
            match served.tablebase.as_ref().map(|tablebase| tablebase.preload_table(name)) {
                Some(Ok(more)) => bytes += more,
                Some(Err(error)) => tracing::warn!(%error, "not brought into the cache"),
                None => return,
            }
        }
        tracing::debug!(variant = V::NAME, bytes, "in the cache");
    }
}

/// Outcomes first, for every answer wants them, then distances; of either the fewest pieces first.
fn in_order<V: Variant>(tablebase: &Tablebase<V>) -> Vec<TableName> {
    let mut names: Vec<TableName> = tablebase.tables().map(|(name, _)| name).collect();
    names.sort_by_key(|name| (name.kind != Kind::Wdl, name.slice.total()));
    names
}
