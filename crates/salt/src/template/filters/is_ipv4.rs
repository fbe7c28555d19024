//! The filter `is_ipv4`: takes a text and returns whether it is an address of IPv4.

use jinja::{Args, Outcome, Value};

use super::Filter;
use super::shared::addresses::{Address, address};
use super::shared::given::given;
use super::shared::steps::by_text;

pub(super) static FILTER: Filter = Filter { name: "is_ipv4", steps: by_text, run };

fn run(args: &Args) -> Outcome {
    let given = given(args, &["ip_addr"])?;
    Ok(Value::Bool(address(&given.value(0))?.as_ref().is_some_and(Address::is_v4)))
}
