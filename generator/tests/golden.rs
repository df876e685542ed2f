//! Counts that other programs have found, and the promises of a run: resume, equal bytes, findings.

use manoury_generator::{
    BuildError, Depth, Disk, Effort, Event, Observer, Options, Output, Plan, Selection, Silent,
    SliceReport, VerifyError, VerifyOptions, build, verify, verify_with,
};
use manoury_rules::{Brazilian, English, International, Variant};
use manoury_tables::{
    Dictionary, Encoder, FileStorage, Kind, Material, Metric, Outcome, Slice, Statistics, Table,
    TableName, write_table,
};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

fn options(threads: usize) -> Options<'static> {
    Options {
        threads,
        memory: 2 << 30,
        effort: Effort::Fast,
        checkpoint: None,
        output: &Disk,
        observer: &Silent,
    }
}

fn build_pieces<V: Variant>(pieces: u32, folder: &Path, threads: usize) -> Vec<SliceReport> {
    let plan = Plan::<V>::new(&Selection::Pieces(pieces), None).unwrap();
    build(&plan, folder, &options(threads)).unwrap()
}

/// The statistics in the header of a file, for a material with the side to move first.
fn statistics<V: Variant>(folder: &Path, material: Material, kind: Kind) -> Statistics {
    let name = TableName { slice: material.slice(), kind };
    let path = name.in_folder(folder);
    let table = Table::<V, _>::open(FileStorage::open(&path).unwrap(), &path, name).unwrap();
    let side = usize::from(material.slice().material() != material);
    table.header().statistics[side].clone()
}

/// Compares the tables of a folder with the rows of `data/slices.tsv` for so many pieces.
fn as_published(folder: &Path, pieces: impl Fn(u32) -> bool) -> usize {
    let mut lines = 0;
    for line in include_str!("data/slices.tsv").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let material: Material = fields[0].parse().unwrap();
        if !pieces(material.slice().total()) {
            continue;
        }
        let dtw = statistics::<International>(folder, material, Kind::Distance(Metric::Dtw));
        let longest = |longest: Option<manoury_tables::Longest>| {
            longest.map_or("-".to_string(), |longest| longest.plies.to_string())
        };
        let found = [
            dtw.positions().to_string(),
            dtw.of(Outcome::Win).to_string(),
            dtw.of(Outcome::Draw).to_string(),
            dtw.of(Outcome::Loss).to_string(),
            dtw.captures.to_string(),
            longest(dtw.longest_win),
            longest(dtw.longest_loss),
            plies(&dtw).to_string(),
        ];
        assert_eq!(found, fields[1..], "{material}");
        assert_eq!(dtw.of(Outcome::CursedWin) + dtw.of(Outcome::BlessedLoss), 0);
        lines += 1;
    }
    lines
}

/// The sum of the distances of all positions.
fn plies(statistics: &Statistics) -> u64 {
    let sum = |outcome| (0..).zip(statistics.histogram.of(outcome)).map(|(n, count)| n * count);
    [Outcome::Win, Outcome::Loss].into_iter().flat_map(sum).sum()
}

#[test]
fn international_counts_are_the_published_ones() {
    let folder = tempfile::tempdir().unwrap();
    build_pieces::<International>(4, folder.path(), 2);
    assert_eq!(as_published(folder.path(), |pieces| pieces <= 4), 28);
    let seen =
        verify::<International>(&[folder.path().to_path_buf()], Depth::Values, &Silent).unwrap();
    assert_eq!(seen.findings, []);
    assert_eq!(seen.files, 23 * 3 + 3);
    assert!(seen.positions > 20_000_000);
}

