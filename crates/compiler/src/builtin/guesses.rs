//! Decisions on unknown values in Ruby code: what their ways may do besides their result.

use std::cell::Cell;

use ruby::{Outcome, Stop};

thread_local! {
    /// How many of these decisions are around the code that is evaluated, in all templates and functions.
    static OPEN: Cell<u32> = const { Cell::new(0) };
}

/// Functions that have no effect besides their result, as long as templates have none.
const PURE: &[&str] = &[
    "abs",
    "camelcase",
    "capitalize",
    "ceiling",
    "compare",
    "downcase",
    "empty",
    "flatten",
    "floor",
    "inline_template",
    "join",
    "keys",
    "length",
    "lstrip",
    "max",
    "md5",
    "min",
    "regsubst",
    "round",
    "rstrip",
    "sha1",
    "sha256",
    "shellquote",
    "size",
    "sort",
    "split",
    "sprintf",
    "strip",
    "template",
    "unique",
    "upcase",
    "values",
    "versioncmp",
];

/// Whether a function only gives a value.
pub fn is_pure(function: &str) -> bool {
    PURE.contains(&function)
}

/// One way of a decision, as long as it lives.
pub struct Guess(());

impl Guess {
    pub fn begin() -> Guess {
        OPEN.set(OPEN.get().saturating_add(1));
        Guess(())
    }
}

impl Drop for Guess {
    fn drop(&mut self) {
        OPEN.set(OPEN.get().saturating_sub(1));
    }
}

/// Whether the code may not happen.
pub fn are_open() -> bool {
    OPEN.get() > 0
}

/// Ends what may not happen where it would have an effect.
pub fn act() -> Outcome<()> {
    if are_open() { Err(Stop::Unknown) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guess_ends_where_a_query_unwinds() {
        let unwound = std::panic::catch_unwind(|| {
            let _guess = Guess::begin();
            assert!(are_open() && act().is_err());
            std::panic::resume_unwind(Box::new(()));
        });
        assert!(unwound.is_err() && !are_open() && act().is_ok());
    }
}
