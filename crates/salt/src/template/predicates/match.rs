//! The test `match`: takes a text and returns whether an expression matches at its start.

use jinja::Value;

use crate::template::filters::Filter;
use crate::template::filters::shared::arguments::{named_text, text};
use crate::template::filters::shared::regex::regex;
use crate::template::filters::shared::steps::by_pattern;

pub(super) static TEST: Filter = Filter {
    name: "match",
    steps: by_pattern,
    run: |args| {
        let Some(pattern) = named_text(args, 1, "rgx") else { return Ok(Value::unknown("a pattern")) };
        Ok(Value::Bool(regex(args, &format!("^(?:{pattern})"), 2)?.is_match(&text(args)?).unwrap_or(false)))
    },
};
