//! The filter `is_iter`: takes a value and returns whether a loop can go over it; texts do not count.

use jinja::{Args, Error, Outcome, Value};

use super::Filter;
use super::shared::given::given;
use super::shared::steps::by_text;

pub(super) static FILTER: Filter = Filter { name: "is_iter", steps: by_text, run };

fn run(args: &Args) -> Outcome {
    Ok(Value::Bool(match given(args, &["thing"])?.value(0) {
        Value::List(_) | Value::Tuple(_) | Value::Dict(_) | Value::View(_) | Value::Range(_) | Value::Iter(_) => true,
        Value::Object(_) => return Err(Error::not_covered("whether a loop can go over an object")),
        _ => false,
    }))
}
