//! The filter `ip_host`: takes an address, or a list, and returns each address with the bits of its network.

use jinja::{Args, Outcome, Value};

use super::Filter;
use super::shared::addresses::{each, print_interface};
use super::shared::given::given;
use super::shared::steps::by_values;

pub(super) static FILTER: Filter = Filter { name: "ip_host", steps: by_values, run };

fn run(args: &Args) -> Outcome {
    let value = given(args, &["value"])?.value(0);
    each(&value, |it| Ok(Value::str(print_interface(it))))
}
