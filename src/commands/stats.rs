//! `manoury stats`: what is in the tables, from the headers of their files.

use crate::cli::StatsArgs;
use crate::exit::{self, Output};
use crate::output::json::{self, MaterialStatistics};
use crate::output::table::{Align, TextTable};
use crate::output::{units, words};
use crate::report::{self, MaterialReport, Source};
use manoury_generator::{Disk, Output as _};
use manoury_prober::{MissingTable, ProbeError, TableName, Tablebase};
use manoury_rules::{Variant, WithVariant};
use manoury_tables::{
    FileStorage, Header, Index, Kind, Longest, Material, Metric, Outcome, Slice, Table, TableError,
};
use std::path::Path;

pub struct Stats<'a>(pub &'a StatsArgs);

impl WithVariant for Stats<'_> {
    type Output = anyhow::Result<()>;

    fn run<V: Variant>(self) -> anyhow::Result<()> {
        let args = self.0;
        let tablebase = Tablebase::<V>::open(&args.tables.tables)?;
        let found: Vec<MaterialReport> = materials(args, &tablebase)
            .into_iter()
            .map(|material| of_material(&tablebase, material))
            .collect::<Result<_, _>>()?;
        if let Some(path) = &args.html {
            let source = Source { variant: V::NAME, folders: tablebase.folders() };
            return write(path, &report::page(&source, &found));
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

/// Puts a page into a file, whole or not at all.
fn write(path: &Path, page: &str) -> anyhow::Result<()> {
    Disk.put(path, &mut |out| out.write_all(page.as_bytes()))
        .map_err(|error| exit::unwritable(path, &error))?;
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

/// The files of a slice that there are: header and length in bytes by kind.
fn headers<V: Variant>(
    tablebase: &Tablebase<V>,
    slice: Slice,
) -> Result<Vec<(Kind, Header)>, TableError> {
    let files = tablebase.tables().filter(|(name, _)| name.slice == slice);
    files.map(|(name, path)| Ok((name.kind, header::<V>(name, path)?))).collect()
}

fn header<V: Variant>(name: TableName, path: &Path) -> Result<Header, TableError> {
    let unreadable = |source| TableError::Read { path: path.into(), source };
    let storage = FileStorage::open(path).map_err(unreadable)?;
    Ok(Table::<V, _>::open(storage, path, name)?.header().clone())
}

/// The statistics of a material whose side named first is to move.
fn of_material<V: Variant>(
    tablebase: &Tablebase<V>,
    material: Material,
) -> anyhow::Result<MaterialReport> {
    let slice = material.slice();
    let headers = headers(tablebase, slice)?;
    let of = |kind: Kind| headers.iter().find(|(k, _)| *k == kind).map(|(_, header)| header);
    let side = usize::from(material != slice.material());
    let Some((_, any)) = headers.first() else {
        let name = TableName { slice, kind: Kind::Wdl };
        let folders = tablebase.folders().into();
        return Err(ProbeError::Missing(MissingTable { name, variant: V::NAME, folders }).into());
    };
    let counts = &of(Kind::Wdl).unwrap_or(any).statistics[side];
    let metric = [Metric::Dtw, Metric::Dtc, Metric::Dtx]
        .into_iter()
        .find_map(|metric| Some((metric, of(Kind::Distance(metric))?)));
    let longest = metric.map(|(_, header)| &header.statistics[side]);
    let fen = |longest: Longest| {
        Index::<V>::new(slice).position(longest.index, side).map(|position| position.to_string())
    };
    let longest_win = longest.and_then(|statistics| statistics.longest_win);
    let longest_loss = longest.and_then(|statistics| statistics.longest_loss);
    let bytes = |kind: Kind| of(kind).map(|header| header.length);
    let histograms = headers
        .iter()
        .filter(|(kind, _)| *kind != Kind::Wdl)
        .map(|(kind, header)| (*kind, header.statistics[side].histogram.clone()))
        .collect();
    let statistics = MaterialStatistics {
        material: material.to_string(),
        positions: counts.positions(),
        win: counts.of(Outcome::Win),
        cursed_win: counts.of(Outcome::CursedWin),
        draw: counts.of(Outcome::Draw),
        blessed_loss: counts.of(Outcome::BlessedLoss),
        loss: counts.of(Outcome::Loss),
        captures: counts.captures,
        longest_win: longest_win.map(|longest| longest.plies),
        longest_win_fen: longest_win.and_then(fen),
        longest_loss: longest_loss.map(|longest| longest.plies),
        longest_loss_fen: longest_loss.and_then(fen),
        metric: metric.map(|(metric, _)| Kind::Distance(metric).name()),
        wdl_bytes: bytes(Kind::Wdl),
        dtc_bytes: bytes(Kind::Distance(Metric::Dtc)),
        dtw_bytes: bytes(Kind::Distance(Metric::Dtw)),
        dtx_bytes: bytes(Kind::Distance(Metric::Dtx)),
    };
    Ok(MaterialReport { slice, statistics, histograms })
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
            words::distance(s.longest_win),
            fen(&s.longest_win_fen),
            words::distance(s.longest_loss),
            fen(&s.longest_loss_fen),
        ]);
    }
    format!(
        "{counts}\n{longest}\nThe side named first is to move; sizes are of the file that both \
         sides share, distances in plies.\n"
    )
}
