//! How a single value is to be written.

use std::sync::LazyLock;

use values::regex::Regex;
use values::{Value, print};

use crate::ruby;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    Plain,
    Single,
    Double,
    Literal,
}

pub(super) struct Scalar {
    pub(super) text: String,
    pub(super) style: Style,
    pub(super) tag: Option<&'static str>,
}

pub(super) fn of(value: &Value) -> Scalar {
    let plain = |text: String| Scalar { text, style: Style::Plain, tag: None };
    match value {
        Value::Undef => plain(String::new()),
        Value::Float(it) if it.is_nan() => plain(".nan".to_owned()),
        Value::Float(it) if it.is_infinite() => plain(if *it > 0.0 { ".inf" } else { "-.inf" }.to_owned()),
        Value::Default => plain(":default".to_owned()),
        Value::Regex(regex) => Scalar { text: print::regex(regex.source()), style: Style::Plain, tag: Some("!ruby/regexp") },
        Value::String(text) => string(text),
        Value::Boolean(_) | Value::Integer(_) | Value::Float(_) => plain(ruby::to_s(value)),
        other => string(&ruby::to_s(other)),
    }
}

fn string(text: &str) -> Scalar {
    let (style, tag) = if text.trim_end_matches('\n').contains('\n') || text.ends_with("\n\n") {
        (Style::Literal, None)
    } else if text == "<<" {
        (Style::Single, Some("!!str"))
    } else if text == "y" || text == "n" || begins_with_a_sign(text) {
        (Style::Double, None)
    } else if is_something_else(text) {
        (Style::Single, None)
    } else {
        (Style::Plain, None)
    };
    Scalar { text: text.to_owned(), style, tag }
}

/// `/^[^[:word:]][^"]*$/` on any line.
fn begins_with_a_sign(text: &str) -> bool {
    let word = |it: char| it.is_alphanumeric() || it == '_' || it.is_ascii_digit();
    let line = |line: &str| {
        let mut characters = line.chars();
        characters.next().is_some_and(|it| !word(it)) && !characters.as_str().contains('"')
    };
    // The first character may be the end of a line itself.
    text.split('\n').any(line) || text.starts_with('\n')
}

/// Whether YAML would read a number, a date, a truth or nothing.
fn is_something_else(text: &str) -> bool {
    static OCTAL: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new("\\A0[0-7]*[89]").ok());
    static TEXT: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new("^[^\\d.:-]?[[:alpha:]_\\s!@#$%\\^&*(){}<>|/\\\\~;=]+").ok());
    static OTHER: LazyLock<Vec<Regex>> = LazyLock::new(|| {
        let patterns = [
            "^-?\\d{4}-\\d{1,2}-\\d{1,2}(?:[Tt]|\\s+)\\d{1,2}:\\d\\d:\\d\\d(?:\\.\\d*)?(?:\\s*(?:Z|[-+]\\d{1,2}:?(?:\\d\\d)?))?$",
            "^\\d{4}-(?:1[012]|0\\d|\\d)-(?:[12]\\d|3[01]|0\\d|\\d)$",
            "(?i)^[-+]?\\.inf$",
            "(?i)^\\.nan$",
            "^:.",
            "^[-+]?[0-9][0-9_]*(:[0-5]?[0-9]){1,2}(\\.[0-9_]*)?$",
            "^[-+]?([0-9][0-9_,]*)?\\.[0-9]*([eE][-+][0-9]+)?$",
            "^[-+]?0b[0-1_,]+$",
            "^[-+]?0[0-7_,]+$",
            "^[-+]?(?:0|[1-9](?:[0-9]|,[0-9]|_[0-9])*)$",
            "^[-+]?0x[0-9a-fA-F_,]+$",
        ];
        patterns.iter().filter_map(|it| Regex::new(it).ok()).collect()
    });
    if text.is_empty() || OCTAL.as_ref().is_some_and(|it| it.is_match(text)) {
        return true;
    }
    if text.contains('\n') || TEXT.as_ref().is_some_and(|it| it.is_match(text)) {
        let words = ["~", "null", "yes", "true", "on", "no", "false", "off"];
        return text.split('\n').any(|line| words.iter().any(|word| line.eq_ignore_ascii_case(word))) && text.chars().count() <= 5;
    }
    !matches!(text, "." | "+." | "-.") && OTHER.iter().any(|it| it.is_match(text))
}
