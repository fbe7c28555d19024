//! Where everything is known, an analysis says what a compilation says.

use std::collections::BTreeSet;
use std::sync::Arc;

use compiler::{Code, Environment, Mode, Outcome, Reading, Request};
use world::MemoryWorld;

/// The cases whose answers were asked of real Puppet.
const CASES: [&str; 18] = [
    include_str!("../../../../tests/catalogs/arrows.cases"),
    include_str!("../../../../tests/catalogs/classes.cases"),
    include_str!("../../../../tests/catalogs/collectors.cases"),
    include_str!("../../../../tests/catalogs/conversion.cases"),
    include_str!("../../../../tests/catalogs/containment.cases"),
    include_str!("../../../../tests/catalogs/declarations.cases"),
    include_str!("../../../../tests/catalogs/defaults.cases"),
    include_str!("../../../../tests/catalogs/evaluation.cases"),
    include_str!("../../../../tests/catalogs/metaparameters.cases"),
    include_str!("../../../../tests/catalogs/nodes.cases"),
    include_str!("../../../../tests/catalogs/overrides.cases"),
    include_str!("../../../../tests/catalogs/parameters.cases"),
    include_str!("../../../../tests/catalogs/seed-relationships.cases"),
    include_str!("../../../../tests/catalogs/seed-resources.cases"),
    include_str!("../../../../tests/catalogs/seed-run-stages.cases"),
    include_str!("../../../../tests/catalogs/tags.cases"),
    include_str!("../../../../tests/catalogs/virtual.cases"),
    include_str!("../../../../tests/catalogs/wrapped.cases"),
];

fn evaluate(code: &str, mode: Mode) -> Outcome {
    let environment = Environment::new(Arc::new(MemoryWorld::new()), "production", None, Vec::new(), Reading::default());
    let mut request = Request::new(Code::Text(code.into()), "n");
    request.mode = mode;
    request.trusted = Some(::values::data::from_json(&serde_json::json!({"certname": "n"})));
    compiler::compile(&Arc::new(environment), &request)
}

/// Messages, each once, without those for missing modules: to a compilation these are errors.
fn messages(outcome: &Outcome) -> BTreeSet<String> {
    outcome.errors.iter().map(|it| format!("{:?} {}", it.condition, it.full())).collect()
}

#[test]
fn cases_of_catalogs() {
    let (mut compared, mut different) = (0, Vec::new());
    for case in CASES.iter().flat_map(|it| it.split("\n--- ").skip(1)) {
        let code = case.split_once('\n').map_or("", |it| it.1);
        let compiled = evaluate(code, Mode::Compile);
        // What classes require may be among data that are not here; facts of a server are not known.
        let open = ["not run", "expects a value for parameter", "got Undef"];
        if compiled.errors.iter().any(|it| open.iter().any(|text| it.message().contains(text))) || code.contains("server") {
            continue;
        }
        let analysed = evaluate(code, Mode::Analyse);
        if !analysed.absent_modules.is_empty() {
            continue;
        }
        compared += 1;
        let json = |it: &Outcome| it.catalog.as_ref().map(compiler::Compiled::to_json);
        // The analysis goes on after the first error.
        let agree = json(&compiled) == json(&analysed) && (compiled.errors.len() > 1 || messages(&compiled) == messages(&analysed));
        if !agree {
            different.push(format!("{case}\n{:?}\n{:?}", messages(&compiled), messages(&analysed)));
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n\n"));
    assert!(compared > 300, "{compared}");
}
