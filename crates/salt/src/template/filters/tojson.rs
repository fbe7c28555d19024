//! The filter `tojson`: takes a value and returns it as JSON that is safe in HTML.

use jinja::{Args, Outcome, Value};

use super::Filter;
use super::shared::given::given;
use super::shared::json::json;
use super::shared::steps::by_values;
use super::shared::strict::undefined_inside;

pub(super) static FILTER: Filter = Filter { name: "tojson", steps: by_values, run };

fn run(args: &Args) -> Outcome {
    if let Some(undefined) = undefined_inside(args) {
        return Ok(undefined);
    }
    let given = given(args, &["val", "indent", "sort_keys", "ensure_ascii"])?;
    let ensure_ascii = given.some(3).is_none_or(|it| it.truth().unwrap_or(true));
    let text = json(&given.value(0), given.truth(2)?, given.some(1), ensure_ascii)?;
    let safe = text.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026").replace('\'', "\\u0027");
    Ok(Value::str(safe))
}
