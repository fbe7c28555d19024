//! The filter `check_whitelist_blacklist`: takes a text and returns whether lists of patterns let it pass.

use jinja::{Args, Error, Outcome, Value};

use super::Filter;
use super::shared::given::{given, known};
use super::shared::steps::by_values;
use crate::fnmatch;
use crate::template::pattern;

pub(super) static FILTER: Filter = Filter { name: "check_whitelist_blacklist", steps: by_values, run };

fn run(args: &Args) -> Outcome {
    let given = given(args, &["value", "whitelist", "blacklist"])?;
    let text = given.text(0)?;
    let matched = |index: usize| -> Outcome<Option<bool>> {
        let patterns = match given.value(index) {
            it if !it.truth()? => return Ok(None),
            it @ Value::Str(_) => vec![it],
            it => it.iterate()?,
        };
        let mut is_matched = false;
        for pattern in patterns {
            let Value::Str(pattern) = known(pattern)? else { return Err(Error::not_covered("a pattern that is no text")) };
            is_matched |= is_match(&text, &pattern)?;
        }
        Ok(Some(is_matched))
    };
    let (allowed, refused) = (matched(1)?, matched(2)?);
    Ok(Value::Bool(allowed != Some(false) && refused != Some(true)))
}

/// A pattern of a shell, or a regular expression.
fn is_match(text: &str, pattern: &str) -> Outcome<bool> {
    if fnmatch::matches(text, pattern) {
        return Ok(true);
    }
    jinja::charge(pattern::steps(pattern, text.len()))?;
    // Python looks at the start of the text only, in each alternative.
    let whole = pattern::build(pattern).and_then(|_| pattern::build(&format!("\\A(?:\\A{pattern}\\z)")));
    let found = whole.and_then(|it| it.is_match(text).ok());
    found.ok_or_else(|| Error::not_covered("a regular expression"))
}
