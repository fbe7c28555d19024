//! In each file of `examples/mistakes/catalog` there is the mistake that it is named for, and no other.

#[path = "data/module.rs"]
mod data;

use std::path::PathBuf;
use std::sync::Arc;

use compiler::{Code, Environment, Program, Reading, Request};
use diagnostics::evaluation::{Texts, findings};
use syntax::Dialect;
use world::MemoryWorld;

struct Main(Arc<Program>);

impl Texts for Main {
    fn program(&self, _: &str) -> Option<Arc<Program>> {
        Some(self.0.clone())
    }
}

#[test]
fn each_example_is_the_mistake_it_is_named_for() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/mistakes/catalog");
    let mut wrong = Vec::new();
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).expect("the folder of the examples") {
        let path = entry.expect("an entry").path();
        let text: Arc<str> = std::fs::read_to_string(&path).expect("a text").into();
        let name = path.file_stem().and_then(|it| it.to_str()).unwrap_or("").to_owned();
        let world = Arc::new(MemoryWorld::new());
        let environment = Arc::new(Environment::new(world, "production", None, Vec::new(), Reading::default()));
        let request = Request::new(Code::Named("example.pp".into(), text.clone()), "node.example.com");
        let outcome = compiler::compile(&environment, &request);
        let applied = outcome.catalog.as_ref().map(|it| compiler::apply(it.catalog.clone(), Some(&environment)));
        let main = Main(Arc::new(Program::parse(Some("example.pp".into()), None, text, Dialect::Manifest, &Reading::default())));
        let codes: Vec<&str> = findings(&outcome, applied.as_ref(), &main).iter().map(|it| it.code.name).collect();
        if codes != [name.as_str()] {
            wrong.push(format!("{name}: {codes:?}"));
        }
        seen += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen > 20, "only {seen} examples");
}

#[test]
fn each_example_of_data_is_the_mistake_it_is_named_for() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/mistakes/data");
    let mut wrong = Vec::new();
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).expect("the folder of the examples") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|it| it.to_str()).unwrap_or("").to_owned();
        let mut codes: Vec<&str> = data::findings(&path, None).iter().map(|it| it.code.name).collect();
        codes.dedup();
        if codes != [name.as_str()] {
            wrong.push(format!("{name}: {codes:?}"));
        }
        seen += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen >= 5, "only {seen} examples");
}
