//! `+` on URIs: a reference is resolved against a base.

use super::OpError;
use crate::Value;

/// A URI in its parts, each without the sign that sets it off.
struct Parts<'a> {
    scheme: Option<&'a str>,
    authority: Option<&'a str>,
    path: &'a str,
    query: Option<&'a str>,
    fragment: Option<&'a str>,
}

fn parts(text: &str) -> Parts<'_> {
    let (rest, fragment) = text.split_once('#').map_or((text, None), |(rest, it)| (rest, Some(it)));
    let (rest, query) = rest.split_once('?').map_or((rest, None), |(rest, it)| (rest, Some(it)));
    let is_scheme = |it: &str| {
        it.starts_with(|c: char| c.is_ascii_alphabetic()) && it.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
    };
    let (scheme, rest) = match rest.split_once(':') {
        Some((scheme, rest)) if is_scheme(scheme) => (Some(scheme), rest),
        _ => (None, rest),
    };
    let (authority, path) = match rest.strip_prefix("//") {
        Some(rest) => {
            let end = rest.find('/').unwrap_or(rest.len());
            let (authority, path) = rest.split_at(end);
            (Some(authority), path)
        }
        None => (None, rest),
    };
    Parts { scheme, authority, path, query, fragment }
}

pub(super) fn join(base: &str, other: &Value) -> Result<Value, OpError> {
    let (Value::String(reference) | Value::Uri(reference)) = other else {
        return Err(OpError::runtime("An URI can only be merged with an URI or String"));
    };
    if reference.starts_with(':') || reference.chars().any(|c| c.is_whitespace() || c.is_control() || "<>\"{}|\\^`".contains(c)) {
        return Err(OpError::runtime(format!("bad URI(is not URI?): {}", crate::print::inspect_str(reference))));
    }
    let (base_parts, it) = (parts(base), parts(reference));
    if it.scheme.is_some() {
        return Ok(Value::Uri(reference.clone()));
    }
    let Some(scheme) = base_parts.scheme else { return Err(OpError::runtime("both URI are relative")) };
    let (authority, path, query) = if it.authority.is_some() {
        (it.authority, without_dots(it.path), it.query)
    } else if it.path.is_empty() {
        (base_parts.authority, base_parts.path.to_owned(), it.query.or(base_parts.query))
    } else if it.path.starts_with('/') {
        (base_parts.authority, without_dots(it.path), it.query)
    } else {
        let folder = base_parts.path.rfind('/').and_then(|at| base_parts.path.get(..=at)).unwrap_or("/");
        (base_parts.authority, without_dots(&format!("{folder}{}", it.path)), it.query)
    };
    let mut out = format!("{scheme}:");
    for (sign, part) in [("//", authority), ("", Some(path.as_str())), ("?", query), ("#", it.fragment)] {
        if let Some(part) = part {
            out.push_str(sign);
            out.push_str(part);
        }
    }
    Ok(Value::from(out)).map(|it| match it {
        Value::String(text) => Value::Uri(text),
        other => other,
    })
}

fn without_dots(path: &str) -> String {
    let mut resolved: Vec<&str> = vec![];
    let mut segments = path.split('/').peekable();
    while let Some(segment) = segments.next() {
        let is_last = segments.peek().is_none();
        match segment {
            "." | ".." => {
                if segment == ".." && resolved.len() > 1 {
                    resolved.pop();
                }
                if is_last {
                    resolved.push("");
                }
            }
            other => resolved.push(other),
        }
    }
    resolved.join("/")
}
