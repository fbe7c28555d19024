//! Data as PyYAML prints it in block style, with sorted keys. Texts that it would fold or escape are not supported.

use std::sync::LazyLock;

use fancy_regex::Regex;
use serde_json::Value as Json;

use super::{Unsupported, sorted};

/// PyYAML folds longer lines at their spaces.
const WIDTH: usize = 80;
/// Longer keys are printed in another form.
const LONGEST_KEY: usize = 120;

/// Texts that YAML 1.1 reads as something else.
static OTHERS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let all = [
        "yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF",
        r"[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?",
        r"\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?",
        r"[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*",
        r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)",
        "[-+]?0b[0-1_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+",
        "<<|=|~|null|Null|NULL|",
        r"[0-9]{4}-[0-9]{2}-[0-9]{2}",
        r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?(?:[ \t]*(?:Z|[-+][0-9]{1,2}(?::[0-9]{2})?))?",
    ];
    Regex::new(&format!("^(?:{})$", all.join("|"))).ok()
});

/// Whether a text is one in YAML without quotes, as far as its class goes.
pub fn is_text(text: &str) -> bool {
    OTHERS.as_ref().is_some_and(|it| matches!(it.is_match(text), Ok(false)))
}

/// The data as text, or what is not supported in it.
pub fn print(data: &Json) -> Result<String, Unsupported> {
    let mut out = String::new();
    match data {
        Json::Object(map) if !map.is_empty() => members(map, 0, &mut out)?,
        Json::Array(list) if !list.is_empty() => items(list, 0, &mut out)?,
        Json::Object(_) => out.push_str("{}\n"),
        Json::Array(_) => out.push_str("[]\n"),
        _ => return Err(Unsupported::Scalar),
    }
    // The caller adds the last line's end.
    out.pop();
    Ok(out)
}

/// The members of a map, the first one where the line is.
fn members(map: &serde_json::Map<String, Json>, indent: usize, out: &mut String) -> Result<(), Unsupported> {
    for (number, (key, value)) in sorted(map).into_iter().enumerate() {
        if number > 0 {
            out.extend(std::iter::repeat_n(' ', indent));
        }
        if key.len() > LONGEST_KEY {
            return Err(Unsupported::Key(key.clone()));
        }
        let key = scalar(key, indent)?;
        out.push_str(&key);
        out.push(':');
        match value {
            Json::Object(map) if !map.is_empty() => {
                out.push('\n');
                out.extend(std::iter::repeat_n(' ', indent + 2));
                members(map, indent + 2, out)?;
            }
            Json::Array(list) if !list.is_empty() => {
                out.push('\n');
                out.extend(std::iter::repeat_n(' ', indent));
                items(list, indent, out)?;
            }
            other => {
                out.push(' ');
                out.push_str(&leaf(other, indent + key.len() + 2)?);
                out.push('\n');
            }
        }
    }
    Ok(())
}

/// The items of a list, the first one where the line is.
fn items(list: &[Json], indent: usize, out: &mut String) -> Result<(), Unsupported> {
    for (number, item) in list.iter().enumerate() {
        if number > 0 {
            out.extend(std::iter::repeat_n(' ', indent));
        }
        out.push_str("- ");
        match item {
            Json::Object(map) if !map.is_empty() => members(map, indent + 2, out)?,
            Json::Array(list) if !list.is_empty() => items(list, indent + 2, out)?,
            other => {
                out.push_str(&leaf(other, indent + 2)?);
                out.push('\n');
            }
        }
    }
    Ok(())
}

fn leaf(data: &Json, column: usize) -> Result<String, Unsupported> {
    Ok(match data {
        Json::Null => "null".to_owned(),
        Json::Bool(it) => it.to_string(),
        Json::Number(it) => it.to_string(),
        Json::String(it) => scalar(it, column)?,
        Json::Array(_) => "[]".to_owned(),
        Json::Object(_) => "{}".to_owned(),
    })
}

/// A text, in quotes if it needs them.
fn scalar(text: &str, column: usize) -> Result<String, Unsupported> {
    if text.chars().any(|c| !(' '..='~').contains(&c)) {
        return Err(Unsupported::Text(text.to_owned()));
    }
    let shown = if is_text(text) && is_plain(text) { text.to_owned() } else { format!("'{}'", text.replace('\'', "''")) };
    if shown.contains(' ') && column + shown.len() > WIDTH {
        return Err(Unsupported::LongText(text.to_owned()));
    }
    Ok(shown)
}

/// Whether a text can stand without quotes.
fn is_plain(text: &str) -> bool {
    let bytes = text.as_bytes();
    let ends_word = |at: usize| bytes.get(at + 1).is_none_or(|it| *it == b' ');
    let starts = text.starts_with(|c: char| "#,[]{}&*!|>'\"%@`".contains(c));
    let marks = matches!(bytes.first(), Some(b'-' | b'?')) && ends_word(0) || text.starts_with("---") || text.starts_with("...");
    let inside = bytes.iter().enumerate().any(|(at, it)| match it {
        b':' => ends_word(at),
        b'#' => at > 0 && bytes.get(at - 1) == Some(&b' '),
        _ => false,
    });
    !(text.is_empty() || text.starts_with(' ') || text.ends_with(' ') || starts || marks || inside)
}
