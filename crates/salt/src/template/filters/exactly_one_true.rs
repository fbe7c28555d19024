//! The filter `exactly_one_true`: takes a list and returns whether one of its items is true.

use jinja::{Args, Outcome};

use super::Filter;
use super::shared::exactly::exactly;
use super::shared::given::given;
use super::shared::steps::by_values;

pub(super) static FILTER: Filter = Filter { name: "exactly_one_true", steps: by_values, run };

fn run(args: &Args) -> Outcome {
    exactly(&given(args, &["iterable"])?.value(0), 1)
}
