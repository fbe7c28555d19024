//! The filter `int`: takes a value and returns it as an integer, or the default.

use super::shared::{parse_float, parse_int};
use super::{Filter, filter};
use crate::number::truncate;
use crate::value::Value;

pub(super) static FILTER: Filter = filter(&["int"], "do_int", &["value", "default", "base"], 1, 0, |_, args| {
    let default = args.get(1).cloned().unwrap_or(Value::Int(0));
    let value = args.value(0);
    match value.defined()? {
        Value::Str(text) => {
            let base = args.int(2, 10)?;
            if let Some(found) = parse_int(text, base) {
                return Ok(found);
            }
            match parse_float(text) {
                Some(it) if it.is_finite() => truncate(it),
                _ => Ok(default),
            }
        }
        Value::Float(it) if it.is_nan() => Ok(default),
        Value::Float(it) => truncate(*it),
        Value::Bool(it) => Ok(Value::Int(i64::from(*it))),
        Value::Int(_) | Value::Big(_) => Ok(value),
        _ => Ok(default),
    }
});
