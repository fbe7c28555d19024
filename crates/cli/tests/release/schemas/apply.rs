//! Output of `bunraku plan`, `apply`, `history` and `undo` for other programs.

#![allow(dead_code, reason = "only the shape of the types counts")]

use schemars::JsonSchema;
use serde_json::Value;

use super::{holds, is_published, refuses, schema};
use crate::folder::Folder;

/// Output of `bunraku plan --format json` and `--out FILE`, which `bunraku apply --plan FILE` takes.
#[derive(JsonSchema)]
struct Plan {
    /// Version of the format. Within a version members may be added; none is removed or changes its meaning.
    #[schemars(range(min = 1, max = 1))]
    version: u32,
    host: String,
    environment: String,
    /// Time when it was made, as `2026-11-22T10:15:00.123456789Z`.
    time: String,
    /// Salt of the digests; missing without `--out`.
    salt: Option<String>,
    /// Manifest that `bunraku apply --plan FILE` uses by default; missing if the plan was made from code or a catalog.
    manifest: Option<String>,
    /// The same of a catalog.
    catalog: Option<String>,
    /// Options of `bunraku plan --salt-root`, which `bunraku apply --plan FILE` uses; missing in plans of manifests and catalogs.
    #[serde(skip_serializing_if = "Option::is_none")]
    states: Option<States>,
    counts: Counts,
    /// In the order of application.
    resources: Vec<Planned>,
}

/// A tree of SLS files and its minion. Paths are absolute.
#[derive(JsonSchema)]
struct States {
    /// Name of the machine that the states were planned on.
    machine: String,
    salt_root: Vec<String>,
    pillar_root: Option<String>,
    /// Missing without `--pillar`.
    pillar: Option<PillarData>,
    /// The value of `--grains`.
    grains: Option<String>,
    id: Option<String>,
    /// The value of `--minion-config`.
    minion_config: Option<String>,
    /// Options of that configuration which decide what a run does, as `failhard: false, state_aggregate: no`; empty without one.
    options: String,
    /// SLS names; empty for the highstate.
    sls: Vec<String>,
    /// The value of `--salt-order`; missing in plans of versions that had 3008 only.
    #[serde(skip_serializing_if = "Option::is_none")]
    release: Option<String>,
}

/// The value of `--pillar`.
#[derive(JsonSchema)]
#[serde(rename_all = "lowercase")]
enum PillarData {
    File(String),
    /// It was data, which a plan does not store.
    Given,
}

/// Number of resources of each verdict.
#[derive(JsonSchema)]
struct Counts {
    same: u32,
    change: u32,
    refresh: u32,
    unknown: u32,
    fail: u32,
    skip: u32,
    noop: u32,
}

#[derive(JsonSchema)]
struct Planned {
    /// As `File[/etc/motd]` or `file.managed: /etc/motd`. A stored plan has `[redacted]` in place of a state's name that no SLS file has.
    resource: String,
    /// Empty for code outside of files; missing for resources that Puppet adds.
    file: Option<String>,
    line: Option<u32>,
    verdict: Verdict,
    /// A stored plan of states has a digest of them as the message of one.
    changes: Vec<Foreseen>,
    /// For a file: the changes in the format of `diff -u`.
    difference: Option<String>,
    /// Failures, or the resources because of which it would be skipped.
    reasons: Vec<String>,
    /// Why it is unknown.
    because_of: Vec<String>,
    /// Resources that would refresh it.
    refreshed_by: Vec<String>,
    /// SHA-256 of the salt and the declaration, secrets included; missing without `--out`.
    digest: Option<String>,
}

#[derive(JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    Same,
    Change,
    /// It is only refreshed.
    Refresh,
    /// It depends on the result of an earlier change.
    Unknown,
    Fail,
    Skip,
    /// It would change, but is in noop mode.
    Noop,
}

#[derive(JsonSchema)]
struct Foreseen {
    property: String,
    /// Values, or `[redacted]` for secrets.
    from: Value,
    to: Value,
    message: String,
}

