//! The style, by example. Every example is formatted twice: the second time nothing changes.

mod calls;
mod collections;
mod comments;
mod conditionals;
mod definitions;
mod heredocs;
mod operators;
mod resources;
mod spaces;
mod survival;
mod switches;
mod templates;

use expect_test::Expect;

use crate::{FormatError, Options, apply, format};

/// Formats a text.
#[track_caller]
pub(crate) fn formatted(text: &str) -> String {
    let new = apply(text, &format(text, Options::default()).expect("it can be formatted"));
    let again = apply(&new, &format(&new, Options::default()).expect("it can be formatted again"));
    assert_eq!(again, new, "formatting it again changes it");
    new
}

#[track_caller]
pub(crate) fn check(text: &str, expected: Expect) {
    expected.assert_eq(&formatted(text));
}

/// A text that is formatted.
#[track_caller]
pub(crate) fn check_same(text: &str) {
    assert_eq!(formatted(text), text);
}

#[track_caller]
pub(crate) fn check_refused(text: &str, refusal: FormatError) {
    assert_eq!(format(text, Options::default()), Err(refusal));
}
