//! Other ways to ask for outcomes: many at once, and from the cache alone. They agree with probes
//! one by one.

mod support;

use manoury_prober::{Options, Outcome, ProbeError, TableName, Tablebase};
use manoury_rules::{English, International, MoveList, Position, Variant};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use support::{Random, make, open, position, slice, slices};

const NAMES: [&str; 9] = ["KvK", "KvM", "MvM", "KKvK", "KMvK", "MMvK", "KKvM", "KMvM", "MMvM"];

fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| make::<International>("batches", &slices(&["KKvK", "MMvM"])))
}

/// A folder with the tables but some.
fn without(missing: &[&str]) -> tempfile::TempDir {
    let root = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let copies = root.path().join("international");
    fs::create_dir(&copies).unwrap();
    for (name, path) in open::<International>(folder()).tables() {
        if !missing.contains(&name.to_string().as_str()) {
            fs::copy(path, name.in_folder(&copies)).unwrap();
        }
    }
    root
}

/// Random positions; some of them over, some with too many pieces, some with one side alone.
fn questions<V: Variant>(seed: u64, count: usize) -> Vec<Position<V>> {
    let mut random = Random(seed);
    let mut questions: Vec<Position<V>> =
        (0..count).map(|i| random.position(slice(NAMES[i % NAMES.len()]))).collect();
    questions.push(Position::start());
    questions.extend(["W:WK1:B", "W:W:BK1", "W:W28:BK26"].map(position::<V>));
    questions
}

/// An answer as far as it can be compared.
fn told(answer: &Result<Outcome, ProbeError>) -> Result<Outcome, String> {
    answer.as_ref().copied().map_err(ToString::to_string)
}

fn agree<V: Variant>(tables: &Tablebase<V>, seed: u64) {
    let questions = questions::<V>(seed, 3000);
    let single: Vec<_> = questions.iter().map(|position| tables.probe_wdl(position)).collect();
    let mut answers = Vec::new();
    // In pieces, so that the vector is used again and what is in it stays.
    for some in questions.chunks(1 + 700 * (seed as usize % 3)) {
        tables.probe_wdl_many_into(some, &mut answers);
    }
    assert_eq!(answers.len(), questions.len());
    for ((position, one), many) in questions.iter().zip(&single).zip(&answers) {
        assert_eq!(told(one), told(many), "{position}");
    }
    assert!(tables.probe_wdl_many(&[]).is_empty());
}

#[test]
fn many_at_once_are_told_what_each_is_alone() {
    for seed in 0..4 {
        let cache = [0, 20 << 10, 64 << 20][seed as usize % 3];
        let tables: Tablebase<International> =
            Options::new().with_cache(cache).open([folder()]).unwrap();
        agree(&tables, seed);
    }
    let english = make::<English>("batches_english", &slices(&["KKvK", "MMvM"]));
    agree(&open::<English>(&english), 5);
}

#[test]
fn many_at_once_fail_where_each_alone_does() {
    let root = without(&["KvK.wdl", "KMvK.wdl"]);
    let damaged =
        TableName::parse("KvM.wdl").unwrap().in_folder(&root.path().join("international"));
    let mut bytes = fs::read(&damaged).unwrap();
    // In a block: it opens all the same.
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&damaged, bytes).unwrap();
    let tables = open::<International>(root.path());
    agree(&tables, 7);
    let answers = tables.probe_wdl_many(&questions(7, 3000));
    let failed = |text: &str| {
        answers.iter().filter(|a| a.as_ref().is_err_and(|e| e.to_string().contains(text))).count()
    };
    assert!(failed("KvK.wdl") > 100 && failed("KMvK.wdl") > 100 && failed("KvM.wdl") > 10);
}

#[test]
fn a_batch_decodes_each_block_once() {
    let root = without(&[]);
    let options = Options::new().with_cache(0);
    let tables: Tablebase<International> = options.open([root.path()]).unwrap();
    let questions = questions::<International>(9, 20_000);
    tables.probe_wdl_many(&questions);
    let blocks: u64 = tables.usage().decoded_blocks;
    let all: Tablebase<International> = Options::new().open([root.path()]).unwrap();
    for position in &questions {
        let _ = all.probe_wdl(position);
    }
    assert_eq!(blocks, all.usage().decoded_blocks, "as with a cache that holds all of them");
}

