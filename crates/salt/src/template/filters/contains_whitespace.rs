//! The filter `contains_whitespace`: takes a text and returns whether it has white space.

use jinja::{Args, Outcome, Value};

use super::Filter;
use super::shared::given::given;
use super::shared::steps::by_text;

pub(super) static FILTER: Filter = Filter { name: "contains_whitespace", steps: by_text, run };

fn run(args: &Args) -> Outcome {
    let is_space = |it: char| it.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&it);
    Ok(Value::Bool(given(args, &["text"])?.text(0)?.chars().any(is_space)))
}
