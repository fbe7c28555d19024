//! The filter `unique`: takes a list and returns each of its items once.

use super::shared::arguments::value;
use super::shared::sets;
use jinja::{Outcome, Value};

use super::Filter;
use super::shared::steps::by_values;

pub(super) static FILTER: Filter = Filter { name: "unique", steps: by_values, run: |args| unique(value(args)?) };

fn unique(value: Value) -> Outcome {
    match &value {
        Value::List(items) if items.is_known() => sets::unique(items.to_vec()).map(Value::list),
        Value::Dict(it) if it.is_known() => Ok(Value::list(it.keys())),
        // Of others Salt makes sets, which have no order.
        Value::Str(_) | Value::Tuple(_) | Value::Range(_) | Value::Iter(_) | Value::View(_) | Value::Object(_) => {
            Ok(Value::unknown("what is no list"))
        }
        other => other.iterate().map(Value::list),
    }
}
