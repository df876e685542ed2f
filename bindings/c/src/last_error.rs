//! The text of a thread's last failure.
//!
//! A search that runs past its tables fails millions of times and asks for no text: the failure is
//! kept as it is and put into words when somebody wants to read them.

use crate::failure::Failure;
use std::cell::RefCell;
use std::ffi::{CStr, CString};

struct LastError {
    failure: Failure,
    /// Made when it is asked for; C may point at it until the next failure.
    text: Option<CString>,
}

thread_local! {
    static LAST: RefCell<Option<LastError>> = const { RefCell::new(None) };
}

/// Keeps a failure in the place of the one before.
pub(crate) fn set(failure: Failure) {
    // A thread that is ending keeps nothing any more.
    let _ = LAST.try_with(|last| last.replace(Some(LastError { failure, text: None })));
}

/// Lets `see` see the text of the last failure, empty if there was none.
pub(crate) fn with_text<T>(see: impl Fn(&CStr) -> T) -> T {
    let seen = LAST.try_with(|last| {
        let mut last = last.borrow_mut();
        let LastError { failure, text } = last.as_mut()?;
        Some(see(text.get_or_insert_with(|| in_words(failure))))
    });
    seen.ok().flatten().unwrap_or_else(|| see(c""))
}

fn in_words(failure: &Failure) -> CString {
    // No text has a zero byte but one that repeats a path or FEN with it, which C cannot hand in.
    let text = failure.to_string().replace('\0', "?");
    CString::new(text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_thread_reads_its_own_failure() {
        let text = || with_text(|text| text.to_str().unwrap().to_string());
        assert_eq!(text(), "");
        set(Failure::Null("folders"));
        std::thread::spawn(move || assert_eq!(text(), "")).join().unwrap();
        assert!(text().starts_with("`folders` is a null pointer"));
        // The address stays until the next failure.
        assert_eq!(with_text(CStr::as_ptr), with_text(CStr::as_ptr));
        set(Failure::Panic("a\0b".into()));
        assert!(text().ends_with("a?b"));
    }
}
