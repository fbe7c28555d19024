//! The filter `default`: takes a value and returns it, or the default if it is undefined.

use super::{Filter, filter};
use crate::args::Bound;
use crate::error::Outcome;
use crate::eval::Renderer;
use crate::value::Value;

pub(super) static FILTER: Filter = filter(&["default", "d"], "do_default", &["value", "default_value", "boolean"], 1, 0, default);

fn default(_: &mut Renderer<'_>, args: &Bound) -> Outcome {
    let value = args.value(0);
    if value.is_undefined() || args.truth(2, false)? && !value.truth()? {
        return Ok(args.get(1).cloned().unwrap_or_else(|| Value::str("")));
    }
    Ok(value)
}
