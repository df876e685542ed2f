//! A probe whose blocks are in the cache allocates nothing. A test program of its own: it counts
//! every allocation.

mod support;

use manoury_prober::{Options, Tablebase};
use manoury_rules::{International, Position};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use support::{Random, make, slice, slices};

/// Counts what each thread asks for.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

fn count() {
    let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
}

// SAFETY: all is handed on to the system's allocator as it comes.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller keeps the contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: the caller keeps the contract.
        unsafe { System.realloc(place, layout, size) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract.
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Allocations of this thread during some work.
fn allocations(work: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.get();
    work();
    ALLOCATIONS.get() - before
}

#[test]
fn a_hot_probe_allocates_nothing_and_a_batch_little() {
    let folder = make::<International>("allocations", &slices(&["KKvK", "MMvM"]));
    let tables: Tablebase<International> = Options::new().open([folder]).unwrap();
    let mut random = Random(3);
    let names = ["KvK", "KvM", "MvM", "KKvK", "KMvK", "MMvK", "KKvM", "KMvM", "MMvM"];
    let positions: Vec<Position<International>> =
        (0..6000).map(|i| random.position(slice(names[i % names.len()]))).collect();
    let captures = positions.iter().filter(|position| position.has_capture()).count();
    assert!(captures > 1000, "{captures}");
    let ask_all = || {
        for position in &positions {
            tables.probe_wdl(position).unwrap();
            assert!(tables.probe_wdl_cached_only(position).unwrap().is_some());
        }
    };
    assert!(allocations(ask_all) > 0, "the first round opens files");
    assert_eq!(allocations(ask_all), 0);
    // Not one for each position: the buffers of a batch.
    let mut answers = Vec::with_capacity(positions.len());
    let batch = allocations(|| tables.probe_wdl_many_into(&positions, &mut answers));
    assert!(batch < 100, "{batch}");
}
