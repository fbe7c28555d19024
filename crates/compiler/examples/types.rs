//! Compares types of modules, whose code is evaluated, with what Puppet was recorded to report of them. The last line has the counts as
//! JSON, for `cargo xtask truth --suite types`.
//!
//!     cargo run -p compiler --example types -- FACTS.json \
//!         MODULEPATH crates/resource_types/data/types.json crates/resource_types/tests/recorded/mistakes.jsonl \
//!         tests/types/modules tests/types/types.json tests/types/resources.jsonl

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use compiler::{Environment, Judged, Node, NodeFacts, Reading};
use facts::reads::Reads;
use resource_types::Managed;
use serde_json::Value as Json;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((facts, sets)) = arguments.split_first() else { return ExitCode::FAILURE };
    let Some(facts) = facts_of(facts) else { return ExitCode::FAILURE };
    let mut found = Found::default();
    for set in sets.chunks(3) {
        let [modulepath, table, recorded] = set else { return ExitCode::FAILURE };
        let Some(table) = std::fs::read_to_string(table).ok().and_then(|it| serde_json::from_str(&it).ok()) else {
            return ExitCode::FAILURE;
        };
        let Ok(recorded) = std::fs::read_to_string(recorded) else { return ExitCode::FAILURE };
        let modulepath = modulepath.split(':').map(PathBuf::from).collect();
        let environment = Environment::new(Arc::new(world::RealWorld), "production", None, modulepath, Reading::default());
        found.attributes(&environment, &facts, &table);
        found.resources(&environment, &facts, &recorded);
    }
    found.print();
    if found.attributes.different + found.resources.different == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

#[derive(Default)]
struct Count {
    equal: usize,
    refused: usize,
    different: usize,
}

impl Count {
    fn json(&self) -> Json {
        serde_json::json!({"equal": self.equal, "refused": self.refused, "different": self.different})
    }
}

/// The result of all comparisons.
#[derive(Default)]
struct Found {
    attributes: Count,
    resources: Count,
    /// Equal resources that Puppet refuses.
    wrong: usize,
}

impl Found {
    fn print(&self) {
        let Count { equal, refused, different } = self.attributes;
        println!("attributes: {equal} equal, {refused} refused, {different} different");
        let Count { equal, refused, different } = self.resources;
        println!("resources: {equal} equal ({} of them wrong), {refused} refused, {different} different", self.wrong);
        let (attributes, resources) = (self.attributes.json(), self.resources.json());
        println!("{}", serde_json::json!({"attributes": attributes, "resources": resources, "wrong": self.wrong}));
    }

    /// Compares what types are with what Puppet was recorded to report of them.
    fn attributes(&mut self, environment: &Environment, facts: &NodeFacts, table: &Json) {
        let Count { equal, refused, different } = &mut self.attributes;
        let mut lacks: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (name, known) in table["types"].as_object().into_iter().flatten().filter(|it| it.1["module"].is_string()) {
            let count = attributes(known).count();
            let files = environment.modules().map(|it| it.1.join(format!("lib/puppet/type/{name}.rb")));
            let Some(file) = files.filter(|it| it.is_file()).min() else { continue };
            let text = std::fs::read_to_string(&file).unwrap_or_default();
            match environment.describe_type(name, &file, &text, facts) {
                Err(lack) => {
                    *refused += count;
                    lacks.entry(lack.to_string()).or_default().push(name.clone());
                }
                Ok(ours) => {
                    for attribute in attributes(known) {
                        let own = attributes(&ours).find(|it| it["n"] == attribute["n"]);
                        match own {
                            Some(own) if own == attribute => *equal += 1,
                            // A default that needs more of Puppet is only known to be computed.
                            Some(own) if own.get("dd").is_some() && without_default(own) == without_default(attribute) => *refused += 1,
                            own => {
                                *different += 1;
                                println!("{name}: {attribute}\n  {}", own.unwrap_or(&Json::Null));
                            }
                        }
                    }
                    for attribute in attributes(&ours).filter(|own| attributes(known).all(|it| it["n"] != own["n"])) {
                        println!("{name}: more: {attribute}");
                        *different += 1;
                    }
                    for key in ["keys", "titles", "loose", "refresh", "generate", "eval_generate", "validate"] {
                        if ours.get(key) != known.get(key) {
                            println!("{name}: {key}: {:?} {:?}", known.get(key), ours.get(key));
                            *different += 1;
                        }
                    }
                    for key in ["autorequire", "autosubscribe", "autobefore", "autonotify"] {
                        let all = |it: &Json| it[key].as_array().cloned().unwrap_or_default();
                        let (known, own) = (all(known), all(&ours));
                        let is_same = |(a, b): (&Json, &Json)| a == b || (a[0] == b[0] && b.get(1).is_none());
                        if known.len() != own.len() || !known.iter().zip(&own).all(is_same) {
                            println!("{name}: {key}: {known:?} {own:?}");
                            *different += 1;
                        }
                    }
                }
            }
        }
        for (lack, names) in &lacks {
            println!("refused: {lack}: {}", names.join(", "));
        }
    }

