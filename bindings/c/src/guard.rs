//! The border itself: nothing unwinds across it, and no pointer is followed unseen.

use crate::failure::Failure;
use crate::last_error;
use crate::status::ManouryStatus;
use std::any::Any;
use std::ffi::{CStr, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Does the work of a function that C calls. A failure becomes its number, with its text kept for
/// `manoury_last_error`; a panic becomes a failure.
pub(crate) fn guarded(work: impl FnOnce() -> Result<(), Failure>) -> ManouryStatus {
    // What a panic may leave half done is never looked at again: the caches of a tablebase are
    // whole between any two of their operations, and what was to be written for C is not.
    let failure = match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(())) => return ManouryStatus::Ok,
        Ok(Err(failure)) => failure,
        Err(panic) => Failure::Panic(message(&*panic)),
    };
    let status = failure.status();
    last_error::set(failure);
    status
}

/// What a panic says.
fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("panic").to_string()
}

/// What a pointer from C points at.
///
/// # Safety
/// If it is neither null nor misaligned, it points at a value that nobody changes meanwhile.
pub(crate) unsafe fn shared<'a, T>(
    pointer: *const T,
    name: &'static str,
) -> Result<&'a T, Failure> {
    // SAFETY: the caller keeps the contract.
    unsafe { optional(pointer, name) }?.ok_or(Failure::Null(name))
}

/// What a pointer from C that may be null points at.
///
/// # Safety
/// As for [`shared`].
pub(crate) unsafe fn optional<'a, T>(
    pointer: *const T,
    name: &'static str,
) -> Result<Option<&'a T>, Failure> {
    if !pointer.is_aligned() {
        return Err(Failure::Misaligned(name));
    }
    // SAFETY: aligned; the caller sees to the rest.
    Ok(unsafe { pointer.as_ref() })
}

/// `count` values from C; none may be at any address.
///
/// # Safety
/// If the pointer is neither null nor misaligned, `count` values lie there that nobody changes
/// meanwhile.
pub(crate) unsafe fn several<'a, T>(
    first: *const T,
    count: usize,
    name: &'static str,
) -> Result<&'a [T], Failure> {
    if count == 0 {
        return Ok(&[]);
    }
    // SAFETY: the first of them is a value.
    unsafe { shared(first, name) }?;
    if count > isize::MAX as usize / size_of::<T>().max(1) {
        return Err(Failure::TooMany { count, name });
    }
    // SAFETY: neither null nor misaligned; the caller sees to the rest.
    Ok(unsafe { std::slice::from_raw_parts(first, count) })
}

/// A text from C.
///
/// # Safety
/// If it is not null, a zero byte ends it, and nobody changes it meanwhile.
pub(crate) unsafe fn c_text<'a>(
    text: *const c_char,
    name: &'static str,
) -> Result<&'a CStr, Failure> {
    if text.is_null() {
        return Err(Failure::Null(name));
    }
    // SAFETY: not null; the caller sees to the rest.
    Ok(unsafe { CStr::from_ptr(text) })
}

/// A place that C has for a value, which need not hold one yet.
pub(crate) struct Place<T>(*mut T);

impl<T> Place<T> {
    /// A place for one value.
    ///
    /// # Safety
    /// If the pointer is neither null nor misaligned, a value can be written there.
    pub(crate) unsafe fn new(pointer: *mut T, name: &'static str) -> Result<Self, Failure> {
        if pointer.is_null() {
            return Err(Failure::Null(name));
        }
        if !pointer.is_aligned() {
            return Err(Failure::Misaligned(name));
        }
        Ok(Place(pointer))
    }

    /// A place for one value; none where the pointer is null.
    ///
    /// # Safety
    /// As for [`Place::new`].
    pub(crate) unsafe fn optional(
        pointer: *mut T,
        name: &'static str,
    ) -> Result<Option<Self>, Failure> {
        if pointer.is_null() {
            return Ok(None);
        }
        // SAFETY: the caller keeps the contract.
        unsafe { Place::new(pointer, name) }.map(Some)
    }

