//! The filter `string`: takes a value and returns its text.

use super::{Filter, filter};
use crate::value::Value;

pub(super) static FILTER: Filter = filter(&["string"], "soft_str", &["s"], 1, 0, |_, args| Ok(Value::Str(args.text(0)?)));
