//! The filter `regex_replace`: takes a text and returns it with each match of an expression replaced.

use super::shared::arguments::{named_text, text};
use super::shared::regex::regex;
use jinja::Value;

use super::Filter;
use super::shared::steps::by_pattern;

pub(super) static FILTER: Filter = Filter {
    name: "regex_replace",
    steps: by_pattern,
    run: |args| {
        let (Some(pattern), Some(with)) = (named_text(args, 1, "rgx"), named_text(args, 2, "val")) else {
            return Ok(Value::unknown("a pattern"));
        };
        // Groups are written in another form.
        if with.contains(['\\', '$']) {
            return Ok(Value::unknown("a replacement with groups"));
        }
        let text = text(args)?;
        let replaced = regex(args, &pattern, 3)?.try_replacen(&text, 0, with.as_str()).map(std::borrow::Cow::into_owned);
        Ok(replaced.map_or_else(|_| Value::unknown("a replacement"), Value::str))
    },
};
