//! The filter `is_list`: takes a value and returns whether it is a list.

use jinja::{Args, Outcome, Value};

use super::Filter;
use super::shared::given::given;
use super::shared::steps::by_text;

pub(super) static FILTER: Filter = Filter { name: "is_list", steps: by_text, run };

fn run(args: &Args) -> Outcome {
    Ok(Value::Bool(matches!(given(args, &["value"])?.value(0), Value::List(_))))
}
