//! Results of evaluating a file, as JSON: for editors that draw graphs, and for other programs. `docs/lsp.md` says what is in it.
//!
//! Places are `file` and `line`, from 1.

mod graph;
mod puppet;
mod rendered;
pub(crate) mod reported;
mod resource;

pub(crate) use graph::view;
pub use graph::{Past, asked_of_past, graph_report, past_state};
pub use rendered::rendered_report;
pub use resource::resource_report;

use analysis::{Evaluation, File, Snapshot, Start, Systems};
use compiler::NodeName;
use rustc_hash::FxHashMap;
use serde_json::{Value, json};
use syntax::{TextRange, TextSize};

use self::reported::head;
use crate::names;

/// Which evaluation is meant, and what of it.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// A place in the file: the definition around it is meant.
    pub offset: Option<TextSize>,
    /// An entry as a report names it: `class ntp`.
    pub entry: Option<String>,
    /// A system as a report names it: `Debian 12`.
    pub system: Option<String>,
    /// Of a graph: only what is near this resource.
    pub focus: Option<String>,
    /// How near.
    pub hops: usize,
    /// Of a graph: one box for all of a `class` or `module`.
    pub collapse: Option<String>,
    /// Of a graph: classes and modules for which the opposite holds, types and kinds of edges that are not wanted, a text that
    /// names must have.
    pub toggled: Vec<String>,
    pub hidden: Vec<String>,
    pub text: String,
    /// Of a graph: only what comes before itself.
    pub cycles: bool,
    /// Of a graph: `svg`, `dot` or `mermaid` instead of data.
    pub format: Option<String>,
    /// Of a graph: the upper left corners that boxes had before.
    pub before: FxHashMap<String, (f64, f64)>,
    /// Of a graph: another system, against which the differences are marked.
    pub compare: Option<String>,
    /// The resource that a text is wanted of.
    pub resource: Option<String>,
}

/// Everything that a file is evaluated as.
pub fn evaluation_report(snapshot: Snapshot<'_>, file: File) -> Value {
    if crate::sls::is_states(snapshot, file) {
        return crate::sls::report::evaluation(snapshot, file);
    }
    let all = snapshot.evaluations(file, Systems::All);
    json!({ "evaluations": all.iter().map(|it| reported::summary(it)).collect::<Vec<_>>() })
}

/// The catalog of one evaluation as Puppet writes it, without what is sensitive; null where there is none.
pub fn catalog_report(snapshot: Snapshot<'_>, file: File, asked: &Asked) -> Value {
    let Some(evaluation) = choose(snapshot, file, asked) else { return Value::Null };
    let evaluated = &evaluation.evaluated;
    let Some(mut compiled) = evaluated.catalog().cloned() else { return Value::Null };
    compiled.truncate(evaluated.declared().len());
    let mut catalog: Value = serde_json::from_str(&catalog::puppet::to_json(&compiled)).unwrap_or_default();
    if let Some(Value::Array(resources)) = catalog.get_mut("resources") {
        resources.iter_mut().for_each(hide);
    }
    let mut out = head(&evaluation);
    out.insert("partial".into(), evaluated.outcome.catalog.is_none().into());
    out.insert("catalog".into(), catalog);
    Value::Object(out)
}

/// Takes the values of sensitive parameters away.
fn hide(resource: &mut Value) {
    let names: Vec<String> = match resource.get("sensitive_parameters") {
        Some(Value::Array(names)) => names.iter().filter_map(|it| it.as_str().map(str::to_owned)).collect(),
        _ => return,
    };
    if let Some(Value::Object(parameters)) = resource.get_mut("parameters") {
        for name in names {
            if let Some(value) = parameters.get_mut(&name) {
                *value = Value::Null;
            }
        }
    }
}

/// The first evaluation that is meant; of several the first one that has what stands at the place.
fn choose(snapshot: Snapshot<'_>, file: File, asked: &Asked) -> Option<Evaluation> {
    let all = match asked.system {
        Some(_) => snapshot.evaluations_to_read_on_each(file),
        None => snapshot.evaluations_to_read(file, Systems::First),
    };
    choose_of(snapshot, file, asked, all)
}

/// The same of what can be applied: where the first system gives no catalog, another one may.
fn choose_applied(snapshot: Snapshot<'_>, file: File, asked: &Asked) -> Option<Evaluation> {
    let chosen = choose(snapshot, file, asked)?;
    if chosen.evaluated.applied.is_some() || asked.system.is_some() {
        return Some(chosen);
    }
    let applied = snapshot.evaluations_to_read(file, Systems::All).into_iter().filter(|it| it.evaluated.applied.is_some());
    choose_of(snapshot, file, asked, applied.collect()).or(Some(chosen))
}

