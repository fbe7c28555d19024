//! The schemas in `docs/schemas` say what is printed: each is made from types here, and real output is held to it.

mod apply;
mod catalog;
mod check;
mod diff;
mod graph;
mod lint;
mod list;
mod report;
mod states;

use std::path::Path;

use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, Schema};
use serde_json::{Value, json};

/// JSON schema of a type, as it is written.
fn schema<T: JsonSchema>(name: &str, title: &str) -> Value {
    let mut schema = SchemaSettings::draft07().for_serialize().into_generator().into_root_schema_for::<T>();
    RecursiveTransform(what_may_be_missing_is_not_null).transform(&mut schema);
    schema.insert("$id".into(), format!("{}/raw/main/docs/schemas/{name}.schema.json", env!("CARGO_PKG_REPOSITORY")).into());
    schema.insert("title".into(), title.into());
    schema.to_value()
}

fn what_may_be_missing_is_not_null(schema: &mut Schema) {
    schema.remove("format");
    let required = schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    let Some(members) = schema.get_mut("properties").and_then(Value::as_object_mut) else { return };
    for (_, member) in members.iter_mut().filter(|(name, _)| !required.iter().any(|it| it == *name)) {
        if let Some(types) = member.get_mut("type")
            && let Some([kind, null]) = types.as_array().map(Vec::as_slice)
            && null == "null"
        {
            *types = kind.clone();
        }
        if let Some(any) = member.get_mut("anyOf").and_then(Value::as_array_mut) {
            any.retain(|it| it["type"] != "null");
        }
    }
}

/// Checks that the file is up to date; with `UPDATE_EXPECT=1` it is written.
fn is_published(name: &str, schema: &Value) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../docs/schemas/{name}.schema.json"));
    let text = serde_json::to_string_pretty(schema).expect("JSON") + "\n";
    expect_test::expect_file![file].assert_eq(&text);
}

/// Members may be added within a version, so the schema allows others. Here all must be named.
fn holds(schema: &Value, output: &[u8]) -> Value {
    let mut strict = Schema::try_from(schema.clone()).expect("a schema");
    RecursiveTransform(|it: &mut Schema| {
        if it.get("properties").is_some() {
            it.insert("additionalProperties".into(), json!(false));
        }
    })
    .transform(&mut strict);
    let output: Value = serde_json::from_slice(output).expect("JSON");
    let validator = jsonschema::validator_for(strict.as_value()).expect("a schema");
    let wrong: Vec<String> = validator.iter_errors(&output).map(|it| format!("{}: {it}", it.instance_path())).collect();
    assert!(wrong.is_empty(), "{}\n{output:#}", wrong.join("\n"));
    output
}

/// Nothing else would show that the strict form of a schema refuses anything.
fn refuses(schema: &Value, output: &Value, path: &str, member: &str) {
    let validator = jsonschema::validator_for(schema).expect("a schema");
    assert!(validator.is_valid(output));
    let mut broken = output.clone();
    let object = broken.pointer_mut(path).and_then(Value::as_object_mut).expect("an object");
    assert!(object.remove(member).is_some(), "{path} has no {member}");
    assert!(!validator.is_valid(&broken), "{member} of {path} may be missing");
}