/// What can be told of a position when only those of `known` slices are in the cache.
fn expected(
    all: &Tablebase<International>,
    known: &[&str],
    position: &Position<International>,
) -> Option<Outcome> {
    if position.is_over() {
        return Some(Outcome::Loss);
    }
    if !position.has_capture() {
        let name = manoury_tables::Material::of(position).slice().to_string();
        return known.contains(&name.as_str()).then(|| all.probe_wdl(position).unwrap());
    }
    let mut list = MoveList::new();
    position.legal_captures(&mut list);
    let children: Vec<Option<Outcome>> =
        list.iter().map(|&mv| expected(all, known, &position.make(mv))).collect();
    if children.contains(&Some(Outcome::Loss)) {
        return Some(Outcome::Win);
    }
    let worst = children.into_iter().collect::<Option<Vec<_>>>()?.into_iter().min()?;
    Some(worst.opposite())
}

#[test]
fn from_the_cache_alone_comes_what_is_in_it() {
    let all = open::<International>(folder());
    let questions = questions::<International>(11, 5000);
    let questions = &questions[..5000];
    let tables = open::<International>(folder());
    let mut partly = 0;
    for (pieces, known) in [(0, &NAMES[..0]), (2, &NAMES[..3]), (3, &NAMES[..])] {
        let bytes = tables.preload(pieces).unwrap();
        assert_eq!(bytes, tables.usage().cached_bytes);
        let decoded = tables.usage().decoded_blocks;
        for position in questions {
            let found = tables.probe_wdl_cached_only(position).unwrap();
            assert_eq!(found, expected(&all, known, position), "{position}, {pieces} pieces");
            partly += usize::from(pieces == 2 && found.is_some());
        }
        assert_eq!(tables.usage().decoded_blocks, decoded, "nothing is decoded for it");
    }
    assert!(partly > 500 && partly < 4500, "{partly}");
    // All of it is at hand: no probe reads anything.
    let decoded = tables.usage().decoded_blocks;
    for position in questions {
        tables.probe_wdl(position).unwrap();
    }
    assert_eq!(tables.usage().decoded_blocks, decoded);
}

#[test]
fn preloading_keeps_to_the_budget() {
    let tables: Tablebase<International> =
        Options::new().with_cache(30 << 10).open([folder()]).unwrap();
    let bytes = tables.preload(3).unwrap();
    assert!(bytes > 0 && bytes <= 30 << 10);
    assert_eq!(bytes, tables.usage().cached_bytes);
    assert_eq!(tables.preload(3).unwrap(), bytes, "nothing goes for it");
    let none: Tablebase<International> = Options::new().with_cache(0).open([folder()]).unwrap();
    assert_eq!(none.preload(7).unwrap(), 0);
    assert!(!none.cache_has_room());
}

#[test]
fn one_table_is_preloaded() {
    let tables = open::<International>(folder());
    assert!(tables.cache_has_room());
    let distances = TableName::parse("KMvK.dtc").unwrap();
    let bytes = tables.preload_table(distances).unwrap();
    assert!(bytes > 0);
    assert_eq!(tables.usage().cached_bytes, bytes);
    assert_eq!(tables.preload_table(distances).unwrap(), bytes, "once is enough");
    assert_eq!(tables.usage().cached_bytes, bytes);
    let missing = tables.preload_table(TableName::parse("KKKKKKvK.wdl").unwrap()).unwrap_err();
    assert!(missing.to_string().contains("KKKKKKvK.wdl"), "{missing}");
}

#[test]
fn preloading_tells_of_damage_and_the_cache_remembers_it() {
    let root = without(&["MvM.wdl"]);
    let damaged =
        TableName::parse("KvM.wdl").unwrap().in_folder(&root.path().join("international"));
    fs::write(&damaged, b"damaged").unwrap();
    let tables = open::<International>(root.path());
    let quiet = position("W:WK10:B5");
    assert!(!quiet.has_capture());
    assert!(matches!(tables.probe_wdl_cached_only(&quiet), Ok(None)), "nobody has looked yet");
    assert!(tables.preload(2).unwrap_err().to_string().contains("KvM.wdl"));
    assert!(tables.probe_wdl_cached_only(&quiet).unwrap_err().to_string().contains("KvM.wdl"));
    let missing = tables.probe_wdl_cached_only(&position("W:W28:B6")).unwrap_err();
    assert!(missing.is_missing());
    // What came before it is there.
    assert!(tables.probe_wdl_cached_only(&position("W:WK46:BK5")).unwrap().is_some());
}
