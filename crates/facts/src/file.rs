//! Files of facts: as Facter prints them, and as Puppet keeps them.

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

/// What Puppet writes before its own facts; it is no class of data.
const TAG: &[u8] = b"--- !ruby/object:Puppet::Node::Facts";

const NO_HASH: &str = "facts are a hash";

pub fn parse_json(bytes: &[u8]) -> Result<FactFile, String> {
    of(serde_json::from_slice(bytes).map_err(|error| error.to_string())?)
}

/// `file` is how messages name it.
pub fn parse_yaml(bytes: &[u8], file: &str) -> Result<FactFile, String> {
    let bytes = bytes.strip_prefix(TAG).unwrap_or(bytes);
    let document = yaml::load(bytes).map_err(|problem| problem.render(file))?;
    of(document.map_or(Json::Null, |it| values::data::to_rich(&values::data::from_yaml(&it.data))))
}

/// A file of facts, in the form that its name tells. What is wrong is said without that name.
pub fn parse(path: &Path, bytes: &[u8]) -> Result<FactFile, String> {
    if path.extension().is_some_and(|it| it == "json") {
        return parse_json(bytes);
    }
    let file = path.to_string_lossy();
    parse_yaml(bytes, &file).map_err(|told| told.strip_prefix(&format!("({file}): ")).unwrap_or(&told).to_owned())
}

fn of(json: Json) -> Result<FactFile, String> {
    let Json::Object(mut facts) = json else { return Err(NO_HASH.to_owned()) };
    if !facts.get("values").is_some_and(Json::is_object) {
        return Ok(FactFile { name: None, facts });
    }
    let name = facts.get("name").and_then(Json::as_str).map(str::to_owned);
    match facts.remove("values") {
        Some(Json::Object(facts)) => Ok(FactFile { name, facts }),
        _ => Err(NO_HASH.to_owned()),
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
        let kept = parse_json(br#"{"name": "n", "values": {"a": 1}, "timestamp": "x"}"#).expect("facts");
        assert_eq!((kept.name.as_deref(), Json::Object(kept.facts)), (Some("n"), json!({"a": 1})));
        let text = b"--- !ruby/object:Puppet::Node::Facts\nname: n\nvalues:\n  a: [1, 2.5, true, ~]\n";
        let yaml = parse_yaml(text, "f").expect("facts");
        assert_eq!((yaml.name.as_deref(), Json::Object(yaml.facts)), (Some("n"), json!({"a": [1, 2.5, true, null]})));
        // A fact of that name is no list of facts.
        assert_eq!(parse_json(br#"{"values": [1]}"#).expect("facts").facts.len(), 1);
    }

    #[test]
    fn other_files_are_refused() {
        for text in ["", "[]", "1", "{"] {
            assert!(parse_json(text.as_bytes()).is_err(), "{text}");
        }
        assert_eq!(parse_yaml(b"- 1", "f"), Err(NO_HASH.to_owned()));
        assert!(parse_yaml(b"a: [", "f").is_err());
        let told = parse(Path::new("/f.yaml"), b"a: [").expect_err("no YAML");
        assert!(!told.contains("f.yaml"), "{told}");
        assert!(parse(Path::new("/f.json"), b"{\"a\": 1}").is_ok() && parse(Path::new("/f.json"), b"a: 1").is_err());
    }
}
