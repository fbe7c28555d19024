//! Which facts an evaluation reads, and what follows from that.

mod agree;
mod reads;

use std::path::PathBuf;
use std::sync::Arc;

use compiler::{Code, Environment, Outcome, Reading, Request};
use values::Value;
use world::MemoryWorld;

/// Evaluates a manifest as [`request`] has it.
fn evaluate(files: &[(&str, &str)], manifest: &str, facts: Value) -> Outcome {
    let (environment, request) = request(files, manifest, facts);
    compiler::compile(&environment, &request)
}

/// A manifest with modules in `/env/modules` and data in `/env/data`.
fn request(files: &[(&str, &str)], manifest: &str, facts: Value) -> (Arc<Environment>, Request) {
    let mut world = MemoryWorld::new();
    for (path, text) in files {
        world.add_file(PathBuf::from("/env").join(path), *text);
    }
    let environment = Environment::new(Arc::new(world), "production", Some("/env".into()), vec!["/env/modules".into()], Reading::default());
    let mut request = Request::new(Code::Text(manifest.into()), "node.example.com");
    request.facts = facts;
    (Arc::new(environment), request)
}
