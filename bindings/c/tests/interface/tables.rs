//! Tables for the tests, made once.

use manoury_generator::{Disk, Effort, Options, Plan, Selection, Silent, build};
use manoury_rules::{Brazilian, English, International, Position, Variant};
use manoury_tables::{Index, Material, Slice};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// A folder with international tables of class sixteen, of two men against two and all they lead
/// to, and with those of two and three pieces of the other variants. Nobody writes into it.
pub fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = crate::toolchain::scratch("tables");
        let slices = ["KMMvK", "KKvM"].map(|name| name.parse::<Material>().unwrap().slice());
        make::<International>(&folder, &Selection::Slices(slices.to_vec()));
        make::<Brazilian>(&folder, &Selection::Pieces(3));
        make::<English>(&folder, &Selection::Pieces(3));
        folder
    })
}

fn make<V: Variant>(folder: &Path, selection: &Selection) {
    let options = Options {
        threads: 2,
        memory: 2 << 30,
        effort: Effort::Fast,
        checkpoint: None,
        output: &Disk,
        observer: &Silent,
    };
    let plan = Plan::<V>::new(selection, None).unwrap();
    build(&plan, &folder.join(V::NAME), &options).unwrap();
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
    pub fn position<V: Variant>(&mut self, slice: Slice) -> Position<V> {
        let index = Index::<V>::new(slice);
        loop {
            let side = self.below(slice.sides() as u64) as usize;
            if let Some(position) = index.position(self.below(index.len()), side) {
                return if self.below(2) == 0 { position } else { position.reversed() };
            }
        }
    }
}