fn choose_of(snapshot: Snapshot<'_>, file: File, asked: &Asked, mut all: Vec<Evaluation>) -> Option<Evaluation> {
    if let Some(entry) = &asked.entry {
        all.retain(|it| entry_name(&it.start) == *entry);
    }
    if let Some(system) = &asked.system {
        all.retain(|it| it.systems.iter().any(|it| **it == **system));
    }
    let around = asked.offset.and_then(|at| names::item_around(snapshot, file, TextRange::empty(at))).and_then(|it| snapshot.item(it));
    let at = around.and_then(|item| {
        let own = all.iter().position(|it| match it.start.definition() {
            Start::Class(name) | Start::Open(name) | Start::Define(name) | Start::Function(name) | Start::Plan(name) => {
                **name == *item.name
            }
            Start::Node(_) | Start::Manifest(..) | Start::Loose(..) => false,
        });
        own.or_else(|| all.iter().position(|it| it.evaluated.has_class(&item.name)))
    });
    let at = at.unwrap_or(0);
    (at < all.len()).then(|| all.swap_remove(at))
}

/// `class ntp`, `node default`, `manifest`.
fn entry_name(start: &Start) -> String {
    match start {
        // Of a manifest without nodes, or outside of them.
        Start::Manifest(_, NodeName::Default) => "manifest".to_owned(),
        Start::Node(name) | Start::Manifest(_, name) => match name {
            NodeName::Default => "node default".to_owned(),
            NodeName::Name(name) => format!("node {name}"),
            NodeName::Pattern(pattern) => format!("node /{pattern}/"),
        },
        Start::Class(name) | Start::Open(name) => format!("class {name}"),
        Start::Define(name) => format!("define {name}"),
        Start::Function(name) => format!("function {name}"),
        Start::Plan(name) => format!("plan {name}"),
        Start::Loose(_, of) => entry_name(of),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::tests::fixture;

    const MODULE: &str = "#- /m/metadata.json\n{\"name\": \"a-m\", \"operatingsystem_support\": [\
        {\"operatingsystem\": \"Debian\", \"operatingsystemrelease\": [\"12\"]}, {\"operatingsystem\": \"RedHat\", \"operatingsystemrelease\": [\"9\"]}]}\n\
        #- /m/manifests/init.pp\n$0class m {\n  file { '/c':\n    content => Sensitive('x'),\n  }\n  -> notify { 'n': message => $facts['os']['name'] }\n  unless $facts['os']['name'] == 'Debian' { fail('no') }\n}\n";

    #[track_caller]
    fn check(report: impl Fn(Snapshot<'_>, File) -> Value, expected: Expect) {
        let found = fixture(MODULE).ask(|snapshot, file, _| report(snapshot, file));
        expected.assert_eq(&(serde_json::to_string_pretty(&found).expect("JSON") + "\n"));
    }

    #[test]
    fn what_a_file_is_evaluated_as() {
        check(
            evaluation_report,
            expect![[r#"
            {
              "evaluations": [
                {
                  "entry": "class m",
                  "systems": [
                    "Debian 12"
                  ],
                  "guessed": false,
                  "compiles": true,
                  "errors": [],
                  "classes": [
                    "settings",
                    "m"
                  ],
                  "resources": 6,
                  "cycles": 0
                },
                {
                  "entry": "class m",
                  "systems": [
                    "RedHat 9"
                  ],
                  "guessed": false,
                  "compiles": true,
                  "errors": [
                    {
                      "message": "Evaluation Error: Error while evaluating a Function Call, no",
                      "conditional": true,
                      "file": "/m/manifests/init.pp",
                      "line": 6
                    }
                  ],
                  "classes": [
                    "settings",
                    "m"
                  ],
                  "resources": 6,
                  "cycles": 0
                }
              ]
            }
        "#]],
        );
    }

    #[test]
    fn the_graph() {
        check(
            |snapshot, file| graph_report(snapshot, file, &Asked::default(), None),
            expect![[r#"
                {
                  "entry": "class m",
                  "systems": [
                    "Debian 12"
                  ],
                  "guessed": false,
                  "partial": false,
                  "graph": {
                    "name": "node.example.com",
                    "environment": "production",
                    "width": 404,
                    "height": 69,
                    "nodes": [
                      {
                        "id": "Class[M]",
                        "kind": "class",
                        "x": 16,
                        "y": 27,
                        "width": 79,
                        "height": 26,
                        "type": "Class",
                        "title": "M"
                      },
                      {
                        "id": "File[/c]",
                        "kind": "resource",
                        "x": 159,
                        "y": 16,
                        "width": 79,
                        "height": 26,
                        "type": "File",
                        "title": "/c",
                        "file": "/m/manifests/init.pp",
                        "line": 2,
                        "order": 0
                      },
                      {
                        "id": "Notify[n]",
                        "kind": "resource",
                        "x": 302,
                        "y": 27,
                        "width": 86,
                        "height": 26,
                        "type": "Notify",
                        "title": "n",
                        "file": "/m/manifests/init.pp",
                        "line": 5,
                        "order": 1
                      }
                    ],
                    "containment": [
                      {
                        "container": "Class[M]",
                        "content": "File[/c]",
                        "points": [
                          95,
                          40,
                          159,
                          29
                        ]
                      },
                      {
                        "container": "Class[M]",
                        "content": "Notify[n]",
                        "points": [
                          95,
                          40,
                          159,
                          51,
                          302,
                          40
                        ]
                      }
                    ],
                    "edges": [
                      {
                        "from": "File[/c]",
                        "to": "Notify[n]",
                        "kind": "before",
                        "source": "arrow",
                        "automatic": false,
                        "by": "File[/c]",
                        "file": "/m/manifests/init.pp",
                        "line": 5,
                        "points": [
                          238,
                          29,
                          302,
                          40
                        ]
                      }
                    ],
                    "order": [
                      "File[/c]",
                      "Notify[n]",
                      "Schedule[puppet]",
                      "Schedule[hourly]",
                      "Schedule[daily]",
                      "Schedule[weekly]",
                      "Schedule[monthly]",
                      "Schedule[never]",
                      "Filebucket[puppet]"
                    ]
                  },
                  "types": {
                    "Class": 3,
                    "File": 1,
                    "Filebucket": 1,
                    "Notify": 1,
                    "Schedule": 6,
                    "Stage": 1
                  },
                  "places": [
                    {
                      "file": "/m/manifests/init.pp",
                      "lines": [
                        [
                          2,
                          1
                        ],
                        [
                          5,
                          2
                        ]
                      ]
                    }
                  ]
                }
            "#]],
        );
    }

    #[test]
    fn the_graph_near_a_resource() {
        let asked = Asked { focus: Some("Notify[n]".to_owned()), hops: 1, ..Asked::default() };
        let found = fixture(MODULE).ask(|snapshot, file, _| graph_report(snapshot, file, &asked, None));
        let ids: Vec<&str> = found["graph"]["nodes"].as_array().expect("nodes").iter().filter_map(|it| it["id"].as_str()).collect();
        assert_eq!(ids, ["Class[M]", "File[/c]", "Notify[n]"]);
    }

    #[test]
    fn the_graph_of_the_first_system_that_has_one() {
        // One declaration too many on the first of them.
        let text = MODULE
            .replace("unless $facts['os']['name'] == 'Debian' { fail('no') }", "if $facts['os']['name'] == 'Debian' { notify { 'n': } }");
        let asked = Asked { format: Some("dot".to_owned()), ..Asked::default() };
        let found = fixture(&text).ask(|snapshot, file, _| graph_report(snapshot, file, &asked, None));
        assert_eq!(found["systems"], json!(["RedHat 9"]));
        assert!(found["text"].as_str().is_some_and(|it| it.starts_with("digraph catalog {")), "{found}");
    }

    #[test]
    fn the_graph_of_a_system_against_another() {
        let text = MODULE
            .replace("unless $facts['os']['name'] == 'Debian' { fail('no') }", "if $facts['os']['name'] == 'Debian' { notify { 'd': } }");
        let asked = Asked { system: Some("RedHat 9".to_owned()), compare: Some("Debian 12".to_owned()), ..Asked::default() };
        let found = fixture(&text).ask(|snapshot, file, _| graph_report(snapshot, file, &asked, None));
        let nodes = found["graph"]["nodes"].as_array().expect("nodes");
        let shown: Vec<String> = nodes.iter().map(|it| format!("{} {}", it["id"], it["change"])).collect();
        assert_eq!(shown, [r#""Class[M]" null"#, r#""File[/c]" null"#, r#""Notify[n]" "changed""#, r#""Notify[d]" "removed""#]);
        assert_eq!(found["compared"], json!(["Debian 12"]));
    }

    #[test]
    fn the_catalog_shows_nothing_that_is_sensitive() {
        let report = |asked: Asked| fixture(MODULE).ask(|snapshot, file, _| catalog_report(snapshot, file, &asked));
        let found = report(Asked { offset: Some(1.into()), system: Some("Debian 12".to_owned()), ..Asked::default() });
        let resource = |title: &str| {
            let all = found["catalog"]["resources"].as_array().expect("resources");
            all.iter().find(|it| it["title"] == title).expect("a resource")["parameters"].clone()
        };
        assert_eq!(resource("/c"), json!({ "content": null, "before": ["Notify[n]"] }));
        assert_eq!(resource("n"), json!({ "message": "Debian" }));
        assert_eq!((found["entry"].as_str(), found["partial"].as_bool()), (Some("class m"), Some(false)));
        assert_eq!(report(Asked { system: Some("Debian 1".to_owned()), ..Asked::default() }), Value::Null);
        assert_eq!(report(Asked { entry: Some("class n".to_owned()), ..Asked::default() }), Value::Null);
    }
}
