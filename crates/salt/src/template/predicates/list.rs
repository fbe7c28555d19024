//! The test `list`: takes a value and returns whether it is a list.

use jinja::Value;

use crate::template::filters::Filter;
use crate::template::filters::shared::arguments::value;
use crate::template::filters::shared::steps::by_text;

pub(super) static TEST: Filter =
    Filter { name: "list", steps: by_text, run: |args| Ok(Value::Bool(matches!(value(args)?, Value::List(_)))) };
