//! `manoury stats --html`: one page that says all that the tables say of themselves.
//!
//! The page is whole in itself: no script, no picture, no font comes from elsewhere.

mod chart;
mod sections;
mod tables;

use manoury_wire::MaterialReport;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use std::path::PathBuf;

/// What the page is about.
pub struct Source<'a> {
    /// The variant's name.
    pub variant: &'a str,
    /// The folders of tables.
    pub folders: &'a [PathBuf],
}

/// The whole page.
pub fn page(source: &Source<'_>, materials: &[MaterialReport]) -> String {
    let title = format!("Endgame tables, {} draughts", source.variant);
    let folders: Vec<String> =
        source.folders.iter().map(|folder| folder.display().to_string()).collect();
    let page: Markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta http-equiv="Content-Security-Policy"
                    content="default-src 'none'; style-src 'unsafe-inline'";
                title { (title) }
                style { (PreEscaped(include_str!("style.css"))) }
            }
            body {
                header {
                    h1 { (title) }
                    p {
                        "Tables in " (folders.join(", ")) ", as manoury "
                        (env!("CARGO_PKG_VERSION")) " reads them. Positions are counted for the side \
                         to move, which a material names first; positions whose mover must capture \
                         are among them. A cursed win is won but for a draw limit, a blessed loss \
                         lost but for one."
                    }
                }
                main {
                    (tables::totals(materials))
                    (tables::materials(materials))
                    (sections::slices(materials))
                }
            }
        }
    };
    page.into_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use manoury_tables::{Histogram, Kind, Material, Outcome};
    use manoury_wire::{Distances, Longest, MaterialStatistics};

    fn material(name: &str) -> MaterialReport {
        let mut histogram = Histogram::default();
        histogram.add(Outcome::Win, 1, 1_000_000);
        histogram.add(Outcome::Win, 31, 1);
        histogram.add(Outcome::Loss, 2, 40);
        histogram.add(Outcome::CursedWin, 51, 3);
        let material: Material = name.parse().unwrap();
        let longest = Longest {
            win: Some(31),
            win_fen: Some("W:WK<1>&\"".to_string()),
            ..Longest::default()
        };
        MaterialReport {
            slice: material.slice(),
            statistics: MaterialStatistics {
                material: name.to_string(),
                positions: 1_000_100,
                win: 1_000_001,
                cursed_win: 3,
                draw: 56,
                loss: 40,
                captures: 7,
                longest: longest.clone(),
                metric: Some("dtc"),
                wdl_bytes: Some(1234),
                ..MaterialStatistics::default()
            },
            distances: vec![Distances { kind: Kind::ALL[1], longest, histogram }],
        }
    }

    #[test]
    fn a_page_has_all_there_is_and_escapes_it() {
        let materials = ["KMvK", "KvKM", "KvK"].map(material);
        let folders = [PathBuf::from("a<b>&\"c\"")];
        let source = Source { variant: "international", folders: &folders };
        let page = page(&source, &materials);
        assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>"));
        assert!(page.contains("a&lt;b&gt;&amp;&quot;c&quot;") && !page.contains("a<b>"));
        assert!(page.contains("W:WK&lt;1&gt;&amp;&quot;") && !page.contains("WK<1>"));
        // A picture for each side to move, each with its title; two slices.
        assert_eq!(page.matches("<svg").count(), 3);
        assert_eq!(page.matches("<svg").count(), page.matches("</title><desc ").count());
        assert_eq!(page.matches("<section").count(), 2 + 2);
        assert!(page.contains("id=\"KMvK\"") && page.contains("href=\"#KMvK\""));
        assert!(!page.contains("http:") && !page.contains("https:") && !page.contains("url("));
        for tag in ["table", "svg", "section", "figure", "details", "tr", "td", "th", "div"] {
            let open = page.matches(&format!("<{tag} ")).count()
                + page.matches(&format!("<{tag}>")).count();
            assert_eq!(open, page.matches(&format!("</{tag}>")).count(), "{tag}");
        }
    }
}
