//! The filter `escape`: takes a value and returns its text with the signs of HTML escaped, unless it is safe.

use super::shared::escaped;
use super::{Filter, filter};
use crate::value::Value;

pub(super) static FILTER: Filter = filter(&["escape", "e"], "escape", &["s"], 1, 0, |_, args| Ok(Value::Str(escaped(&args.value(0))?)));
