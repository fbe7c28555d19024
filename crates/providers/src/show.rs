//! Values as messages show them.

use serde_json::Value as Json;
use values::print;

/// How deep values are looked into.
const DEPTH: usize = 64;

/// The key of a value that is not text, in base64; no other key is next to it.
pub const BINARY: &str = "__binary";

/// As Puppet shows what is and what should be: texts in quotes.
pub fn shown(value: &Json) -> String {
    match value {
        // What most are, of which there are two for each change, without a value of the language.
        Json::String(text) if text.bytes().all(is_plain) => ["'", text, "'"].concat(),
        _ => match rich(value) {
            Some(Rich { shown, .. }) => shown,
            None => print::puppet(&value_of(value, 0)),
        },
    }
}

/// A value of the language that has no form of its own in JSON.
struct Rich {
    plain: String,
    shown: String,
}

/// As reports have a value that has no form of its own in JSON.
pub fn reported(value: &Json) -> Option<String> {
    let rich = rich(value)?;
    let is_pattern = value.get("__ptype").is_some_and(|it| it == "Regexp");
    Some(if is_pattern { format!("/{}/", rich.shown) } else { rich.plain })
}

/// Points in time, patterns, versions, types without parameters, and `default`.
fn rich(value: &Json) -> Option<Rich> {
    let both = |text: &str| Some(Rich { plain: text.to_owned(), shown: text.to_owned() });
    match (value.get("__ptype")?.as_str()?, value.get("__pvalue").and_then(Json::as_str)) {
        ("Default", _) => both("default"),
        // Only a whole parameter is unwrapped; within lists and hashes, a secret stays one, for programs too.
        ("Sensitive", _) => both("Sensitive [value redacted]"),
        ("Regexp", Some(source)) => Some(Rich { plain: format!("(?-mix:{source})"), shown: source.to_owned() }),
        (_, Some(text)) => both(text),
        (kind, None) if value.as_object().is_some_and(|it| it.len() == 1) => both(kind.strip_prefix("Pcore::")?.strip_suffix("Type")?),
        _ => None,
    }
}

/// Whether a byte is shown unescaped between quotes.
fn is_plain(byte: u8) -> bool {
    (b' '..=b'~').contains(&byte) && !matches!(byte, b'\'' | b'"' | b'\\' | b'$')
}

/// As Ruby's `to_s` shows it: texts as they are.
pub fn plain(value: &Json) -> String {
    match value {
        Json::String(text) => text.clone(),
        Json::Null => String::new(),
        other => rich(other).map_or_else(|| shown(other), |it| it.plain),
    }
}

fn value_of(value: &Json, depth: usize) -> values::Value {
    if depth > DEPTH {
        return values::Value::Undef;
    }
    match value {
        Json::Null => values::Value::Undef,
        Json::Bool(it) => values::Value::Boolean(*it),
        Json::Number(it) => match it.as_i64() {
            Some(it) => values::Value::Integer(it),
            None => values::Value::Float(it.as_f64().unwrap_or_default()),
        },
        Json::String(it) => values::Value::from(it.as_str()),
        Json::Array(all) => values::Value::array(all.iter().map(|it| value_of(it, depth + 1)).collect::<Vec<_>>()),
        Json::Object(_) if let Some(rich) = rich(value) => values::Value::from(rich.plain.as_str()),
        Json::Object(all) => {
            let mut hash = values::Hash::default();
            for (key, value) in all {
                hash.insert(values::Value::from(key.as_str()), value_of(value, depth + 1));
            }
            values::Value::hash(hash)
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn texts_stand_in_quotes() {
        assert_eq!(shown(&json!("absent")), "'absent'");
        assert_eq!(shown(&json!(["0", "2"])), "['0', '2']");
        assert_eq!(shown(&json!("a\nb")), "\"a\\nb\"");
        for text in ["", "a b", "it's", "\"", "\\", "$x", "ä", "~{}", "\u{7f}"] {
            assert_eq!(shown(&json!(text)), print::puppet(&values::Value::from(text)));
        }
        assert_eq!(shown(&json!(3)), "3");
        assert_eq!(plain(&json!("a")), "a");
    }

    #[test]
    fn values_without_a_form_in_json_are_shown_as_the_language_has_them() {
        for (value, in_text, as_value) in [
            (json!({"__ptype": "Timestamp", "__pvalue": "2020-01-01T00:00:00.000000000 UTC"}), "2020-01-01T00:00:00.000000000 UTC", ""),
            (json!({"__ptype": "Default"}), "default", ""),
            (json!({"__ptype": "Sensitive", "__pvalue": "hush"}), "Sensitive [value redacted]", ""),
            (json!({"__ptype": "Regexp", "__pvalue": "a.b"}), "(?-mix:a.b)", "a.b"),
            (json!({"__ptype": "Pcore::IntegerType"}), "Integer", ""),
        ] {
            assert_eq!(plain(&value), in_text);
            assert_eq!(shown(&value), if as_value.is_empty() { in_text } else { as_value });
        }
    }
}