/// A line of `bunraku apply --events FILE`. Values that are secret are left out.
#[derive(JsonSchema)]
#[serde(tag = "event", rename_all = "lowercase")]
enum Happening {
    /// A resource is begun.
    Begin {
        /// As `2026-11-22T10:15:00.123456789Z`.
        time: String,
        /// As `File[/etc/motd]`.
        resource: String,
        /// Its number among all steps; containers are steps, too.
        step: u32,
        /// Number of steps known so far.
        steps: u32,
    },
    /// A resource is done.
    End {
        time: String,
        resource: String,
        file: Option<String>,
        line: Option<u32>,
        /// Duration in seconds; missing if it was not evaluated.
        seconds: Option<f64>,
        failed: bool,
        skipped: bool,
        /// It was refreshed.
        restarted: bool,
        /// Resources that refreshed it.
        refreshed_by: Vec<String>,
        /// Failed resources because of which it was skipped.
        because_of: Vec<String>,
        changes: Vec<Happened>,
    },
}

#[derive(JsonSchema)]
struct Happened {
    /// Missing if it is about the whole resource.
    property: Option<String>,
    status: EventStatus,
    message: String,
}

#[derive(JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum EventStatus {
    Success,
    Failure,
    /// It would be changed.
    Noop,
    /// It differs from the last audit.
    Audit,
}

/// A line of `bunraku history --format json`: a run.
#[derive(JsonSchema)]
struct Run {
    /// Its name.
    run: String,
    /// Run that it undoes.
    undoes: Option<String>,
    time: String,
    host: String,
    environment: String,
    /// Version of the configuration: a number or a string; missing for an undo.
    configuration: Value,
    noop: bool,
    status: RunStatus,
    /// The exit code.
    exit: u8,
    seconds: f64,
    /// Resources that changed, failed or were refreshed.
    resources: Vec<Changed>,
}

#[derive(JsonSchema)]
#[serde(rename_all = "lowercase")]
enum RunStatus {
    Changed,
    Unchanged,
    Failed,
}

#[derive(JsonSchema)]
struct Changed {
    resource: String,
    file: Option<String>,
    line: Option<u32>,
    /// It was refreshed.
    restarted: bool,
    /// Resources that refreshed it.
    refreshed_by: Vec<String>,
    /// The same, with the edges that the refresh came on.
    triggers: Vec<Trigger>,
    /// Results of a command's checks.
    checks: Vec<String>,
    changes: Vec<RecordedChange>,
}

#[derive(JsonSchema)]
struct Trigger {
    from: String,
    /// A line for each edge.
    #[schemars(rename = "way")]
    path: Vec<String>,
}

#[derive(JsonSchema)]
#[schemars(rename = "Kept")]
struct RecordedChange {
    /// Missing if it is about the whole resource.
    property: Option<String>,
    status: EventStatus,
    message: String,
    /// Corrective change; missing if that is unknown.
    corrective: Option<bool>,
}

/// Output of `bunraku undo --format json`. Missing if no such run is stored.
#[derive(JsonSchema)]
struct Undone {
    /// Version of the format. Within a version members may be added; none is removed or changes its meaning.
    #[schemars(range(min = 1, max = 1))]
    version: u32,
    /// Run to undo.
    run: String,
    /// History id of the undo; missing if nothing was changed.
    undone_by: Option<String>,
    noop: bool,
    end: End,
    /// After a failure: what could not be restored.
    not_put_back: Vec<String>,
    /// In the order of undoing: the last change first.
    resources: Vec<Resource>,
}

#[derive(JsonSchema)]
#[serde(rename_all = "lowercase")]
enum End {
    /// Everything that can be undone is, or would be.
    Done,
    /// Something has changed since, so nothing was undone.
    Moved,
    /// Something could not be set, and everything undone before was restored.
    Failed,
}

#[derive(JsonSchema)]
struct Resource {
    resource: String,
    outcome: Outcome,
    /// Why it is skipped.
    reason: Option<String>,
    changes: Vec<Happened>,
}

#[derive(JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Outcome {
    TakenBack,
    WouldBeTakenBack,
    /// It already had its state before the run.
    Same,
    /// It can never be undone.
    Refused,
    /// It was changed since.
    Moved,
    /// It could not be set.
    Failed,
    /// It was undone, then restored because something else failed.
    PutBack,
    /// It was not tried because another one failed.
    NotTried,
}