#[test]
fn counts_of_five_pieces_are_the_published_ones() {
    let folder = tempfile::tempdir().unwrap();
    let slices = ["KKKvKK", "KKKKvM"].map(|name| name.parse::<Material>().unwrap().slice());
    let kinds = [Kind::Wdl, Kind::Distance(Metric::Dtc), Kind::Distance(Metric::Dtw)];
    let plan = Plan::<International>::new(&Selection::Slices(slices.into()), Some(&kinds)).unwrap();
    build(&plan, folder.path(), &options(2)).unwrap();
    assert_eq!(as_published(folder.path(), |pieces| pieces == 5), 3);
}

/// The longest distance to conversion of a slice with five pieces, win or loss.
fn longest_dtc(folder: &Path, slice: Slice) -> u16 {
    let sides = (0..slice.sides()).map(|side| slice.to_move(side));
    let longest = |material| {
        let dtc = statistics::<International>(folder, material, Kind::Distance(Metric::Dtc));
        [dtc.longest_win, dtc.longest_loss].into_iter().flatten().map(|longest| longest.plies).max()
    };
    sides.filter_map(longest).max().unwrap_or(0)
}

/// Reads a whole set made beforehand, for making it takes minutes:
/// `MANOURY_TABLES=DIR cargo test --workspace -- --ignored five_pieces`.
#[test]
#[ignore = "needs the tables of 2-5 pieces in the folder that MANOURY_TABLES names"]
fn five_pieces_convert_in_at_most_22_plies() {
    let folder = std::env::var_os("MANOURY_TABLES").expect("MANOURY_TABLES names a folder");
    let folder = Path::new(&folder).join("international");
    for slice in Slice::all(5) {
        let longest = longest_dtc(&folder, slice);
        assert!(longest <= 22, "{slice}: {longest}");
        assert_eq!(longest == 22, slice.to_string() == "KKKvKM", "{slice}: {longest}");
    }
}

/// Positions of all slices of a number of pieces, one for every side to move that is stored.
fn positions<V: Variant>(folder: &Path, pieces: u32) -> u64 {
    Slice::all(pieces)
        .into_iter()
        .flat_map(|slice| (0..slice.sides()).map(move |side| slice.to_move(side)))
        .map(|material| statistics::<V>(folder, material, Kind::Wdl).positions())
        .sum()
}

#[test]
fn english_counts_are_the_published_ones() {
    let folder = tempfile::tempdir().unwrap();
    build_pieces::<English>(4, folder.path(), 2);
    let counts: Vec<u64> = (2..=4).map(|n| positions::<English>(folder.path(), n)).collect();
    assert_eq!(counts, [3_488, 196_032, 6_209_316]);
    // Chinook's counts hold the positions in which one side has no piece left as well.
    let one_sided = |pieces: u32| -> u64 {
        let men_and_kings = |men| {
            manoury_tables::binomial(28, men) * manoury_tables::binomial(32 - men, pieces - men)
        };
        (0..=pieces).map(men_and_kings).sum()
    };
    let published = [6_972, 261_224, 7_092_774];
    for (pieces, (found, published)) in (2..).zip(counts.iter().zip(published)) {
        assert_eq!(found + 2 * one_sided(pieces), published, "{pieces} pieces");
    }
    let kings =
        statistics::<English>(folder.path(), "KvK".parse().unwrap(), Kind::Distance(Metric::Dtw));
    assert_eq!(
        [Outcome::Win, Outcome::Draw, Outcome::Loss].map(|outcome| kings.of(outcome)),
        [230, 654, 108]
    );
    assert_eq!(kings.longest_win.unwrap().plies, 11);
    let two = statistics::<English>(folder.path(), "KKvK".parse().unwrap(), Kind::Wdl);
    assert_eq!(two.of(Outcome::Draw), 34);
    let seen = verify::<English>(&[folder.path().to_path_buf()], Depth::Values, &Silent).unwrap();
    assert_eq!(seen.findings, []);
}

#[test]
fn brazilian_tables_verify() {
    let folder = tempfile::tempdir().unwrap();
    build_pieces::<Brazilian>(4, folder.path(), 2);
    let seen = verify::<Brazilian>(&[folder.path().to_path_buf()], Depth::Values, &Silent).unwrap();
    assert_eq!(seen.findings, []);
}

fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.file_name() != ".lock")
        .map(|entry| {
            (entry.file_name().into_string().unwrap(), std::fs::read(entry.path()).unwrap())
        })
        .collect()
}

#[test]
fn bytes_do_not_depend_on_threads_or_interruptions() {
    let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    build_pieces::<International>(3, one.path(), 1);
    build_pieces::<International>(3, two.path(), 2);
    let whole = contents(one.path());
    assert_eq!(whole, contents(two.path()));

    // Nothing is left to do: nothing is done.
    let again = build_pieces::<International>(3, one.path(), 2);
    assert!(again.iter().all(|report| report.skipped));
    assert_eq!(whole, contents(one.path()));

    // A missing, a cut-off, a foreign and an unfinished file, a lost manifest.
    let remove = |name: &str| std::fs::remove_file(two.path().join(name)).unwrap();
    remove("KMvK.dtw");
    remove("manifest.json");
    std::fs::write(two.path().join("KvK.wdl"), &whole["KvK.wdl"][..250]).unwrap();
    std::fs::write(two.path().join("MMvM.dtc"), &whole["MMvK.dtc"]).unwrap();
    std::fs::write(two.path().join("MMvM.dtc.tmp"), b"half").unwrap();
    let again = build_pieces::<International>(3, two.path(), 2);
    let made: Vec<String> =
        again.iter().filter(|r| !r.skipped).map(|r| r.slice.to_string()).collect();
    assert_eq!(made, ["KvK", "KMvK", "MMvM"]);
    assert_eq!(whole, contents(two.path()));
}

/// A disk that is full after so many bytes.
struct SmallDisk(AtomicU64);

impl Output for SmallDisk {
    fn put(
        &self,
        path: &Path,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        Disk.put(path, &mut |out| {
            let mut counted = Vec::new();
            write(&mut counted)?;
            let room = self.0.load(Ordering::Relaxed);
            let len = counted.len() as u64;
            if len > room {
                out.write_all(&counted[..room as usize])?;
                return Err(io::ErrorKind::StorageFull.into());
            }
            self.0.store(room - len, Ordering::Relaxed);
            out.write_all(&counted)
        })
    }
}

