//! The filter `xmlattr`: takes a map and returns it as attributes of an element of XML.

use super::shared::{escape, escaped};
use super::{Filter, filter};
use crate::error::Error;
use crate::value::{Value, repr_str};

pub(super) static FILTER: Filter = filter(&["xmlattr"], "do_xmlattr", &["d", "autospace"], 1, 1, |_, args| {
    let value = args.value(0);
    let Value::Dict(dict) = value.defined()? else { return Err(Error::not_covered("xmlattr of what is no map")) };
    let mut parts = Vec::new();
    for (key, value) in dict.pairs() {
        if matches!(value, Value::None | Value::Undefined(_)) {
            continue;
        }
        let key = key.text()?;
        if key.contains(|c: char| c.is_ascii_whitespace() || matches!(c, '\u{b}' | '/' | '>' | '=')) {
            return Err(Error::value_error(format!("Invalid character in attribute name: {}", repr_str(&key))));
        }
        parts.push(format!("{}=\"{}\"", escape(&key), &*escaped(&value)?));
    }
    let joined = parts.join(" ");
    let space = if args.truth(1, true)? && !joined.is_empty() { " " } else { "" };
    Ok(Value::str(format!("{space}{joined}")))
});
