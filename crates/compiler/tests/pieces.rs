//! A large main manifest that is compiled once is evaluated while it is being read: nothing comes out otherwise for that.

use std::sync::Arc;

use compiler::{Code, Environment, EvalError, Outcome, Reading, Request, compile};
use values::Value;
use world::MemoryWorld;

fn asked(text: &str, keeps_manifests: bool) -> (Arc<Environment>, Request) {
    let mut world = MemoryWorld::new();
    world.add_file("/site.pp", text.to_owned());
    let mut environment = Environment::new(Arc::new(world), "production", None, Vec::new(), Reading::default());
    environment.keeps_manifests = keeps_manifests;
    let mut request = Request::new(Code::Files(vec!["/site.pp".into()]), "n.example.com");
    request.facts = Value::hash(values::Hash::default());
    (Arc::new(environment), request)
}

fn outcome(text: &str, keeps_manifests: bool) -> Outcome {
    let (environment, request) = asked(text, keeps_manifests);
    compile(&environment, &request)
}

/// Places in pieces name no nodes.
fn without_nodes(mut errors: Vec<EvalError>) -> Vec<EvalError> {
    for error in &mut errors {
        let related = error.related.iter_mut().map(|it| &mut it.place);
        related.chain(&mut error.origin).chain([&mut error.place]).for_each(|it| it.node = None);
    }
    errors
}

/// Compiles both ways, and gives how many resources there are and the errors.
#[track_caller]
fn both(text: &str) -> (usize, Vec<String>) {
    let (in_pieces, whole) = (outcome(text, false), outcome(text, true));
    let json = |it: &Outcome| it.catalog.as_ref().or(it.partial.as_ref()).map(compiler::Compiled::to_json);
    assert!(json(&in_pieces) == json(&whole));
    assert_eq!(without_nodes(in_pieces.errors.clone()), without_nodes(whole.errors.clone()));
    let logs =
        |it: &Outcome| it.logs.iter().map(|it| format!("{:?} {} {:?} {}", it.level, it.message, it.source, it.place)).collect::<Vec<_>>();
    assert_eq!(logs(&in_pieces), logs(&whole));
    assert_eq!(in_pieces.logs_before_error, whole.logs_before_error);
    assert_eq!(format!("{:?}", in_pieces.value), format!("{:?}", whole.value));
    (whole.catalog.map_or(0, |it| it.catalog.len()), whole.errors.iter().map(compiler::EvalError::full).collect())
}

/// Number of resources that make more than one piece.
fn many() -> String {
    (0..4_000).map(|it| format!("notify {{ 'a rather long title, so that there is a lot to read: {it}': }}\n")).collect()
}

#[test]
fn what_is_written_of_an_evaluation_is_its_catalog() {
    let text = "class c { @notify { 'hidden': } file { '/a': mode => '0644', tag => 'x' } }\n\
        define d($e) { notify { $e: } }\nd { 'f': e => ['g', 'h'] }\ninclude c\nstage { 's': before => Stage['main'] }\n\
        Notify['g'] -> Notify['h']\n@notify { 'i': }\nrealize(Notify['i'])\n";
    let (environment, request) = asked(text, true);
    let compiled = compile(&environment, &request).catalog.unwrap();
    let (outcome, evaluated) = compiler::evaluate(&environment, &request);
    assert!(outcome.catalog.is_none());
    let mut written = Vec::new();
    evaluated.unwrap().write_json(&mut written, false).unwrap();
    assert_eq!(String::from_utf8(written).unwrap(), compiled.to_json());
    // What is refused has no catalog.
    let (environment, request) = asked("fail('x')", true);
    assert!(compiler::evaluate(&environment, &request).1.is_none());
}

#[test]
fn a_manifest_is_evaluated_in_order() {
    let text = many();
    assert_eq!(both(&format!("$x = 1\n{text}notice(\"x is ${{x}}\")\nnotify {{ \"last ${{x}}\": }}\n")), (4_004, Vec::new()));
}

#[test]
fn what_is_defined_further_down_is_known_from_the_beginning() {
    let text = many();
    assert_eq!(both(&format!("include c\n{text}class c {{ notify {{ 'c': }} }}\n")), (4_005, Vec::new()));
    // This one does not look like a definition.
    assert_eq!(both(&format!("include c\n{text}\nnotify {{ 'd': }} class c {{ notify {{ 'c': }} }}\n")).0, 4_006);
}

#[test]
fn what_cannot_be_parsed_is_all_that_is_wrong() {
    let (count, errors) = both(&format!("fail('early')\n{}notify {{ 'x' }}\n", many()));
    assert_eq!(count, 0);
    assert_eq!(errors, ["Syntax error at '}' (file: /site.pp, line: 4002, column: 14)"]);
}

#[test]
fn errors_of_the_evaluation_are_those_of_the_whole() {
    let (_, errors) =
        both(&format!("{0}fail('in the middle')\nnotify {{ 'y': }}\n$x = 1\n$x = 2\n{1}", many(), many().replace("long", "short")));
    assert_eq!(errors.len(), 2, "{errors:?}");
}