#[test]
fn a_full_disk_loses_nothing_that_was_finished() {
    let (whole, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    build_pieces::<International>(3, whole.path(), 2);
    let whole = contents(whole.path());
    let plan = Plan::<International>::new(&Selection::Pieces(3), None).unwrap();
    let mut finished = 0;
    for room in [0, 100, 1000, 5000, 5000, 5000] {
        let disk = SmallDisk(AtomicU64::new(room));
        let error = build(&plan, folder.path(), &Options { output: &disk, ..options(1) });
        let BuildError::Write { path, source } = error.unwrap_err() else { panic!() };
        assert_eq!(source.kind(), io::ErrorKind::StorageFull);
        assert!(path.starts_with(folder.path()));
        let left = contents(folder.path());
        assert!(left.len() >= finished, "{left:?}");
        finished = left.len();
        for (name, bytes) in left {
            assert!(!name.ends_with(".tmp"));
            if name != "manifest.json" {
                assert_eq!(bytes, whole[&name], "{name}");
            }
        }
    }
    assert!(finished > 3);
    build(&plan, folder.path(), &options(2)).unwrap();
    assert_eq!(whole, contents(folder.path()));
}

/// Takes note of damaged files.
#[derive(Default)]
struct Damages(Mutex<Vec<(PathBuf, String)>>);

impl Observer for Damages {
    fn event(&self, event: Event<'_>) {
        if let Event::Damaged { path, reason } = event {
            self.0.lock().unwrap().push((path.to_path_buf(), reason.to_string()));
        }
    }
}

#[test]
fn damage_is_told_and_made_good() {
    let folder = tempfile::tempdir().unwrap();
    build_pieces::<International>(2, folder.path(), 1);
    let whole = contents(folder.path());
    let plan = Plan::<International>::new(&Selection::Pieces(2), None).unwrap();
    let damages = || {
        let seen = Damages::default();
        build(&plan, folder.path(), &Options { observer: &seen, ..options(2) }).unwrap();
        assert_eq!(contents(folder.path()), whole);
        seen.0.into_inner().unwrap()
    };
    assert_eq!(damages(), []);
    for at in [0, 255, 258, whole["KvM.dtc"].len() - 1] {
        let path = folder.path().join("KvM.dtc");
        let mut bytes = whole["KvM.dtc"].clone();
        bytes[at] ^= 4;
        std::fs::write(&path, bytes).unwrap();
        let seen = damages();
        assert_eq!(seen.len(), 1);
        assert_eq!(seen[0].0, path);
    }
    // A whole file, but not the one that was written.
    let max = tempfile::tempdir().unwrap();
    build(&plan, max.path(), &Options { effort: Effort::Normal, ..options(2) }).unwrap();
    let other = std::fs::read(max.path().join("MvM.dtw")).unwrap();
    assert_ne!(other, whole["MvM.dtw"]);
    std::fs::write(folder.path().join("MvM.dtw"), other).unwrap();
    let seen = damages();
    assert!(seen[0].1.contains("manifest"), "{seen:?}");
}

#[test]
fn what_is_no_file_is_in_the_way() {
    for name in ["KvM.wdl", "manifest.json"] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::create_dir(&path).unwrap();
        let plan = Plan::<International>::new(&Selection::Pieces(2), None).unwrap();
        let error = build(&plan, folder.path(), &options(1)).unwrap_err();
        assert!(matches!(&error, BuildError::InTheWay { path: found } if *found == path));
        assert!(error.to_string().contains(name));
        assert!(!folder.path().join("KvK.wdl").exists(), "found before any work");
    }
}

#[test]
fn a_verification_that_does_not_fit_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    build_pieces::<International>(2, folder.path(), 1);
    let folders = [folder.path().to_path_buf()];
    let allowing = |memory| {
        let options = VerifyOptions { depth: Depth::Values, threads: 2, memory, observer: &Silent };
        verify_with::<International>(&folders, &options)
    };
    let Err(VerifyError::Memory { needed, .. }) = allowing(1000) else { panic!() };
    assert_eq!(allowing(needed).unwrap().findings, []);
}

#[test]
fn every_flipped_byte_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let selection = Selection::Slices(vec!["KvM".parse::<Material>().unwrap().slice()]);
    let plan = Plan::<International>::new(&selection, None).unwrap();
    build(&plan, folder.path(), &options(1)).unwrap();
    let path = folder.path().join("KvM.dtc");
    let whole = std::fs::read(&path).unwrap();
    let findings = || {
        let seen =
            verify::<International>(&[folder.path().to_path_buf()], Depth::Checksums, &Silent)
                .unwrap();
        seen.findings
    };
    assert_eq!(findings(), []);
    let damaged = |bytes: &[u8], what: &str| {
        std::fs::write(&path, bytes).unwrap();
        let findings = findings();
        assert_eq!(findings.len(), 1, "{what}");
        assert_eq!(findings[0].path, path);
        assert!(!findings[0].to_string().contains('\n'));
    };
    for at in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        damaged(&bytes, &format!("byte {at}"));
    }
    for len in (0..whole.len()).step_by(3) {
        damaged(&whole[..len], &format!("cut at {len}"));
    }
    damaged(&[&whole[..], b"x"].concat(), "a byte more");
    damaged(b"junk", "junk");
    damaged(&std::fs::read(folder.path().join("KvM.dtw")).unwrap(), "another kind");
    std::fs::write(&path, &whole).unwrap();
    assert_eq!(findings(), []);
}

