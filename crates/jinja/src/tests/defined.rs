//! The test `defined`: whether a value is defined.

use super::{Test, test};

pub(super) static TEST: Test = test(&["defined"], "test_defined", &["value"], |_, it, _| Ok(!it.is_undefined()));
