//! The filter `zip`: takes lists and returns rows of their items, as many as the shortest list has.

use jinja::{Args, Error, Outcome, Value};

use super::Filter;
use super::shared::choices::tuples;
use super::shared::given::known;
use super::shared::steps::by_values;

pub(super) static FILTER: Filter = Filter { name: "zip", steps: by_values, run };

fn run(args: &Args) -> Outcome {
    if !args.named.is_empty() {
        return Err(Error::not_covered("arguments of `zip`"));
    }
    let mut rows: Option<Vec<Vec<Value>>> = None;
    for value in &args.positional {
        let items = known(value.clone())?.iterate()?;
        rows = Some(match rows {
            None => items.into_iter().map(|it| vec![it]).collect(),
            Some(rows) => rows.into_iter().zip(items).map(|(row, it)| row.into_iter().chain([it]).collect()).collect(),
        });
    }
    Ok(tuples(rows.unwrap_or_default()))
}
