//! The filter `substring_in_list`: takes a text and returns whether a text of a list contains it.

use jinja::{Args, Outcome, Value};

use super::Filter;
use super::shared::given::{given, known};
use super::shared::steps::by_values;

pub(super) static FILTER: Filter = Filter { name: "substring_in_list", steps: by_values, run };

fn run(args: &Args) -> Outcome {
    let given = given(args, &["string_to_search_for", "list_to_search"])?;
    let wanted = given.value(0);
    for item in given.value(1).iterate()? {
        if known(item)?.contains(&wanted)? {
            return Ok(Value::Bool(true));
        }
    }
    Ok(Value::Bool(false))
}
