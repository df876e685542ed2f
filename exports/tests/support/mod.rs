//! What the tests share: tables, random positions, a failing disk.
#![allow(dead_code, reason = "not every test program uses all of it")]

#[path = "../../../tests/common/tables.rs"]
mod tables;

pub use tables::four_pieces;

use manoury_exports::{Event, Observer, WrittenFile};
use manoury_generator::{BuildError, Disk, Selection};
use manoury_prober::{Slice, Tablebase};
use manoury_rules::{International, Position};
use manoury_tables::{Index, Output};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, Ordering};
use tables::options;

/// Makes tables in a folder.
pub fn make(folder: &Path, selection: &Selection) -> Result<(), BuildError> {
    manoury_testing::build::<International>(folder, selection, &options())
}

/// A folder with all tables of 2 and 3 pieces, to do damage to.
pub fn three_pieces() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    make(folder.path(), &Selection::Pieces(3)).unwrap();
    folder
}

pub fn open(folder: &Path) -> Tablebase<International> {
    Tablebase::open([folder]).unwrap()
}

/// Every position of a slice, the strong side White, with each side to move.
pub fn positions(slice: Slice) -> impl Iterator<Item = Position<International>> {
    let index = Index::<International>::new(slice);
    (0..2).flat_map(move |side| (0..index.len()).filter_map(move |n| index.position(n, side)))
}

/// A disk with room for so many bytes.
pub struct SmallDisk(AtomicI64);

impl SmallDisk {
    pub fn new(room: u64) -> Self {
        SmallDisk(AtomicI64::new(room as i64))
    }
}

impl Output for SmallDisk {
    fn put(
        &self,
        path: &Path,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        struct Room<'a>(&'a mut dyn Write, &'a AtomicI64);
        impl Write for Room<'_> {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                if self.1.fetch_sub(bytes.len() as i64, Ordering::Relaxed) < bytes.len() as i64 {
                    return Err(io::ErrorKind::StorageFull.into());
                }
                self.0.write(bytes)
            }
            fn flush(&mut self) -> io::Result<()> {
                self.0.flush()
            }
        }
        Disk.put(path, &mut |out| write(&mut Room(out, &self.0)))
    }
}

/// All files below a folder, but the one that is locked.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found.retain(|path| !path.ends_with(".lock"));
    found
}

/// Remembers what it is told.
#[derive(Default)]
pub struct Log(Mutex<Told>);

/// What an observer was told.
#[derive(Default)]
pub struct Told {
    pub files: u64,
    pub entries: u64,
    pub advanced: u64,
    pub written: Vec<WrittenFile>,
}

impl Log {
    /// What it was told; the files in the order of their names.
    pub fn told(self) -> Told {
        let mut told = self.0.into_inner().unwrap();
        told.written.sort_by(|a, b| a.path.cmp(&b.path));
        told
    }
}

impl Observer for Log {
    fn event(&self, event: Event<'_>) {
        let mut told = self.0.lock().unwrap();
        match event {
            Event::Started { files, entries } => (told.files, told.entries) = (files, entries),
            Event::Advanced { entries } => told.advanced += entries,
            Event::Written(file) => told.written.push(file.clone()),
            _ => {}
        }
    }
}

/// Numbers that look random, the same in every run (SplitMix64).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ z >> 31) % bound
    }

    /// A position of a slice, either side to move, either colouring.
    pub fn position(&mut self, slice: Slice) -> Position<International> {
        let index = Index::<International>::new(slice);
        loop {
            let side = self.below(2) as usize;
            if let Some(position) = index.position(self.below(index.len()), side) {
                return if self.below(2) == 0 { position } else { position.reversed() };
            }
        }
    }
}

/// The squares of a FEN, for readers that know no bitboards: 1 to 50, ascending.
#[derive(Clone, Debug, Default)]
pub struct Squares {
    pub white_to_move: bool,
    pub white_men: Vec<usize>,
    pub white_kings: Vec<usize>,
    pub black_men: Vec<usize>,
    pub black_kings: Vec<usize>,
}

impl Squares {
    pub fn of(position: &Position<International>) -> Self {
        let fen = position.to_string();
        let mut squares = Squares { white_to_move: fen.starts_with("W:"), ..Squares::default() };
        for list in fen.split(':').skip(1) {
            let (color, list) = list.split_at(1);
            for token in list.split(',').filter(|token| !token.is_empty()) {
                let square = token.trim_start_matches('K').parse().unwrap();
                let of = match (color, token.starts_with('K')) {
                    ("W", false) => &mut squares.white_men,
                    ("W", true) => &mut squares.white_kings,
                    (_, false) => &mut squares.black_men,
                    (_, true) => &mut squares.black_kings,
                };
                of.push(square);
            }
        }
        squares.sort();
        squares
    }

    fn sort(&mut self) {
        for list in
            [&mut self.white_men, &mut self.white_kings, &mut self.black_men, &mut self.black_kings]
        {
            list.sort_unstable();
        }
    }

    /// The board turned by 180° and the colours exchanged, if Black is to move.
    pub fn with_white_to_move(self) -> Self {
        if self.white_to_move {
            return self;
        }
        let turned = |squares: Vec<usize>| squares.into_iter().map(|square| 51 - square).collect();
        let mut turned = Squares {
            white_to_move: true,
            white_men: turned(self.black_men),
            white_kings: turned(self.black_kings),
            black_men: turned(self.white_men),
            black_kings: turned(self.white_kings),
        };
        turned.sort();
        turned
    }
}
