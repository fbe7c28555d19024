//! The test `number`: whether a value is a number.

use super::{Test, test};
use crate::value::Value;

pub(super) static TEST: Test = test(&["number"], "test_number", &["value"], |_, it, _| {
    Ok(matches!(it.known()?, Value::Bool(_) | Value::Int(_) | Value::Big(_) | Value::Float(_)))
});
