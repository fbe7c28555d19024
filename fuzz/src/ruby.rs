//! Any bytes are Ruby of a module: a template, a function of either kind, a type of resources.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use compiler::{Code, Environment, Mode, NodeFacts, Outcome, Reading, Request};
use ruby::declarations::Declarations;
use ruby::locals::Locals;
use ruby::{Limits, Outline, coverage};
use world::MemoryWorld;

/// Limits of an evaluation: code that takes more is no finding.
const LIMITS: Limits = Limits { steps: 50_000, memory: 8 << 20, depth: 200 };

/// Steps of the evaluation around it.
const BUDGET: u64 = 200_000;

/// A template of a class with a few values.
pub fn erb(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    read_template(&text);
    let manifest = "class m($port = 80, $list = ['a', 'b'], $h = { 'k' => { 'n' => 1 } }, $none = undef, $s = 'text') {\n\
                    $x = template('m/t.erb')\n notify { 'n': message => $x }\n}\ninclude m\n";
    check(&environment(&[("templates/t.erb", &text)]), manifest);
}

/// The same bytes are a function with dispatches, a legacy function, and a helper of both.
pub fn ruby_function(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    read_program(&text);
    for (path, manifest) in [
        ("lib/puppet/functions/m/f.rb", "notify { 'n': message => m::f('a', 1) }\nnotify { 'm': message => m::f(['b']) |$x| { $x } }\n"),
        ("lib/puppet/parser/functions/f.rb", "notify { 'n': message => f('a', 1, { 'k' => undef }) }\n"),
    ] {
        check(&environment(&[(path, &text)]), manifest);
    }
}

/// A type, and resources of it with correct and wrong values.
pub fn ruby_type(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    read_program(&text);
    let environment = environment(&[("lib/puppet/type/thing.rb", &text)]);
    let path = Path::new("/modules/m/lib/puppet/type/thing.rb");
    let facts = NodeFacts::default();
    let described = [(); 2].map(|()| environment.describe_type("thing", path, &text, &facts).map_err(|it| it.to_string()));
    assert_eq!(described[0], described[1], "described twice, it is not the same");
    let manifest = "thing { 'a': ensure => present, value => 'x', path => '/a', mode => 1, list => ['a', undef, 'b'] }\n\
                    thing { ['b', '/c']: }\nthing { 'd': name => { 'a' => 1 }, require => Thing['a'] }\n";
    let outcome = check(&environment, manifest);
    if let Some(catalog) = outcome.catalog {
        compiler::apply_with_messages(catalog.catalog, &environment);
    }
    // A resource alone: more of them are without errors.
    let outcome = compiler::compile(&environment, &request("thing { '/e': ensure => present }", Mode::Compile));
    if let Some(catalog) = outcome.catalog {
        compiler::apply_with_messages(catalog.catalog, &environment);
    }
}

/// Compiles and analyses a manifest. What both know is the same.
fn check(environment: &Arc<Environment>, manifest: &str) -> Outcome {
    let outcome = compiler::compile(environment, &request(manifest, Mode::Compile));
    match (&outcome.catalog, outcome.errors.is_empty()) {
        (Some(_), true) | (None, false) => {}
        (Some(_), false) => panic!("there is a catalog, and an error: {:?}", outcome.errors),
        (None, true) => panic!("there is neither a catalog nor an error"),
    }
    let again = compiler::compile(environment, &request(manifest, Mode::Compile));
    assert_eq!(summary(&outcome), summary(&again), "compiled twice, it is not the same");
    compiler::compile(environment, &request(manifest, Mode::Analyse));
    outcome
}

fn request(manifest: &str, mode: Mode) -> Request {
    let mut request = Request::new(Code::Text(manifest.into()), "node.example.com");
    request.settings.budget = BUDGET;
    request.mode = mode;
    request.facts = values::data::from_json(&serde_json::json!({"os": {"family": "Debian"}, "hostname": "node"}));
    request
}

/// Result as text.
fn summary(outcome: &Outcome) -> (String, String) {
    let catalog = outcome.catalog.as_ref().or(outcome.partial.as_ref());
    let errors: Vec<String> = outcome.errors.iter().map(compiler::EvalError::full).collect();
    (format!("{catalog:?}"), errors.join("\n"))
}

fn environment(files: &[(&str, &str)]) -> Arc<Environment> {
    let mut world = MemoryWorld::new();
    world.add_file("/modules/m/manifests/init.pp", "");
    for (path, text) in files {
        world.add_file(format!("/modules/m/{path}"), *text);
    }
    let mut environment = Environment::new(Arc::new(world), "production", None, vec!["/modules".into()], Reading::default());
    environment.ruby_limits = LIMITS;
    Arc::new(environment)
}

/// Reads a template as editors do: all places lie in it.
fn read_template(text: &str) {
    let outline = Outline::new(text);
    let variables = outline.variables.iter().map(|it| &it.range);
    let names = outline.names.iter().map(|it| &it.range);
    let blocks = outline.blocks.iter().map(|it| &it.range);
    let problems = outline.problems.iter().map(|it| &it.range);
    let all = variables.chain(names).chain(blocks).chain(problems).chain(&outline.tags).chain(&outline.comments);
    all.for_each(|it| lies_in(text, it));
    Locals::new(text).all.iter().for_each(|it| lies_in(text, &it.range));
    lacks(text, coverage::of_template(text));
}

/// Reads a program as editors do.
fn read_program(text: &str) {
    let found = Declarations::new(text);
    found.problems.iter().for_each(|it| lies_in(text, &it.range));
    let mut open: Vec<_> = found.all.iter().collect();
    while let Some(declaration) = open.pop() {
        lies_in(text, &declaration.range);
        lies_in(text, &declaration.selection);
        open.extend(&declaration.children);
    }
    lacks(text, coverage::of_program(text));
}

fn lacks(text: &str, read: Result<coverage::Uses, Vec<ruby::Problem>>) {
    match read {
        Ok(uses) => drop(uses.lacks(&|_| false)),
        Err(problems) => problems.iter().for_each(|it| lies_in(text, &it.range)),
    }
}

fn lies_in(text: &str, range: &Range<u32>) {
    assert!(text.get(range.start as usize..range.end as usize).is_some(), "{range:?} is no part of the text");
}
