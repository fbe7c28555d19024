//! The test `none`: whether a value is `none`.

use super::{Test, test};
use crate::value::Value;

pub(super) static TEST: Test = test(&["none"], "test_none", &["value"], |_, it, _| Ok(matches!(it.known()?, Value::None)));
