//! Against relations that real Puppet made.

use rustc_hash::FxHashSet;
use serde::Deserialize;
use serde_json::{Map, Value as Json};

use super::{Known, automatic};
use crate::managed::Managed;
use crate::table::{type_info, type_names};
use crate::title::uniqueness_key;
use crate::value::Value;

const RECORDED: &str = include_str!("../../tests/recorded/relations.jsonl");

#[derive(Deserialize)]
struct Case {
    code: String,
    /// Type, title and parameters.
    resources: Vec<(String, String, Map<String, Json>)>,
    #[serde(default)]
    manual: Vec<(String, String)>,
    /// First and second resource, and whether the second is refreshed.
    automatic: Vec<(String, String, bool)>,
}

struct Catalog<'a> {
    resources: Vec<Managed<'a>>,
}

impl Catalog<'_> {
    fn find(&self, type_name: &str, title: &str) -> Option<&Managed<'_>> {
        let own = || self.resources.iter().filter(|it| it.info.name == type_name);
        own().find(|it| it.title == title).or_else(|| {
            let info = type_info(type_name).filter(|it| it.isomorphic)?;
            let key = uniqueness_key(info, type_name, title, |_| None)?;
            own().find(|it| it.key() == key)
        })
    }
}

impl Known for Catalog<'_> {
    fn contains(&self, type_name: &str, title: &str) -> bool {
        self.find(type_name, title).is_some()
    }

    fn of_type(&self, type_name: &str) -> Vec<&Managed<'_>> {
        self.resources.iter().filter(|it| it.info.name == type_name).collect()
    }
}

fn reference(resource: &Managed<'_>) -> String {
    let mut name = resource.info.name.clone();
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    format!("{name}[{}]", resource.title)
}

fn relations(case: &Case) -> Vec<(String, String, bool)> {
    let resources = case
        .resources
        .iter()
        .filter_map(|(type_name, title, parameters)| Some(Managed::new(type_info(&type_name.to_lowercase())?, title, parameters)));
    let catalog = Catalog { resources: resources.collect() };
    let mut there: FxHashSet<(String, String)> = case.manual.iter().cloned().collect();
    let mut found = Vec::new();
    for resource in &catalog.resources {
        let relations = automatic(resource, &catalog);
        for it in relations.found {
            for other in it.titles.iter().filter_map(|title| catalog.find(it.target, title)) {
                let (own, other) = (reference(resource), reference(other));
                let (before, after) = if it.relation.is_incoming() { (other, own) } else { (own, other) };
                let pair = (before.clone(), after.clone());
                if before != after && !there.contains(&(after.clone(), before.clone())) && there.insert(pair) {
                    found.push((before, after, it.relation.refreshes()));
                }
            }
        }
    }
    found
}

#[test]
fn relations_are_those_of_puppet() {
    let mut differences = Vec::new();
    let mut cases = 0;
    for line in RECORDED.lines() {
        let case: Case = serde_json::from_str(line).unwrap();
        cases += 1;
        let (mut ours, mut theirs) = (relations(&case), case.automatic.clone());
        ours.sort();
        theirs.sort();
        if ours != theirs {
            differences.push(format!("{}\n  ours   {ours:?}\n  Puppet {theirs:?}", case.code));
        }
    }
    assert!(cases > 400, "{cases}");
    assert!(differences.is_empty(), "{} of {cases}:\n{}", differences.len(), differences.join("\n"));
}

#[test]
fn every_relation_is_known() {
    let nothing = Catalog { resources: Vec::new() };
    let parameters: Map<String, Json> = Map::new();
    let mut unknown = Vec::new();
    for name in type_names() {
        let resource = Managed::new(type_info(name).unwrap(), "/a", &parameters);
        unknown.extend(automatic(&resource, &nothing).unknown.iter().map(|it| format!("{name} {} {}", it.relation.name(), it.target)));
    }
    assert_eq!(unknown, [""; 0]);
}

#[test]
fn values_are_given_by_manifest_title_or_default() {
    let parameters: Map<String, Json> = serde_json::from_str(r#"{"owner": ["a", "b"], "path": null}"#).unwrap();
    let file = Managed::new(type_info("file").unwrap(), "/a/", &parameters);
    assert_eq!(file.name(), "/a");
    assert_eq!(file.value("owner"), Some(Value::str("a")));
    let exec = Managed::new(type_info("exec").unwrap(), "x", &parameters);
    assert_eq!(exec.value("timeout"), Some(Value::Int(300)));
}