#[test]
fn every_flipped_byte_of_the_manifest_is_found() {
    let folder = tempfile::tempdir().unwrap();
    build_pieces::<International>(2, folder.path(), 1);
    let path = folder.path().join("manifest.json");
    let whole = std::fs::read(&path).unwrap();
    let findings = || {
        let folders = [folder.path().to_path_buf()];
        verify::<International>(&folders, Depth::Checksums, &Silent).unwrap().findings
    };
    for at in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        std::fs::write(&path, bytes).unwrap();
        let findings = findings();
        assert_eq!(findings.len(), 1, "byte {at}");
        assert_eq!(findings[0].path, path);
    }
    std::fs::write(&path, &whole).unwrap();
    assert_eq!(findings(), []);
    std::fs::remove_file(folder.path().join("MvM.dtw")).unwrap();
    assert!(findings()[0].what.contains("MvM.dtw"));
}

#[test]
fn tables_in_several_folders_are_verified_together() {
    let (low, high) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    build_pieces::<International>(3, high.path(), 2);
    for entry in std::fs::read_dir(high.path()).unwrap().map(|entry| entry.unwrap()) {
        let name = entry.file_name().into_string().unwrap();
        if name.starts_with("KvK.") || name.starts_with("KvM.") {
            std::fs::rename(entry.path(), low.path().join(name)).unwrap();
        }
    }
    std::fs::remove_file(high.path().join("manifest.json")).unwrap();
    let folders = [low.path().to_path_buf(), high.path().to_path_buf()];
    let seen = verify::<International>(&folders, Depth::Values, &Silent).unwrap();
    assert_eq!(seen.findings, []);
    assert_eq!(seen.files, 27);
    let alone = verify::<International>(&folders[1..], Depth::Values, &Silent).unwrap();
    assert!(alone.findings.iter().any(|finding| finding.what.contains("KvK")));
    // A copy that is not read is checked for damage all the same.
    let mut bytes = std::fs::read(low.path().join("KvK.dtc")).unwrap();
    bytes[260] ^= 1;
    std::fs::write(high.path().join("KvK.dtc"), bytes).unwrap();
    for depth in [Depth::Checksums, Depth::Values] {
        let seen = verify::<International>(&folders, depth, &Silent).unwrap();
        assert_eq!(seen.findings.len(), 1, "{seen:?}");
        assert_eq!(seen.findings[0].path, high.path().join("KvK.dtc"));
    }
}

#[test]
fn a_manifest_that_cannot_be_read_is_a_finding() {
    let folder = tempfile::tempdir().unwrap();
    build_pieces::<International>(2, folder.path(), 1);
    let path = folder.path().join("manifest.json");
    std::fs::remove_file(&path).unwrap();
    std::fs::create_dir(&path).unwrap();
    let folders = [folder.path().to_path_buf()];
    let seen = verify::<International>(&folders, Depth::Checksums, &Silent).unwrap();
    assert_eq!(seen.findings.len(), 1, "{seen:?}");
    assert_eq!(seen.findings[0].path, path);
}

#[test]
fn a_missing_distance_below_is_named_and_no_value_is_called_wrong() {
    let folder = tempfile::tempdir().unwrap();
    build_pieces::<International>(2, folder.path(), 1);
    std::fs::remove_file(folder.path().join("KvM.dtw")).unwrap();
    std::fs::remove_file(folder.path().join("manifest.json")).unwrap();
    let folders = [folder.path().to_path_buf()];
    let seen = verify::<International>(&folders, Depth::Values, &Silent).unwrap();
    assert_eq!(seen.findings.len(), 1, "{seen:?}");
    assert_eq!(seen.findings[0].path, folder.path().join("MvM.dtw"));
    assert!(seen.findings[0].what.contains("KvM.dtw"));
}

