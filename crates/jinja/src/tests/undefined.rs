//! The test `undefined`: whether a value is undefined.

use super::{Test, test};

pub(super) static TEST: Test = test(&["undefined"], "test_undefined", &["value"], |_, it, _| Ok(it.is_undefined()));
