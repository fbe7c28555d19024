//! Functions in Ruby whose arguments are unknown, or that read unknown values.

use compiler::Entry;

use super::shown::shown;
use super::{analyse_main, findings};

/// Results of a body as a function of both kinds; its arguments are `a`, which is unknown, and `b`, which is a text.
fn results(body: &str, call: &str) -> [String; 2] {
    let current = format!("Puppet::Functions.create_function(:'m::f') do\n  def f(a, b)\n    {body}\n  end\nend");
    let legacy = format!(
        "module Puppet::Parser::Functions\n  newfunction(:m_f, :type => :rvalue) do |args|\n    a, b = args\n    {body}\n  end\nend"
    );
    [("m/lib/puppet/functions/m/f.rb", current, "m::f"), ("m/lib/puppet/parser/functions/m_f.rb", legacy, "m_f")].map(
        |(path, file, name)| {
            let main = format!("{name}({call})");
            let outcome = analyse_main(&main, &format!("class m {{ }}\n# {path}\n{file}"), Entry::Site);
            let not_run: String = outcome.not_run.iter().map(|it| it.message().to_string()).collect();
            let logs: Vec<&str> = outcome.logs.iter().map(|it| &*it.message).collect();
            let value = outcome.value.as_ref().map(shown).unwrap_or_default();
            format!("{}{not_run}{}{value}", findings(&outcome), logs.join(""))
        },
    )
}

#[track_caller]
fn gives(body: &str, expected: &str) {
    assert_eq!(results(body, "$facts['hidden'], 'b'"), [expected, expected], "{body}");
}

#[test]
fn what_both_ways_give_is_known() {
    gives("a ? 1 : 1", "1");
    gives("a ? 1 : 2", "?");
    gives("b", "'b'");
    gives("[a, b]", "[?, 'b']");
    gives("{ 'x' => a, 'y' => b.upcase }", "{'x' => ?, 'y' => 'B'}");
    gives("case a when 'x' then b else 'b' end", "?");
    gives("case a when 'x' then 3 else 3 end", "3");
    gives("return 1 if a == 'x'\n 1", "1");
    gives("list = [b]\n list << a if a\n list", "?");
    gives("a.each { |it| b }\n [1]", "[1]");
    gives("[1, 2].map { |it| it.to_s == a ? 1 : it }", "[1, ?]");
}

#[test]
fn an_exception_on_one_way_is_no_error() {
    gives("raise Puppet::ParseError, 'so' unless a.is_a?(String)\n 1", "1");
    gives("raise Puppet::ParseError, 'so' if a\n 1", "1");
    gives("if a then raise Puppet::ParseError, 'so' end\n raise Puppet::ParseError, 'then'", "?");
    gives("begin\n Integer(a)\n rescue ArgumentError\n 1\n end", "?");
}

#[test]
fn what_may_not_happen_has_no_effect() {
    gives("if a then call_function('include', 'm') end\n 1", "?");
    gives("if a then Puppet.warning('so') end\n 1", "1");
    gives("Puppet.warning('so')\n 1", "so1");
    gives("Puppet.warning(\"so #{a}\")\n 1", "1");
}

#[test]
fn a_value_that_is_read_may_be_unknown() {
    let body = "scope = closure_scope\n scope['facts']['hidden'] == 'x' ? 1 : 1";
    assert_eq!(results(body, "'a', 'b'")[0], "1");
    let body = "x = lookupvar('hidden')\n x == 'x' ? b : 'c'";
    assert_eq!(results(body, "'a', 'b'")[1], "?");
    // What was logged first is not logged twice.
    let body = "Puppet.warning('so')\n closure_scope['facts']['hidden'] == 'x' ? 1 : 1";
    assert_eq!(results(body, "'a', 'b'")[0], "so?");
}

#[test]
fn a_certain_error_is_reported() {
    let [current, legacy] = results("raise Puppet::ParseError, 'so' if b == 'b'\n a", "$facts['hidden'], 'b'");
    assert!(current.contains("so") && legacy.contains("so"), "{current} {legacy}");
}
