//! Matches that were given up.
//!
//! Types, keys of hashes and options of `case` ask whether a pattern matches where no error can be answered, deep inside of
//! comparisons. A match that is given up there is noted for the thread; whoever evaluates takes the note and raises it at the
//! expression that it evaluates. Without that, what takes too long would count as text that does not match.

use std::cell::{Cell, RefCell};

use super::RegexError;

thread_local! {
    static WORK: Cell<u64> = const { Cell::new(0) };
    static IS_THERE: Cell<bool> = const { Cell::new(false) };
    static NOTE: RefCell<Option<RegexError>> = const { RefCell::new(None) };
}

/// The first note stays until it is taken.
pub(super) fn note(error: RegexError) {
    if !IS_THERE.replace(true) {
        NOTE.with(|it| it.replace(Some(error)));
    }
}

/// Adds to the steps that matches have taken on this thread.
pub(super) fn add_work(steps: usize) {
    WORK.set(WORK.get().saturating_add(steps as u64));
}

/// Returns the steps that matches have taken on this thread since the last call.
#[inline]
pub fn take_work() -> u64 {
    WORK.replace(0)
}

/// Returns the error of a search that was given up on this thread since the last call.
#[inline]
pub fn take() -> Option<RegexError> {
    if IS_THERE.get() { taken() } else { None }
}

#[cold]
fn taken() -> Option<RegexError> {
    IS_THERE.set(false);
    NOTE.take()
}

#[cfg(test)]
mod tests {
    use super::take;
    use crate::regex::Regex;

    #[test]
    fn a_match_without_an_end_is_noted_once() {
        let regex = Regex::new(r"^(a|aa)+\1$").unwrap();
        let text = "a".repeat(60) + "b";
        assert!(!regex.is_match(&text));
        assert!(regex.captures(&text).is_none());
        let note = take().unwrap().to_string();
        assert!(note.contains(r"/^(a|aa)+\1$/"), "{note}");
        assert_eq!(take(), None);
    }

    #[test]
    fn nothing_is_noted_of_what_does_not_match() {
        assert!(!Regex::new(r"^(a)\1$").unwrap().is_match("ab"));
        assert_eq!(take(), None);
    }
}
