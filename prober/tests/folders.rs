//! Folders and files as they come: incomplete, foreign, damaged, many.

mod support;

use manoury_prober::{Options, Outcome, ProbeError, TableError, TableName, Tablebase};
use manoury_rules::{Brazilian, DrawClocks, International, Position, Reading};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use support::{Random, add, all_positions, make, open, position, slice, slices};

fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| make::<International>("folders", &slices(&["KKvK", "MMvM"])))
}

fn empty() -> tempfile::TempDir {
    let root = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    fs::create_dir(root.path().join("international")).unwrap();
    root
}

fn path(root: &Path, name: &str) -> PathBuf {
    TableName::parse(name).unwrap().in_folder(&root.join("international"))
}

/// Copies some tables.
fn copy(to: &Path, names: &[&str]) {
    for name in names {
        fs::copy(path(folder(), name), path(to, name)).unwrap();
    }
}

const KVK: [&str; 3] = ["KvK.wdl", "KvK.dtc", "KvK.dtw"];

#[test]
fn tables_are_found_in_several_folders() {
    let [one, two] = [empty(), empty()];
    copy(one.path(), &["KvK.wdl"]);
    copy(two.path(), &KVK);
    // The first folder's file counts even if it is the worse one.
    let tables = Tablebase::<International>::open([one.path(), two.path()]).unwrap();
    let probe = tables.probe(&position("W:WK10:BK5")).unwrap();
    assert_eq!((probe.dtc, probe.dtw), (Some(3), Some(3)));
    assert_eq!(tables.tables().next().unwrap().1, path(one.path(), "KvK.wdl"));
    fs::write(path(one.path(), "KvK.dtw"), b"worse").unwrap();
    let tables = Tablebase::<International>::open([one.path(), two.path()]).unwrap();
    assert!(tables.probe_wdl(&position("W:WK10:BK5")).is_ok());
    let error = tables.probe(&position("W:WK10:BK5")).unwrap_err();
    assert!(error.to_string().contains(path(one.path(), "KvK.dtw").to_str().unwrap()), "{error}");
    let tables = Tablebase::<International>::open([two.path(), one.path()]).unwrap();
    assert!(tables.probe(&position("W:WK10:BK5")).is_ok());
}

#[test]
fn one_process_opens_other_folders_and_variants_side_by_side() {
    let root = empty();
    copy(root.path(), &["KvK.wdl"]);
    add::<Brazilian>(root.path(), &slices(&["KvK"]));
    let small = open::<International>(root.path());
    let large = open::<International>(folder());
    let brazilian = open::<Brazilian>(root.path());
    let two_kings = position("W:WK1,K2:BK45");
    assert!(small.probe_wdl(&two_kings).unwrap_err().is_missing());
    assert!(large.probe_wdl(&two_kings).is_ok());
    let mut decided = [0; 2];
    for position in all_positions::<International>("KvK") {
        assert_eq!(small.probe_wdl(&position).unwrap(), large.probe_wdl(&position).unwrap());
        decided[0] += u32::from(large.probe(&position).unwrap().dtw.is_some());
    }
    for position in all_positions::<Brazilian>("KvK") {
        decided[1] += u32::from(brazilian.probe(&position).unwrap().dtw.is_some());
    }
    assert!(decided[0] != decided[1]);
}

#[test]
fn a_table_under_another_name_is_refused() {
    let root = empty();
    fs::copy(path(folder(), "KvK.dtc"), path(root.path(), "KvK.dtw")).unwrap();
    fs::copy(path(folder(), "KKvK.wdl"), path(root.path(), "KvK.wdl")).unwrap();
    let brazilian = empty();
    add::<Brazilian>(brazilian.path(), &slices(&["KvM"]));
    fs::copy(brazilian.path().join("brazilian/KvM.wdl"), path(root.path(), "KvM.wdl")).unwrap();
    let tables = open::<International>(root.path());
    for fen in ["W:WK10:BK5", "W:WK10:B5"] {
        let error = tables.probe_wdl(&position(fen)).unwrap_err();
        let ProbeError::Table(table) = &error else { panic!("{error}") };
        assert!(matches!(**table, TableError::Misplaced { .. }), "{error}");
    }
}

/// The answers of a folder for every position of K v K; an error where there is none.
fn answers(root: &Path, mapped: bool) -> Vec<Option<manoury_prober::Probe>> {
    let options = Options::new();
    let tables = if mapped {
        // SAFETY: nobody touches the files while this tablebase lives.
        unsafe { options.open_mapped::<International>([root]) }.unwrap()
    } else {
        options.open([root]).unwrap()
    };
    all_positions("KvK").map(|position| tables.probe(&position).ok()).collect()
}

#[test]
fn damaged_files_never_give_a_wrong_value() {
    let right = answers(folder(), false);
    let root = empty();
    copy(root.path(), &KVK);
    let mut random = Random(21);
    let mut errors = 0;
    for name in KVK {
        let file = path(root.path(), name);
        let sound = fs::read(&file).unwrap();
        for damage in 0..120 {
            let mut bytes = sound.clone();
            match damage % 4 {
                0 => bytes.truncate(random.below(sound.len() as u64) as usize),
                1 => bytes.extend([0; 3]),
                2 => {
                    let at = random.below(sound.len() as u64) as usize;
                    bytes[at] ^= 1 << random.below(8);
                }
                _ => {
                    let at = random.below(sound.len() as u64) as usize;
                    bytes[at..].fill(0);
                }
            }
            fs::write(&file, &bytes).unwrap();
            let found = answers(root.path(), damage % 8 < 4);
            assert_eq!(found.len(), right.len());
            for (found, right) in found.iter().zip(&right) {
                assert!(found.is_none() || found == right, "{name} {damage}");
            }
            errors += found.iter().filter(|found| found.is_none()).count();
        }
        fs::write(&file, &sound).unwrap();
    }
    assert!(errors > 100_000);
    assert_eq!(answers(root.path(), true), right);
}

