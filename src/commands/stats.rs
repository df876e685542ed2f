//! `manoury stats`: what is in the tables, from the headers of their files.

use crate::cli::StatsArgs;
use crate::exit::{self, Output};
use crate::output::table::{Align, TextTable};
use crate::output::{json, units, words};
use crate::report::{self, Source};
use manoury_generator::{Disk, Output as _};
use manoury_prober::Tablebase;
use manoury_rules::{Variant, WithVariant};
use manoury_tables::Material;
use manoury_wire::{MaterialReport, MaterialStatistics};
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

pub struct Stats<'a>(pub &'a StatsArgs);

impl WithVariant for Stats<'_> {
    type Output = anyhow::Result<()>;

    fn run<V: Variant>(self) -> anyhow::Result<()> {
        let args = self.0;
        let tablebase = Tablebase::<V>::open(&args.tables.tables)?;
        let found: Vec<MaterialReport> = materials(args, &tablebase)
            .into_iter()
            .map(|material| MaterialReport::by(&tablebase, material))
            .collect::<Result<_, _>>()?;
        if let Some(path) = &args.html {
            let source = Source { variant: V::NAME, folders: tablebase.folders() };
            let page = report::page(&source, &found);
            return if path.as_os_str() == "-" {
                Output::new().text(page)
            } else {
                write(path, &page)
            };
        }
        let statistics: Vec<MaterialStatistics> =
            found.into_iter().map(|material| material.statistics).collect();
        if args.json {
            Output::new().line(json::line(&statistics)?)
        } else {
            Output::new().text(text(&statistics))
        }
    }
}

/// Puts a page into a file, whole or not at all; or into what is there and no file, like a pipe.
fn write(path: &Path, page: &str) -> anyhow::Result<()> {
    // What a link leads to is written, not the link.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.into());
    let written = if fs::metadata(&target).is_ok_and(|there| !there.is_file()) {
        let opened = File::options().write(true).open(&target);
        opened.and_then(|mut file| file.write_all(page.as_bytes()))
    } else {
        Disk.put(&target, &mut |out| out.write_all(page.as_bytes()))
    };
    written.map_err(|error| exit::unwritable(path, &error))?;
    let size = units::bytes(page.len() as u64);
    Output::new().line(format_args!("{} written: {size}", path.display()))
}

/// The materials to show: those named and all there are, each with either side to move.
fn materials<V: Variant>(args: &StatsArgs, tablebase: &Tablebase<V>) -> Vec<Material> {
    let named = args.material.iter().flat_map(|&material| [material, material.swapped()]);
    let found = tablebase.tables().map(|(name, _)| name.slice);
    let found = found.flat_map(|slice| [slice.to_move(0), slice.to_move(1)]);
    let mut materials = Vec::new();
    for material in
        if args.material.is_empty() { found.collect() } else { named.collect::<Vec<_>>() }
    {
        if !materials.contains(&material) {
            materials.push(material);
        }
    }
    materials
}

/// The statistics as people read them.
fn text(statistics: &[MaterialStatistics]) -> String {
    use Align::{Left, Right};
    let heads = ["positions", "win", "cursed", "draw", "blessed", "loss", "captures"];
    let [positions, win, cursed, draw, blessed, loss, captures] = heads.map(|name| (name, Right));
    let [wdl, dtc, dtw, dtx] = ["wdl", "dtc", "dtw", "dtx"].map(|name| (name, Right));
    let mut counts = TextTable::new([
        ("material", Left),
        positions,
        win,
        cursed,
        draw,
        blessed,
        loss,
        captures,
        wdl,
        dtc,
        dtw,
        dtx,
    ]);
    let mut longest = TextTable::new([
        ("material", Left),
        ("metric", Left),
        ("longest win", Right),
        ("position", Left),
        ("longest loss", Right),
        ("position", Left),
    ]);
    let fen = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_string());
    for s in statistics {
        let size = |bytes: Option<u64>| bytes.map_or("-".to_string(), units::bytes);
        counts.row([
            s.material.clone(),
            units::grouped(s.positions),
            units::grouped(s.win),
            units::grouped(s.cursed_win),
            units::grouped(s.draw),
            units::grouped(s.blessed_loss),
            units::grouped(s.loss),
            units::grouped(s.captures),
            size(s.wdl_bytes),
            size(s.dtc_bytes),
            size(s.dtw_bytes),
            size(s.dtx_bytes),
        ]);
        longest.row([
            s.material.clone(),
            s.metric.unwrap_or("-").to_string(),
            words::distance(s.longest.win),
            fen(&s.longest.win_fen),
            words::distance(s.longest.loss),
            fen(&s.longest.loss_fen),
        ]);
    }
    format!(
        "{counts}\n{longest}\nThe side named first is to move; sizes are of the file that both \
         sides share, distances in plies.\n"
    )
}