/// A folder with all that a run reads, writes and changes.
pub(super) struct Place(Folder);

impl Place {
    pub(super) fn new() -> Place {
        Place(Folder::new().file("code/environments/production/environment.conf", ""))
    }

    pub(super) fn path(&self, name: &str) -> String {
        self.0.path(name).to_string_lossy().into_owned()
    }

    /// `bunraku COMMAND`; `{t}` in an argument is the folder.
    pub(super) fn run(&self, command: &str, arguments: &[&str], code: i32) -> Vec<u8> {
        let mut all = vec![command.to_owned()];
        for name in ["conf", "code", "var", "public", "log", "run"] {
            all.extend([format!("--{name}dir"), self.path(name)]);
        }
        all.extend(arguments.iter().map(|it| it.replace("{t}", &self.path(""))));
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        self.0.bunraku(&all).assert().code(code).get_output().stdout.clone()
    }
}

const CODE: &str = "
    file { '{t}a': content => 'a', notify => Exec['later'] }
    exec { 'later': command => '/bin/true', refreshonly => true, onlyif => '/bin/true' }
    exec { '/bin/false': }
    file { '{t}b': content => Sensitive('b'), require => Exec['/bin/false'] }";

fn lines(schema: &Value, output: &[u8]) -> Vec<Value> {
    output.split(|it| *it == b'\n').filter(|it| !it.is_empty()).map(|it| holds(schema, it)).collect()
}

