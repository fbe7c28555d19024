//! The filter `to_entries`: takes a map or a list and returns a list of its keys and values. Salt has it since 3007.

use jinja::{Args, Error, ErrorKind, Outcome, Value};

use super::Filter;
use super::shared::given::given;
use super::shared::steps::by_values;

pub(super) static FILTER: Filter = Filter { name: "to_entries", steps: by_values, run };

fn run(args: &Args) -> Outcome {
    let pairs = match given(args, &["data"])?.value(0) {
        Value::Dict(it) => it.pairs(),
        Value::List(it) => it.to_vec().into_iter().enumerate().map(|(index, it)| (Value::from_usize(index), it)).collect(),
        _ => return Err(Error::new(ErrorKind::Python("SaltException"), "Input data must be a dict or list")),
    };
    Ok(Value::list(pairs.into_iter().map(|(key, value)| Value::dict([("key", key), ("value", value)])).collect()))
}
