//! Filters for HTML and addresses.

use super::{Filter, escape, filter};
use crate::error::{Error, Outcome};
use crate::syntax::is_space;
use crate::value::{Str, Value};

pub(super) static FILTERS: &[Filter] = &[
    filter(&["escape", "e"], "escape", &["s"], 1, 0, |_, args| Ok(Value::Str(escaped(&args.value(0))?))),
    filter(&["forceescape"], "do_forceescape", &["value"], 1, 0, |_, args| Ok(Value::Str(Str::safe(escape(&args.text(0)?))))),
    filter(&["safe"], "do_mark_safe", &["value"], 1, 0, |_, args| Ok(Value::Str(Str::safe(&*args.text(0)?)))),
    filter(&["striptags"], "do_striptags", &["value"], 1, 0, |_, args| strip_tags(&args.text(0)?)),
    filter(&["urlencode"], "do_urlencode", &["value"], 1, 0, |_, args| {
        let value = args.value(0);
        let pairs = match value.defined()? {
            Value::Dict(dict) => dict.pairs(),
            Value::Str(text) => return Ok(Value::str(quote(text, false))),
            other => match other.iterate() {
                Err(_) if other.length()?.is_none() => return Ok(Value::str(quote(&other.text()?, false))),
                Err(error) => return Err(error),
                Ok(items) => {
                    let mut pairs = Vec::new();
                    for item in items {
                        let mut pair = crate::eval::unpack(&item, 2)?.into_iter();
                        pairs.extend(pair.next().zip(pair.next()));
                    }
                    pairs
                }
            },
        };
        let mut parts = Vec::new();
        for (key, value) in pairs {
            parts.push(format!("{}={}", quote(&key.text()?, true), quote(&value.text()?, true)));
        }
        Ok(Value::str(parts.join("&")))
    }),
    filter(&["xmlattr"], "do_xmlattr", &["d", "autospace"], 1, 1, |_, args| {
        let value = args.value(0);
        let Value::Dict(dict) = value.defined()? else { return Err(Error::not_covered("xmlattr of what is no map")) };
        let mut parts = Vec::new();
        for (key, value) in dict.pairs() {
            if matches!(value, Value::None | Value::Undefined(_)) {
                continue;
            }
            let key = key.text()?;
            if key.contains(|c: char| c.is_ascii_whitespace() || matches!(c, '\u{b}' | '/' | '>' | '=')) {
                return Err(Error::value_error(format!("Invalid character in attribute name: {}", crate::value::repr_str(&key))));
            }
            parts.push(format!("{}=\"{}\"", escape(&key), &*escaped(&value)?));
        }
        let joined = parts.join(" ");
        let space = if args.truth(1, true)? && !joined.is_empty() { " " } else { "" };
        Ok(Value::str(format!("{space}{joined}")))
    }),
    filter(&["urlize"], "do_urlize", &["value", "trim_url_limit", "nofollow", "target", "rel", "extra_schemes"], 1, 1, |_, _| {
        Err(Error::not_covered("urlize"))
    }),
];

fn escaped(value: &Value) -> Outcome<Str> {
    let text = value.text()?;
    Ok(if text.is_safe() { text } else { Str::safe(escape(&text)) })
}

/// `urllib.parse.quote`
fn quote(text: &str, of_query: bool) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'.' | b'-' | b'~' => out.push(char::from(byte)),
            b'/' if !of_query => out.push('/'),
            b' ' if of_query => out.push('+'),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

fn strip_tags(text: &str) -> Outcome {
    let mut text = text.to_owned();
    for (open, close) in [("<!--", "-->"), ("<", ">")] {
        let mut out = String::with_capacity(text.len());
        let mut rest = text.as_str();
        while let Some(start) = rest.find(open) {
            let Some(end) = rest.get(start..).and_then(|it| it.find(close)) else { break };
            out.push_str(rest.get(..start).unwrap_or(""));
            rest = rest.get(start + end + close.len()..).unwrap_or("");
        }
        out.push_str(rest);
        text = out;
    }
    let words: Vec<&str> = text.split(is_space).filter(|it| !it.is_empty()).collect();
    let joined = words.join(" ");
    if !joined.contains('&') {
        return Ok(Value::str(joined));
    }
    let mut out = String::with_capacity(joined.len());
    let mut rest = joined.as_str();
    while let Some(at) = rest.find('&') {
        out.push_str(rest.get(..at).unwrap_or(""));
        let entity = rest.get(at..).unwrap_or("");
        let known = [("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&#39;", "'"), ("&#34;", "\""), ("&quot;", "\""), ("&nbsp;", "\u{a0}")];
        if let Some((name, text)) = known.iter().find(|it| entity.starts_with(it.0)) {
            out.push_str(text);
            rest = entity.get(name.len()..).unwrap_or("");
        } else if entity.get(1..2).is_some_and(|it| it.starts_with(|c: char| c.is_ascii_alphabetic() || c == '#')) {
            return Err(Error::not_covered("such an entity"));
        } else {
            out.push('&');
            rest = entity.get(1..).unwrap_or("");
        }
    }
    out.push_str(rest);
    Ok(Value::str(out))
}
