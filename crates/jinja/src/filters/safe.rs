//! The filter `safe`: takes a value and returns its text, marked as safe for HTML.

use super::{Filter, filter};
use crate::value::{Str, Value};

pub(super) static FILTER: Filter =
    filter(&["safe"], "do_mark_safe", &["value"], 1, 0, |_, args| Ok(Value::Str(Str::safe(&*args.text(0)?))));
