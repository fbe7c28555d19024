//! How Psych writes a text: in quotes where it would mean something else without.

use std::borrow::Cow;
use std::sync::LazyLock;

use fancy_regex::Regex;

use super::{Scalar, Style, simple};

type Pattern = LazyLock<Option<Regex>>;

static OCTAL: Pattern = LazyLock::new(|| Regex::new(r"\A0[0-7]*[89]").ok());

static WORDS: Pattern = LazyLock::new(|| Regex::new(r"(?m)^[^0-9.:-]?[\p{Alphabetic}_ \t\n\r\x0b\x0c!@#$%\^&*(){}<>|/\\~;=]+").ok());

/// Patterns of numbers, dates and symbols on any line.
static OTHER: LazyLock<Vec<Option<Regex>>> = LazyLock::new(|| {
    let patterns = [
        r"(?m)^-?[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt]|[ \t\n\r\x0b\x0c]+)[0-9]{1,2}:[0-9][0-9]:[0-9][0-9](?:\.[0-9]*)?(?:[ \t\n\r\x0b\x0c]*(?:Z|[-+][0-9]{1,2}:?(?:[0-9][0-9])?))?$",
        r"(?m)^[0-9]{4}-(?:1[012]|0[0-9]|[0-9])-(?:[12][0-9]|3[01]|0[0-9]|[0-9])$",
        r"(?im)^[-+]?\.inf$",
        r"(?im)^\.nan$",
        r"(?m)^:.",
        r"(?m)^[-+]?[0-9][0-9_]*(:[0-5]?[0-9]){1,2}(\.[0-9_]*)?$",
        r"(?m)^[-+]?([0-9][0-9_,]*)?\.[0-9]*([eE][-+][0-9]+)?$",
        r"(?m)^[-+]?0b[0-1_,]+$",
        r"(?m)^[-+]?0[0-7_,]+$",
        r"(?m)^[-+]?(?:0|[1-9](?:[0-9]|,[0-9]|_[0-9])*)$",
        r"(?m)^[-+]?0x[0-9a-fA-F_,]+$",
    ];
    patterns.iter().map(|it| Regex::new(it).ok()).collect()
});

fn is(pattern: &Pattern, text: &str) -> bool {
    pattern.as_ref().is_some_and(|it| it.is_match(text).unwrap_or(false))
}

/// How Psych writes a text.
pub(super) fn text(text: &str) -> Scalar<'_> {
    match simple::style(text) {
        Some(style) => Scalar { text: Cow::Borrowed(text), style, tag: None },
        None => by_rules(text),
    }
}

/// The same by Psych's own rules.
pub(super) fn by_rules(text: &str) -> Scalar<'_> {
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
    Scalar { text: Cow::Borrowed(text), style, tag }
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
    if text.is_empty() || is(&OCTAL, text) {
        return true;
    }
    if text.contains('\n') || is(&WORDS, text) {
        let words = ["~", "null", "yes", "true", "on", "no", "false", "off"];
        return text.split('\n').any(|line| words.iter().any(|word| line.eq_ignore_ascii_case(word))) && text.chars().count() <= 5;
    }
    !matches!(text, "." | "+." | "-.") && OTHER.iter().flatten().any(|it| it.is_match(text).unwrap_or(false))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_patterns_are_some() {
        assert!(OCTAL.is_some() && WORDS.is_some() && OTHER.iter().all(Option::is_some));
    }
}
