//! The filter `load_text`: takes a text and returns it.

use super::shared::arguments::text;
use jinja::Value;

use super::Filter;
use super::shared::steps::by_text;

pub(super) static FILTER: Filter = Filter { name: "load_text", steps: by_text, run: |args| text(args).map(Value::str) };
