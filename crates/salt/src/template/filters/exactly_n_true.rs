//! The filter `exactly_n_true`: takes a list and returns whether a number of its items are true.

use jinja::{Args, Outcome};

use super::Filter;
use super::shared::exactly::exactly;
use super::shared::given::given;
use super::shared::steps::by_values;

pub(super) static FILTER: Filter = Filter { name: "exactly_n_true", steps: by_values, run };

fn run(args: &Args) -> Outcome {
    let given = given(args, &["iterable", "amount"])?;
    exactly(&given.value(0), given.count(1, 1)?)
}
