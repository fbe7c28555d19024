//! The filter `unique`: takes a list and returns each of its items once.

use super::shared::arguments::value;
use jinja::{Outcome, Value};

use super::Filter;
use super::shared::steps::by_values;

pub(super) static FILTER: Filter = Filter { name: "unique", steps: by_values, run: |args| unique(value(args)?) };

fn unique(value: Value) -> Outcome {
    let Value::List(items) = &value else { return Ok(Value::unknown("what is no list")) };
    let mut seen = indexmap::IndexMap::new();
    for item in items.to_vec() {
        match jinja::Key::new(item.clone()) {
            Ok(key) => {
                seen.entry(key).or_insert(item);
            }
            Err(_) => return Ok(Value::unknown("a list of lists")),
        }
    }
    Ok(Value::list(seen.into_values().collect()))
}
