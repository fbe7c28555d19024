//! The filter `traverse`: takes data and returns what is at a path of keys, or the default.

use super::shared::arguments::{named_text, value};
use crate::template::arg;
use crate::template::value::traverse;
use jinja::Value;

use super::Filter;
use super::shared::steps::by_text;

pub(super) static FILTER: Filter = Filter {
    name: "traverse",
    steps: by_text,
    run: |args| {
        let Some(path) = named_text(args, 1, "key") else { return Ok(Value::unknown("a path")) };
        let default = arg(args, 2, "default").unwrap_or(Value::None);
        let delimiter = match arg(args, 3, "delimiter") {
            None => ":".to_owned(),
            Some(it) => match it.as_str().filter(|it| !it.is_empty()) {
                Some(it) => it.to_owned(),
                None => return Ok(Value::unknown("a delimiter")),
            },
        };
        Ok(traverse(&value(args)?, &path, &delimiter).unwrap_or(default))
    },
};
