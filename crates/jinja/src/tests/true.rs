//! The test `true`: whether a value is `true`.

use super::{Test, test};
use crate::value::Value;

pub(super) static TEST: Test = test(&["true"], "test_true", &["value"], |_, it, _| Ok(matches!(it.known()?, Value::Bool(true))));
