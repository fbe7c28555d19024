//! The filter `permutations`: takes a list and returns all orders of a number of its items.

use jinja::{Args, Outcome};

use super::Filter;
use super::shared::choices::{choices, tuples};
use super::shared::given::given;
use super::shared::steps::by_values;

pub(super) static FILTER: Filter = Filter { name: "permutations", steps: by_values, run };

fn run(args: &Args) -> Outcome {
    let given = given(args, &["iterable", "r"])?;
    let items = given.value(0).iterate()?;
    Ok(tuples(choices(&items, given.count(1, items.len())?, |row, it| !row.contains(&it))?))
}
