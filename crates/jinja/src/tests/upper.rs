//! The test `upper`: whether a text is in upper case.

use super::{Test, test};

pub(super) static TEST: Test = test(&["upper"], "test_upper", &["value"], |_, it, _| Ok(crate::methods::is_upper(&it.text()?)));
