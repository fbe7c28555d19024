//! `bunraku check --format json`.

#![allow(dead_code, reason = "only the shape of the types counts")]

use schemars::JsonSchema;

use super::{holds, is_published, refuses, schema};
use crate::folder::Folder;

/// Output of `bunraku check --format json`.
#[derive(JsonSchema)]
struct Document {
    /// Version of the format. Within a version members may be added; none is removed or changes its meaning.
    #[schemars(range(min = 1, max = 1))]
    version: u32,
    summary: Summary,
    /// Sorted by file and place; those of `bunraku.toml` are last.
    findings: Vec<Finding>,
    /// Input that could not be checked.
    failures: Vec<Failure>,
}

#[derive(JsonSchema)]
struct Summary {
    /// Number of checked files.
    files: u32,
    files_with_findings: u32,
    errors: u32,
    /// Warnings and deprecations.
    warnings: u32,
    hints: u32,
    failures: u32,
}

#[derive(JsonSchema)]
struct Finding {
    /// The stable code: `bunraku explain` lists all.
    code: String,
    severity: Severity,
    /// Path as given, below the searched folders.
    file: String,
    range: Range,
    /// Puppet's message, if it has one.
    message: String,
    /// A remedy.
    help: Option<String>,
    /// Related places.
    related: Vec<Related>,
    /// Fixes.
    fixes: Vec<Fix>,
    /// Systems on which it holds; empty if it holds on all.
    systems: Vec<String>,
    puppet: Puppet,
    /// The page of the code.
    url: Option<String>,
}

#[derive(JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Severity {
    Error,
    Warning,
    Deprecation,
    Hint,
}

#[derive(JsonSchema)]
struct Related {
    file: String,
    range: Range,
    message: String,
}

#[derive(JsonSchema)]
struct Fix {
    title: String,
    /// Whether `--fix` applies it.
    sure: bool,
    edits: Vec<Edit>,
}

#[derive(JsonSchema)]
struct Edit {
    file: String,
    range: Range,
    /// Replacement text.
    text: String,
}

/// Puppet's own report.
#[derive(JsonSchema)]
struct Puppet {
    /// Its name of the issue.
    code: Option<String>,
    /// Place that Puppet reports; missing if Puppet reports only the file.
    place: Option<Position>,
}

#[derive(JsonSchema)]
struct Failure {
    path: String,
    message: String,
}

/// From `start` to `end`, which is excluded.
#[derive(JsonSchema)]
struct Range {
    start: Position,
    end: Position,
}

#[derive(JsonSchema)]
struct Position {
    #[schemars(range(min = 1))]
    line: u32,
    /// In characters, as Puppet counts, from 1.
    #[schemars(range(min = 1))]
    column: u32,
    /// In bytes from the start of the file, which is 0.
    offset: u32,
}

#[test]
fn what_check_prints() {
    let schema = schema::<Document>("check", "bunraku check --format json");
    is_published("check", &schema);
    let folder = Folder::new()
        .file("manifests/a.pp", "class demo::b {\n  file { '/a': ensure => file }\n  file { '/a': mode => 644, mode => 1 }\n}\n")
        .file("manifests/c.pp", "notice(\"Hello \\world\")\nfile { 'x'\n")
        .file("manifests/d.pp", "class demo::d {\n  $x = 1\n  file { '/d': }\n  file { '/d': }\n  notify { 'a': require => File['/none'] }\n}\n")
        .file("metadata.json", r#"{"name":"me-demo","version":"1.0.0","operatingsystem_support":[{"operatingsystem":"Debian","operatingsystemrelease":["12"]}]}"#);
    let output = folder.check_all(&["--format", "json", ".", "missing.pp"]).assert().code(2).get_output().stdout.clone();
    let output = holds(&schema, &output);
    // Nothing is held to a part that is not there.
    let findings = output["findings"].as_array().expect("findings");
    for member in ["related", "fixes", "help"] {
        assert!(
            findings.iter().any(|it| it[member].as_array().map_or(it[member].is_string(), |it| !it.is_empty())),
            "no finding has {member}"
        );
    }
    assert_eq!(output["failures"].as_array().map(Vec::len), Some(1));
    refuses(&schema, &output, "/findings/0/range/start", "offset");
    refuses(&schema, &output, "", "version");
}
