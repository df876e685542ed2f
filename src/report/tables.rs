//! The tables at the head of the page: totals by number of pieces, and all materials.

use crate::output::units;
use manoury_wire::{MaterialReport, MaterialStatistics};
use maud::{Markup, html};
use std::collections::BTreeMap;

/// The heads of the counts that [`counts`] gives.
const COUNTS: [&str; 7] = ["positions", "win", "cursed", "draw", "blessed", "loss", "captures"];

/// The counts of a material.
fn counts(statistics: &MaterialStatistics) -> [u64; 7] {
    let MaterialStatistics {
        positions, win, cursed_win, draw, blessed_loss, loss, captures, ..
    } = *statistics;
    [positions, win, cursed_win, draw, blessed_loss, loss, captures]
}

/// Bytes of all files of a slice.
fn bytes(statistics: &MaterialStatistics) -> u64 {
    let MaterialStatistics { wdl_bytes, dtc_bytes, dtw_bytes, dtx_bytes, .. } = *statistics;
    [wdl_bytes, dtc_bytes, dtw_bytes, dtx_bytes].into_iter().flatten().sum()
}

/// A table that scrolls by itself where the page is too narrow for it.
pub(super) fn scrolling(label: &str, table: Markup) -> Markup {
    html! {
        div.scroll role="region" aria-label=(label) tabindex="0" { (table) }
    }
}

#[derive(Default)]
struct Total {
    slices: u64,
    counts: [u64; 7],
    bytes: u64,
}

/// Sums by number of pieces.
pub(super) fn totals(materials: &[MaterialReport]) -> Markup {
    let mut totals: BTreeMap<u32, Total> = BTreeMap::new();
    let mut last = None;
    for material in materials {
        let total = totals.entry(material.slice.total()).or_default();
        // Both sides to move share the files; they stand one after the other.
        if last.replace(material.slice) != Some(material.slice) {
            total.slices += 1;
            total.bytes += bytes(&material.statistics);
        }
        for (sum, count) in total.counts.iter_mut().zip(counts(&material.statistics)) {
            *sum += count;
        }
    }
    let table = html! {
        table {
            thead { tr {
                th scope="col" { "pieces" }
                th scope="col" { "slices" }
                @for name in COUNTS { th scope="col" { (name) } }
                th scope="col" { "size" }
            } }
            tbody { @for (pieces, total) in &totals { tr {
                th scope="row" { (pieces) }
                td { (units::grouped(total.slices)) }
                @for count in total.counts { td { (units::grouped(count)) } }
                td { (units::bytes(total.bytes)) }
            } } }
        }
    };
    html! {
        section {
            h2 { "By number of pieces" }
            (scrolling("Totals by number of pieces", table))
        }
    }
}

/// All materials with either side to move.
pub(super) fn materials(materials: &[MaterialReport]) -> Markup {
    let table = html! {
        table {
            thead { tr {
                th scope="col" { "material" }
                @for name in COUNTS { th scope="col" { (name) } }
                th scope="col" { "longest win" }
                th scope="col" { "longest loss" }
                th scope="col" { "metric" }
                th scope="col" { "size" }
            } }
            tbody { @for MaterialReport { slice, statistics, .. } in materials { tr {
                th scope="row" { a href=(format!("#{slice}")) { (statistics.material) } }
                @for count in counts(statistics) { td { (units::grouped(count)) } }
                @for plies in [statistics.longest.win, statistics.longest.loss] {
                    td { (plies.map_or("–".to_string(), |plies| plies.to_string())) }
                }
                td { (statistics.metric.unwrap_or("–")) }
                td { (units::bytes(bytes(statistics))) }
            } } }
        }
    };
    html! {
        section {
            h2 { "All materials" }
            (scrolling("All materials", table))
            p.note { "Distances are in plies; the size is that of the files both sides to move share." }
        }
    }
}
