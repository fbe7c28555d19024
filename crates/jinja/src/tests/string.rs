//! The test `string`: whether a value is a text.

use super::shared::known;
use super::{Test, test};
use crate::value::Value;

pub(super) static TEST: Test = test(&["string"], "test_string", &["value"], |_, it, _| Ok(matches!(known(it)?, Value::Str(_))));
