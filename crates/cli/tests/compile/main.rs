//! `bunraku compile`, `bunraku eval` and `bunraku facts` as users call them.

#[path = "../check/folder.rs"]
#[allow(dead_code)]
mod folder;

mod all_nodes;
mod environments;
mod errors;
mod eval;
mod facts;
mod module_facts;
mod output;
mod ruby_version;
mod salt;

use folder::Folder;
use serde_json::Value;

/// Runs a command that succeeds, and reads the JSON that it prints.
#[track_caller]
fn json(folder: &Folder, args: &[&str]) -> Value {
    let output = folder.bunraku(args).assert().code(0).get_output().stdout.clone();
    serde_json::from_slice(&output).expect("JSON")
}

/// The resources of a catalog other than those that every one has.
fn resources(catalog: &Value) -> Vec<String> {
    let resources = catalog["resources"].as_array().expect("resources");
    let name = |it: &Value| format!("{}[{}]", it["type"].as_str().unwrap_or(""), it["title"].as_str().unwrap_or(""));
    resources.iter().map(name).filter(|it| !matches!(it.as_str(), "Stage[main]" | "Class[Settings]" | "Class[main]")).collect()
}
