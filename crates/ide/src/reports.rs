//! What came of evaluating a file, as JSON: for editors that draw graphs, and for other programs. `docs/lsp.md` says what is in it.
//!
//! Places are `file` and `line`, from 1.

use analysis::{Evaluation, File, Snapshot, Start, Systems};
use catalog::picture::{Collapse, EdgeKind, Picture, View};
use catalog::{Condition, paint, puppet};
use rustc_hash::FxHashMap;
use serde_json::{Map, Value, json};
use syntax::{TextRange, TextSize};

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
}

/// Everything that a file is evaluated as.
pub fn evaluation_report(snapshot: Snapshot<'_>, file: File) -> Value {
    let all = snapshot.evaluations(file, Systems::All);
    json!({ "evaluations": all.iter().map(one).collect::<Vec<_>>() })
}

fn one(evaluation: &Evaluation) -> Value {
    let outcome = &evaluation.evaluated.outcome;
    let compiled = outcome.catalog.as_ref().or(outcome.partial.as_ref());
    let errors = outcome.errors.iter().map(|it| {
        let place = it.origin();
        let mut out = Map::new();
        out.insert("message".into(), it.message.clone().into());
        out.insert("conditional".into(), (it.condition != Condition::Always).into());
        put_place(&mut out, place);
        Value::Object(out)
    });
    let mut out = head(evaluation);
    out.insert("compiles".into(), outcome.errors.iter().all(|it| it.condition != Condition::Always).into());
    out.insert("errors".into(), errors.collect());
    out.insert(
        "classes".into(),
        compiled.map(|it| it.catalog.classes.iter().map(|it| Value::from(it.as_str())).collect()).unwrap_or_default(),
    );
    out.insert("resources".into(), compiled.map_or(0, |it| it.catalog.len()).into());
    out.insert("cycles".into(), evaluation.evaluated.applied.as_ref().map_or(0, |it| it.graph.cycles().len()).into());
    Value::Object(out)
}

/// The relationship graph of one evaluation; null where there is none.
pub fn graph_report(snapshot: Snapshot<'_>, file: File, asked: &Asked) -> Value {
    let Some(evaluation) = choose(snapshot, file, asked) else { return Value::Null };
    let Some(applied) = &evaluation.evaluated.applied else { return Value::Null };
    let (catalog, graph) = (&applied.catalog, &applied.graph);
    let view = View {
        focus: asked.focus.as_deref().and_then(|it| catalog.find(it)),
        hops: asked.hops,
        collapse: match asked.collapse.as_deref() {
            Some("class") => Collapse::Class,
            Some("module") => Collapse::Module,
            _ => Collapse::No,
        },
        cycles: false,
    };
    let picture = Picture::new(catalog, graph, &view);
    let mut painted = paint::json(catalog, graph, &picture);
    place_edges(&evaluation, &picture, &mut painted);
    let mut out = head(&evaluation);
    out.insert("graph".into(), painted);
    Value::Object(out)
}

/// Gives each edge the place where the relationship itself was written, where that is not the resource that has it.
fn place_edges(evaluation: &Evaluation, picture: &Picture, painted: &mut Value) {
    let outcome = &evaluation.evaluated.outcome;
    let Some(compiled) = outcome.catalog.as_ref().or(outcome.partial.as_ref()) else { return };
    let Some(applied) = &evaluation.evaluated.applied else { return };
    let relations = applied.graph.relations().iter();
    let origins: FxHashMap<_, _> = relations.map(|it| ((it.before, it.after, it.source), it.origin)).collect();
    let Some(Value::Array(edges)) = painted.get_mut("edges") else { return };
    let shown = picture.edges.iter().filter(|it| it.kind != EdgeKind::Contains);
    for (edge, out) in shown.zip(edges) {
        let only = |node: usize| match picture.nodes.get(node).map(|it| it.resources.as_slice()) {
            Some([only]) => Some(*only),
            _ => None,
        };
        let (Some(before), Some(after), Some(source)) = (only(edge.from), only(edge.to), edge.source) else { continue };
        let place = origins.get(&(before, after, source)).and_then(|it| compiled.place(*it));
        if let (Some(place), Value::Object(out)) = (place, out) {
            put_place(out, place);
        }
    }
}

