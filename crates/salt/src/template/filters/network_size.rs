//! The filter `network_size`: takes a network, or a list, and returns the number of addresses.

use jinja::{Args, Error, Outcome, Value};

use super::Filter;
use super::shared::addresses::each;
use super::shared::given::given;
use super::shared::steps::by_values;

pub(super) static FILTER: Filter = Filter { name: "network_size", steps: by_values, run };

fn run(args: &Args) -> Outcome {
    let value = given(args, &["value"])?.value(0);
    each(&value, |it| i64::try_from(it.size()).map(Value::Int).map_err(|_| Error::not_covered("a large network")))
}
