//! The test `boolean`: whether a value is a boolean.

use super::{Test, test};
use crate::value::Value;

pub(super) static TEST: Test = test(&["boolean"], "test_boolean", &["value"], |_, it, _| Ok(matches!(it.known()?, Value::Bool(_))));
