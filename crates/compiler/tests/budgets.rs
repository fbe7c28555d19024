//! Manifests without end come to one: with an error that says so, and not with all of the memory.

use std::sync::Arc;

use compiler::{Code, Environment, Reading, Request};
use world::MemoryWorld;

/// The first error.
fn error(manifest: &str, budget: u64) -> String {
    let environment = Arc::new(Environment::new(Arc::new(MemoryWorld::new()), "production", None, Vec::new(), Reading::default()));
    let mut request = Request::new(Code::Text(manifest.into()), "n");
    request.settings.budget = budget;
    let outcome = compiler::compile(&environment, &request);
    outcome.errors.first().map(|it| it.full()).unwrap_or_default()
}

#[track_caller]
fn ends_with(manifest: &str, words: &str) {
    ends_within(manifest, 3_000_000, words);
}

#[track_caller]
fn ends_within(manifest: &str, budget: u64, words: &str) {
    let error = error(manifest, budget);
    assert!(error.contains(words), "{manifest}\n  {error}");
}

#[test]
fn loops() {
    ends_with("Integer[1, 9223372036854775807].each |$i| { $j = $i }", "too many steps");
    ends_with("Integer[1, 9223372036854775807].map |$i| { $i }", "too many steps");
    ends_with("notice(range(1, 999999999999))", "range");
}

#[test]
fn recursion() {
    ends_with("function f($x) { f($x + 1) }\nf(1)", "stack level too deep");
    ends_with("define d { d { \"${title}x\": } }\nd { 'a': }", "Somehow looped more than 1000 times");
    ends_with("class a { include b }\nclass b { include a; notify { $b::x: } }\ninclude a", "Unknown variable");
    ends_with("class a inherits b { }\nclass b inherits a { }\ninclude a", "stack level too deep");
}

#[test]
fn growth() {
    ends_within("Integer[1, 60].reduce('x') |$m, $i| { \"${m}${m}\" }", 200_000_000, "64 MiB");
    ends_within("Integer[1, 60].reduce([1]) |$m, $i| { $m + $m }", 200_000_000, "more than 10000000 elements");
    ends_within(
        "Integer[1, 60].reduce({a => 1}) |$m, $i| { { a => $m, b => $m } }.notice",
        200_000_000,
        "holds more than 10000000 elements",
    );
}

/// The length of a long list is found as fast as that of a short one.
#[test]
fn what_reads_no_element_costs_few_steps() {
    let list = "$l = Integer[1, 800].map |$i| { \"a${i}\" }\n";
    for what in ["$l.length", "$l.empty", "$l.dig(3)", "$l.any |$it| { true }"] {
        assert_eq!(error(&format!("{list}Integer[1, 1000].each |$i| {{ $x = {what} }}"), 100_000), "", "{what}");
    }
}

/// A step is a share of the time: what reads much costs more, or a loop of a line could take hours.
#[test]
fn what_takes_long_costs_many_steps() {
    let set = "$s = Integer[1, 15].reduce('a') |$m, $i| { \"${m}${m}\" }\n$l = Integer[1, 800].map |$i| { \"a${i}\" }\n";
    for (what, times) in [
        ("$s.upcase", 100),
        ("regsubst($s, 'b', 'c', 'G')", 100),
        ("$s =~ /zz/", 300),
        ("$s == \"${s}b\"", 100),
        ("$s ? { 'x' => 1, 'y' => 2, default => 3 }", 200),
        ("'zz' in $l", 3_000),
        ("$l == $l + [1]", 2_000),
        ("$l.sort", 500),
        ("\"${l}\"", 2_000),
        ("type($l)", 500),
        ("'aaaaaaaaaaaaaaaab' =~ /^(a|aa)+(?=c)$/", 2_000),
        ("$s =~ /b[ab]{900}/", 5),
    ] {
        let manifest = format!("{set}Integer[1, {times}].each |$i| {{ $x = {what} }}");
        ends_within(&manifest, 100_000, "too many steps");
    }
}

#[test]
fn types_of_themselves() {
    ends_with("type A = A\nnotice(1 =~ A)", "Type alias 'A' cannot be resolved to a real type");
    ends_with("type A = Variant[Integer, B]\ntype B = A\nnotice('x' =~ A)\nnosuch()", "Unknown function: 'nosuch'");
    ends_with("type A = Array[A]\nnotice([[[]]] =~ A)\nnosuch()", "Unknown function: 'nosuch'");
}
