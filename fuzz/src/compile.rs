//! Any bytes are compiled, together with a module.

use std::sync::{Arc, OnceLock};

use compiler::{Code, Environment, Outcome, Reading, Request};
use world::MemoryWorld;

/// Steps of evaluation: what takes more is no finding.
const BUDGET: u64 = 100_000;

pub fn compile(bytes: &[u8]) {
    let text: Arc<str> = String::from_utf8_lossy(bytes).into();
    let mut request = Request::new(Code::Text(text), "node.example.com");
    request.settings.budget = BUDGET;
    request.facts = facts();
    let first = compiler::compile(environment(), &request);
    match (&first.catalog, first.errors.is_empty()) {
        (Some(_), true) | (None, false) => {}
        (Some(_), false) => panic!("there is a catalog, and an error: {:?}", first.errors),
        (None, true) => panic!("there is neither a catalog nor an error"),
    }
    let again = compiler::compile(environment(), &request);
    assert_eq!(summary(&first), summary(&again), "compiled twice, it is not the same");
}

/// Result as text.
fn summary(outcome: &Outcome) -> (String, String) {
    let catalog = outcome.catalog.as_ref().or(outcome.partial.as_ref());
    let errors: Vec<String> = outcome.errors.iter().map(compiler::EvalError::full).collect();
    (format!("{catalog:?}"), errors.join("\n"))
}

fn facts() -> values::Value {
    let json = serde_json::json!({"os": {"family": "Debian", "release": {"major": "12"}}, "processors": {"count": 2}});
    values::data::from_json(&json)
}

fn environment() -> &'static Arc<Environment> {
    static ENVIRONMENT: OnceLock<Arc<Environment>> = OnceLock::new();
    ENVIRONMENT.get_or_init(|| {
        let mut world = MemoryWorld::new();
        for (path, text) in [
            (
                "m/manifests/init.pp",
                "class m(Integer $n = 1, Optional[String] $s = undef) {\n  m::d { \"a${n}\": }\n  notify { 'm': }\n}\n",
            ),
            ("m/manifests/d.pp", "define m::d($x = $title) {\n  file { \"/m/${x}\": ensure => file }\n}\n"),
            ("m/manifests/child.pp", "class m::child inherits m {\n  Notify['m'] { message => 'child' }\n}\n"),
            ("m/functions/f.pp", "function m::f($x) >> Array {\n  [$x, $x]\n}\n"),
            ("m/types/t.pp", "type M::T = Variant[Integer[0], Array[M::T]]\n"),
            ("m/templates/t.epp", "<%- | $x | -%>\nx is <%= $x %>\n"),
            ("m/files/f", "text"),
        ] {
            world.add_file(format!("/modules/{path}"), text);
        }
        let reading = Reading::default();
        Arc::new(Environment::new(Arc::new(world), "production", None, vec!["/modules".into()], reading))
    })
}
