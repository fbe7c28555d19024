//! The filter `to_bool`: takes a value and returns whether it says yes.

use super::shared::arguments::value;
use jinja::Value;

use super::Filter;
use super::shared::steps::by_text;

pub(super) static FILTER: Filter = Filter {
    name: "to_bool",
    steps: by_text,
    run: |args| {
        if matches!(args.positional.first(), Some(Value::Undefined(_))) {
            return Ok(Value::Bool(false));
        }
        Ok(Value::Bool(match value(args)? {
            Value::None => false,
            Value::Bool(it) => it,
            Value::Int(it) => it > 0,
            other if other.is_unknown() => return Ok(other),
            Value::List(it) => !it.is_empty(),
            Value::Dict(it) => !it.is_empty(),
            Value::View(_) | Value::Object(_) => return Ok(Value::unknown("whether an object says yes")),
            other => other.as_str().is_some_and(|it| matches!(it.to_lowercase().as_str(), "yes" | "1" | "true")),
        }))
    },
};
