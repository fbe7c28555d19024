//! Compares types of modules, whose code is evaluated, with what Puppet was recorded to report of them. The last line has the counts as
//! JSON, for `cargo xtask truth --suite types`.
//!
//!     cargo run -p compiler --example types -- MODULEPATH crates/resource_types/data/types.json FACTS.json \
//!         crates/resource_types/tests/recorded/mistakes.jsonl

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use compiler::{Environment, NodeFacts, Reading};
use resource_types::Managed;
use serde_json::Value as Json;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let modulepath: Vec<PathBuf> = arguments.next().unwrap_or_default().split(':').map(PathBuf::from).collect();
    let Some(table) = arguments.next().and_then(|it| std::fs::read_to_string(it).ok()) else { return ExitCode::FAILURE };
    let Ok(table) = serde_json::from_str::<Json>(&table) else { return ExitCode::FAILURE };
    let Some(facts) = arguments.next().and_then(|it| facts_of(&it)) else { return ExitCode::FAILURE };
    let environment = Environment::new(Arc::new(world::RealWorld), "production", None, modulepath, Reading::default());
    let (mut equal, mut refused, mut different) = (0, 0, 0_u64);
    let mut lacks: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, known) in table["types"].as_object().into_iter().flatten().filter(|it| it.1["module"].is_string()) {
        let count = attributes(known).count();
        let files = environment.modules().map(|it| it.1.join(format!("lib/puppet/type/{name}.rb")));
        let Some(file) = files.filter(|it| it.is_file()).min() else { continue };
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        match environment.describe_type(name, &file, &text, &facts) {
            Err(lack) => {
                refused += count;
                lacks.entry(lack.to_string()).or_default().push(name.clone());
            }
            Ok(ours) => {
                for attribute in attributes(known) {
                    let own = attributes(&ours).find(|it| it["n"] == attribute["n"]);
                    match own {
                        Some(own) if own == attribute => equal += 1,
                        // A default that needs more of Puppet is only known to be computed.
                        Some(own) if own.get("dd").is_some() && without_default(own) == without_default(attribute) => refused += 1,
                        own => {
                            different += 1;
                            println!("{name}: {attribute}\n  {}", own.unwrap_or(&Json::Null));
                        }
                    }
                }
                for attribute in attributes(&ours).filter(|own| attributes(known).all(|it| it["n"] != own["n"])) {
                    println!("{name}: more: {attribute}");
                    different += 1;
                }
                for key in ["keys", "titles", "loose", "refresh", "generate", "eval_generate", "validate"] {
                    if ours.get(key) != known.get(key) {
                        println!("{name}: {key}: {:?} {:?}", known.get(key), ours.get(key));
                        different += 1;
                    }
                }
                for key in ["autorequire", "autosubscribe", "autobefore", "autonotify"] {
                    let all = |it: &Json| it[key].as_array().cloned().unwrap_or_default();
                    let (known, own) = (all(known), all(&ours));
                    let is_same = |(a, b): (&Json, &Json)| a == b || (a[0] == b[0] && b.get(1).is_none());
                    if known.len() != own.len() || !known.iter().zip(&own).all(is_same) {
                        println!("{name}: {key}: {known:?} {own:?}");
                        different += 1;
                    }
                }
            }
        }
    }
    for (lack, names) in &lacks {
        println!("refused: {lack}: {}", names.join(", "));
    }
    println!("attributes: {equal} equal, {refused} refused, {different} different");
    let attributes = serde_json::json!({"equal": equal, "refused": refused, "different": different});
    let Some(recorded) = arguments.next().and_then(|it| std::fs::read_to_string(it).ok()) else { return ExitCode::FAILURE };
    let (resources, wrong) = resources(&environment, &facts, &recorded);
    different += resources["different"].as_u64().unwrap_or(1);
    println!("{}", serde_json::json!({"attributes": attributes, "resources": resources, "wrong": wrong}));
    if different == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The facts of the machine that Puppet was asked on.
fn facts_of(file: &str) -> Option<NodeFacts> {
    let facts: Json = serde_json::from_str(&std::fs::read_to_string(file).ok()?).ok()?;
    let facts = facts.get("values").unwrap_or(&facts);
    Some(NodeFacts::all(values::data::from_json(facts)))
}

/// The attributes but for the provider, which comes with the files of providers.
fn attributes(described: &Json) -> impl Iterator<Item = &Json> {
    described["attrs"].as_array().into_iter().flatten().filter(|it| it["n"] != "provider")
}

/// Puppet's message without what Ruby 3.1 adds to it: the line of the code, and names that are alike.
fn without_hints(message: &str) -> &str {
    if !message.contains("undefined method `") {
        return message;
    }
    let ends = ["\n\n", "\nDid you mean?"].into_iter().filter_map(|it| message.find(it)).min();
    &message[..ends.unwrap_or(message.len())]
}

fn without_default(attribute: &Json) -> Json {
    let mut attribute = attribute.clone();
    if let Some(fields) = attribute.as_object_mut() {
        fields.remove("d");
        fields.remove("dd");
    }
    attribute
}

/// Compares what the code of types reports of resources with what Puppet was recorded to report: the counts, and how many equal ones
/// are wrong.
fn resources(environment: &Environment, facts: &NodeFacts, recorded: &str) -> (Json, usize) {
    let (mut equal, mut wrong, mut refused, mut different) = (0, 0, 0, 0);
    let mut by_type: BTreeMap<String, Vec<Json>> = BTreeMap::new();
    for row in recorded.lines().filter_map(|it| serde_json::from_str::<Json>(it).ok()) {
        by_type.entry(row["type"].as_str().unwrap_or_default().to_owned()).or_default().push(row);
    }
    let mut lacks: BTreeMap<String, usize> = BTreeMap::new();
    for (name, rows) in by_type {
        let Some(info) = resource_types::type_info(&name).filter(|it| it.module.is_some()) else { continue };
        let none = serde_json::Map::new();
        let managed: Vec<Managed<'_>> = rows
            .iter()
            .map(|row| Managed::new(info, row["title"].as_str().unwrap_or_default(), row["parameters"].as_object().unwrap_or(&none)))
            .collect();
        let all: Vec<&Managed<'_>> = managed.iter().collect();
        let judged = match environment.judge(&name, &all, facts) {
            Ok(judged) => judged,
            Err(lack) => {
                refused += rows.len();
                *lacks.entry(format!("{name}: {lack}")).or_default() += rows.len();
                continue;
            }
        };
        for (row, judged) in rows.iter().zip(judged) {
            let error = row["error"].as_str();
            match judged {
                Err(lack) => {
                    refused += 1;
                    *lacks.entry(format!("{name}: {lack}")).or_default() += 1;
                }
                Ok(judged) if judged.wrong.as_ref().map(|it| it.1.as_str()) == error.map(without_hints) => {
                    equal += 1;
                    wrong += usize::from(error.is_some());
                }
                Ok(judged) => {
                    different += 1;
                    println!("{}\n  {error:?}\n  {:?}", row["code"], judged.wrong);
                }
            }
        }
    }
    for (lack, count) in &lacks {
        println!("refused: {count} {lack}");
    }
    println!("resources: {equal} equal ({wrong} of them wrong), {refused} refused, {different} different");
    (serde_json::json!({"equal": equal, "refused": refused, "different": different}), wrong)
}
