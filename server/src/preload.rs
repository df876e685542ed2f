//! Tables brought into the cache before anybody asks for them.

use crate::tables::Served;
use manoury_prober::TableName;
use manoury_rules::Variant;
use manoury_tables::Kind;
use std::time::Duration;
use std::{io, sync::mpsc, thread};

/// Brings the tables of one variant in.
pub(crate) type Preload = Box<dyn FnOnce() + Send>;

/// Does some work in a thread of its own. Returns when it is done, or when the time is over: a large
/// set of tables, or a file that cannot be opened for hanging, keeps nobody from being answered. The
/// thread writes nothing, so that the process may end while it runs.
///
/// # Errors
/// The system refuses the thread.
pub(crate) fn preload(variants: Vec<Preload>, head_start: Duration) -> io::Result<()> {
    let (working, done) = mpsc::channel::<()>();
    let work = move || {
        variants.into_iter().for_each(|variant| variant());
        drop(working);
    };
    thread::Builder::new().name("preload".to_string()).spawn(work)?;
    // Nothing is ever sent: it is the end of the work, or of the time, that ends this.
    let _ = done.recv_timeout(head_start);
    Ok(())
}

impl<V: Variant> Served<V> {
    /// Brings the tables into the cache as far as that has room: outcomes first, for every answer
    /// wants them, then distances; of either the fewest pieces first. A table that cannot be read is
    /// passed over: whoever asks for it will hear of that.
    pub(crate) fn preload(&self) {
        let Some(tablebase) = &self.tablebase else { return };
        let mut names: Vec<TableName> = tablebase.tables().map(|(name, _)| name).collect();
        names.sort_by_key(|name| (name.kind != Kind::Wdl, name.slice.total()));
        for name in names.into_iter().take_while(|_| tablebase.cache_has_room()) {
            if let Err(error) = tablebase.preload_table(name) {
                tracing::warn!(%error, "not brought into the cache");
            }
        }
        let bytes = tablebase.usage().cached_bytes;
        tracing::debug!(variant = V::NAME, bytes, "in the cache");
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::options::Options;
    use crate::probes::Probes;
    use manoury_rules::{English, International};
    use std::{fs, process::Command};

    #[test]
    fn a_table_that_hangs_keeps_nobody() {
        let folder = tempfile::tempdir().unwrap();
        for variant in [International::NAME, English::NAME] {
            fs::create_dir(folder.path().join(variant)).unwrap();
            fs::write(folder.path().join(variant).join("KvK.wdl"), b"no table").unwrap();
        }
        let options = Options::new(([127, 0, 0, 1], 0).into(), [folder.path()]);
        let probes = Probes::new(1, options.patience);
        let hangs = Served::<International>::open(&options, &probes).unwrap();
        let damaged = Served::<English>::open(&options, &probes).unwrap();
        // Whoever opens it waits until somebody writes.
        let pipe = folder.path().join(International::NAME).join("KvK.wdl");
        fs::remove_file(&pipe).unwrap();
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let (ends, end) = mpsc::channel();
        let variants: Vec<Preload> = vec![
            Box::new(move || hangs.preload()),
            Box::new(move || damaged.preload()),
            Box::new(move || ends.send(()).unwrap()),
        ];
        preload(variants, Duration::from_millis(1)).unwrap();
        assert!(end.try_recv().is_err());
        drop(fs::OpenOptions::new().write(true).open(&pipe).unwrap());
        end.recv().unwrap();
    }
}