#[test]
fn an_empty_file_and_one_that_is_gone_are_errors_that_name_it() {
    let root = empty();
    copy(root.path(), &KVK);
    fs::write(path(root.path(), "KvM.wdl"), b"").unwrap();
    for mapped in [false, true] {
        let options = Options::new();
        copy(root.path(), &KVK);
        let tables: Tablebase<International> = if mapped {
            // SAFETY: a file that is removed stays as it is for whoever has it mapped.
            unsafe { options.open_mapped([root.path()]) }.unwrap()
        } else {
            options.open([root.path()]).unwrap()
        };
        let error = tables.probe_wdl(&position("W:WK10:B5")).unwrap_err().to_string();
        assert!(error.contains("KvM.wdl"), "{error}");
        fs::remove_file(path(root.path(), "KvK.wdl")).unwrap();
        let error = tables.probe_wdl(&position("W:WK10:BK5")).unwrap_err();
        assert!(matches!(&error, ProbeError::Table(table) if !table.is_damage()), "{error}");
        assert!(error.to_string().contains("KvK.wdl"), "{error}");
        // Back again, it answers.
        copy(root.path(), &KVK);
        assert!(tables.probe_wdl(&position("W:WK10:BK5")).is_ok());
    }
}

#[test]
fn a_table_replaced_while_in_use_gives_right_values_or_errors() {
    let root = empty();
    copy(root.path(), &KVK);
    let options = Options::new().with_cache(0).open_files(1);
    let tables: Tablebase<International> = options.open([root.path()]).unwrap();
    let right = answers(folder(), false);
    for (position, right) in all_positions("KvK").zip(&right).take(50) {
        assert_eq!(tables.probe(&position).ok(), *right);
    }
    // As a table of other contents, put in its place whole.
    let new = path(root.path(), "KKvK.wdl");
    fs::copy(path(folder(), "KKvK.wdl"), &new).unwrap();
    fs::rename(&new, path(root.path(), "KvK.wdl")).unwrap();
    for (position, right) in all_positions("KvK").zip(&right) {
        let found = tables.probe(&position).ok();
        assert!(found.is_none() || found == *right, "{position}");
    }
}

#[test]
fn mapped_and_plain_reads_answer_alike() {
    // SAFETY: nobody touches the files of this test.
    let mapped = unsafe { Tablebase::<International>::open_mapped([folder()]) }.unwrap();
    let plain = Options::new().with_cache(0).open_files(1).open([folder()]).unwrap();
    let mut random = Random(31);
    for _ in 0..20_000 {
        let name = *random.choose(&["KKvK", "MMvM", "KMvK", "KMvM", "KKvM", "KvK"]);
        let position: Position<International> = random.position(slice(name));
        assert_eq!(mapped.probe(&position).unwrap(), plain.probe(&position).unwrap());
    }
}

#[cfg(target_os = "linux")]
#[test]
fn few_files_are_open_however_many_tables_there_are() {
    // Other tests open the same files: look at a copy.
    let root = empty();
    let tables = open::<International>(folder());
    for (_, path) in tables.tables() {
        fs::copy(path, root.path().join("international").join(path.file_name().unwrap())).unwrap();
    }
    let held = || {
        let open = fs::read_dir("/proc/self/fd").unwrap().flatten();
        open.filter(|fd| fs::read_link(fd.path()).is_ok_and(|to| to.starts_with(root.path())))
            .count()
    };
    let limited: Tablebase<International> =
        Options::new().open_files(3).open([root.path()]).unwrap();
    // SAFETY: nobody touches the copies.
    let mapped = unsafe { Tablebase::<International>::open_mapped([root.path()]) }.unwrap();
    let mut random = Random(41);
    for name in ["KvK", "KvM", "MvM", "KKvK", "KMvK", "MMvK", "KKvM", "KMvM", "MMvM"] {
        for _ in 0..50 {
            let position = random.position(slice(name));
            assert_eq!(limited.probe(&position).unwrap(), mapped.probe(&position).unwrap());
            assert!(held() <= 3);
        }
    }
    assert!(tables.tables().count() > 20);
}

#[test]
fn clocks_need_the_distances_they_count() {
    let root = empty();
    copy(root.path(), &["KvK.wdl", "KvM.wdl"]);
    let tables = open::<International>(root.path());
    let ask = |fen: &str, c25, c5| {
        let position = position::<International>(fen);
        let clocks = DrawClocks { c25, c16: None, c5 };
        tables.probe_wdl_with_clocks(&position, &clocks, Reading::Fmjd)
    };
    let missing = |answer: Result<_, ProbeError>| match answer {
        Err(ProbeError::Missing(missing)) => Some(missing.name.to_string()),
        _ => None,
    };
    // Fresh clocks need none, a draw neither.
    assert!(ask("W:WK10:BK5", 0, Some(0)).is_ok());
    assert!(ask("W:WK11:BK50", 0, Some(9)).is_ok());
    assert_eq!(missing(ask("W:WK10:BK5", 0, Some(1))).as_deref(), Some("KvK.dtw"));
    let decided = all_positions::<International>("KvM")
        .filter(|position| !position.has_capture() && position.has_move())
        .find(|position| tables.probe_wdl(position).unwrap() != Outcome::Draw)
        .unwrap()
        .to_string();
    assert!(ask(&decided, 0, None).is_ok());
    assert_eq!(missing(ask(&decided, 1, None)).as_deref(), Some("KvM.dtc"));
}
