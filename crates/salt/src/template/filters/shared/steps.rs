//! How many steps a filter costs, in relation to what it gets.

use jinja::{Args, Value};

use super::arguments::named_text;
use crate::template::pattern;
use crate::template::value::weight;

/// For a filter of texts.
pub fn by_text(args: &Args) -> usize {
    length(args) / 16
}

/// For a filter that reads data from a text.
pub fn by_source(args: &Args) -> usize {
    length(args) / 2
}

/// For a filter that goes through all values.
pub fn by_values(args: &Args) -> usize {
    args.positional.iter().map(weight).sum()
}

/// For a filter with a regular expression.
pub fn by_pattern(args: &Args) -> usize {
    named_text(args, 1, "rgx").map_or(0, |it| pattern::steps(&it, length(args)))
}

/// Bytes of the text that a filter gets.
fn length(args: &Args) -> usize {
    args.positional.first().map_or(0, |it| match it {
        Value::Object(it) => it.print(false).map_or(0, |it| it.len()),
        other => other.as_str().map_or(0, str::len),
    })
}