    /// Compares what the code of types reports of resources with what Puppet was recorded to report.
    fn resources(&mut self, environment: &Environment, facts: &NodeFacts, recorded: &str) {
        let Count { equal, refused, different } = &mut self.resources;
        let mut by_type: BTreeMap<String, Vec<Json>> = BTreeMap::new();
        for row in recorded.lines().filter_map(|it| serde_json::from_str::<Json>(it).ok()) {
            by_type.entry(row["type"].as_str().unwrap_or_default().to_owned()).or_default().push(row);
        }
        let mut lacks: BTreeMap<String, usize> = BTreeMap::new();
        for (name, rows) in by_type {
            let native = environment.native_type(&name);
            let in_table = resource_types::type_info(&name).filter(|it| it.module.is_some());
            let evaluated = native.as_deref().filter(|it| it.evaluated);
            let Some(info) = in_table.or(evaluated) else { continue };
            let none = serde_json::Map::new();
            let managed: Vec<Managed<'_>> = rows
                .iter()
                .map(|row| Managed::new(info, row["title"].as_str().unwrap_or_default(), row["parameters"].as_object().unwrap_or(&none)))
                .collect();
            let all: Vec<&Managed<'_>> = managed.iter().collect();
            let node = Node { facts, reads: &mut Reads::default(), catalog: None, managed: &[] };
            let judged = match environment.judge(&name, &all, node) {
                Ok(judged) => judged,
                Err(lack) => {
                    *refused += rows.len();
                    *lacks.entry(format!("{name}: {lack}")).or_default() += rows.len();
                    continue;
                }
            };
            for (row, judged) in rows.iter().zip(judged) {
                let error = row["error"].as_str();
                match judged {
                    Err(lack) => {
                        *refused += 1;
                        *lacks.entry(format!("{name}: {lack}")).or_default() += 1;
                    }
                    Ok(judged) if judged.wrong.as_ref().map(|it| it.1.as_str()) != error.map(without_hints) => {
                        *different += 1;
                        println!("{}\n  {error:?}\n  {:?}", row["code"], judged.wrong);
                    }
                    // Titles that are no texts are refused.
                    Ok(judged) if lacks_relations(&row["related"], &related(&judged)) => {
                        *refused += 1;
                        *lacks.entry(format!("{name}: a block of relations")).or_default() += 1;
                    }
                    Ok(judged) if row["related"].is_object() && row["related"] != related(&judged) => {
                        *different += 1;
                        println!("{}\n  {}\n  {}", row["code"], row["related"], related(&judged));
                    }
                    Ok(_) => {
                        *equal += 1;
                        self.wrong += usize::from(error.is_some());
                    }
                }
            }
        }
        for (lack, count) in &lacks {
            println!("refused: {count} {lack}");
        }
    }
}

/// Whether some relations have unknown titles, and the others are equal.
fn lacks_relations(known: &Json, own: &Json) -> bool {
    let pairs = |it: &Json| -> Vec<(String, String, Json)> {
        let kinds = it.as_object().into_iter().flatten();
        let each = |kind: &String, of: &Json| -> Vec<_> {
            of.as_object().into_iter().flatten().map(|(name, titles)| (kind.clone(), name.clone(), titles.clone())).collect()
        };
        kinds.flat_map(|(kind, of)| each(kind, of)).collect()
    };
    let (known, own) = (pairs(known), pairs(own));
    own.len() < known.len() && own.iter().all(|it| known.contains(it))
}

/// The titles of automatic relations, by their kinds and types.
fn related(judged: &Judged) -> Json {
    let mut all = serde_json::Map::new();
    for (kind, name, titles) in &judged.related {
        let of_kind = all.entry(kind.clone()).or_insert_with(|| Json::Object(serde_json::Map::new()));
        if let Some(of_kind) = of_kind.as_object_mut() {
            of_kind.insert(name.clone(), titles.clone().into());
        }
    }
    Json::Object(all)
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
