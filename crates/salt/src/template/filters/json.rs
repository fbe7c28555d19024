//! The filter `json`: takes a value and returns it as JSON.

use super::shared::arguments::{flag, marked, value};
use crate::template::arg;
use crate::template::value::Printer;
use jinja::Value;

use super::Filter;
use super::shared::steps::by_values;

pub(super) static FILTER: Filter = Filter {
    name: "json",
    steps: by_values,
    run: |args| {
        let indent = match arg(args, 2, "indent") {
            Some(Value::Int(it)) => usize::try_from(it).ok().filter(|it| *it <= 32),
            _ => None,
        };
        marked(Printer::json(&value(args)?, flag(args, 1, "sort_keys", true)?, indent))
    },
};
