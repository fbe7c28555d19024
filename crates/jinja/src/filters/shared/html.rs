//! Escaping for HTML.

use crate::error::Outcome;
use crate::value::{Str, Value};

/// `markupsafe.escape` of a text that is not safe.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '>' => out.push_str("&gt;"),
            '<' => out.push_str("&lt;"),
            '\'' => out.push_str("&#39;"),
            '"' => out.push_str("&#34;"),
            c => out.push(c),
        }
    }
    out
}

pub(crate) fn escaped(value: &Value) -> Outcome<Str> {
    let text = value.text()?;
    Ok(if text.is_safe() { text } else { Str::safe(escape(&text)) })
}
