//! Tables for the tests, made once.

#[allow(dead_code, reason = "this program uses a part")]
#[path = "../../../../tests/common/tables.rs"]
mod common;
#[allow(dead_code, reason = "this program uses a part")]
#[path = "../../../../tests/common/random.rs"]
mod random;

pub use random::Random;

use common::options;
use manoury_generator::Selection;
use manoury_rules::{Brazilian, English, International, Variant};
use manoury_tables::Material;
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
    manoury_testing::build::<V>(folder, selection, &options()).unwrap();
}
