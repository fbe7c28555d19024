//! The test `callable`: whether a value can be called.

use super::{Test, test};
use crate::value::Value;

pub(super) static TEST: Test = test(&["callable"], "callable", &["obj"], |_, it, _| {
    Ok(match it.known()? {
        Value::Object(it) => it.is_callable(),
        // Its class has the method.
        Value::Undefined(_) => true,
        _ => false,
    })
});
