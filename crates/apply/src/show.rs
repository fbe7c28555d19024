//! Values as messages show them.

use serde_json::Value as Json;
use values::print;

/// How deep values are looked into.
const DEPTH: usize = 64;

/// As Puppet shows what is and what should be: texts in quotes.
pub fn shown(value: &Json) -> String {
    match value {
        // What most are, of which there are two for each change, without a value of the language.
        Json::String(text) if text.bytes().all(is_plain) => ["'", text, "'"].concat(),
        _ => print::puppet(&value_of(value, 0)),
    }
}

/// What stands between quotes as it is.
fn is_plain(byte: u8) -> bool {
    (b' '..=b'~').contains(&byte) && !matches!(byte, b'\'' | b'"' | b'\\' | b'$')
}

/// As Ruby's `to_s` shows it: texts as they are.
pub fn plain(value: &Json) -> String {
    match value {
        Json::String(text) => text.clone(),
        Json::Null => String::new(),
        other => shown(other),
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
}
