//! Random trees are ordered as the executable specification orders them (`tests/oracle/salt/model.py`), for both schedulers.
//!
//! `tests/oracle/salt/generate.py` makes more: name its output in `SALT_GENERATED`.

use std::path::{Path, PathBuf};

use salt::{Compiled, Options, Plain, Problem, Release, Site, Span};
use serde_json::{Value, json};
use world::MemoryWorld;

fn compile(row: &Value, release: Release) -> Compiled {
    let mut world = MemoryWorld::new();
    for (name, file) in row["files"].as_object().unwrap() {
        world.add_file(Path::new("/states").join(format!("{name}.sls")), file.to_string());
    }
    let names: Vec<_> = row["sls"].as_array().unwrap().iter().map(|it| (it.as_str().unwrap().into(), Span::NONE)).collect();
    let options = Options { release, ..Options::default() };
    Site::open(&world, &[PathBuf::from("/states")]).compile(&Plain, &names, &options)
}

fn errors(compiled: &Compiled) -> Value {
    let text = |it: &salt::Finding| match &it.problem {
        // The model does not say which cycle.
        Problem::Cycle { .. } => "Recursive requisites were found".to_owned(),
        problem => problem.render(Release::V3008),
    };
    compiled.findings.iter().map(text).collect()
}

fn number(order: Option<salt::Order>) -> f64 {
    order.map_or(f64::NAN, salt::Order::number)
}

fn difference(row: &Value) -> Option<String> {
    let compiled = compile(row, Release::V3008);
    if errors(&compiled) != row["errors"] {
        return Some(format!("errors {} {}", errors(&compiled), row["errors"]));
    }
    if compiled.findings.is_empty() {
        let theirs = row["order"].as_array().unwrap();
        let same = |(step, theirs): (&salt::Step, &Value)| {
            let chunk = &compiled.chunks[step.chunk];
            let names = json!([*chunk.state, *chunk.id, *chunk.name_text(), *chunk.fun]);
            let written = theirs[4].as_f64().or_else(|| theirs[4].as_bool().map(|it| f64::from(u8::from(it))));
            theirs.as_array().unwrap()[..4] == *names.as_array().unwrap() && written == Some(number(chunk.order))
        };
        if compiled.steps.len() != theirs.len() || !compiled.steps.iter().zip(theirs).all(same) {
            let ours: Vec<String> = compiled.steps.iter().map(|it| compiled.chunks[it.chunk].tag().to_string()).collect();
            return Some(format!("order {ours:?} {theirs:?}"));
        }
        let graph = compiled.graph.as_ref().unwrap();
        let tag = |node: salt::NodeId| graph.nodes[node].tag.to_string();
        let mut edges: Vec<[String; 3]> = graph.edges().map(|it| [tag(it.before), it.kind.name().to_owned(), tag(it.after)]).collect();
        edges.sort();
        if json!(edges) != row["edges"] {
            return Some(format!("edges {} {}", json!(edges), row["edges"]));
        }
    }
    let run = row.get("run")?;
    let compiled = compile(row, Release::V3006);
    if !compiled.findings.is_empty() {
        // This release refuses cycles of two states before anything runs; the model only runs.
        let direct = compiled.findings.iter().all(|it| matches!(it.problem, Problem::DirectRecursion { .. }));
        return (!direct).then(|| format!("errors of 3006 {}", errors(&compiled)));
    }
    let names = |it: &usize| {
        let chunk = &compiled.chunks[*it];
        json!([*chunk.state, *chunk.id, *chunk.name_text(), *chunk.fun])
    };
    let ours = Value::Array(compiled.run_order.iter().map(names).collect());
    (ours != *run).then(|| format!("run {ours} {run}"))
}

#[test]
fn random_trees_are_ordered_as_the_model_orders_them() {
    let stored = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/salt/generated.jsonl");
    let path = std::env::var_os("SALT_GENERATED").map_or(stored, PathBuf::from);
    let text = std::fs::read_to_string(path).unwrap();
    let (mut count, mut ordered, mut differences) = (0, 0, Vec::new());
    for line in text.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        count += 1;
        ordered += usize::from(row.get("order").is_some());
        if let Some(difference) = difference(&row) {
            differences.push(format!("{}: {difference}", row["id"]));
        }
    }
    differences.truncate(5);
    assert!(differences.is_empty(), "of {count}\n{}", differences.join("\n"));
    assert!(ordered > 100, "{ordered} of {count} are ordered");
}

/// A chain of 8,000 states needs no stack, and no more than linear time.
#[test]
fn a_long_chain_is_ordered() {
    let mut text = String::new();
    let count = 8_000;
    for number in 0..count {
        text.push_str(&format!("s{number}: {{test.nop: [{{require: [s{}]}}]}}\n", number + 1));
    }
    text.push_str(&format!("s{count}: test.nop\n"));
    let mut world = MemoryWorld::new();
    world.add_file("/states/a.sls", text);
    for release in [Release::V3008, Release::V3006] {
        let site = Site::open(&world, &[PathBuf::from("/states")]);
        let compiled = site.compile(&Plain, &[("a".into(), Span::NONE)], &Options { release, ..Options::default() });
        assert!(compiled.findings.is_empty());
        assert_eq!(compiled.steps.len(), count + 1);
        let first = if release.has_graph() { compiled.steps[0].chunk } else { compiled.run_order[0] };
        assert_eq!(*compiled.chunks[first].id, *format!("s{count}"));
    }
}

/// A cycle of 8,000 states is found without a stack, too.
#[test]
fn a_long_cycle_is_found() {
    let count = 8_000;
    let state = |number: usize| format!("s{number}: {{test.nop: [{{require: [s{}]}}]}}\n", (number + 1) % count);
    let mut world = MemoryWorld::new();
    world.add_file("/states/a.sls", (0..count).map(state).collect::<String>());
    let site = Site::open(&world, &[PathBuf::from("/states")]);
    let compiled = site.compile(&Plain, &[("a".into(), Span::NONE)], &Options::default());
    let [finding] = &compiled.findings[..] else { panic!("{:?}", compiled.findings.len()) };
    let Problem::Cycle { edges } = &finding.problem else { panic!("{finding:?}") };
    assert_eq!(edges.len(), count);
}
