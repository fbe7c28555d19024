//! The filter `forceescape`: takes a value and returns its text escaped for HTML, even if it is safe.

use super::shared::escape;
use super::{Filter, filter};
use crate::value::{Str, Value};

pub(super) static FILTER: Filter =
    filter(&["forceescape"], "do_forceescape", &["value"], 1, 0, |_, args| Ok(Value::Str(Str::safe(escape(&args.text(0)?)))));
