//! Regular expressions with the flags of a filter.

use fancy_regex::Regex;
use jinja::{Args, Error, Outcome, Value};

use super::arguments::{flag, named_text, text};
use crate::template::pattern;

/// Compiles an expression with the flags that the arguments set.
pub fn regex(args: &Args, pattern: &str, flags_at: usize) -> Outcome<Regex> {
    let mut flags = String::new();
    for (number, (name, letter)) in [("ignorecase", 'i'), ("multiline", 'm')].into_iter().enumerate() {
        if flag(args, flags_at + number, name, false)? {
            flags.push(letter);
        }
    }
    let pattern = if flags.is_empty() { pattern.to_owned() } else { format!("(?{flags}){pattern}") };
    pattern::build(&pattern).ok_or_else(|| Error::not_covered("a regular expression"))
}

/// The groups of the first match, as a tuple. Since 3008 the whole match stands for groups that an expression does not have.
pub fn groups(args: &Args, at_start: bool, has_whole: bool) -> Outcome {
    let Some(pattern) = named_text(args, 1, "rgx") else { return Ok(Value::unknown("a pattern")) };
    let pattern = if at_start { format!("^(?:{pattern})") } else { pattern };
    let text = text(args)?;
    let Ok(found) = regex(args, &pattern, 2)?.captures(&text) else { return Ok(Value::unknown("a match")) };
    Ok(match found {
        None => Value::None,
        Some(groups) => {
            let group = |it: Option<fancy_regex::Match<'_>>| it.map_or(Value::None, |it| Value::str(it.as_str()));
            let skipped = usize::from(groups.len() > 1 || !has_whole);
            Value::tuple(groups.iter().skip(skipped).map(group).collect())
        }
    })
}
