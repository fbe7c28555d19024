//! Labels of values in errors.

use crate::{Type, Value};

/// The kind of a value: `Integer`, `Undef Value`, `File['/a'] Resource-Reference`.
pub fn label(value: &Value) -> String {
    match value {
        Value::Undef => "Undef Value".to_owned(),
        Value::Boolean(_) => "Boolean".to_owned(),
        Value::Integer(_) => "Integer".to_owned(),
        Value::Float(_) => "Float".to_owned(),
        Value::String(_) => "String".to_owned(),
        Value::Regex(_) => "Regexp".to_owned(),
        Value::Array(_) => "Array".to_owned(),
        Value::Hash(_) => "Hash".to_owned(),
        Value::Type(ty @ Type::Resource(_, Some(_))) => format!("{ty} Resource-Reference"),
        Value::Type(ty) => format!("{ty}-Type"),
        Value::Sensitive(_) => "Sensitive".to_owned(),
        Value::Timestamp(_) => "Timestamp".to_owned(),
        Value::Timespan(_) => "Timespan".to_owned(),
        Value::Version(_) => "Semver".to_owned(),
        Value::VersionRange(_) => "SemverRange".to_owned(),
        Value::Binary(_) => "Binary".to_owned(),
        Value::Default | Value::Deferred(_) | Value::Uri(_) | Value::Iterator(_) | Value::Object(_) | Value::Unknown(_) => {
            "Object".to_owned()
        }
    }
}

/// With its article: `an Integer`.
pub fn a_label(value: &Value) -> String {
    let text = label(value);
    let article = if starts_with_vowel(&text) { "an" } else { "a" };
    format!("{article} {text}")
}

/// The same at the beginning of a sentence: `An Integer`.
pub(super) fn a_label_uc(value: &Value) -> String {
    let text = label(value);
    let article = if starts_with_vowel(&text) { "An" } else { "A" };
    format!("{article} {text}")
}

/// As Puppet sees it: a `y` is one, and quotes are skipped.
pub(super) fn starts_with_vowel(text: &str) -> bool {
    let first = text.chars().find(|c| !matches!(c, '"' | '\''));
    first.is_some_and(|c| matches!(c.to_ascii_lowercase(), 'a' | 'e' | 'i' | 'o' | 'u' | 'y'))
}
