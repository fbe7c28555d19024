//! Puppet's own forms of what was applied and of what is there: `bunraku apply --json-report` and `bunraku resource --format json`.

#![allow(dead_code, reason = "only the shape of the types counts")]

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde_json::Value;

use super::apply::{EventStatus, Place};
use super::{holds, is_published, refuses, schema};

/// The report of a run, as Puppet's reports of the format 12 are.
#[derive(JsonSchema)]
struct Report {
    host: String,
    /// As `2026-11-22T10:15:00.123456789+00:00`.
    time: String,
    /// Version of the configuration: a number or a string.
    configuration_version: Value,
    transaction_uuid: String,
    #[schemars(range(min = 12, max = 12))]
    report_format: u32,
    /// Version of Puppet that the run follows.
    puppet_version: String,
    status: RunStatus,
    /// It ended.
    transaction_completed: bool,
    noop: bool,
    /// Something would be changed.
    noop_pending: bool,
    environment: String,
    logs: Vec<Message>,
    metrics: Metrics,
    /// By its name, as `File[/etc/motd]`: each that was changed, has failed or was skipped. Of unchanged ones there are only the counts.
    resource_statuses: BTreeMap<String, Status>,
    corrective_change: bool,
    /// Missing if there was no catalog.
    #[serde(skip_serializing_if = "Option::is_none")]
    catalog_uuid: Option<String>,
    cached_catalog_status: String,
}

#[derive(JsonSchema)]
#[serde(rename_all = "lowercase")]
enum RunStatus {
    Changed,
    Unchanged,
    Failed,
}

#[derive(JsonSchema)]
struct Message {
    level: Level,
    message: String,
    /// As `/Stage[main]/Main/File[/etc/motd]/ensure`, or `Puppet`.
    source: String,
    tags: Vec<String>,
    time: String,
    /// Empty for code outside of files.
    file: Option<String>,
    line: Option<u32>,
}

#[derive(JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Level {
    Debug,
    Info,
    Notice,
    Warning,
    Err,
    Alert,
    Emerg,
    Crit,
}

#[derive(JsonSchema)]
struct Metrics {
    resources: Counted,
    /// In seconds, by type, and as a whole.
    time: Counted,
    changes: Counted,
    events: Counted,
}

#[derive(JsonSchema)]
struct Counted {
    name: String,
    label: String,
    /// The name of each value, the same for people, and the value.
    values: Vec<(String, String, f64)>,
}

#[derive(JsonSchema)]
struct Status {
    title: String,
    /// Empty for code outside of files; missing for resources that Puppet adds.
    file: Option<String>,
    line: Option<u32>,
    /// As `File[/etc/motd]`.
    resource: String,
    resource_type: String,
    provider_used: Option<String>,
    /// Containers from the outermost to the innermost, then the resource itself.
    containment_path: Vec<String>,
    /// In seconds; missing if it was not evaluated.
    evaluation_time: Option<f64>,
    tags: Vec<String>,
    time: String,
    failed: bool,
    failed_to_restart: bool,
    changed: bool,
    out_of_sync: bool,
    skipped: bool,
    change_count: u32,
    out_of_sync_count: u32,
    events: Vec<Event>,
    corrective_change: bool,
}

#[derive(JsonSchema)]
struct Event {
    audited: bool,
    /// Missing if it is about the whole resource.
    property: Option<String>,
    /// Values, or `[redacted]` for secrets.
    previous_value: Value,
    desired_value: Value,
    /// For audited properties: the value at the last audit.
    historical_value: Value,
    message: String,
    /// As `file_created`.
    name: String,
    status: EventStatus,
    time: String,
    /// It contains a secret.
    redacted: Option<bool>,
    corrective_change: bool,
}

/// Output of `bunraku resource --format json`: by type, then by title, the parameters with their values, as `create_resources` takes them.
/// A resource that is not there has `ensure` alone.
#[derive(JsonSchema)]
struct Resources(BTreeMap<String, BTreeMap<String, BTreeMap<String, Value>>>);

#[test]
fn what_is_reported() {
    let schema = schema::<Report>("report", "bunraku apply --json-report");
    is_published("report", &schema);
    let place = Place::new();
    let code = "
        file { '{t}a': content => 'a', notify => Exec['later'] }
        exec { 'later': command => '/bin/true', refreshonly => true }
        exec { '/bin/false': }
        file { '{t}b': content => Sensitive('b') }
        file { '{t}c': content => 'c', require => Exec['/bin/false'] }
        file { '{t}d': content => 'd', noop => true }";
    place.run("apply", &["--detailed-exitcodes", "--certname", "n", "--json-report", "{t}report", "-e", code], 6);
    let report = holds(&schema, &std::fs::read(place.path("report")).expect("a report"));
    let of = |name: &str| &report["resource_statuses"][format!("File[{}]", place.path(name))];
    assert_eq!(report["resource_statuses"]["Exec[/bin/false]"]["events"][0]["status"], "failure");
    assert_eq!((&of("a")["events"][0]["name"], &of("c")["skipped"]), (&"file_created".into(), &true.into()));
    assert_eq!((&of("d")["events"][0]["status"], &report["status"]), (&"noop".into(), &"failed".into()));
    assert_eq!(of("b")["events"][0]["redacted"], true);
    assert!(report["logs"].as_array().is_some_and(|it| it.len() > 4));
    refuses(&schema, &report, "", "metrics");
    refuses(&schema, &report, &format!("/resource_statuses/{}", "Exec[/bin/false]".replace('/', "~1")), "events");
}

#[test]
fn what_resources_there_are() {
    let schema = schema::<Resources>("resource", "bunraku resource --format json");
    is_published("resource", &schema);
    let place = Place::new();
    std::fs::write(place.path("a"), "a").expect("a file");
    let one = holds(&schema, &place.run("resource", &["file", "{t}a", "--format", "json"], 0));
    assert_eq!(one["file"][place.path("a")]["ensure"], "file");
    let none = holds(&schema, &place.run("resource", &["file", "{t}b", "--format", "json"], 0));
    assert_eq!(none["file"][place.path("b")], serde_json::json!({ "ensure": "absent" }));
    let all = holds(&schema, &place.run("resource", &["group", "--format", "json"], 0));
    assert!(all["group"].as_object().is_some_and(|it| it.len() > 5), "{all:#}");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    assert!(!validator.is_valid(&serde_json::json!({ "file": ["/a"] })));
}
