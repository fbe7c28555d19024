//! The filter `urlencode`: takes a text or pairs and returns them quoted for an address.

use super::{Filter, filter};
use crate::value::Value;

pub(super) static FILTER: Filter = Filter {
    // Texts are read letter by letter; this one writes several for each.
    share: 2,
    ..filter(&["urlencode"], "do_urlencode", &["value"], 1, 0, |_, args| {
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
    })
};

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
