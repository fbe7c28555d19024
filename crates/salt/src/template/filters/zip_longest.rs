//! The filter `zip_longest`: takes lists and returns rows of their items, as many as the longest list has.

use jinja::{Args, Error, Outcome, Value};

use super::Filter;
use super::shared::choices::tuples;
use super::shared::given::known;
use super::shared::steps::by_values;

pub(super) static FILTER: Filter = Filter { name: "zip_longest", steps: by_values, run };

fn run(args: &Args) -> Outcome {
    let fill = match args.named.as_slice() {
        [] => Value::None,
        [(name, value)] if &**name == "fillvalue" => value.clone(),
        _ => return Err(Error::not_covered("arguments of `zip_longest`")),
    };
    let mut lists = Vec::new();
    for value in &args.positional {
        lists.push(known(value.clone())?.iterate()?);
    }
    let length = lists.iter().map(Vec::len).max().unwrap_or_default();
    jinja::charge(length.saturating_mul(lists.len()))?;
    let row = |at: usize| lists.iter().map(|it| it.get(at).cloned().unwrap_or_else(|| fill.clone())).collect();
    Ok(tuples((0..length).map(row).collect()))
}
