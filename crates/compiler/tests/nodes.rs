//! Nodes of one manifest, and of several.

use std::path::PathBuf;
use std::sync::Arc;

use compiler::{Code, Environment, Reading, Request};
use world::MemoryWorld;

/// The first error of what two manifests say of a node, or what it is greeted with.
fn of_node(node: &str, one: &str, other: &str) -> String {
    let mut world = MemoryWorld::new();
    world.add_file("/m/a.pp", one);
    world.add_file("/m/b.pp", other);
    let environment = Arc::new(Environment::new(Arc::new(world), "production", None, Vec::new(), Reading::default()));
    let files = ["/m/a.pp", "/m/b.pp"].map(PathBuf::from).to_vec();
    let outcome = compiler::compile(&environment, &Request::new(Code::Files(files), node));
    if let Some(error) = outcome.errors.first() {
        return error.message().clone();
    }
    let catalog = outcome.catalog.unwrap().catalog;
    let greetings = catalog.resources().iter().filter(|it| it.type_name == "Notify");
    greetings.map(|it| it.title.as_str()).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_node_is_found_in_any_of_the_manifests() {
    let one = "node 'a.b' { notify { 'a': } }\nnode /^web/ { notify { 'web': } }\n";
    let other = "node 'c.d', /-web/ { notify { 'other': } }\nnode default { notify { 'default': } }\n";
    for (node, greeting) in [("a.b", "a"), ("A.B", "a"), ("web1", "web"), ("c.d", "other"), ("a-web", "other"), ("e", "default")] {
        assert_eq!(of_node(node, one, ""), if ["other", "default"].contains(&greeting) { missing(node) } else { greeting.to_owned() });
        assert_eq!(of_node(node, one, other), greeting, "{node}");
    }
}

fn missing(node: &str) -> String {
    format!("Could not find node statement with name 'default' or '{node}'")
}

#[test]
fn a_name_is_given_once_whoever_asks_for_the_node() {
    let node = "node 'a' { }\nnode 'z' { }\n";
    assert_eq!(of_node("z", node, node), "Node 'a' is already defined (file: /m/a.pp, line: 1); cannot redefine");
    let class = "class a { }\n";
    assert_eq!(of_node("z", node, class), "Node 'a' is already defined (file: /m/a.pp, line: 1); cannot be redefined as a class");
    assert_eq!(of_node("z", class, node), "Class 'a' is already defined (file: /m/a.pp, line: 1); cannot be redefined as a node");
}
