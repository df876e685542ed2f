//! Bitbases for Scan, read by a reader of our own that knows nothing but the description of the
//! format: slow and plain.

mod support;

use manoury_exports::{Options, WrittenFile, scan};
use manoury_prober::{Outcome, Slice, Tablebase};
use manoury_rules::{International, MoveList, Position};
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use support::{Log, Random, Squares, four_pieces, open, positions};

/// Every file of an engine's folder, expanded to an outcome each entry.
struct Engine(HashMap<String, Vec<u8>>);

impl Engine {
    fn load(folder: &Path, pieces: usize) -> Self {
        let mut files = HashMap::new();
        for total in 2..=pieces {
            for digits in 0..10_000usize {
                let name = format!("{digits:04}");
                let counts: Vec<usize> = name.bytes().map(|byte| (byte - b'0') as usize).collect();
                let [white_men, black_men, white_kings, black_kings] = counts[..] else { panic!() };
                let alive = white_men + white_kings > 0 && black_men + black_kings > 0;
                if alive && counts.iter().sum::<usize>() == total {
                    let path = folder.join(format!("data/bb/{total}/{name}"));
                    let entries = expanded(&fs::read(&path).unwrap());
                    let men = 50 - white_men - black_men;
                    let size = choose(45, white_men)
                        * choose(45, black_men)
                        * choose(men, white_kings)
                        * choose(men - white_kings, black_kings);
                    assert_eq!(entries.len(), size, "{name}");
                    files.insert(name, entries);
                }
            }
        }
        Engine(files)
    }

    /// The outcome for the side to move, captures played out: −1, 0 or 1.
    fn probe(&self, position: &Position<International>) -> i32 {
        let mut list = MoveList::new();
        position.legal_captures(&mut list);
        if list.is_empty() {
            return self.entry(&Squares::of(position).with_white_to_move());
        }
        list.iter().map(|&mv| -self.probe(&position.make(mv))).max().unwrap()
    }

    /// The outcome of a quiet position with White to move.
    fn entry(&self, squares: &Squares) -> i32 {
        let Squares { white_men, white_kings, black_men, black_kings, .. } = squares;
        let [a, b, c, d] = [white_men, black_men, white_kings, black_kings].map(Vec::len);
        if a + c == 0 {
            return -1;
        }
        let up: Vec<usize> = (1..=50).collect();
        let down: Vec<usize> = up.iter().rev().copied().collect();
        let without = |squares: &[usize], taken: &[&Vec<usize>]| -> Vec<usize> {
            let free = |square: &usize| !taken.iter().any(|list| list.contains(square));
            squares.iter().copied().filter(free).collect()
        };
        let for_white_kings = without(&down, &[white_men, black_men]);
        let for_black_kings = without(&up, &[white_men, black_men, white_kings]);
        let digits = [
            (rank(white_men, &down[..45]), choose(45, a)),
            (rank(black_men, &up[..45]), choose(45, b)),
            (rank(white_kings, &for_white_kings), choose(50 - a - b, c)),
            (rank(black_kings, &for_black_kings), choose(50 - a - b - c, d)),
        ];
        let number = digits.iter().fold(0, |number, (rank, size)| number * size + rank);
        match self.0[&format!("{a}{b}{c}{d}")][number] {
            0 => 0,
            1 => -1,
            2 => 1,
            other => panic!("{other}"),
        }
    }
}

/// One byte after the other: as many entries as the power says.
fn expanded(bytes: &[u8]) -> Vec<u8> {
    let mut entries = Vec::new();
    for &byte in bytes {
        assert!(byte < 255);
        let len = 1.2f64.powi(byte as i32 / 3).round() as usize;
        entries.extend(std::iter::repeat_n(byte % 3, len));
    }
    entries
}

fn choose(n: usize, k: usize) -> usize {
    if k == 0 {
        1
    } else if n == 0 {
        0
    } else {
        choose(n - 1, k - 1) * n / k
    }
}

/// The number of a set of squares among those of its size, the squares counted as they are listed.
fn rank(set: &[usize], squares: &[usize]) -> usize {
    let mut places: Vec<usize> =
        set.iter().map(|square| squares.iter().position(|s| s == square).unwrap()).collect();
    places.sort_unstable();
    places.iter().zip(1..).map(|(&place, size)| choose(place, size)).sum()
}

fn expected(tablebase: &Tablebase<International>, position: &Position<International>) -> i32 {
    match tablebase.probe_wdl(position).unwrap() {
        Outcome::Loss | Outcome::BlessedLoss => -1,
        Outcome::Draw => 0,
        Outcome::Win | Outcome::CursedWin => 1,
    }
}

#[test]
fn the_engine_finds_every_outcome() {
    let tablebase = open(&four_pieces());
    let folder = tempfile::tempdir().unwrap();
    let log = Log::default();
    let options = Options { observer: &log, ..Options::default() };
    let mut files = scan::export(&tablebase, 4, folder.path(), &options).unwrap();
    assert_eq!(files.len(), 41);
    files.sort_by(|a, b| a.path.cmp(&b.path));
    let told = log.told();
    assert_eq!((told.files, told.entries), (41, told.advanced));
    assert_eq!(told.written, files);
    for WrittenFile { path, bytes } in &files {
        assert_eq!(fs::metadata(path).unwrap().len(), *bytes);
    }
    let engine = Engine::load(folder.path(), 4);
    let mut seen = 0;
    for slice in [2, 3].into_iter().flat_map(Slice::all) {
        for position in positions(slice) {
            for position in [position, position.reversed()] {
                assert_eq!(engine.probe(&position), expected(&tablebase, &position), "{position}");
                seen += 1;
            }
        }
    }
    // All, in both colourings; those of symmetric slices with either side to move twice.
    assert!(seen > 2 * 815_145);
    let mut random = Random(1);
    for slice in Slice::all(4) {
        for _ in 0..5_000 {
            let position = random.position(slice);
            assert_eq!(engine.probe(&position), expected(&tablebase, &position), "{position}");
        }
    }
}

#[test]
fn bytes_do_not_depend_on_threads() {
    let tablebase = open(&four_pieces());
    let bytes = |threads| {
        let folder = tempfile::tempdir().unwrap();
        let options = Options { threads, ..Options::default() };
        let files = scan::export(&tablebase, 4, folder.path(), &options).unwrap();
        files.iter().map(|file| fs::read(&file.path).unwrap()).collect::<Vec<_>>()
    };
    assert!(bytes(1) == bytes(5));
}
