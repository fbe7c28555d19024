//! The filter `json`: takes a value and returns it as JSON.

use jinja::{Args, Outcome};

use super::Filter;
use super::shared::arguments::marked;
use super::shared::given::given;
use super::shared::json::json;
use super::shared::steps::by_values;
use super::shared::strict::undefined_inside;

pub(super) static FILTER: Filter = Filter { name: "json", steps: by_values, run };

fn run(args: &Args) -> Outcome {
    if let Some(undefined) = undefined_inside(args) {
        return Ok(undefined);
    }
    let given = given(args, &["value", "sort_keys", "indent"])?;
    let sort_keys = args.named.iter().any(|it| &*it.0 == "sort_keys") || args.positional.len() > 1;
    let sort_keys = if sort_keys { given.truth(1)? } else { true };
    marked(Some(json(&given.value(0), sort_keys, given.some(2), false)?.trim().to_owned()))
}
