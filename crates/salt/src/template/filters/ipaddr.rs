//! The filter `ipaddr`: takes a list and returns the addresses in it: those of IPv4 first.

use jinja::{Args, Outcome, Value};

use super::Filter;
use super::shared::addresses::pick;
use super::shared::given::given;
use super::shared::steps::by_values;

pub(super) static FILTER: Filter = Filter { name: "ipaddr", steps: by_values, run };

fn run(args: &Args) -> Outcome {
    let value = given(args, &["value"])?.value(0);
    match (pick(&value, |it| it.is_v4())?, pick(&value, |it| !it.is_v4())?) {
        (Value::List(v4), Value::List(v6)) => Ok(Value::list(v4.to_vec().into_iter().chain(v6.to_vec()).collect())),
        (Value::None, other) | (other, _) => Ok(other),
    }
}
