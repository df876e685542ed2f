//! Tables for Moby Dam: byte for byte what the engine expects.

mod support;

use manoury_exports::{ExportError, Options, mobydam};
use manoury_prober::{Outcome, Slice};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use support::{Log, Random, SmallDisk, Squares, files, four_pieces, open};

/// CRC-16/CCITT-FALSE: polynomial 0x1021, all bits set at first, nothing reflected.
fn crc16(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0xffff, |crc: u16, &byte| {
        (0..8).fold(crc ^ (byte as u16) << 8, |crc, _| {
            if crc & 0x8000 == 0 { crc << 1 } else { crc << 1 ^ 0x1021 }
        })
    })
}

/// A folder with all files, made once; nobody writes into it.
fn exported() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mobydam");
        let _ = fs::remove_dir_all(&folder);
        let log = Log::default();
        let options = Options { threads: 5, observer: &log, ..Options::default() };
        let mut files = mobydam::export(&open(&four_pieces()), &folder, &options).unwrap();
        files.sort_by(|a, b| a.path.cmp(&b.path));
        let told = log.told();
        assert_eq!((told.files, told.entries), (42, told.advanced));
        assert_eq!(told.written, files);
        folder
    })
}

#[test]
fn every_file_is_what_the_engine_expects() {
    assert_eq!(crc16(b"123456789"), 0x29b1);
    let found: BTreeMap<String, String> = fs::read_dir(exported())
        .unwrap()
        .map(|entry| {
            let entry = entry.unwrap();
            let bytes = fs::read(entry.path()).unwrap();
            let sum = format!("{}\t{:04x}", bytes.len(), crc16(&bytes));
            (entry.file_name().into_string().unwrap(), sum)
        })
        .filter(|(name, _)| name != ".lock")
        .collect();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/mobydam.tsv");
    let data = fs::read_to_string(data).unwrap();
    let lines = data.lines().filter(|line| !line.starts_with('#'));
    let expected: BTreeMap<String, String> = lines
        .map(|line| line.split_once('\t').unwrap())
        .map(|(name, sum)| (name.into(), sum.into()))
        .collect();
    assert_eq!(expected.len(), 42);
    assert_eq!(found, expected);
}

/// The value of a position in the plain files: win in n plies n, loss in n −n, draw 100.
fn value(folder: &Path, squares: &Squares) -> i8 {
    let Squares { white_men, white_kings, black_men, black_kings, .. } = squares;
    let side = |men: &Vec<usize>, kings: &Vec<usize>| {
        format!("{}{}", "X".repeat(kings.len()), "O".repeat(men.len()))
    };
    let name = format!("{}v{}.bin", side(white_men, white_kings), side(black_men, black_kings));
    let squares = [white_men, white_kings, black_men, black_kings].into_iter().flatten();
    let cell = squares.fold(0, |cell, square| 50 * cell + square - 1);
    fs::read(folder.join(name)).unwrap()[cell] as i8
}

#[test]
fn plain_files_tell_the_plies_of_every_position() {
    let tablebase = open(&four_pieces());
    let mut random = Random(2);
    for slice in [2, 3].into_iter().flat_map(Slice::all) {
        for _ in 0..300 {
            let position = random.position(slice);
            let probe = tablebase.probe(&position).unwrap();
            let plies = probe.dtw.map_or(0, |plies| plies as i8);
            let expected = match probe.outcome.on_board() {
                Outcome::Win => plies,
                Outcome::Loss => -plies,
                _ => 100,
            };
            let squares = Squares::of(&position).with_white_to_move();
            assert_eq!(value(exported(), &squares), expected, "{position}");
        }
    }
}

#[test]
fn a_thread_on_a_disk_that_is_too_small() {
    let folder = tempfile::tempdir().unwrap();
    let total: u64 = files(exported()).iter().map(|path| fs::metadata(path).unwrap().len()).sum();
    let disk = SmallDisk::new(total - 1);
    let options = Options { threads: 1, output: &disk, ..Options::default() };
    let error = mobydam::export(&open(&four_pieces()), folder.path(), &options).unwrap_err();
    // Without its index the engine has no tables of four pieces: it comes last.
    let index = folder.path().join(mobydam::INDEX_NAME);
    assert!(matches!(&error, ExportError::Write { path, .. } if *path == index), "{error}");
    let found = files(folder.path());
    assert_eq!(found.len(), 41);
    for path in found {
        let same = exported().join(path.file_name().unwrap());
        assert!(fs::read(&path).unwrap() == fs::read(&same).unwrap(), "{}", path.display());
    }
}
