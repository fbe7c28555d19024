//! Files of facts: as Facter prints them, and as Puppet keeps them.

use std::fmt;
use std::path::Path;

use serde_json::Value as Json;

use crate::Facts;

/// The facts of one node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FactFile {
    /// Whose they are, if the file says so.
    pub name: Option<String>,
    pub facts: Facts,
}

/// Tag that Puppet writes before its own facts; it is no class of data.
const TAG: &[u8] = b"--- !ruby/object:Puppet::Node::Facts";

/// Why there are no facts in a file. The text names no file: whoever asked knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FactsError {
    /// The file is not there, or cannot be read: why.
    Unreadable(String),
    /// The program that prints the facts failed: how.
    Failed(String),
    /// The text is not JSON: what the parser says.
    Json(String),
    /// The text is not YAML.
    Yaml(yaml::Error),
    /// The text holds something other than a hash.
    NotHash,
}

impl fmt::Display for FactsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FactsError::Unreadable(why) | FactsError::Failed(why) => f.write_str(why),
            FactsError::Json(why) => write!(f, "invalid JSON: {why}"),
            FactsError::Yaml(problem) => problem.fmt(f),
            FactsError::NotHash => f.write_str("facts must be a hash"),
        }
    }
}

impl std::error::Error for FactsError {}

pub fn parse_json(bytes: &[u8]) -> Result<FactFile, FactsError> {
    from_json(serde_json::from_slice(bytes).map_err(|error| FactsError::Json(error.to_string()))?)
}

pub fn parse_yaml(bytes: &[u8]) -> Result<FactFile, FactsError> {
    let bytes = bytes.strip_prefix(TAG).unwrap_or(bytes);
    let document = yaml::load(bytes).map_err(FactsError::Yaml)?;
    from_json(document.map_or(Json::Null, |it| values::data::to_rich(&values::data::from_yaml(&it.data))))
}

/// A file of facts, in the form that its name shows.
pub fn parse(path: &Path, bytes: &[u8]) -> Result<FactFile, FactsError> {
    if path.extension().is_some_and(|it| it == "json") { parse_json(bytes) } else { parse_yaml(bytes) }
}

fn from_json(json: Json) -> Result<FactFile, FactsError> {
    let Json::Object(mut facts) = json else { return Err(FactsError::NotHash) };
    if !facts.get("values").is_some_and(Json::is_object) {
        return Ok(FactFile { name: None, facts });
    }
    let name = facts.get("name").and_then(Json::as_str).map(str::to_owned);
    match facts.remove("values") {
        Some(Json::Object(facts)) => Ok(FactFile { name, facts }),
        _ => Err(FactsError::NotHash),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn facts_may_say_whose_they_are() {
        let plain = parse_json(br#"{"a": {"b": 1}}"#).expect("facts");
        assert_eq!((plain.name, Json::Object(plain.facts)), (None, json!({"a": {"b": 1}})));
        let parsed = parse_json(br#"{"name": "n", "values": {"a": 1}, "timestamp": "x"}"#).expect("facts");
        assert_eq!((parsed.name.as_deref(), Json::Object(parsed.facts)), (Some("n"), json!({"a": 1})));
        let text = b"--- !ruby/object:Puppet::Node::Facts\nname: n\nvalues:\n  a: [1, 2.5, true, ~]\n";
        let yaml = parse_yaml(text).expect("facts");
        assert_eq!((yaml.name.as_deref(), Json::Object(yaml.facts)), (Some("n"), json!({"a": [1, 2.5, true, null]})));
        // A fact of that name is no list of facts.
        assert_eq!(parse_json(br#"{"values": [1]}"#).expect("facts").facts.len(), 1);
    }

    #[test]
    fn other_files_are_refused() {
        for text in ["", "[]", "1", "{"] {
            assert!(parse_json(text.as_bytes()).is_err(), "{text}");
        }
        assert_eq!(parse_yaml(b"- 1"), Err(FactsError::NotHash));
        assert!(parse_yaml(b"a: [").is_err());
        let error = parse(Path::new("/f.yaml"), b"a: [").expect_err("no YAML");
        assert!(!error.to_string().contains("f.yaml"), "{error}");
        assert!(parse(Path::new("/f.json"), b"{\"a\": 1}").is_ok() && parse(Path::new("/f.json"), b"a: 1").is_err());
    }
}
