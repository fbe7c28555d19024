//! The test `test`: whether a text names a test.

use super::{Test, test};

pub(super) static TEST: Test = test(&["test"], "test_test", &["value"], |r, it, _| Ok(r.test(&it.text()?).is_some()));
