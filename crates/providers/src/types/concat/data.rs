//! Fragments that are data: merged, and written as one document.

use values::{Hash, Value};

use crate::instance::ProviderError;

/// How the document is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    Yaml,
    Json { pretty: bool, list: bool },
}

/// How deep data of fragments are merged.
const DEEPEST: usize = 128;

impl Written {
    /// None for a plain text.
    pub fn of_name(name: &str) -> Option<Written> {
        Some(match name {
            "yaml" => Written::Yaml,
            "json" => Written::Json { pretty: false, list: false },
            "json-pretty" => Written::Json { pretty: true, list: false },
            "json-array" => Written::Json { pretty: false, list: true },
            "json-array-pretty" => Written::Json { pretty: true, list: true },
            _ => return None,
        })
    }

    fn read(self, fragment: &str) -> Result<Value, ProviderError> {
        match self {
            Written::Yaml => {
                let document = ::yaml::load(fragment.as_bytes()).map_err(|it| ProviderError::new(it.render("<unknown>")))?;
                Ok(document.map_or(Value::Undef, |it| values::data::from_yaml(&it.data)))
            }
            Written::Json { .. } => {
                let json = serde_json::from_str(fragment).map_err(|it| ProviderError::new(format!("A fragment is no JSON: {it}")))?;
                Ok(values::data::from_json(&json))
            }
        }
    }

    fn write(self, value: &Value) -> Result<String, ProviderError> {
        let text = match self {
            Written::Yaml => functions::yaml_text(value),
            Written::Json { pretty, .. } => functions::json_text(value, pretty),
        };
        text.map_err(|it| ProviderError::new(it.message()))
    }
}

/// The document that fragments are together.
pub fn merge_fragments(fragments: &[String], written: Written, force: bool) -> Result<String, ProviderError> {
    let all: Vec<Value> = fragments.iter().map(|it| written.read(it)).collect::<Result<_, _>>()?;
    let value = match written {
        Written::Json { list: true, .. } => Value::array(all),
        _ => all.into_iter().try_fold(Value::hash(Hash::default()), |one, other| merged(&one, &other, force, 0))?,
    };
    written.write(&value)
}

/// Whether a value is empty and yields to the other.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::Undef => true,
        Value::Array(all) => all.is_empty(),
        Value::Hash(all) => all.is_empty(),
        _ => false,
    }
}

fn merged(one: &Value, other: &Value, force: bool, depth: usize) -> Result<Value, ProviderError> {
    if depth > DEEPEST {
        return Err(ProviderError::new("The data of the fragments are too deep"));
    }
    if is_empty(other) {
        return Ok(one.clone());
    }
    if is_empty(one) {
        return Ok(other.clone());
    }
    match (one, other) {
        (Value::Array(one), Value::Array(other)) => {
            let mut all: Vec<Value> = Vec::new();
            for value in one.iter().chain(other.iter()) {
                if !all.contains(value) {
                    all.push(value.clone());
                }
            }
            Ok(Value::array(all))
        }
        (Value::Hash(one), Value::Hash(other)) => merged_hashes(one, other, force, depth),
        _ => Err(ProviderError::new("Fragments are merged only where all are hashes, or all are lists")),
    }
}

fn merged_hashes(one: &Hash, other: &Hash, force: bool, depth: usize) -> Result<Value, ProviderError> {
    let mut all = one.clone();
    for (key, second) in other {
        let value = match all.get(key) {
            None => second.clone(),
            Some(first @ Value::Hash(_)) if matches!(second, Value::Hash(_)) => merged(first, second, force, depth + 1)?,
            Some(first @ Value::Array(_)) if matches!(second, Value::Array(_)) => merged(first, second, force, depth + 1)?,
            Some(first) if first == second || force => first.clone(),
            Some(first) => {
                let [key, first, second] = [key, first, second].map(|it| match it.as_str() {
                    Some(text) => text.to_owned(),
                    None => values::print::puppet(it),
                });
                return Err(ProviderError::new(format!(
                    "Duplicate key '{key}' found with values '{first}' and {second}'. Use 'force' attribute to merge keys."
                )));
            }
        };
        all.insert(key.clone(), value);
    }
    Ok(Value::hash(all))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(fragments: &[&str], force: bool) -> Result<String, String> {
        let fragments: Vec<String> = fragments.iter().map(|it| (*it).to_owned()).collect();
        merge_fragments(&fragments, Written::Json { pretty: false, list: false }, force).map_err(|it| it.message)
    }

    #[test]
    fn hashes_and_lists_are_merged() {
        let merged = json(&[r#"{"a": {"b": [1]}}"#, r#"{"a": {"b": [1, 2], "c": 3}}"#], false);
        assert_eq!(merged.as_deref(), Ok(r#"{"a":{"b":[1,2],"c":3}}"#));
        assert_eq!(json(&["[1]", "[1, 2]"], false).as_deref(), Ok("[1,2]"));
        assert_eq!(json(&[], false).as_deref(), Ok("{}"));
    }

    #[test]
    fn documents_are_laid_out_as_ruby_does_it() {
        let fragments = [r#"{"a": [], "b": {"c": 1.0}}"#.to_owned()];
        let text = merge_fragments(&fragments, Written::Json { pretty: true, list: false }, false).map_err(|it| it.message);
        assert_eq!(text.as_deref(), Ok("{\n  \"a\": [\n\n  ],\n  \"b\": {\n    \"c\": 1.0\n  }\n}"));
    }

    #[test]
    fn what_two_fragments_say_needs_force() {
        assert_eq!(json(&[r#"{"a": 1}"#, r#"{"a": 2}"#], true).as_deref(), Ok(r#"{"a":1}"#));
        let expected = "Duplicate key 'a' found with values '1' and 2'. Use 'force' attribute to merge keys.";
        assert_eq!(json(&[r#"{"a": 1}"#, r#"{"a": 2}"#], false), Err(expected.to_owned()));
        assert!(json(&["[1]", r#"{"a": 2}"#], false).is_err());
    }
}
