//! Input of the benchmarks: resources in a chain, each of which requires the two before it.

use std::fmt::Write as _;
use std::sync::Arc;

use compiler::{Code, Environment, Outcome, Reading, Request, compile};
use values::Value;
use world::MemoryWorld;

/// A site with that manifest, read anew for each compilation, as a command does.
pub fn site(length: usize) -> (Arc<Environment>, Request) {
    let mut world = MemoryWorld::new();
    world.add_file("/site.pp", chain(length));
    let mut environment = Environment::new(Arc::new(world), "production", None, Vec::new(), Reading::default());
    environment.keeps_manifests = false;
    let mut request = Request::new(Code::Files(vec!["/site.pp".into()]), "n.example.com");
    let family = Value::hash([(Value::from("family"), Value::from("Debian"))].into_iter().collect());
    request.facts = Value::hash([(Value::from("os"), family)].into_iter().collect());
    (Arc::new(environment), request)
}

pub fn chain(length: usize) -> String {
    let mut text = String::new();
    for number in 0..length {
        let before: Vec<String> = [1, 2].iter().filter_map(|it| number.checked_sub(*it)).map(|it| format!("Notify['n{it}']")).collect();
        let _ = writeln!(
            text,
            "notify {{ 'n{number}': message => \"number ${{facts['os']['family']}} {number}\", require => [{}] }}",
            before.join(", ")
        );
    }
    text
}

pub fn compiled((environment, request): &(Arc<Environment>, Request)) -> Outcome {
    compile(environment, request)
}
