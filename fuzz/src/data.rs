//! Any bytes are a `hiera.yaml`, or a file of data.

use std::path::Path;
use std::sync::Arc;

use compiler::{Answer, Environment, Mode, Reading, Request};
use hiera::levels::levels;
use values::{Type, Unknown, Value};
use world::MemoryWorld;
use yaml::Tree;

/// Steps of evaluation: what takes more is no finding.
const BUDGET: u64 = 20_000;

/// Any bytes are a `hiera.yaml`, and something is looked up by it.
pub fn hiera(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let root = Path::new("/e");
    for level in levels(root, &text) {
        level.may_read(Path::new("/e/data/common.yaml"));
        level.names(Path::new("/e/data/nodes/a.yaml"));
    }
    for owner in [hiera::Owner::Global, hiera::Owner::Environment] {
        hiera::config_problem(&root.join("hiera.yaml"), &text, &owner);
    }
    let mut world = MemoryWorld::new();
    world.add_file("/e/data/common.yaml", "k: \"%{lookup('l')} %{os.family}\"\nl: [1, {a: b}]\nlookup_options: {l: {merge: deep}}\n");
    world.add_file("/e/data/nodes/a.yaml", "k: 1\n");
    world.add_file("/e/data/x.json", "{\"l\": [2]}");
    look(world, bytes, &["k", "l", "l.1.a", "none"]);
}

/// Any bytes are data of YAML and of JSON.
pub fn data(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for tree in [Tree::of_yaml(&text), Tree::of_json(&text)] {
        let mut waiting: Vec<_> = tree.root.iter().collect();
        while let Some(node) = waiting.pop() {
            assert!(text.get(node.range.clone()).is_some(), "a node is no part of the text");
            waiting.extend(node.items());
            waiting.extend(node.entries().iter().filter_map(|it| it.value.as_ref()));
        }
        tree.path_at(text.len() / 2);
    }
    let mut keys = Tree::outer_keys(&text, false);
    keys.extend(Tree::outer_keys(&text, true));
    keys.truncate(4);
    let keys: Vec<&str> = keys.iter().map(String::as_str).chain(["k", "lookup_options"]).collect();
    let mut world = MemoryWorld::new();
    world.add_file("/e/data/a.yaml", bytes);
    world.add_file("/e/data/a.json", bytes);
    let config = "version: 5\nhierarchy:\n  - {name: u, path: '%{unknown}.yaml'}\n  - {name: a, path: a.yaml}\n  - {name: j, path: a.json, \
                  data_hash: json_data}\n";
    look(world, config.as_bytes(), &keys);
}

/// Looks keys up, with all facts and with one that is not known; twice, as nothing depends on anything else.
fn look(mut world: MemoryWorld, config: &[u8], keys: &[&str]) {
    world.add_file("/e/hiera.yaml", config);
    let environment = Environment::new(Arc::new(world), "production", Some("/e".into()), Vec::new(), Reading::default());
    let environment = Arc::new(environment);
    for mode in [Mode::Compile, Mode::Analyse] {
        let mut request = Request::new(compiler::no_code(), "a");
        request.mode = mode;
        request.settings.budget = BUDGET;
        let mut facts = values::Hash::default();
        facts.insert("role".into(), "nodes/a".into());
        if mode == Mode::Analyse {
            let unknown = Unknown { ty: Type::Any, origin: values::Origin::Fact("unknown".into()) };
            facts.insert("unknown".into(), Value::Unknown(Arc::new(unknown)));
        }
        request.facts = Value::hash(facts);
        for key in keys {
            let once = || match compiler::lookup(&environment, &request, &hiera::Request::new(key), None).answer {
                Answer::Value(value) => format!("{value:?}"),
                Answer::NotFound(error) | Answer::Invalid(error) => error.message(),
                Answer::Failed(errors) => errors.iter().map(|it| it.message()).collect(),
            };
            assert_eq!(once(), once(), "looked up twice, {key} is not the same");
        }
    }
}
