//! Tables brought into the cache before anybody asks for them.

use crate::tables::Served;
use manoury_prober::{TableName, Tablebase};
use manoury_rules::Variant;
use manoury_tables::Kind;
use std::io;
use std::sync::{Arc, Weak, mpsc};
use std::thread;
use std::time::Duration;

/// How long the first questions may be kept waiting for the caches: enough for all tables of five
/// pieces, and little for whoever starts a server. Tables that take longer, or hang, come in beside
/// the questions.
const HEAD_START: Duration = Duration::from_secs(2);

/// Fills the caches with the tables of all variants, one variant after the other, in a thread of its
/// own that ends with its work or when nobody serves any more. Returns when that is done, or after
/// [`HEAD_START`].
///
/// # Errors
/// The system refuses the thread.
pub(crate) fn warm(variants: Vec<Box<dyn Warm + Send>>) -> io::Result<()> {
    let (working, ended) = mpsc::channel::<()>();
    let work = move || {
        variants.iter().for_each(|variant| variant.warm());
        drop(working);
    };
    thread::Builder::new().name("warm".to_string()).spawn(work)?;
    // Nothing is ever sent: it is the end of the thread, or of the time, that ends this.
    let _ = ended.recv_timeout(HEAD_START);
    Ok(())
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
