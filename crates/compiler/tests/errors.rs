//! All errors of a manifest at once: each is wrong by itself, and none follows from another.

use std::path::PathBuf;
use std::sync::Arc;

use compiler::{Code, Environment, Reading, Request};
use expect_test::{Expect, expect};
use world::MemoryWorld;

/// One line for each error: where it is, what Puppet says, and the true place if that is another.
fn check(manifest: &str, expected: Expect) {
    let world = Arc::new(MemoryWorld::new());
    let environment = Arc::new(Environment::new(world, "production", None, Vec::new(), Reading::default()));
    let request = Request::new(Code::Named(PathBuf::from("site.pp"), manifest.into()), "node.example.com");
    let outcome = compiler::compile(&environment, &request);
    assert_eq!(outcome.catalog.is_none(), !outcome.errors.is_empty());
    let mut text = String::new();
    for error in &outcome.errors {
        let line = |place: &compiler::Place| place.line.map_or_else(|| "-".to_owned(), |it| it.to_string());
        text.push_str(&format!("{}: {}\n", line(error.origin()), error.message()));
        if let Some(help) = &error.help {
            text.push_str(&format!("   help: {help}\n"));
        }
    }
    expected.assert_eq(&text);
}

#[test]
fn statements_fail_alone() {
    check(
        r#"
notify { "a ${nosuch}": }
nosuch()
notify { 'b': nosuch => 1 }
notify { 'c': }
notify { 'c': }
include nosuch
"#,
        expect![[r#"
            2: Evaluation Error: Unknown variable: 'nosuch'.
            3: Evaluation Error: Unknown function: 'nosuch'.
            6: Evaluation Error: Error while evaluating a Resource Statement, Duplicate declaration: Notify[c] is already declared at (file: site.pp, line: 5); cannot redeclare (file: site.pp, line: 6)
            7: Evaluation Error: Error while evaluating a Function Call, Could not find class ::nosuch for node.example.com
               help: There is no module 'nosuch' in the module path
            4: no parameter named 'nosuch' (file: site.pp, line: 4) on Notify[b]
        "#]],
    );
}

#[test]
fn what_follows_from_an_error_is_not_told() {
    check(
        r#"
$a = nosuch()
notify { "x ${a}": message => $a + 1 }
if $a { $b = 1 }
notify { $b: require => Notify["x ${a}"] }
$c = $a ? { 'x' => 1 }
notify { 'y': message => "${c}", require => Notify['z'] }
include k
notify { "${k::v}": }
class k { nosuch { 'r': } $v = nosuch() }
"#,
        expect![[r#"
            2: Evaluation Error: Unknown function: 'nosuch'.
            10: Evaluation Error: Error while evaluating a Resource Statement, Unknown resource type: 'nosuch'
            10: Evaluation Error: Unknown function: 'nosuch'.
        "#]],
    );
}

#[test]
fn everything_that_is_missing() {
    check(
        r#"
notify { 'a': require => Notify['b'], before => [Notify['c'], Notify['a']] }
Notify['d'] -> Notify['a']
Notify['a'] ~> Notify['e']
"#,
        expect![[r#"
            3: Could not find resource 'Notify[d]' for relationship on 'Notify[a]'
            4: Could not find resource 'Notify[e]' for relationship from 'Notify[a]'
            2: Could not find resource 'Notify[b]' in parameter 'require'
            2: Could not find resource 'Notify[c]' in parameter 'before'
        "#]],
    );
    check(
        r#"
notify { 'a': require => Notify['b'] }
notify { 'c': before => Notify['d'] }
realize Notify['v']
Notify['w'] { message => 'x' }
"#,
        expect![[r#"
            5: Could not find resource(s) Notify[w] for overriding
            4: Failed to realize virtual resources Notify[v]
            2: Could not find resource 'Notify[b]' in parameter 'require'
            3: Could not find resource 'Notify[d]' in parameter 'before'
        "#]],
    );
}

#[test]
fn errors_in_defined_types_are_where_they_are() {
    check(
        r#"
define d {
  notify { "${title} ${nosuch}": }
  nosuch { 'x': }
}
d { 'one': }
d { 'two': }
"#,
        expect![[r#"
            3: Evaluation Error: Error while evaluating a Resource Statement, Evaluation Error: Unknown variable: 'nosuch'. (file: site.pp, line: 3, column: 24)
            4: Evaluation Error: Error while evaluating a Resource Statement, Evaluation Error: Error while evaluating a Resource Statement, Unknown resource type: 'nosuch' (file: site.pp, line: 4, column: 3)
        "#]],
    );
}

#[test]
fn a_manifest_that_is_no_manifest_has_its_own_error_only() {
    check(
        "notify { 'a': ",
        expect![[r#"
            1: Syntax error at end of input
        "#]],
    );
    check(
        "class a { }\nclass a { }\ninclude b",
        expect![[r#"
        2: Class 'a' is already defined (file: site.pp, line: 1); cannot redefine
    "#]],
    );
}

#[test]
fn names_with_few_mistakes_are_known() {
    check(
        r#"
class web($port) { notfiy { 'x': } notify { 'y': mesage => "${prot}" } }
class { 'web': port => 80 }
include wbe
include nosuch::a
uniqe([1])
"#,
        expect![[r#"
            2: Evaluation Error: Error while evaluating a Resource Statement, Unknown resource type: 'notfiy'
               help: There is a type 'notify'
            2: Evaluation Error: Unknown variable: 'prot'.
               help: There is `$port`
            4: Evaluation Error: Error while evaluating a Function Call, Could not find class ::wbe for node.example.com
               help: There is a class 'web'
            5: Evaluation Error: Error while evaluating a Function Call, Could not find class ::nosuch::a for node.example.com
               help: There is no module 'nosuch' in the module path
            6: Evaluation Error: Unknown function: 'uniqe'.
               help: There is a function 'unique'
        "#]],
    );
}

#[test]
fn what_is_nearly_there_is_named() {
    check(
        r#"
notify { 'first': mesage => 'x' }
notify { 'second': require => Notify['frist'] }
Notify['secnd'] -> Notify['first']
"#,
        expect![[r#"
            4: Could not find resource 'Notify[secnd]' for relationship on 'Notify[first]'
               help: There is Notify[second]
            2: no parameter named 'mesage' (file: site.pp, line: 2) on Notify[first]
               help: Notify has an attribute 'message'
            3: Could not find resource 'Notify[frist]' in parameter 'require'
               help: There is Notify[first]
        "#]],
    );
    check(
        "notify { $later::x: }\nclass later { $x = 1 }",
        expect![[r#"
        1: Evaluation Error: Unknown variable: 'later::x'.
           help: The class 'later' is not evaluated before this: `include later` first
    "#]],
    );
}

#[test]
fn who_does_not_wait_any_more_ends_it() {
    let environment = Environment::new(Arc::new(MemoryWorld::new()), "production", None, Vec::new(), Reading::default());
    let code = "Integer[1, 100000000].each |$i| { $j = $i + 1 }";
    let request = Request::new(Code::Text(code.into()), "n");
    let cancel = request.cancel.clone();
    let outcome = std::thread::scope(|scope| {
        let compiled = scope.spawn(|| compiler::compile(&Arc::new(environment), &request));
        cancel.cancel();
        compiled.join().unwrap()
    });
    assert!(outcome.cancelled && outcome.catalog.is_none(), "{:?}", outcome.errors);
}

#[test]
fn an_endless_loop_is_one_error() {
    check(
        "function f() { f() }\nf()\nnotify { 'a': }",
        expect![[r#"
            1: stack level too deep
        "#]],
    );
}

#[test]
fn what_a_broken_file_defines_is_not_missing() {
    let mut world = MemoryWorld::new();
    world.add_file("/m/a/manifests/init.pp", "class a { $x = { 'k' => 1, 'k' => 2 } }\n");
    let environment = Arc::new(Environment::new(Arc::new(world), "production", None, vec![PathBuf::from("/m")], Reading::default()));
    let request = Request::new(Code::Named(PathBuf::from("site.pp"), "include a\ncontain a\n".into()), "node.example.com");
    let outcome = compiler::compile(&environment, &request);
    let messages: Vec<String> = outcome.errors.iter().map(|it| it.message()).collect();
    assert!(!messages.is_empty() && messages.iter().all(|it| it == "The key 'k' is declared more than once"), "{messages:?}");
}
