//! The test `escaped`: whether a text is safe for HTML.

use super::{Test, test};
use crate::value::Value;

pub(super) static TEST: Test =
    test(&["escaped"], "test_escaped", &["value"], |_, it, _| Ok(matches!(it.known()?, Value::Str(it) if it.is_safe())));
