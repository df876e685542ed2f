//! How an export is shown: a bar on a terminal, a line for each file elsewhere, on standard error.

use super::progress::{BAR_PERIOD, style};
use super::units;
use crate::exit;
use indicatif::ProgressBar;
use manoury_exports::{Event, Observer};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Shows the events of an export.
pub struct ExportProgress {
    /// The folder that is written into; names are shown from there.
    folder: PathBuf,
    /// Of entries; none elsewhere than on a terminal.
    bar: Option<ProgressBar>,
    files: AtomicU64,
    written: AtomicU64,
}

impl ExportProgress {
    /// Shows an export into a folder.
    pub fn new(folder: &Path) -> Self {
        let bar = io::stderr().is_terminal().then(|| {
            ProgressBar::new(0)
                .with_style(style("{wide_bar} {percent:>3} %  {elapsed} gone  {msg}"))
        });
        ExportProgress {
            folder: folder.into(),
            bar,
            files: AtomicU64::new(0),
            written: AtomicU64::new(0),
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl Observer for ExportProgress {
    fn event(&self, event: Event<'_>) {
        match event {
            Event::Started { files, entries } => {
                self.files.store(files, Ordering::Relaxed);
                if let Some(bar) = &self.bar {
                    bar.set_length(entries);
                    bar.enable_steady_tick(BAR_PERIOD);
                }
            }
            Event::Advanced { entries } => {
                if let Some(bar) = &self.bar {
                    bar.inc(entries);
                }
            }
            Event::Written(file) => {
                let written = self.written.fetch_add(1, Ordering::Relaxed) + 1;
                let files = self.files.load(Ordering::Relaxed);
                let name = file.path.strip_prefix(&self.folder).unwrap_or(&file.path);
                let (name, bytes) = (name.display(), units::bytes(file.bytes));
                match &self.bar {
                    Some(bar) => bar.set_message(format!("{written} of {files} files")),
                    None => {
                        let line = format!("[{written}/{files}] {name} written: {bytes}");
                        // Nobody is left to hear of an error here.
                        let _ = writeln!(io::stderr(), "{}", exit::line(&line));
                    }
                }
            }
            _ => {}
        }
    }
}
