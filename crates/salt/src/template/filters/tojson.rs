//! The filter `tojson`: takes a value and returns it as JSON that is safe in HTML.

use jinja::{Args, Error, Outcome, Value};

use super::Filter;
use super::shared::given::given;
use super::shared::json::json;
use super::shared::steps::by_values;
use super::shared::strict::undefined_inside;

pub(super) static FILTER: Filter = Filter { name: "tojson", steps: by_values, run };

/// The same in 3007, which passes no undefined values on.
pub(super) static IN_3007: Filter = Filter { name: "tojson", steps: by_values, run: of_any };

fn run(args: &Args) -> Outcome {
    undefined_inside(args).map_or_else(|| of_any(args), Ok)
}

fn of_any(args: &Args) -> Outcome {
    if matches!(args.positional.first(), Some(Value::Undefined(_))) {
        return Err(Error::type_error("Object of type StrictUndefined is not JSON serializable"));
    }
    let given = given(args, &["val", "indent", "sort_keys", "ensure_ascii"])?;
    let ensure_ascii = given.some(3).is_none_or(|it| it.truth().unwrap_or(true));
    let text = json(&given.value(0), given.truth(2)?, given.some(1), ensure_ascii)?;
    let safe = text.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026").replace('\'', "\\u0027");
    Ok(Value::str(safe))
}
