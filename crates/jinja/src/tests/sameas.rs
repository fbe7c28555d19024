//! The test `sameas`: whether two values are the same object.

use super::{Test, test};

pub(super) static TEST: Test = test(&["sameas"], "test_sameas", &["value", "other"], |_, it, other| {
    it.known()?;
    Ok(it.is_same(other.known()?))
});
