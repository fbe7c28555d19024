//! The test `integer`: whether a value is an integer.

use super::{Test, test};
use crate::value::Value;

pub(super) static TEST: Test =
    test(&["integer"], "test_integer", &["value"], |_, it, _| Ok(matches!(it.known()?, Value::Int(_) | Value::Big(_))));