/// The catalog of one evaluation as Puppet writes it, without what is sensitive; null where there is none.
pub fn catalog_report(snapshot: Snapshot<'_>, file: File, asked: &Asked) -> Value {
    let Some(evaluation) = choose(snapshot, file, asked) else { return Value::Null };
    let outcome = &evaluation.evaluated.outcome;
    let Some(compiled) = outcome.catalog.as_ref().or(outcome.partial.as_ref()) else { return Value::Null };
    let mut catalog: Value = serde_json::from_str(&puppet::to_json(&compiled.catalog)).unwrap_or_default();
    if let Some(Value::Array(resources)) = catalog.get_mut("resources") {
        resources.iter_mut().for_each(hide);
    }
    let mut out = head(&evaluation);
    out.insert("partial".into(), outcome.catalog.is_none().into());
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

/// What was evaluated, and for which systems it holds.
fn head(evaluation: &Evaluation) -> Map<String, Value> {
    let mut out = Map::new();
    out.insert("entry".into(), entry_name(&evaluation.start).into());
    out.insert("systems".into(), evaluation.systems.iter().map(|it| Value::from(&**it)).collect());
    out.insert("guessed".into(), evaluation.guessed.into());
    out
}

fn put_place(out: &mut Map<String, Value>, place: &compiler::Place) {
    if let (Some(file), Some(line)) = (&place.file, place.line) {
        out.insert("file".into(), (**file).into());
        out.insert("line".into(), line.into());
    }
}

/// The first evaluation that is meant; of several the first one that has what stands at the place.
fn choose(snapshot: Snapshot<'_>, file: File, asked: &Asked) -> Option<Evaluation> {
    let which = if asked.system.is_some() { Systems::All } else { Systems::First };
    let mut all = snapshot.evaluations(file, which);
    if let Some(entry) = &asked.entry {
        all.retain(|it| entry_name(&it.start) == *entry);
    }
    if let Some(system) = &asked.system {
        all.retain(|it| it.systems.iter().any(|it| **it == **system));
    }
    let around = asked.offset.and_then(|at| names::item_around(snapshot, file, TextRange::empty(at))).and_then(|it| snapshot.item(it));
    let at = around.and_then(|item| {
        let own = all.iter().position(|it| match &it.start {
            Start::Class(name) | Start::Open(name) | Start::Define(name) | Start::Function(name) | Start::Plan(name) => {
                **name == *item.name
            }
            Start::Node(_) | Start::Manifest(_) => false,
        });
        own.or_else(|| all.iter().position(|it| it.evaluated.has_class(&item.name)))
    });
    let at = at.unwrap_or(0);
    (at < all.len()).then(|| all.swap_remove(at))
}

/// `class ntp`, `node default`, `manifest`.
fn entry_name(start: &Start) -> String {
    match start {
        Start::Node(compiler::NodeName::Name(name)) => format!("node {name}"),
        Start::Node(compiler::NodeName::Pattern(pattern)) => format!("node /{pattern}/"),
        Start::Node(compiler::NodeName::Default) => "node default".to_owned(),
        Start::Manifest(_) => "manifest".to_owned(),
        Start::Class(name) | Start::Open(name) => format!("class {name}"),
        Start::Define(name) => format!("define {name}"),
        Start::Function(name) => format!("function {name}"),
        Start::Plan(name) => format!("plan {name}"),
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
            |snapshot, file| graph_report(snapshot, file, &Asked::default()),
            expect![[r#"
            {
              "entry": "class m",
              "systems": [
                "Debian 12"
              ],
              "guessed": false,
              "graph": {
                "name": "node.example.com",
                "environment": "production",
                "nodes": [
                  {
                    "id": "Class[M]",
                    "kind": "class",
                    "type": "Class",
                    "title": "M"
                  },
                  {
                    "id": "File[/c]",
                    "kind": "resource",
                    "type": "File",
                    "title": "/c",
                    "file": "/m/manifests/init.pp",
                    "line": 2,
                    "order": 0
                  },
                  {
                    "id": "Notify[n]",
                    "kind": "resource",
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
                    "content": "File[/c]"
                  },
                  {
                    "container": "Class[M]",
                    "content": "Notify[n]"
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
                    "line": 5
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
              }
            }
        "#]],
        );
    }

    #[test]
    fn the_graph_near_a_resource() {
        let asked = Asked { focus: Some("Notify[n]".to_owned()), hops: 1, ..Asked::default() };
        let found = fixture(MODULE).ask(|snapshot, file, _| graph_report(snapshot, file, &asked));
        let ids: Vec<&str> = found["graph"]["nodes"].as_array().expect("nodes").iter().filter_map(|it| it["id"].as_str()).collect();
        assert_eq!(ids, ["Class[M]", "File[/c]", "Notify[n]"]);
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
