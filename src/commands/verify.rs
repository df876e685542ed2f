//! `manoury verify`: checksums, then every value or a sample.

use super::{generate, sample};
use crate::cli::VerifyArgs;
use crate::exit::{self, Exit, Failure, Output};
use crate::output::json::{self, VerifyReport};
use crate::output::progress::Progress;
use crate::output::units;
use manoury_generator::{Depth, FindingKind, Verification, VerifyOptions, verify_with};
use manoury_prober::Tablebase;
use manoury_rules::{Variant, WithVariant};

pub struct Verify<'a>(pub &'a VerifyArgs);

impl WithVariant for Verify<'_> {
    type Output = anyhow::Result<()>;

    fn run<V: Variant>(self) -> anyhow::Result<()> {
        let args = self.0;
        let tablebase = Tablebase::<V>::open(&args.tables.tables)?;
        let mut slices: Vec<_> = tablebase.tables().map(|(name, _)| name.slice).collect();
        slices.dedup();
        let progress = Progress::of_verification(slices.len() as u64);
        let depth = if args.sample.is_some() { Depth::Checksums } else { Depth::Values };
        let folders: Vec<_> = tablebase
            .folders()
            .iter()
            .map(|folder| folder.join(V::NAME))
            .filter(|folder| folder.exists())
            .collect();
        let options = VerifyOptions {
            depth,
            threads: args.threads.unwrap_or(0) as usize,
            memory: args.memory.unwrap_or_else(generate::default_memory),
            observer: &progress,
        };
        let mut seen = verify_with::<V>(&folders, &options)?;
        if let Some(number) = args.sample {
            sample::check(&tablebase, &slices, number, &mut seen);
        }
        progress.finish();
        finish(args, &seen)
    }
}

/// Says what was found.
fn finish(args: &VerifyArgs, seen: &Verification) -> anyhow::Result<()> {
    let files = units::count(seen.files, "file", "files");
    let positions = units::count(seen.positions, "position", "positions");
    let mut out = Output::new();
    if args.json {
        out.line(json::line(&VerifyReport::new(seen))?)?;
    } else if seen.findings.is_empty() {
        out.line(format_args!("all is well: {files}, {positions} checked"))?;
    } else {
        for finding in &seen.findings {
            out.line(exit::line(&finding.to_string()))?;
        }
    }
    let (code, verdict) = match seen.gravest() {
        None => return Ok(()),
        Some(FindingKind::Damaged) => (Exit::Check, "the tables are damaged"),
        Some(FindingKind::Unreadable) => (Exit::Io, "tables cannot be read"),
        Some(FindingKind::Missing) => (Exit::Missing, "tables are missing"),
    };
    let findings = units::count(seen.findings.len() as u64, "finding", "findings");
    let message = format!("{findings}; {files}, {positions} checked: {verdict}");
    Err(Failure::new(code, message).into())
}
