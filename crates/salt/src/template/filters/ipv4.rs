//! The filter `ipv4`: takes a list and returns the addresses of IPv4 in it.

use jinja::{Args, Outcome};

use super::Filter;
use super::shared::addresses::pick;
use super::shared::given::given;
use super::shared::steps::by_values;

pub(super) static FILTER: Filter = Filter { name: "ipv4", steps: by_values, run };

fn run(args: &Args) -> Outcome {
    pick(&given(args, &["value"])?.value(0), |it| it.is_v4())
}
