//! The filter `combinations_with_replacement`: takes a list and returns all choices of a number of its items, each of which may repeat.

use jinja::{Args, Error, Outcome};

use super::Filter;
use super::shared::choices::{choices, tuples};
use super::shared::given::given;
use super::shared::steps::by_values;

pub(super) static FILTER: Filter = Filter { name: "combinations_with_replacement", steps: by_values, run };

fn run(args: &Args) -> Outcome {
    let given = given(args, &["iterable", "r"])?;
    if given.some(1).is_none() {
        return Err(Error::type_error("combinations_with_replacement() missing required argument 'r' (pos 2)"));
    }
    let items = given.value(0).iterate()?;
    Ok(tuples(choices(&items, given.count(1, 0)?, |row, it| row.last().is_none_or(|last| *last <= it))?))
}
