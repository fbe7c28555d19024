//! The filter `yaml_squote`: takes a text and returns it in single quotes of YAML.

use super::shared::arguments::text;
use jinja::{Args, Outcome, Value};

use super::Filter;
use super::shared::steps::by_text;

pub(super) static FILTER: Filter = Filter { name: "yaml_squote", steps: by_text, run: single_quoted };

/// Texts of several lines are written over several lines by rules that are not known here.
fn single_quoted(args: &Args) -> Outcome {
    let text = text(args)?;
    if text.contains(['\n', '\u{85}', '\u{2028}', '\u{2029}']) {
        return Ok(Value::unknown("a text of several lines in single quotes"));
    }
    Ok(Value::str(format!("'{}'", text.replace('\'', "''"))))
}
