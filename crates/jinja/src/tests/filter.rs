//! The test `filter`: whether a text names a filter.

use super::{Test, test};

pub(super) static TEST: Test = test(&["filter"], "test_filter", &["value"], |r, it, _| Ok(r.filter(&it.text()?).is_some()));
