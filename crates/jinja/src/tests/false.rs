//! The test `false`: whether a value is `false`.

use super::{Test, test};
use crate::value::Value;

pub(super) static TEST: Test = test(&["false"], "test_false", &["value"], |_, it, _| Ok(matches!(it.known()?, Value::Bool(false))));
