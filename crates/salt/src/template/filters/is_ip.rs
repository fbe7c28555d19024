//! The filter `is_ip`: takes a text and returns whether it is an address.

use jinja::{Args, Outcome, Value};

use super::Filter;
use super::shared::addresses::address;
use super::shared::given::given;
use super::shared::steps::by_text;

pub(super) static FILTER: Filter = Filter { name: "is_ip", steps: by_text, run };

fn run(args: &Args) -> Outcome {
    let given = given(args, &["ip_addr"])?;
    Ok(Value::Bool(address(&given.value(0))?.is_some()))
}
