//! The test `in`: whether a value is in a sequence.

use super::{Test, test};

pub(super) static TEST: Test = test(&["in"], "test_in", &["value", "seq"], |_, it, seq| seq.contains(it));
