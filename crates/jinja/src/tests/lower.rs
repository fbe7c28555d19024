//! The test `lower`: whether a text is in lower case.

use super::{Test, test};

pub(super) static TEST: Test = test(&["lower"], "test_lower", &["value"], |_, it, _| Ok(crate::methods::is_lower(&it.text()?)));
