//! A section for each slice: its longest wins and losses, and how distances spread.

use super::chart;
use super::tables::scrolling;
use crate::output::units;
use manoury_tables::{Histogram, Kind, Outcome};
use manoury_wire::{Distances, MaterialReport};
use maud::{Markup, html};

/// The decided outcomes with their names, as they are listed.
pub(super) const DECIDED: [(Outcome, &str); 4] = [
    (Outcome::Win, "wins"),
    (Outcome::CursedWin, "cursed wins"),
    (Outcome::Loss, "losses"),
    (Outcome::BlessedLoss, "blessed losses"),
];

/// What the distances of a kind count to.
const fn meaning(kind: Kind) -> &'static str {
    match kind.code() {
        2 => "plies to the conversion",
        3 => "plies to the end of the game",
        _ => "plies to the capture that leaves class sixteen",
    }
}

/// The sections of all slices.
pub(super) fn slices(materials: &[MaterialReport]) -> Markup {
    html! {
        @for materials in materials.chunk_by(|a, b| a.slice == b.slice) {
            section id=(materials[0].slice) {
                h2 { (materials[0].slice) }
                @for material in materials { (longest(material)) }
                div.figures {
                    @for material in materials {
                        @for Distances { kind, histogram, .. } in &material.distances {
                            (figure(&material.statistics.material, *kind, histogram))
                        }
                    }
                }
            }
        }
    }
}

/// The longest win and loss with their positions.
fn longest(material: &MaterialReport) -> Markup {
    let statistics = &material.statistics;
    let ends = [
        ("longest win", statistics.longest.win, &statistics.longest.win_fen),
        ("longest loss", statistics.longest.loss, &statistics.longest.loss_fen),
    ];
    html! {
        @for (name, plies, fen) in ends {
            @if let (Some(plies), Some(fen)) = (plies, fen) {
                p {
                    (statistics.material) ", " (name) ": "
                    (units::count(plies.into(), "ply", "plies"))
                    @if let Some(metric) = statistics.metric { " (" (metric) ")" }
                    ", " code { (fen) }
                }
            }
        }
    }
}

/// The picture of a histogram, and its numbers.
fn figure(material: &str, kind: Kind, histogram: &Histogram) -> Markup {
    let plies = DECIDED.iter().map(|(outcome, _)| histogram.of(*outcome).len()).max().unwrap_or(0);
    let shown: Vec<_> =
        DECIDED.iter().filter(|(outcome, _)| !histogram.of(*outcome).is_empty()).collect();
    let count = |outcome, plies| histogram.of(outcome).get(plies).copied().unwrap_or(0);
    let numbers = html! {
        table {
            thead { tr {
                th scope="col" { "plies" }
                @for (_, name) in &shown { th scope="col" { (name) } }
            } }
            tbody { @for plies in 0..plies {
                @if shown.iter().any(|(outcome, _)| count(*outcome, plies) > 0) { tr {
                    th scope="row" { (plies) }
                    @for (outcome, _) in &shown { td { (units::grouped(count(*outcome, plies))) } }
                } }
            } }
        }
    };
    html! {
        figure {
            (chart::svg(material, kind, histogram))
            figcaption {
                (material) ", " (kind) ": " (meaning(kind)) "; "
                @if shown.is_empty() { "no position is decided" }
                @for (i, (outcome, name)) in shown.iter().enumerate() {
                    @if i > 0 { ", " }
                    span.entry { span class=(format!("key {outcome}")) {} (name) }
                }
            }
            @if !shown.is_empty() {
                details {
                    summary { "Numbers" }
                    (scrolling(&format!("Numbers of {material}, {kind}"), numbers))
                }
            }
        }
    }
}
