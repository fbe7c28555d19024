//! The filter `striptags`: takes a text and returns it without the tags and entities of HTML.

use super::{Filter, filter};
use crate::error::{Error, Outcome};
use crate::syntax::is_space;
use crate::value::Value;

pub(super) static FILTER: Filter = filter(&["striptags"], "do_striptags", &["value"], 1, 0, |_, args| strip_tags(&args.text(0)?));

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
