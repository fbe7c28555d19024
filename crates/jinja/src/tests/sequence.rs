//! The test `sequence`: whether a value is a sequence.

use super::shared::known;
use super::{Test, test};
use crate::value::Value;

pub(super) static TEST: Test = test(&["sequence"], "test_sequence", &["value"], |_, it, _| {
    if it.entries().is_some_and(|it| it.is_mapping()) {
        return Ok(true);
    }
    Ok(match known(it)? {
        Value::Str(_) | Value::List(_) | Value::Tuple(_) | Value::Dict(_) | Value::Range(_) => true,
        Value::Object(it) => it.length().is_some(),
        _ => false,
    })
});
