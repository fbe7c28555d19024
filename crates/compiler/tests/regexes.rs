//! Regular expressions that cannot be run: an error says so where they stand; none counts as one that does not match.

use std::path::PathBuf;
use std::sync::Arc;

use compiler::{Code, Environment, Outcome, Reading, Request};
use world::MemoryWorld;

/// Of `^(a|aa)+\1$` and forty letters before another one nobody waits for the end.
const ENDLESS: &str = r"^(a|aa)+\1$";

fn compile(manifest: &str) -> Outcome {
    let environment = Arc::new(Environment::new(Arc::new(MemoryWorld::new()), "production", None, Vec::new(), Reading::default()));
    let manifest = manifest.replace("ENDLESS", ENDLESS).replace("LONG", &("a".repeat(60) + "b"));
    let request = Request::new(Code::Named(PathBuf::from("site.pp"), manifest.into()), &("a".repeat(60) + "b"));
    compiler::compile(&environment, &request)
}

/// The line of the only error and its words.
fn only_error(manifest: &str) -> (Option<u32>, String) {
    let outcome = compile(manifest);
    assert!(outcome.catalog.is_none(), "{manifest}");
    assert_eq!(outcome.errors.len(), 1, "{manifest}: {:#?}", outcome.errors);
    let error = &outcome.errors[0];
    (error.place.line, error.message().clone())
}

#[test]
fn what_takes_too_long_is_an_error_where_it_is_asked() {
    for manifest in [
        "\n$x = 'LONG' =~ /ENDLESS/",
        "\n$x = 'LONG' !~ /ENDLESS/",
        "\n$x = 'LONG' =~ 'ENDLESS'",
        "\n$x = 'LONG' =~ Pattern[/ENDLESS/]",
        "\n$x = 'LONG' =~ Variant[Pattern[/ENDLESS/], Integer]",
        "\ncase 'LONG' { /ENDLESS/: { notify { 'x': } } default: { } }",
        "\n$x = 'LONG' ? { /ENDLESS/ => 1, default => 2 }",
        "\n$x = 'LONG' in [/ENDLESS/]",
        "\n$x = /ENDLESS/ in ['LONG']",
        "\n$x = match('LONG', /ENDLESS/)",
        "\n$x = regsubst('LONG', 'ENDLESS', '')",
        "\n$x = split('LONG', /ENDLESS/)",
        "\n$x = ['LONG'].filter |$it| { $it =~ /ENDLESS/ }",
        "class c(Pattern[/ENDLESS/] $p) { }\nclass { 'c': p => 'LONG' }",
        "define d(Optional[Pattern[/ENDLESS/]] $p) { }\nd { 'c': p => 'LONG' }",
        "function f(Pattern[/ENDLESS/] $p) { }\nf('LONG')",
        "type T = Pattern[/ENDLESS/]\n$x = 'LONG' =~ T",
    ] {
        let (line, message) = only_error(manifest);
        assert!(message.contains("was given up (more than 2000000 steps back)"), "{manifest}: {message}");
        assert_eq!(line, Some(2), "{manifest}: {message}");
    }
}

#[test]
fn what_takes_too_long_for_the_name_of_a_node_is_an_error() {
    let (_, message) = only_error("node /ENDLESS/ { }\nnode default { }");
    assert!(message.contains("was given up"), "{message}");
}

#[test]
fn what_cannot_be_compiled_is_an_error_where_it_stands() {
    let absent = r"(?~(a)|b)";
    for manifest in [
        "\n$x = 'a' =~ /ABSENT/",
        "\n$x = 'a' =~ 'ABSENT'",
        "\n$x = 'a' =~ Pattern['ABSENT']",
        "\ncase 'a' { /ABSENT/: { } default: { } }",
        "\n$x = 'a' ? { /ABSENT/ => 1, default => 2 }",
        "\n$x = regsubst('a', 'ABSENT', '')",
        "\nnode /ABSENT/ { }",
    ] {
        let (line, message) = only_error(&manifest.replace("ABSENT", absent));
        assert!(message.contains("Bunraku cannot run a regular expression with an absence"), "{manifest}: {message}");
        assert!(message.contains("/(?~(a)|b)/"), "{manifest}: {message}");
        assert_eq!(line, Some(2), "{manifest}: {message}");
    }
}
