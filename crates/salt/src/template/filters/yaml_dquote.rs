//! The filter `yaml_dquote`: takes a value and returns it in double quotes of YAML.

use super::shared::arguments::value;
use super::shared::double::double;
use jinja::{Args, Outcome, Value};

use super::Filter;
use super::shared::steps::by_text;

pub(super) static FILTER: Filter = Filter { name: "yaml_dquote", steps: by_text, run: double_quoted };

/// Prints other values than texts as Python does.
fn double_quoted(args: &Args) -> Outcome {
    Ok(match value(args)? {
        Value::None => Value::str("\"None\""),
        Value::Bool(it) => Value::str(if it { "\"True\"" } else { "\"False\"" }),
        Value::Int(it) => Value::str(format!("\"{it}\"")),
        other if other.is_unknown() => other,
        other => other.as_str().map_or_else(|| Value::unknown("a text"), |it| Value::str(double(it))),
    })
}
