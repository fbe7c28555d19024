//! The filter `compress`: takes a list and returns the items that another list selects.

use jinja::{Args, Iter, Outcome, Value};

use super::Filter;
use super::shared::given::given;
use super::shared::steps::by_values;

pub(super) static FILTER: Filter = Filter { name: "compress", steps: by_values, run };

fn run(args: &Args) -> Outcome {
    let given = given(args, &["data", "selectors"])?;
    let mut items = Vec::new();
    for (item, selector) in given.value(0).iterate()?.into_iter().zip(given.value(1).iterate()?) {
        if selector.truth()? {
            items.push(item);
        }
    }
    Ok(Value::Iter(Iter::new(items, None)))
}