#[test]
fn what_is_planned() {
    let schema = schema::<Plan>("plan", "bunraku plan --format json");
    is_published("plan", &schema);
    let place = Place::new();
    std::fs::write(place.path("c"), "one\n").unwrap();
    let code = format!(
        "{CODE}
        exec {{ 'maybe': command => '/bin/true', onlyif => '/bin/true', require => Exec['/bin/false'] }}
        file {{ '{{t}}c': content => \"two\\n\" }}
        file {{ '{{t}}d': source => '{{t}}nowhere' }}"
    );
    let planned = holds(&schema, &place.run("plan", &["--certname", "n", "--out", "{t}plan", "--format", "json", "-e", &code], 6));
    assert_eq!(holds(&schema, &std::fs::read(place.path("plan")).unwrap()), planned);
    let of =
        |name: &str| planned["resources"].as_array().unwrap().iter().find(|it| it["resource"].as_str().unwrap().ends_with(name)).unwrap();
    assert_eq!((&of("[later]")["verdict"], &of("[maybe]")["verdict"]), (&"refresh".into(), &"unknown".into()));
    assert_eq!((&of("/d]")["verdict"], &of("/b]")["changes"][0]["to"]), (&"fail".into(), &"[redacted]".into()));
    assert!(of("/c]")["difference"].as_str().is_some_and(|it| it.contains("\n+two")), "{planned:#}");
    let total: u64 = planned["counts"].as_object().unwrap().values().filter_map(Value::as_u64).sum();
    assert_eq!(total, planned["resources"].as_array().unwrap().len() as u64);
    refuses(&schema, &planned, "/resources/0", "verdict");
    refuses(&schema, &planned, "", "counts");
}

#[test]
fn what_is_planned_of_states() {
    let schema = schema::<Plan>("plan", "bunraku plan --format json");
    let place = Place::new();
    std::fs::create_dir(place.path("states")).unwrap();
    std::fs::write(place.path("states/a.sls"), "a:\n  test.succeed_with_changes: []\nb:\n  test.fail_without_changes: []\n").unwrap();
    std::fs::write(place.path("pillar"), "a: 1\n").unwrap();
    for (pillar, stored) in [("{}", serde_json::json!("given")), ("{t}pillar", serde_json::json!({ "file": place.path("pillar") }))] {
        let options = ["--salt-root", "{t}states", "--pillar", pillar, "--out", "{t}plan", "--format", "json", "a"];
        let shown = holds(&schema, &place.run("plan", &options, 6));
        let planned = holds(&schema, &std::fs::read(place.path("plan")).unwrap());
        assert_eq!((&shown["counts"], &planned["states"]["pillar"]), (&planned["counts"], &stored));
        assert!(shown["salt"].is_null() && planned["salt"].is_string(), "{planned:#}");
        refuses(&schema, &planned, "/states", "sls");
    }
}

#[test]
fn what_is_told_while_it_is_applied() {
    let schema = schema::<Happening>("events", "bunraku apply --events");
    is_published("events", &schema);
    let place = Place::new();
    let output = place.run("apply", &["--detailed-exitcodes", "--certname", "n", "--events", "-", "-e", CODE], 6);
    let lines = lines(&schema, &output);
    let end = |name: &str| lines.iter().find(|it| it["event"] == "end" && it["resource"] == name).unwrap();
    refuses(&schema, &lines[0], "", "steps");
    refuses(&schema, end("Exec[later]"), "", "refreshed_by");
    assert_eq!(end("Exec[later]")["restarted"], true);
    assert_eq!(end("Exec[/bin/false]")["changes"][0]["status"], "failure");
    assert!(lines.iter().any(|it| it["skipped"] == true && it["because_of"][0] == "Exec[/bin/false]"), "{lines:#?}");
}

#[test]
fn what_the_history_tells() {
    let schema = schema::<Run>("history", "bunraku history --format json");
    is_published("history", &schema);
    let place = Place::new();
    place.run("apply", &["--detailed-exitcodes", "--certname", "n", "-e", CODE], 6);
    place.run("undo", &["last"], 4);
    let lines = lines(&schema, &place.run("history", &["--format", "json"], 0));
    assert_eq!((lines.len(), &lines[1]["undoes"]), (2, &lines[0]["run"]));
    assert_eq!(place.run("history", &["--json"], 0), place.run("history", &["--format", "json"], 0));
    let later = lines[0]["resources"].as_array().unwrap().iter().position(|it| it["resource"] == "Exec[later]").unwrap();
    assert_eq!(lines[0]["resources"][later]["triggers"][0]["from"], format!("File[{}]", place.path("a")));
    refuses(&schema, &lines[0], &format!("/resources/{later}"), "triggers");
}

#[test]
fn what_undo_prints() {
    let schema = schema::<Undone>("undo", "bunraku undo --format json");
    is_published("undo", &schema);
    let place = Place::new();
    let outcomes = |output: &Value| -> Vec<(String, String)> {
        let text = |it: &Value| it.as_str().unwrap().rsplit('/').next().unwrap().to_owned();
        output["resources"].as_array().unwrap().iter().map(|it| (text(&it["resource"]), text(&it["outcome"]))).collect()
    };
    let expected = |all: &[(&str, &str)]| all.iter().map(|it| (it.0.to_owned(), it.1.to_owned())).collect::<Vec<_>>();
    place.run("apply", &["--certname", "n", "-e", "file { '{t}a': content => 'one' } file { '{t}b': content => 'one' }"], 0);
    std::fs::write(place.path("a"), "somebody's").unwrap();
    let moved = holds(&schema, &place.run("undo", &["last", "--format", "json"], 4));
    assert_eq!(outcomes(&moved), expected(&[("b]", "not_tried"), ("a]", "moved")]));
    assert_eq!((&moved["end"], &moved["undone_by"]), (&"moved".into(), &Value::Null));
    let noop = holds(&schema, &place.run("undo", &["last", "--partial", "--noop", "--format", "json"], 4));
    assert_eq!(outcomes(&noop), expected(&[("b]", "would_be_taken_back"), ("a]", "moved")]));
    let done = holds(&schema, &place.run("undo", &["last", "--partial", "--format", "json"], 4));
    assert_eq!(outcomes(&done), expected(&[("b]", "taken_back"), ("a]", "moved")]));
    assert_eq!(done["resources"][0]["changes"][0]["property"], "ensure");
    let history = place.run("history", &["--last", "1", "--format", "json"], 0);
    let history: Value = serde_json::from_slice(&history).unwrap();
    assert_eq!((&history["run"], &history["undoes"]), (&done["undone_by"], &done["run"]));
    assert!(place.run("undo", &["never", "--format", "json"], 1).is_empty());
    refuses(&schema, &done, "/resources/0", "outcome");
}
