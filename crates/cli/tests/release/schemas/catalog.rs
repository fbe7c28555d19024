//! `bunraku compile --format json`, which is Puppet's own format of catalogs.

#![allow(dead_code, reason = "only the shape of the types counts")]

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde_json::Value;

use super::{holds, is_published, refuses, schema};
use crate::folder::Folder;

/// A catalog, as `bunraku compile` and `puppet catalog compile` print it.
#[derive(JsonSchema)]
struct Catalog {
    tags: Vec<String>,
    /// The node.
    name: String,
    /// Version of the code: seconds, or the output of `config_version`.
    version: Value,
    code_id: Option<String>,
    catalog_uuid: Option<String>,
    #[schemars(range(min = 2, max = 2))]
    catalog_format: u32,
    environment: String,
    resources: Vec<Resource>,
    /// Containment.
    edges: Vec<Edge>,
    classes: Vec<String>,
}

#[derive(JsonSchema)]
struct Resource {
    /// As `File` or `Apache::Vhost`.
    #[serde(rename = "type")]
    type_name: String,
    title: String,
    tags: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    exported: bool,
    /// `compilable_type`, `definable_type` or `unknown`.
    kind: String,
    /// Rich data is written as Puppet writes it, with `__ptype`.
    #[serde(skip_serializing_if = "Option::is_none")]
    parameters: Option<BTreeMap<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sensitive_parameters: Option<Vec<String>>,
}

#[derive(JsonSchema)]
struct Edge {
    /// Container, as `Class[Main]`.
    source: String,
    /// Contained resource.
    target: String,
}

#[test]
fn what_compile_prints() {
    let schema = schema::<Catalog>("catalog", "A catalog of Puppet");
    is_published("catalog", &schema);
    let code = "class a { file { '/a': content => Sensitive('x'), mode => '0644' } } define d() { } include a d { 'x': } @user { 'v': }";
    let output = Folder::new().bunraku(&["compile", "-e", code]).assert().code(0).get_output().stdout.clone();
    let output = holds(&schema, &output);
    refuses(&schema, &output, "/resources/0", "exported");
    refuses(&schema, &output, "/edges/0", "target");
}
