//! The filter `float`: takes a value and returns it as a float, or the default.

use super::shared::parse_float;
use super::{Filter, filter};
use crate::number::to_float;
use crate::value::{Number, Value};

pub(super) static FILTER: Filter = filter(&["float"], "do_float", &["value", "default"], 1, 0, |_, args| {
    let default = args.get(1).cloned().unwrap_or(Value::Float(0.0));
    let value = args.value(0);
    Ok(match (value.defined()?, Number::from(&value)) {
        (Value::Str(text), _) => parse_float(text).map_or(default, Value::Float),
        (_, Some(number)) => Value::Float(to_float(&number)?),
        _ => default,
    })
});