#[test]
fn a_wrong_value_under_right_checksums_is_found() {
    let folder = tempfile::tempdir().unwrap();
    build_pieces::<International>(2, folder.path(), 1);
    // The WDL file of another game of the same shape would pass every checksum but not the values:
    // write the one of K v M with two blocks' worth of outcomes exchanged by re-encoding it.
    let name = TableName { slice: "KvM".parse::<Material>().unwrap().slice(), kind: Kind::Wdl };
    let path = name.in_folder(folder.path());
    let table =
        Table::<International, _>::open(FileStorage::open(&path).unwrap(), &path, name).unwrap();
    let mut decoder = manoury_tables::Decoder::new().unwrap();
    let mut encoder = Encoder::new(3, &Dictionary::default()).unwrap();
    let mut blocks = Vec::new();
    for block in 0..table.header().blocks() {
        let mut bytes = Vec::new();
        table.decode(block, &mut decoder, &mut bytes).unwrap();
        let middle = bytes.len() / 2;
        // Five wins become five losses.
        if block == 0 {
            bytes[middle] = if bytes[middle] == 0 { 242 } else { 0 };
        }
        blocks.push(encoder.compressed(&bytes).unwrap());
    }
    let mut out = Vec::new();
    write_table(table.header().clone(), &blocks, &Dictionary::default(), &mut out).unwrap();
    std::fs::write(&path, out).unwrap();
    std::fs::remove_file(folder.path().join("manifest.json")).unwrap();
    let checksums =
        verify::<International>(&[folder.path().to_path_buf()], Depth::Checksums, &Silent).unwrap();
    assert_eq!(checksums.findings, []);
    let values =
        verify::<International>(&[folder.path().to_path_buf()], Depth::Values, &Silent).unwrap();
    assert!(values.findings.iter().any(|finding| finding.path == path), "{values:?}");
}

#[test]
fn a_wrong_histogram_under_right_checksums_is_found() {
    let folder = tempfile::tempdir().unwrap();
    build_pieces::<International>(2, folder.path(), 1);
    let name = TableName {
        slice: "KvM".parse::<Material>().unwrap().slice(),
        kind: Kind::Distance(Metric::Dtw),
    };
    let path = name.in_folder(folder.path());
    let table =
        Table::<International, _>::open(FileStorage::open(&path).unwrap(), &path, name).unwrap();
    let mut decoder = manoury_tables::Decoder::new().unwrap();
    let mut encoder = Encoder::new(3, &Dictionary::default()).unwrap();
    let blocks: Vec<_> = (0..table.header().blocks())
        .map(|block| {
            let mut bytes = Vec::new();
            table.decode(block, &mut decoder, &mut bytes).unwrap();
            encoder.block(&bytes).unwrap()
        })
        .collect();
    let mut header = table.header().clone();
    let counts = header.statistics[0].histogram.of(Outcome::Win).to_vec();
    assert_eq!(counts.iter().sum::<u64>(), header.statistics[0].of(Outcome::Win));
    assert_eq!(counts.len(), 8);
    // As many wins, but one of them a ply later.
    let mut histogram = manoury_tables::Histogram::default();
    for (plies, mut count) in counts.into_iter().enumerate() {
        match plies {
            3 => count -= 1,
            4 => count += 1,
            _ => {}
        }
        histogram.add(Outcome::Win, plies as u16, count);
    }
    header.statistics[0].histogram = histogram;
    let mut out = Vec::new();
    write_table(header, &blocks, &Dictionary::default(), &mut out).unwrap();
    std::fs::write(&path, out).unwrap();
    std::fs::remove_file(folder.path().join("manifest.json")).unwrap();
    let values =
        verify::<International>(&[folder.path().to_path_buf()], Depth::Values, &Silent).unwrap();
    assert!(
        values.findings.iter().any(|f| f.path == path && f.what.contains("counts")),
        "{values:?}"
    );
}
