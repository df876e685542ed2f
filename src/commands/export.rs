//! `manoury export`: tables in the formats of other engines.

use crate::cli::{ExportArgs, ExportFormat, ExportMobydamArgs, ExportScanArgs, ExportToArgs};
use crate::exit::{self, Output};
use crate::output::export_progress::ExportProgress;
use crate::output::units;
use manoury_exports::{ExportError, Options, WrittenFile, mobydam, scan};
use manoury_prober::Tablebase;
use manoury_rules::VariantName;
use manoury_tables::Disk;
use std::time::Instant;

pub fn run(variant: VariantName, args: &ExportArgs) -> anyhow::Result<()> {
    if variant != VariantName::International {
        return Err(exit::usage(format!(
            "these formats are of international draughts, not {variant}; leave --variant away"
        )));
    }
    match &args.format {
        ExportFormat::Scan(args) => export_scan(args),
        ExportFormat::Mobydam(args) => export_mobydam(args),
    }
}

fn export_scan(args: &ExportScanArgs) -> anyhow::Result<()> {
    let tablebase = Tablebase::open(&args.tables.tables)?;
    let most = tablebase.max_pieces().clamp(2, scan::MOST_PIECES);
    let pieces = args.pieces.unwrap_or(most);
    export(&args.to, |options| scan::export(&tablebase, pieces, &args.to.out, options))?;
    Output::new().line(format_args!("Scan loads them with 'bb-size = {pieces}' in its scan.ini"))
}

fn export_mobydam(args: &ExportMobydamArgs) -> anyhow::Result<()> {
    let tablebase = Tablebase::open(&args.tables.tables)?;
    export(&args.to, |options| mobydam::export(&tablebase, &args.to.out, options))
}

/// Carries an export out and says what was written.
fn export(
    to: &ExportToArgs,
    work: impl FnOnce(&Options<'_>) -> Result<Vec<WrittenFile>, ExportError>,
) -> anyhow::Result<()> {
    let progress = ExportProgress::new(&to.out);
    let options =
        Options { threads: to.threads.unwrap_or(0) as usize, output: &Disk, observer: &progress };
    let start = Instant::now();
    let written = work(&options);
    progress.finish();
    let written = written?;
    let bytes = written.iter().map(|file| file.bytes).sum();
    Output::new().line(format_args!(
        "{}, {}, written into {} in {}",
        units::count(written.len() as u64, "file", "files"),
        units::bytes(bytes),
        to.out.display(),
        units::duration(start.elapsed().as_secs_f64()),
    ))
}
