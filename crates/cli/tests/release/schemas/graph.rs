//! `bunraku graph --format json`.

#![allow(dead_code, reason = "only the shape of the types counts")]

use schemars::JsonSchema;

use super::{holds, is_published, refuses, schema};
use crate::folder::Folder;

/// Output of `bunraku graph --format json`.
#[derive(JsonSchema)]
struct Graph {
    /// The node of the catalog, or the SLS files.
    name: String,
    /// Missing for Salt states.
    #[serde(skip_serializing_if = "Option::is_none")]
    environment: Option<String>,
    /// The size of the picture, as all places in pixels.
    width: f64,
    height: f64,
    nodes: Vec<Node>,
    containment: Vec<Containment>,
    edges: Vec<Edge>,
    /// Resources or states in the order of application; missing if there are cycles.
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<Vec<String>>,
    /// Resources of each cycle.
    #[serde(skip_serializing_if = "Option::is_none")]
    cycles: Option<Vec<Vec<String>>>,
}

#[derive(JsonSchema)]
struct Node {
    /// As `File[/etc/motd]`, `file: /etc/motd` of Salt states, or the name of a module or an SLS file.
    id: String,
    kind: Kind,
    /// Text in the box, if it is shorter.
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    x: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    y: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    width: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    height: Option<f64>,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    type_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    /// Place in the order; missing if there are cycles.
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<u32>,
    /// Contents of the box, if it is not one resource.
    #[serde(skip_serializing_if = "Option::is_none")]
    resources: Option<Vec<String>>,
}

#[derive(JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Resource,
    Class,
    Define,
    Stage,
    Module,
}

#[derive(JsonSchema)]
struct Containment {
    container: String,
    content: String,
    /// Points of the line: alternating x and y.
    points: Vec<f64>,
}

#[derive(JsonSchema)]
struct Edge {
    from: String,
    to: String,
    kind: EdgeKind,
    /// Origin of the relationship.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<Source>,
    /// Whether it is automatic.
    #[serde(skip_serializing_if = "Option::is_none")]
    automatic: Option<bool>,
    /// Resource that declares it.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    /// Whether it is part of a cycle.
    #[serde(skip_serializing_if = "Option::is_none")]
    cycle: Option<bool>,
    /// Points of the line: alternating x and y.
    points: Vec<f64>,
}

#[derive(JsonSchema)]
#[serde(rename_all = "lowercase")]
enum EdgeKind {
    /// The first comes before the second.
    Before,
    /// And its changes refresh the second.
    Notify,
}

/// The relationship of Puppet, or the requisite of Salt.
#[derive(JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Source {
    Require,
    Subscribe,
    Before,
    Notify,
    Arrow,
    Autorequire,
    Autosubscribe,
    Autobefore,
    Autonotify,
    RequireAny,
    Watch,
    WatchAny,
    Prereq,
    Onchanges,
    OnchangesAny,
    Onfail,
    OnfailAny,
    OnfailAll,
}

const SITE: &str = "\
class a {
  file { '/a': ensure => directory }
  file { '/a/b': notify => Service['s'] }
  service { 's': require => User['u'] }
  user { 'u': }
}
define d() { notify { $title: } }
include a
d { 'x': }
Class['a'] -> D['x']
";

const STATES: &str = "\
a:
  test.nop:
    - prereq: [test: b]
b:
  test.nop: []
c:
  test.nop:
    - watch: [test: b]
d:
  test.nop:
    - onfail_any: [test: c]
";

#[test]
fn what_graph_prints() {
    let schema = schema::<Graph>("graph", "bunraku graph --format json");
    is_published("graph", &schema);
    let cycle = "notify { 'a': before => Notify['b'] } notify { 'b': before => Notify['a'] }";
    let folder = Folder::new().file("site.pp", SITE);
    let of = |args: &[&str]| folder.bunraku(&[&["graph", "--format", "json"], args].concat()).assert().code(0).get_output().stdout.clone();
    let whole = holds(&schema, &of(&["site.pp"]));
    assert!(whole["edges"].as_array().is_some_and(|it| it.iter().any(|it| it["automatic"] == true)), "{whole:#}");
    assert!(whole["order"].is_array());
    refuses(&schema, &whole, "/nodes/0", "kind");
    holds(&schema, &of(&["site.pp", "--collapse", "class"]));
    holds(&schema, &of(&["site.pp", "--collapse", "module"]));
    let states = Folder::new().file("s/a.sls", STATES);
    let of_states = states.bunraku(&["graph", "--salt-root", "s", "--format", "json", "a"]).assert().code(0).get_output().stdout.clone();
    let states = holds(&schema, &of_states);
    let expected = serde_json::json!(["test: b, tested first", "test: a", "test: b", "test: c", "test: d"]);
    assert_eq!(states["order"], expected);
    let mut words: Vec<_> = states["edges"].as_array().into_iter().flatten().map(|it| it["source"].to_string()).collect();
    words.sort();
    words.dedup();
    assert_eq!(words, ["\"onfail_any\"", "\"prereq\"", "\"require\"", "\"watch\""]);
    let broken = holds(&schema, &of(&["-e", cycle]));
    assert_eq!(broken["cycles"].as_array().map(Vec::len), Some(1));
    assert!(broken["edges"].as_array().is_some_and(|it| it.iter().any(|it| it["cycle"] == true)), "{broken:#}");
}
