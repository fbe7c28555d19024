//! The filter `title`: takes a text and returns it with each word capitalized.

use super::{Filter, filter};
use crate::syntax::is_space;
use crate::value::Value;

pub(super) static FILTER: Filter = filter(&["title"], "do_title", &["s"], 1, 0, |_, args| Ok(Value::str(title(&args.text(0)?))));

/// Words begin after white space, hyphens and opening brackets.
fn title(text: &str) -> String {
    let splits = |c: char| matches!(c, '-' | '(' | '{' | '[' | '<') || is_space(c);
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let of_kind = splits(first);
        let end = rest.find(|c| splits(c) != of_kind).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        let mut chars = word.chars();
        out.extend(chars.next().into_iter().flat_map(char::to_uppercase));
        out.push_str(&chars.as_str().to_lowercase());
        rest = after;
    }
    out
}
