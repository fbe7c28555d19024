//! The test `iterable`: whether a loop can go over a value.

use super::{Test, test};
use crate::value::Value;

pub(super) static TEST: Test = test(&["iterable"], "test_iterable", &["value"], |_, it, _| {
    if it.entries().is_some_and(|it| it.is_mapping()) {
        return Ok(true);
    }
    Ok(match it.defined()? {
        Value::None | Value::Bool(_) | Value::Int(_) | Value::Big(_) | Value::Float(_) => false,
        Value::Object(it) => it.items().is_some(),
        _ => true,
    })
});
