//! Values with fresh clocks, and what is told where there is none.

mod support;

use manoury_generator::Effort;
use manoury_prober::{
    Kind, Metric, Options, Outcome, Probe, ProbeError, Slice, TableName, Tablebase,
};
use manoury_rules::{English, International, Position, Variant};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use support::brute::OnBoard;
use support::{Random, add_with, all_positions, children, make, open, position, slices};

fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        make::<International>("values", &slices(&["KKvK", "KKvM", "KMvM", "MMvM", "MMvKM"]))
    })
}

fn tables() -> Tablebase<International> {
    open(folder())
}

/// A folder with some of the tables.
fn some_tables(keep: impl Fn(TableName) -> bool) -> tempfile::TempDir {
    let root = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    fs::create_dir(root.path().join("international")).unwrap();
    for (name, path) in tables().tables().filter(|(name, _)| keep(*name)) {
        fs::hard_link(path, name.in_folder(&root.path().join("international"))).unwrap();
    }
    root
}

fn as_brute_force_says<V: Variant>(tables: &Tablebase<V>, names: &[&str]) {
    let brute = OnBoard::<V>::new(names);
    for name in names {
        for position in all_positions::<V>(name) {
            let probe = tables.probe(&position).unwrap();
            assert_eq!(probe, tables.probe(&position.reversed()).unwrap(), "{position}");
            assert_eq!((probe.outcome, probe.dtw), brute.probe(&position), "{position}");
            assert_eq!(tables.probe_wdl(&position).unwrap(), probe.outcome);
            assert_eq!(probe.dtc.is_some(), probe.outcome != Outcome::Draw);
        }
    }
}

#[test]
fn two_and_three_pieces_are_as_brute_force_says() {
    as_brute_force_says(&tables(), &["KvK", "KvM", "MvM", "KKvK", "KMvK", "KKvM"]);
    let english = make::<English>("values-english", &slices(&["KKvK", "KMvM", "MMvM"]));
    let names = ["KvK", "KvM", "MvM", "KKvK", "KMvK", "MMvK", "KKvM", "KMvM", "MMvM"];
    as_brute_force_says(&open::<English>(&english), &names);
}

#[test]
fn the_smallest_files_say_the_same() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    add_with::<International>(folder.path(), &slices(&["KMvK", "KKvM"]), Effort::Max);
    // The density in the header: bits and exceptions, which no lesser effort makes.
    let density = fs::read(folder.path().join("international/KMvK.wdl")).unwrap()[30];
    assert_eq!(density, 3);
    let names = ["KvK", "KvM", "KKvK", "KMvK", "KKvM"];
    as_brute_force_says(&open::<International>(folder.path()), &names);
    // Without a cache each probe decodes its block.
    let uncached = Options::new().with_cache(0).open::<International>([folder.path()]).unwrap();
    let mut random = Random(3);
    for name in names {
        for _ in 0..200 {
            let position = random.position::<International>(support::slice(name));
            assert_eq!(uncached.probe(&position).unwrap(), tables().probe(&position).unwrap());
        }
    }
}

#[test]
fn dtc_is_what_its_definition_says() {
    let tables = tables();
    let mut random = Random(7);
    for name in ["KvK", "MvM", "KMvK", "KMvM", "MMvM", "KMvMM"] {
        for _ in 0..2000 {
            let position = random.position::<International>(support::slice(name));
            let probe = tables.probe(&position).unwrap();
            let moves = children(&position);
            let seen = moves.iter().filter_map(|&(mv, child)| {
                let after = tables.probe(&child).unwrap();
                let counts = after.outcome == probe.outcome.opposite();
                let plies = if position.is_conversion(mv) { 1 } else { 1 + after.dtc? };
                counts.then_some(plies)
            });
            let expected = match probe.outcome {
                Outcome::Win => seen.min(),
                Outcome::Loss => Some(seen.max().unwrap_or(0)),
                _ => None,
            };
            assert_eq!(probe.dtc, expected, "{position}");
        }
    }
}

#[test]
fn a_finished_game_needs_no_table() {
    let tables = tables();
    let over = Probe { outcome: Outcome::Loss, dtc: Some(0), dtw: Some(0) };
    let crowd = "W:W:B1-20,K21-30";
    // Blocked: the men before, behind and beside each other.
    let blocked = "W:W46,47,48,49,50:B36,37,38,39,40,41,42,43,44,45";
    for fen in ["W:W6:B1", "W:W:BK3", "B:WK1,31:B", "W:W:B", crowd, blocked] {
        let position = position(fen);
        assert_eq!(tables.probe(&position).unwrap(), over, "{fen}");
        assert_eq!(tables.probe_wdl(&position).unwrap(), Outcome::Loss, "{fen}");
    }
}

#[test]
fn an_opponent_without_pieces_is_an_error() {
    for fen in ["W:W31:B", "W:WK1:B", "B:W:BK50,K49", "B:W:B6"] {
        let error = tables().probe(&position(fen)).unwrap_err();
        assert!(matches!(error, ProbeError::OneSided), "{fen}: {error}");
    }
}

