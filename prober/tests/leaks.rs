//! Tablebases that are dropped give back what they took. A test program of its own: it counts what
//! the process has open.
#![cfg(target_os = "linux")]

mod support;

use manoury_prober::{Advice, Options, Tablebase};
use manoury_rules::{International, Position};
use std::fs;
use std::path::Path;
use support::{Random, make, slice, slices};

/// Open files and memory maps of this process.
fn held(folder: &Path) -> (usize, usize, usize) {
    let files = fs::read_dir("/proc/self/fd").unwrap().count();
    let maps = fs::read_to_string("/proc/self/maps").unwrap();
    let of_tables = maps.lines().filter(|map| map.contains(folder.to_str().unwrap())).count();
    (files, of_tables, maps.lines().count())
}

#[test]
fn a_thousand_tablebases_leave_nothing_open() {
    let folder = make::<International>("leaks", &slices(&["KKvK", "MMvM"]));
    let mut random = Random(5);
    let names = ["KvK", "KvM", "MvM", "KKvK", "KMvK", "MMvK", "KKvM", "KMvM", "MMvM"];
    let positions: Vec<Position<International>> =
        (0..27).map(|i| random.position(slice(names[i % names.len()]))).collect();
    let advice = [Advice::Normal, Advice::Random, Advice::Sequential, Advice::WillNeed];
    let mut first = None;
    for round in 0..1000 {
        let options = Options::new().with_cache(4 << 20).advise(advice[round / 2 % 4]);
        let tables: Tablebase<International> = if round % 2 == 0 {
            options.open([&folder]).unwrap()
        } else {
            // SAFETY: nobody touches the files of this test.
            unsafe { options.open_mapped([&folder]) }.unwrap()
        };
        for position in &positions {
            tables.probe(position).unwrap();
        }
        let (_, maps, _) = held(&folder);
        assert_eq!(maps > 0, round % 2 == 1, "files are mapped where that was asked for");
        drop(tables);
        // The first ones bring the allocator to size.
        if round < 20 {
            continue;
        }
        let (files, of_tables, maps) = held(&folder);
        assert_eq!(of_tables, 0);
        let &mut (first_files, first_maps) = first.get_or_insert((files, maps));
        assert_eq!(files, first_files, "round {round}");
        // The allocator may take a map or two more, not one for each tablebase.
        assert!(maps <= first_maps + 8, "round {round}: {maps}, {first_maps} at first");
    }
}
