//! Large buffers on large pages.
//!
//! Cells and outcomes are looked up all over a buffer of gigabytes. With pages of 4 KiB most such
//! looks begin with a search for the page, and the first write to each costs a call of the system.

use rayon::prelude::*;
#[cfg(target_os = "linux")]
use std::mem::MaybeUninit;

/// An empty vector with room for so many values, on large pages where the system has them.
pub(crate) fn with_capacity<T>(len: usize) -> Vec<T> {
    let mut vector = Vec::with_capacity(len);
    #[cfg(target_os = "linux")]
    ask_for_large_pages(vector.spare_capacity_mut());
    vector
}

/// A vector of so many equal values, on large pages where the system has them, written by all
/// threads.
pub(crate) fn filled<T: Clone + Send + Sync>(value: T, len: usize) -> Vec<T> {
    let mut vector = with_capacity(len);
    vector.par_extend(rayon::iter::repeat_n(value, len));
    vector
}

/// Asks for large pages in memory that has not been written to.
#[cfg(target_os = "linux")]
fn ask_for_large_pages<T>(memory: &mut [MaybeUninit<T>]) {
    const LARGE_PAGE: usize = 2 << 20;
    let start = memory.as_mut_ptr().cast::<std::ffi::c_void>();
    let skipped = start.align_offset(LARGE_PAGE);
    let len = size_of_val(memory).saturating_sub(skipped) / LARGE_PAGE * LARGE_PAGE;
    if len > 0 {
        // SAFETY: the range is of whole pages that lie within `memory`; the advice changes nothing of
        // what they hold, nor who may use them. It is a hint: nothing depends on its success.
        let _ = unsafe {
            let advice = rustix::mm::Advice::LinuxHugepage;
            rustix::mm::madvise(start.wrapping_byte_add(skipped), len, advice)
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vector_is_filled_whatever_its_length() {
        for len in [0, 1, 1000, 1 << 20, (4 << 20) + 3] {
            let vector = filled(7u16, len);
            assert_eq!((vector.len(), vector.capacity()), (len, len));
            assert!(vector.iter().all(|&value| value == 7));
        }
        assert!(with_capacity::<u64>(1 << 20).is_empty());
    }
}
