//! The filter `yaml_encode`: takes a scalar and returns it as YAML, with texts in double quotes.

use super::shared::arguments::value;
use super::shared::double::double;
use jinja::{Args, Error, Outcome, Value};

use super::Filter;
use super::shared::steps::by_text;

pub(super) static FILTER: Filter = Filter { name: "yaml_encode", steps: by_text, run: encode };

fn encode(args: &Args) -> Outcome {
    Ok(match value(args)? {
        Value::None => Value::str("null"),
        Value::Bool(it) => Value::str(if it { "true" } else { "false" }),
        Value::Int(it) => Value::str(it.to_string()),
        Value::Big(it) => Value::str(it.to_string()),
        other if other.is_unknown() => other,
        other => match other.as_str() {
            Some(text) => Value::str(double(text)),
            None if matches!(other, Value::List(_) | Value::Tuple(_) | Value::Dict(_)) => {
                return Err(Error::type_error(format!("yaml_encode() only works with YAML scalar data; failed for {}", class(&other))));
            }
            None => Value::unknown("a YAML scalar"),
        },
    })
}

fn class(value: &Value) -> &'static str {
    match value {
        Value::List(_) => "<class 'list'>",
        Value::Tuple(_) => "<class 'tuple'>",
        _ => "<class 'dict'>",
    }
}
