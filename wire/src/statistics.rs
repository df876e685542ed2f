//! What is in the tables of a material, from the headers of its files.

use manoury_prober::{MissingTable, ProbeError, TableName, Tablebase};
use manoury_rules::Variant;
use manoury_tables::{
    FileStorage, Header, Histogram, Index, Kind, Material, Metric, Outcome, Slice, Statistics,
    Table, TableError,
};
use serde::Serialize;
use std::path::Path;
use utoipa::ToSchema;

/// What is known of a material with the side named first to move.
#[derive(Clone, Debug)]
pub struct MaterialReport {
    /// The slice it belongs to.
    pub slice: Slice,
    /// Counts, longest wins and losses, sizes.
    pub statistics: MaterialStatistics,
    /// How positions spread over distances, for each kind of distance file.
    pub distances: Vec<Distances>,
}

/// What a distance file says of a material.
#[derive(Clone, Debug)]
pub struct Distances {
    /// What its distances count.
    pub kind: Kind,
    /// The longest of them.
    pub longest: Longest,
    /// How many positions have which.
    pub histogram: Histogram,
}

/// Counts of a material with the side to move named first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct MaterialStatistics {
    /// The material.
    pub material: String,
    /// All positions.
    pub positions: u64,
    /// Wins for the side to move.
    pub win: u64,
    /// Cursed wins.
    pub cursed_win: u64,
    /// Draws.
    pub draw: u64,
    /// Blessed losses.
    pub blessed_loss: u64,
    /// Losses.
    pub loss: u64,
    /// Positions whose side to move must capture.
    pub captures: u64,
    /// The longest win and loss.
    #[serde(flatten)]
    pub longest: Longest,
    /// What the longest are counted in; null where there are only outcomes.
    pub metric: Option<&'static str>,
    /// Length of the file of outcomes, which both sides to move share; null where there is none.
    pub wdl_bytes: Option<u64>,
    /// Length of the file of distances to conversion.
    pub dtc_bytes: Option<u64>,
    /// Length of the file of distances to the end of the game.
    pub dtw_bytes: Option<u64>,
    /// Length of the file of distances out of class sixteen.
    pub dtx_bytes: Option<u64>,
}

/// The longest win and loss with a position of each.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Longest {
    /// Plies of the longest win.
    #[serde(rename = "longest_win")]
    pub win: Option<u16>,
    /// A position that takes as long to win.
    #[serde(rename = "longest_win_fen")]
    pub win_fen: Option<String>,
    /// Plies of the longest loss.
    #[serde(rename = "longest_loss")]
    pub loss: Option<u16>,
    /// A position that takes as long to lose.
    #[serde(rename = "longest_loss_fen")]
    pub loss_fen: Option<String>,
}

/// [`MaterialReport`] as it is written: the counts, and how positions spread over distances.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ReportedMaterial {
    /// Counts, longest wins and losses, sizes.
    #[serde(flatten)]
    pub statistics: MaterialStatistics,
    /// For each kind of distance file how positions spread.
    pub distances: Vec<DistanceStatistics>,
}

/// How positions spread over the distances of a kind: for each outcome the number of those at 0, 1,
/// 2, … plies, up to the longest there is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct DistanceStatistics {
    /// `dtc`, `dtw` or `dtx`.
    pub kind: &'static str,
    /// The longest win and loss.
    #[serde(flatten)]
    pub longest: Longest,
    /// Wins.
    pub win: Vec<u64>,
    /// Cursed wins.
    pub cursed_win: Vec<u64>,
    /// Blessed losses.
    pub blessed_loss: Vec<u64>,
    /// Losses.
    pub loss: Vec<u64>,
}

impl From<MaterialReport> for ReportedMaterial {
    fn from(report: MaterialReport) -> Self {
        let MaterialReport { statistics, distances, .. } = report;
        let distances = distances.into_iter().map(|Distances { kind, longest, histogram }| {
            let of = |outcome| histogram.of(outcome).to_vec();
            DistanceStatistics {
                kind: kind.name(),
                longest,
                win: of(Outcome::Win),
                cursed_win: of(Outcome::CursedWin),
                blessed_loss: of(Outcome::BlessedLoss),
                loss: of(Outcome::Loss),
            }
        });
        ReportedMaterial { statistics, distances: distances.collect() }
    }
}

impl Longest {
    /// Those of a slice's file and side to move.
    fn of<V: Variant>(slice: Slice, side: usize, statistics: &Statistics) -> Self {
        let fen = |longest: manoury_tables::Longest| {
            let position = Index::<V>::new(slice).position(longest.index, side);
            position.map(|position| position.to_string())
        };
        let Statistics { longest_win, longest_loss, .. } = statistics;
        Longest {
            win: longest_win.map(|longest| longest.plies),
            win_fen: longest_win.and_then(fen),
            loss: longest_loss.map(|longest| longest.plies),
            loss_fen: longest_loss.and_then(fen),
        }
    }
}

impl MaterialReport {
    /// What the tables say of a material whose side named first is to move. Opens the files of its
    /// slice and reads their headers.
    ///
    /// # Errors
    /// There is no file of the slice, or one is damaged or cannot be read.
    pub fn by<V: Variant>(
        tablebase: &Tablebase<V>,
        material: Material,
    ) -> Result<Self, ProbeError> {
        let slice = material.slice();
        let headers = headers(tablebase, slice)?;
        let Some((_, any)) = headers.first() else {
            let name = TableName { slice, kind: Kind::Wdl };
            let folders = tablebase.folders().into();
            return Err(ProbeError::Missing(MissingTable { name, variant: V::NAME, folders }));
        };
        let of = |kind: Kind| headers.iter().find(|(k, _)| *k == kind).map(|(_, header)| header);
        let side = usize::from(material != slice.material());
        let counts = &of(Kind::Wdl).unwrap_or(any).statistics[side];
        let metric = [Metric::Dtw, Metric::Dtc, Metric::Dtx]
            .into_iter()
            .find_map(|metric| Some((metric, of(Kind::Distance(metric))?)));
        let bytes = |kind: Kind| of(kind).map(|header| header.length);
        let longest = |header: &Header| Longest::of::<V>(slice, side, &header.statistics[side]);
        let distances = headers.iter().filter(|(kind, _)| *kind != Kind::Wdl);
        let statistics = MaterialStatistics {
            material: material.to_string(),
            positions: counts.positions(),
            win: counts.of(Outcome::Win),
            cursed_win: counts.of(Outcome::CursedWin),
            draw: counts.of(Outcome::Draw),
            blessed_loss: counts.of(Outcome::BlessedLoss),
            loss: counts.of(Outcome::Loss),
            captures: counts.captures,
            longest: metric.map_or(Longest::default(), |(_, header)| longest(header)),
            metric: metric.map(|(metric, _)| Kind::Distance(metric).name()),
            wdl_bytes: bytes(Kind::Wdl),
            dtc_bytes: bytes(Kind::Distance(Metric::Dtc)),
            dtw_bytes: bytes(Kind::Distance(Metric::Dtw)),
            dtx_bytes: bytes(Kind::Distance(Metric::Dtx)),
        };
        let distances = distances
            .map(|(kind, header)| Distances {
                kind: *kind,
                longest: longest(header),
                histogram: header.statistics[side].histogram.clone(),
            })
            .collect();
        Ok(MaterialReport { slice, statistics, distances })
    }
}

/// The files of a slice that there are: header by kind.
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
