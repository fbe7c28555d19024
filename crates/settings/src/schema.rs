//! The JSON schema of `bunraku.toml`, for editors that complete and check TOML.

use serde_json::{Map, Value, json};

use crate::Level;
use crate::key::{KEYS, Key, Kind};

/// The schema, made from the table that the reader follows.
pub fn schema() -> Value {
    let mut schema = table(KEYS);
    let header = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$id": format!("{}/raw/main/docs/bunraku.schema.json", env!("CARGO_PKG_REPOSITORY")),
        "title": "bunraku.toml",
        "description": "The settings of a project for Bunraku.",
    });
    if let (Value::Object(schema), Value::Object(mut header)) = (&mut schema, header) {
        header.append(schema);
        *schema = header;
    }
    schema
}

fn table(keys: &[Key]) -> Value {
    let mut properties = Map::new();
    for key in keys {
        let mut property = kind(key.kind);
        property["description"] = json!(key.about);
        properties.insert(key.name.to_owned(), property);
    }
    json!({ "type": "object", "properties": properties, "additionalProperties": false })
}

fn kind(kind: Kind) -> Value {
    match kind {
        Kind::Bool => json!({ "type": "boolean" }),
        Kind::Text => json!({ "type": "string" }),
        Kind::Texts => json!({ "anyOf": [{ "type": "array", "items": { "type": "string" } }, { "type": "string" }] }),
        Kind::OneOf(names) => json!({ "enum": names }),
        Kind::SomeOf(names) => json!({ "anyOf": [{ "type": "array", "items": { "enum": names } }, { "enum": names }] }),
        Kind::Levels => json!({ "type": "object", "additionalProperties": { "enum": Level::NAMES } }),
        Kind::Tables(keys) => {
            let mut items = table(keys);
            items["required"] = json!(keys.first().map(|it| it.name).into_iter().collect::<Vec<_>>());
            json!({ "type": "array", "items": items })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `UPDATE_EXPECT=1` writes the file anew.
    #[test]
    fn the_schema_is_published() {
        let schema = serde_json::to_string_pretty(&schema()).expect("it can be written") + "\n";
        expect_test::expect_file!["../../../docs/bunraku.schema.json"].assert_eq(&schema);
    }

    #[test]
    fn the_documentation_names_every_setting() {
        let page = include_str!("../../../docs/settings.md");
        for key in KEYS {
            assert!(page.contains(&format!("`{}`", key.name)), "docs/settings.md should speak of `{}`", key.name);
        }
    }

    /// In VS Code a setting is there only if the extension declares it, and one with a default would hide `bunraku.toml`.
    #[test]
    fn vs_code_offers_every_setting() {
        let manifest: Value = serde_json::from_str(include_str!("../../../editors/vscode/package.json")).expect("it is JSON");
        let declared = &manifest["contributes"]["configuration"]["properties"];
        // Rules for single files and minions belong to the project, not to one person's editor.
        for key in KEYS.iter().filter(|it| !matches!(it.name, "paths" | "salt_targets")) {
            let mut words = key.name.split('_');
            let mut name = words.next().unwrap_or_default().to_owned();
            for word in words {
                let (first, rest) = word.split_at(1);
                name += &first.to_ascii_uppercase();
                name += rest;
            }
            let setting = &declared[format!("bunraku.{name}")];
            assert!(setting.is_object(), "package.json should declare `bunraku.{name}`");
            assert_eq!(setting.get("default"), Some(&Value::Null), "bunraku.{name}");
        }
    }

    #[test]
    fn the_examples_of_the_documentation_can_be_read() {
        let page = include_str!("../../../docs/settings.md");
        let examples: Vec<&str> = page.split("```toml\n").skip(1).filter_map(|it| Some(it.split_once("```")?.0)).collect();
        assert!(!examples.is_empty());
        for example in examples {
            let (layer, problems) = crate::read(example, std::path::Path::new("/site"), None);
            assert_eq!(problems, [], "{example}");
            assert_ne!(layer, crate::Layer { folder: layer.folder.clone(), ..crate::Layer::default() }, "{example}");
        }
    }
}
