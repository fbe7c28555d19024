//! `bunraku diff --format json`.

#![allow(dead_code, reason = "only the shape of the types counts")]

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde_json::Value;

use super::{holds, is_published, refuses, schema};
use crate::folder::Folder;

/// Output of `bunraku diff --format json`. Secrets are left out.
#[derive(JsonSchema)]
struct Diff {
    classes: Classes,
    removed: Vec<Entry>,
    added: Vec<Entry>,
    changed: Vec<Changed>,
}

#[derive(JsonSchema)]
struct Classes {
    removed: Vec<String>,
    added: Vec<String>,
}

#[derive(JsonSchema)]
struct Entry {
    /// As `File[/etc/motd]`.
    resource: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    parameters: BTreeMap<String, Value>,
}

/// A resource in both; its place is that in the second.
#[derive(JsonSchema)]
struct Changed {
    resource: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    parameters: BTreeMap<String, Change>,
    /// Old and new container, if they differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    container: Option<Container>,
}

/// Missing values are not set.
#[derive(JsonSchema)]
struct Change {
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<Value>,
}

#[derive(JsonSchema)]
struct Container {
    before: Option<String>,
    after: Option<String>,
}

#[test]
fn what_diff_prints() {
    let schema = schema::<Diff>("diff", "bunraku diff --format json");
    is_published("diff", &schema);
    let compiled = |code: &str| Folder::new().bunraku(&["compile", "-e", code]).assert().code(0).get_output().stdout.clone();
    let before = compiled("class a { file { '/a': mode => '0644', owner => 'root' } } include a file { '/b': }");
    let after = compiled("class b { file { '/a': mode => '0600', group => 'root' } } include b file { '/c': ensure => file }");
    let folder = Folder::new().file("before.json", before).file("after.json", after);
    let output = folder.bunraku(&["diff", "before.json", "after.json", "--format", "json"]).assert().code(1).get_output().stdout.clone();
    let output = holds(&schema, &output);
    for member in ["removed", "added", "changed"] {
        assert!(output[member].as_array().is_some_and(|it| !it.is_empty()), "{output:#}");
    }
    assert!(output["changed"][0]["container"].is_object(), "{output:#}");
    refuses(&schema, &output, "/changed/0", "parameters");
}
