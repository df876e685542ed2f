//! What tables there are and what they say of themselves.

use crate::failure::{Code, Failure, json};
use crate::options::Options;
use crate::position::written;
use crate::tables::Served;
use axum::body::Body;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::Uri;
use axum::response::Response;
use manoury_prober::{Kind, Slice, Tablebase};
use manoury_rules::{Board, Variant};
use manoury_tables::{Material, MaterialError};
use manoury_wire::{MaterialReport, ReportedMaterial, Side};
use serde::Serialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// What the server answers for.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Overview {
    /// The version of the program.
    version: &'static str,
    /// The game that the explorer begins with.
    variant: &'static str,
    /// The reading of the rules for questions that name none.
    rules: &'static str,
    variants: Vec<VariantOverview>,
}

/// A game and its tables.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct VariantOverview {
    name: &'static str,
    /// Squares that are played on.
    squares: u32,
    /// Of them in a row.
    row: u32,
    /// Who begins a game.
    first: Side,
    /// `GameType` of Portable Draughts Notation.
    game_type: u8,
    limits: Limits,
    /// Most pieces of a table of outcomes; 0 without tables.
    max_pieces: u32,
    /// Of all files.
    bytes: u64,
    /// Fewer pieces first.
    slices: Vec<SliceOverview>,
}

/// Draw limits in plies; null where the game has none.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Limits {
    c25: u16,
    c16: Option<u16>,
    c5: Option<u16>,
}

/// What there is of a slice.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SliceOverview {
    /// The material, stronger side first.
    slice: String,
    pieces: u32,
    /// The same with either side named first; one where they are alike.
    materials: Vec<String>,
    /// The kinds of table: wdl, dtc, dtw, dtx.
    kinds: Vec<&'static str>,
    /// Of its files.
    bytes: u64,
}

/// The tables of a slice.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SliceReport {
    /// The material, stronger side first.
    slice: String,
    pieces: u32,
    /// Of its files.
    bytes: u64,
    /// With either side to move, the one that was named first.
    materials: Vec<ReportedMaterial>,
}

impl Overview {
    pub(crate) fn new(options: &Options, variants: Vec<VariantOverview>) -> Self {
        let (variant, rules) = (options.variant.name(), options.reading.name());
        Overview { version: env!("CARGO_PKG_VERSION"), variant, rules, variants }
    }
}

impl VariantOverview {
    /// Whether there is no table.
    pub(crate) fn is_empty(&self) -> bool {
        self.slices.is_empty()
    }

    pub(crate) fn new<V: Variant>(served: &Served<V>) -> Self {
        let slices = served.tablebase.as_ref().map_or(Vec::new(), slices);
        VariantOverview {
            name: V::NAME,
            squares: Board::<V>::SQUARES,
            row: V::ROW,
            first: V::FIRST.into(),
            game_type: V::PDN_GAME_TYPE,
            limits: Limits {
                c25: V::LIMITS.conversion,
                c16: V::LIMITS.sixteen,
                c5: V::LIMITS.five,
            },
            max_pieces: served.tablebase.as_ref().map_or(0, Tablebase::max_pieces),
            bytes: slices.iter().map(|slice| slice.bytes).sum(),
            slices,
        }
    }
}

fn slices<V: Variant>(tablebase: &Tablebase<V>) -> Vec<SliceOverview> {
    let mut slices: Vec<(Slice, SliceOverview)> = Vec::new();
    for (name, path) in tablebase.tables() {
        let slice = name.slice;
        if slices.last().is_none_or(|(last, _)| *last != slice) {
            let materials = (0..slice.sides()).map(|side| slice.to_move(side).to_string());
            let overview = SliceOverview {
                slice: slice.to_string(),
                pieces: slice.total(),
                materials: materials.collect(),
                kinds: Vec::new(),
                bytes: 0,
            };
            slices.push((slice, overview));
        }
        if let Some((_, overview)) = slices.last_mut() {
            overview.kinds.push(name.kind.name());
            // A file that has gone meanwhile shows when it is asked.
            overview.bytes += path.metadata().map_or(0, |metadata| metadata.len());
        }
    }
    slices.into_iter().map(|(_, overview)| overview).collect()
}

/// `GET /{variant}/stats/{material}`.
pub(crate) async fn of_material<V: Variant>(
    State(served): State<Arc<Served<V>>>,
    name: Result<Path<String>, PathRejection>,
    uri: Uri,
) -> Result<Response, Failure> {
    no_query(&uri)?;
    let wrong = |message| Failure::new(Code::BadMaterial, message);
    let Path(name) = name.map_err(|error| wrong(error.body_text()))?;
    let material: Material =
        name.parse().map_err(|error: MaterialError| wrong(error.to_string()))?;
    let probes = served.probes.clone();
    let work = move || written(&report(&served, material)?);
    Ok(json(Body::from(probes.run(work).await?)))
}

fn report<V: Variant>(served: &Served<V>, material: Material) -> Result<SliceReport, Failure> {
    let slice = material.slice();
    let Some(tablebase) = &served.tablebase else {
        return Err(served.missing(material).into());
    };
    let mut sides = vec![material];
    if !slice.is_symmetric() {
        sides.push(material.swapped());
    }
    let mut materials = Vec::new();
    for material in sides {
        materials.push(ReportedMaterial::from(MaterialReport::by(tablebase, material)?));
    }
    let bytes = |kind| {
        let mut files = tablebase.tables();
        let file = files.find(|(name, _)| (name.slice, name.kind) == (slice, kind));
        file.and_then(|(_, path)| path.metadata().ok()).map_or(0, |metadata| metadata.len())
    };
    Ok(SliceReport {
        slice: slice.to_string(),
        pieces: slice.total(),
        bytes: Kind::ALL.into_iter().map(bytes).sum(),
        materials,
    })
}

/// Refuses parameters where there are none.
pub(crate) fn no_query(uri: &Uri) -> Result<(), Failure> {
    match uri.query() {
        None | Some("") => Ok(()),
        Some(_) => Err(Failure::new(Code::BadQuery, "there are no parameters here")),
    }
}
