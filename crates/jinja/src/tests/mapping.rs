//! The test `mapping`: whether a value is a map.

use super::shared::known;
use super::{Test, test};
use crate::value::Value;

pub(super) static TEST: Test = test(&["mapping"], "test_mapping", &["value"], |_, it, _| {
    if let Some(entries) = it.entries() {
        return Ok(entries.is_mapping());
    }
    Ok(match known(it)? {
        Value::Dict(_) => true,
        Value::Object(it) => it.is_mapping(),
        _ => false,
    })
});
