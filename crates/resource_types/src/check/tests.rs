//! Against what real Puppet said.

use serde::Deserialize;
use serde_json::{Map, Value as Json};

use super::check;
use crate::table::type_info;

const RECORDED: &str = include_str!("../../tests/recorded/mistakes.jsonl");

#[derive(Deserialize)]
struct Case {
    code: String,
    #[serde(rename = "type")]
    type_name: String,
    title: String,
    parameters: Map<String, Json>,
    #[serde(default)]
    error: Option<String>,
}

/// Removes Ruby's hints about a missing method, which depend on its version: the line of its source, and similar names.
fn without_hints(error: &str) -> &str {
    let end = error.find("undefined method").and_then(|at| Some(at + error.get(at..)?.find('\n')?));
    error.get(..end.unwrap_or(error.len())).unwrap_or(error)
}

#[test]
fn mistakes_are_those_of_puppet() {
    let (mut cases, mut same, mut unknown) = (0, 0, 0);
    let mut differences = Vec::new();
    for line in RECORDED.lines() {
        let case: Case = serde_json::from_str(line).unwrap();
        let checked = check(type_info(&case.type_name).unwrap(), &case.title, &case.parameters, true);
        cases += 1;
        let ours = checked.mistakes.first().map(|it| it.message.clone());
        if ours.as_deref() == case.error.as_deref().map(without_hints) {
            same += 1;
        } else if !checked.complete && case.error.is_some() && checked.mistakes.first().is_none_or(|it| !it.first) {
            unknown += 1;
        } else {
            differences.push(format!("{}\n  ours   {ours:?}\n  Puppet {:?}", case.code, case.error));
        }
    }
    assert!(differences.is_empty(), "{} of {cases}:\n{}", differences.len(), differences.join("\n"));
    // What is known as not known may become less, never more.
    assert_eq!((cases, same, unknown), (5167, 5004, 163));
}
