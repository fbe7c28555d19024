//! The filter `skip`: takes a value and returns an empty text.

use jinja::{Args, Outcome, Value};

use super::Filter;
use super::shared::steps::by_text;

pub(super) static FILTER: Filter = Filter { name: "skip", steps: by_text, run };

fn run(_: &Args) -> Outcome {
    Ok(Value::str(""))
}
