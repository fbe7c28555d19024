//! The filter `product`: takes lists and returns all rows with one item of each.

use jinja::{Args, Error, Outcome, Value};

use super::Filter;
use super::shared::choices::{product, tuples};
use super::shared::given::known;
use super::shared::steps::by_values;

pub(super) static FILTER: Filter = Filter { name: "product", steps: by_values, run };

fn run(args: &Args) -> Outcome {
    let mut lists = Vec::new();
    for value in &args.positional {
        lists.push(known(value.clone())?.iterate()?);
    }
    let repeat = match args.named.as_slice() {
        [] => 1,
        [(name, Value::Int(count @ 0..=100))] if &**name == "repeat" => usize::try_from(*count).unwrap_or_default(),
        _ => return Err(Error::not_covered("arguments of `product`")),
    };
    let lists: Vec<Vec<Value>> = std::iter::repeat_n(lists, repeat).flatten().collect();
    Ok(tuples(product(&lists)?))
}
