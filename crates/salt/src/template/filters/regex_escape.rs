//! The filter `regex_escape`: takes a text and returns a regular expression that matches it.

use super::shared::arguments::text;
use jinja::Value;

use super::Filter;
use super::shared::steps::by_text;

pub(super) static FILTER: Filter = Filter { name: "regex_escape", steps: by_text, run: |args| Ok(Value::str(escape(&text(args)?))) };

fn escape(text: &str) -> String {
    let special = "()[]{}?*+-|^$\\.&~# \t\n\r\u{b}\u{c}";
    text.chars().flat_map(|it| special.contains(it).then_some('\\').into_iter().chain([it])).collect()
}