#[test]
fn too_many_pieces_are_counted() {
    for (fen, expected) in [("W:W31-35:B1-3", 8), ("W:W31-50:B1-20", 40), ("W:W28,31-37:B22", 9)] {
        let error = tables().probe_wdl(&position(fen)).unwrap_err();
        assert!(
            matches!(error, ProbeError::TooManyPieces { pieces } if pieces == expected),
            "{error}"
        );
        assert!(error.to_string().contains(&expected.to_string()));
    }
}

#[test]
fn a_missing_table_is_named_with_its_remedy() {
    let root = some_tables(|name| name.to_string() != "KMvM.wdl");
    let tables = open::<International>(root.path());
    let missing = |fen: &str| match tables.probe(&position(fen)).unwrap_err() {
        ProbeError::Missing(missing) => missing,
        error => panic!("{fen}: {error}"),
    };
    let of = missing("W:WK46,31:B1");
    assert_eq!(of.name.to_string(), "KMvM.wdl");
    assert_eq!(of.folders[..], [root.path().to_path_buf()]);
    let text = of.to_string();
    assert!(text.contains(root.path().to_str().unwrap()), "{text}");
    let command = "generate --material KMvM --out ";
    assert!(text.contains("KMvM.wdl") && text.contains(command), "{text}");
    assert!(!text.contains('\n'));
    assert_eq!(missing("W:WK46,31,32,33,34:B1,K2").name.to_string(), "KMMMMvKM.wdl");
    // A capture leads from seven pieces to six; what those need is missing.
    assert_eq!(missing("W:W28,46,47,48:B22,1,2").name.to_string(), "MMMMvMM.wdl");
}

#[test]
fn distances_without_a_table_are_none() {
    let root = some_tables(|name| name.kind == Kind::Wdl);
    let tables = open::<International>(root.path());
    let of = |fen: &str| tables.probe(&position(fen)).unwrap();
    let win = |dtc, dtw| Probe { outcome: Outcome::Win, dtc, dtw };
    assert_eq!(of("W:WK10:BK5"), win(None, None));
    // Whoever must capture converts now, and has won when nothing is left.
    assert_eq!(of("W:WK1:BK12"), win(Some(1), Some(1)));
    let root = some_tables(|name| name.kind != Kind::Distance(Metric::Dtw));
    let tables = open::<International>(root.path());
    assert_eq!(tables.probe(&position("W:WK10:BK5")).unwrap(), win(Some(3), None));
}

#[test]
fn a_win_stands_whatever_is_missing_beside_it() {
    // Every capture position whose captures lead to both slices.
    let full = tables();
    let root = some_tables(|name| name.slice != support::slice("KMvK"));
    let partial = open::<International>(root.path());
    let mut answers = [0; 2];
    for position in all_positions::<International>("KMvKM").step_by(3).filter(Position::has_capture)
    {
        let Ok(full) = full.probe_wdl(&position) else { continue };
        match partial.probe_wdl(&position) {
            Ok(outcome) => {
                assert_eq!(outcome, full, "{position}");
                answers[0] += 1;
            }
            Err(error) => {
                assert!(error.is_missing());
                answers[1] += 1;
                let wins = children(&position)
                    .into_iter()
                    .any(|(_, child)| matches!(partial.probe_wdl(&child), Ok(Outcome::Loss)));
                assert!(!wins, "{position}");
            }
        }
    }
    assert!(answers[0] > 1000 && answers[1] > 1000, "{answers:?}");
}

/// Compares the answers with the published test list; returns how many positions have a table.
fn as_the_test_list_says(tables: &Tablebase<International>) -> usize {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/positions.tsv");
    let mut checked = 0;
    for line in fs::read_to_string(path).unwrap().lines().filter(|line| !line.starts_with('#')) {
        let (fen, expected) = line.split_once('\t').unwrap();
        match tables.probe_wdl(&position(fen)) {
            Ok(outcome) => {
                assert_eq!(outcome.on_board().name(), expected, "{fen}");
                checked += 1;
            }
            Err(error) => assert!(error.is_missing(), "{fen}: {error}"),
        }
    }
    checked
}

#[test]
fn the_published_test_list_up_to_four_pieces() {
    let checked = as_the_test_list_says(&tables());
    assert!(checked >= 6, "{checked}");
}

/// Reads a whole set made beforehand, for making it takes minutes:
/// `MANOURY_TABLES=DIR cargo test --workspace -- --ignored five_pieces`.
#[test]
#[ignore = "needs the tables of 2-5 pieces in the folder that MANOURY_TABLES names"]
fn the_published_test_list_up_to_five_pieces() {
    let folder = std::env::var_os("MANOURY_TABLES").expect("MANOURY_TABLES names a folder");
    let checked = as_the_test_list_says(&open(Path::new(&folder)));
    assert!(checked >= 30, "{checked}");
}

#[test]
fn symmetric_slices_are_the_same_for_both_colours() {
    let tables = tables();
    let mut random = Random(11);
    for name in ["KvK", "MvM", "KMvKM", "KKvKK"] {
        let slice: Slice = support::slice(name);
        if !tables.has(slice, Kind::Wdl) {
            continue;
        }
        for _ in 0..2000 {
            let position = random.position::<International>(slice);
            let turned = position.reversed();
            assert_eq!(tables.probe(&position).unwrap(), tables.probe(&turned).unwrap());
        }
    }
}
