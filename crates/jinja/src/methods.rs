//! The methods of Python's values.

use crate::value::Value;

pub(crate) fn find(_value: &Value, _name: &str) -> Option<Value> {
    None
}
