//! The test `float`: whether a value is a float.

use super::{Test, test};
use crate::value::Value;

pub(super) static TEST: Test = test(&["float"], "test_float", &["value"], |_, it, _| Ok(matches!(it.known()?, Value::Float(_))));
