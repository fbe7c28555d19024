//! The filter `sequence`: takes a value and returns it, or a list of it if it is no collection.

use jinja::{Args, Outcome, Value};

use super::Filter;
use super::shared::given::given;
use super::shared::steps::by_values;

pub(super) static FILTER: Filter = Filter { name: "sequence", steps: by_values, run };

fn run(args: &Args) -> Outcome {
    let value = given(args, &["data"])?.value(0);
    Ok(match value {
        Value::List(_) | Value::Tuple(_) | Value::Dict(_) => value,
        other => Value::list(vec![other]),
    })
}