    /// Writes the value.
    pub(crate) fn put(self, value: T) {
        // SAFETY: whoever made the place has promised that it can be written to.
        unsafe { self.0.write(value) }
    }
}

/// Places that C has for some values, which need not hold any yet.
pub(crate) struct Places<T> {
    first: *mut T,
    capacity: usize,
}

impl<T> Places<T> {
    /// Places for `capacity` values; with none the pointer may be anything.
    ///
    /// # Safety
    /// If the pointer is neither null nor misaligned, so many values can be written there.
    pub(crate) unsafe fn new(
        first: *mut T,
        capacity: usize,
        name: &'static str,
    ) -> Result<Self, Failure> {
        if capacity > 0 {
            // SAFETY: the first of them can be written to.
            unsafe { Place::new(first, name) }?;
        }
        Ok(Places { first, capacity })
    }

    /// Writes the value of one of the places, which must be there.
    ///
    /// # Panics
    /// There are fewer places.
    pub(crate) fn put_at(&self, i: usize, value: T) {
        assert!(i < self.capacity);
        // SAFETY: within the capacity; whoever made the places has promised that they can be
        // written to.
        unsafe { self.first.add(i).write(value) }
    }

    /// How many there are.
    pub(crate) fn capacity(&self) -> usize {
        self.capacity
    }

    /// Writes as many of the values as there are places.
    pub(crate) fn put(self, values: impl IntoIterator<Item = T>) {
        for (i, value) in values.into_iter().take(self.capacity).enumerate() {
            self.put_at(i, value);
        }
    }
}

/// Writes a text with a zero byte behind it.
pub(crate) fn put_text(text: &str, places: Places<c_char>) -> Result<(), Failure> {
    let needed = text.len() + 1;
    if needed > places.capacity() {
        return Err(Failure::BufferTooSmall { capacity: places.capacity(), needed });
    }
    places.put(text.bytes().chain([0]).map(|byte| byte as c_char));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_status_and_a_text() {
        let status = guarded(|| panic!("number {}", 7));
        assert_eq!(status, ManouryStatus::Internal);
        last_error::with_text(|text| assert!(text.to_str().unwrap().ends_with(": number 7")));
        assert_eq!(guarded(|| panic!("plain")), ManouryStatus::Internal);
        assert_eq!(guarded(|| std::panic::panic_any(7)), ManouryStatus::Internal);
        assert_eq!(guarded(|| Ok(())), ManouryStatus::Ok);
    }

    #[test]
    fn no_pointer_is_followed_that_cannot_be() {
        let value = [7u64; 2];
        let misaligned = value.as_ptr().cast::<u8>().wrapping_add(1).cast::<u64>();
        // SAFETY: null, misaligned, or `value`.
        unsafe {
            assert!(matches!(shared::<u64>(std::ptr::null(), "x"), Err(Failure::Null("x"))));
            assert!(matches!(shared(misaligned, "x"), Err(Failure::Misaligned("x"))));
            assert!(matches!(optional::<u64>(std::ptr::null(), "x"), Ok(None)));
            assert!(matches!(optional(misaligned, "x"), Err(Failure::Misaligned("x"))));
            assert!(matches!(several::<u64>(std::ptr::null(), 0, "x"), Ok([])));
            assert!(matches!(several::<u64>(std::ptr::null(), 1, "x"), Err(Failure::Null("x"))));
            assert_eq!(several(value.as_ptr(), 2, "x").unwrap(), [7, 7]);
            let many = several(value.as_ptr(), usize::MAX / 8, "x");
            assert!(matches!(many, Err(Failure::TooMany { name: "x", .. })));
            assert!(Place::<u64>::new(misaligned.cast_mut(), "x").is_err());
            assert!(Places::<u64>::new(std::ptr::null_mut(), 0, "x").is_ok());
            assert!(Places::<u64>::new(std::ptr::null_mut(), 1, "x").is_err());
            assert!(matches!(c_text(std::ptr::null(), "x"), Err(Failure::Null("x"))));
        }
    }
}
