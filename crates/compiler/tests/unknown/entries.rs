//! Where an evaluation begins.

use compiler::{Condition, Entry};
use expect_test::{Expect, expect};

use crate::{analyse, findings, fine, wrong};

#[track_caller]
fn check(files: &str, entry: Entry, expected: Expect) {
    expected.assert_eq(&findings(&analyse(files, entry)));
}

#[test]
fn a_class_has_its_defaults_and_otherwise_only_types() {
    fine("class m(Integer $a, String $b = 'x') { notify { $b: message => $a + 1 } }");
    wrong(
        "class m(Integer $a) { notify { 'x': message => $c } }",
        expect![[r#"
            1: Evaluation Error: Unknown variable: 'c'.
        "#]],
    );
    check(
        "class m { }",
        Entry::Class("m::nosuch".into()),
        expect![[r#"
            -: Could not find class ::m::nosuch for n
        "#]],
    );
}

#[test]
fn an_instance_of_a_defined_type_has_any_title() {
    let define = "define m(String $a) {\n notify { \"m ${title}\": message => $a }\n file { \"/x/${name}\": mode => $nosuch }\n}";
    check(
        define,
        Entry::Define("m".into()),
        expect![[r#"
            3: Evaluation Error: Unknown variable: 'nosuch'.
        "#]],
    );
}

#[test]
fn plans_are_given_their_parameters_by_name_and_apply_code_elsewhere() {
    check(
        "# m/plans/p.pp\nplan m::p(Optional[String] $a = undef, TargetSpec $targets, $b = 1, Integer $c) {\n \
         $result = apply($targets, _noop => true) { include no_such_class }\n \
         $result.each |$one| { out::message(\"${one.target.name} ${$c + 1}\") }\n apply($nosuch) { }\n}",
        Entry::Plan("m::p".into()),
        expect![[r#"
            4: Evaluation Error: Unknown variable: 'nosuch'.
        "#]],
    );
    check(
        "# m/functions/f.pp\nfunction m::f($a = 1, $b) { $a }",
        Entry::Function("m::f".into()),
        expect![[r#"
            1: Evaluation Error: Parameter $b is required but appears after optional parameters
        "#]],
    );
}

#[test]
fn what_is_around_a_part_is_not_here() {
    let inside = "file { $m::folder: mode => $m::mode, require => [Package['p'], Class['m']] }\n Service['s'] -> File[$m::folder]\n \
         unless defined(Class['m']) { fail('no') } notify { 'a': }";
    let module = "# m/manifests/init.pp\nclass m(String $folder = '/x') { $mode = '0644' }";
    for kind in ["define", "class"] {
        let files = format!("{module}\n# m/manifests/d.pp\n{kind} m::d {{\n {inside}\n notify {{ $m::nosuch: }}\n}}");
        let entry = if kind == "class" { Entry::Class("m::d".into()) } else { Entry::Define("m::d".into()) };
        let outcome = analyse(&files, entry);
        let certain: Vec<String> = outcome.errors.iter().filter(|it| it.condition == Condition::Always).map(|it| it.message()).collect();
        assert_eq!(certain, ["Evaluation Error: Unknown variable: 'm::nosuch'."], "{kind}");
    }
}

#[test]
fn what_a_defined_type_is_given_may_be_anything() {
    check(
        "define m(Optional[String] $a = undef) {\n unless $a { fail('a is needed') }\n notify { $a: }\n}",
        Entry::Define("m".into()),
        expect![[r#"
            2: perhaps: Evaluation Error: Error while evaluating a Function Call, a is needed
        "#]],
    );
    // What a class has by itself may be replaced as well.
    check(
        "class m(Optional[String] $a = undef) {\n unless $a { fail('a is needed') }\n}",
        Entry::Class("m".into()),
        expect![[r#"
            2: perhaps: Evaluation Error: Error while evaluating a Function Call, a is needed
        "#]],
    );
}

#[test]
fn what_the_class_around_a_part_inherits_is_known_where_it_is_here_already() {
    let around =
        "# m/manifests/init.pp\nclass m inherits m::params { $own = 1 }\n# m/manifests/params.pp\nclass m::params { $etc = '/etc' }";
    let part = |body: &str| format!("{around}\n# m/manifests/part.pp\nclass m::part inherits m::params {{\n notify {{ \"{body}\": }}\n}}");
    check(&part("${m::etc} ${m::own} ${etc}"), Entry::Class("m::part".into()), expect![""]);
    check(
        &part("${m::nosuch}"),
        Entry::Class("m::part".into()),
        expect![[r#"
            2: Evaluation Error: Unknown variable: 'm::nosuch'.
        "#]],
    );
}

#[test]
fn metaparameters_are_variables_where_they_are_given() {
    check("define m($o) {\n notify { 'a': require => $require, before => $before, * => $o }\n}", Entry::Define("m".into()), expect![""]);
    check(
        "# m/manifests/d.pp\ndefine m::d {\n notify { 'a': message => \"${require}\" }\n}\n# m/manifests/init.pp\nclass m { m::d { 'x': } }",
        Entry::Class("m".into()),
        expect![[r#"
            2: Evaluation Error: Error while evaluating a Resource Statement, Evaluation Error: Unknown variable: 'require'. (file: /modules/m/manifests/d.pp, line: 2, column: 30)
        "#]],
    );
}

#[test]
fn functions_and_plans_are_run() {
    check(
        "# m/functions/f.pp\nfunction m::f(Integer $a, String $b = 'x') >> Integer {\n $a + $nosuch\n}",
        Entry::Function("m::f".into()),
        expect![[r#"
            2: Evaluation Error: Unknown variable: 'nosuch'.
        "#]],
    );
    check(
        "# m/plans/p.pp\nplan m::p(String $a) {\n $b = \"${a}x\"\n return $nosuch\n}",
        Entry::Plan("m::p".into()),
        expect![[r#"
            3: Evaluation Error: Unknown variable: 'nosuch'.
        "#]],
    );
}

#[test]
fn what_is_given_may_have_members() {
    let types = "# m/types/point.pp\ntype M::Point = Object[{ attributes => { x => Integer } }]";
    let function = "# m/functions/f.pp\nfunction m::f(Error $e, Optional[URI] $u, M::Point $p, String $s, $any) {\n \
         $a = [$e.msg, $u.host, $p.x, $e.message.upcase]\n $p.of_a_type_that_inherits\n $s.msg\n $u.msg\n $any.msg\n}";
    check(
        &format!("{types}\n{function}"),
        Entry::Function("m::f".into()),
        expect![[r#"
        4: Evaluation Error: Unknown function: 'msg'.
        5: Evaluation Error: Unknown function: 'msg'.
        6: Evaluation Error: Unknown function: 'msg'.
    "#]],
    );
}

#[test]
fn what_is_written_in_ruby_is_not_run() {
    fine(
        "# m/manifests/init.pp\nclass m { notify { 'a': message => m::f(1) } notify { 'b': message => inline_template('x') } }\n\
         # m/lib/puppet/functions/m/f.rb\nPuppet::Functions.create_function(:'m::f') { }",
    );
    fine("class m { notify { 'a': message => generate('/bin/true') } }");
}

#[test]
fn what_follows_from_a_type_that_is_nowhere_is_not_told() {
    wrong(
        r#"class m (Gone $a, Array[Gone] $b, Optional[Gone] $c = 1) {
Gone { a => 1 }
Gone['a'] { a => 1 }
Gone['a'] -> Notify['b'] ~> Gone2
notify { 'b': before => [Gone['c'], Gone3] }
$x = $facts['os']['x'] ? { Gone4 => 1, Array[Gone5] => 2, default => 3 }
if $x =~ Gone6 { } elsif 'a' in Gone7 { }
realize(Gone['x'])
if defined(Gone['y']) { }
$y = Gone8.new('a') + 'a'.convert_to(Gone8)
$z = Gone8('a', 2) + 1
include Gone9
with(1) |Gone10 $z| { $z + 1 }
create_resources(Gone11, {})
$h = assert_type(Gone12, 'a')
$i = Gone13 < Integer or Integer <= Gone13[1]
$j = "${Gone14} ${Type[Gone15]}"
$k = [1, 'a'].filter |$x| { $x =~ Gone16 }
case $a { Gone17: { notice(1) } Integer: { notice(2) } }
$l = Gone18 ? { Integer => 1, default => 2 }
$n = { Gone19 => Gone20 }
$o = Integer[Gone21, 2]
$p = $a + [Gone22]
file { '/a': owner => Gone23, * => Gone24 }
Gone25 { 'a': }
Exce { path => '/bin' }
exec { 'ls': }
Fiel['a'] { path => '/a' }
file { 'a': }
}"#,
        expect![[r#"
            1: Evaluation Error: Resource type not found: Gone
            1: Evaluation Error: Resource type not found: Gone
            1: Evaluation Error: Resource type not found: Gone
            2: Evaluation Error: Resource type not found: Gone
            3: Evaluation Error: Resource type not found: Gone
            4: Evaluation Error: Resource type not found: Gone
            4: Evaluation Error: Resource type not found: Gone2
            5: Evaluation Error: Resource type not found: Gone
            5: Evaluation Error: Resource type not found: Gone3
            6: Evaluation Error: Resource type not found: Gone4
            6: Evaluation Error: Resource type not found: Gone5
            7: Evaluation Error: Resource type not found: Gone6
            8: Evaluation Error: Resource type not found: Gone
            9: Evaluation Error: Resource type not found: Gone
            10: Evaluation Error: Resource type not found: Gone8
            10: Evaluation Error: Resource type not found: Gone8
            11: Evaluation Error: Resource type not found: Gone8
            12: Evaluation Error: Resource type not found: Gone9
            13: Evaluation Error: Resource type not found: Gone10
            14: Evaluation Error: Resource type not found: Gone11
            15: Evaluation Error: Resource type not found: Gone12
            16: Evaluation Error: Resource type not found: Gone13
            17: Evaluation Error: Resource type not found: Gone14
            17: Evaluation Error: Resource type not found: Gone15
            18: Evaluation Error: Resource type not found: Gone16
            19: Evaluation Error: Resource type not found: Gone17
            20: Evaluation Error: Resource type not found: Gone18
            21: Evaluation Error: Resource type not found: Gone19
            21: Evaluation Error: Resource type not found: Gone20
            22: Evaluation Error: Resource type not found: Gone21
            23: Evaluation Error: Resource type not found: Gone22
            24: Evaluation Error: Resource type not found: Gone23
            24: Evaluation Error: Resource type not found: Gone24
            25: Evaluation Error: Resource type not found: Gone25
            26: Evaluation Error: Resource type not found: Exce
            28: Evaluation Error: Resource type not found: Fiel
        "#]],
    );
}

/// Puppet: `include m::h` compiles; the body of `m::i` is evaluated once.
#[test]
fn what_its_parent_declares_with_parameters_is_evaluated_once() {
    let files = "class m { }\n# m/manifests/h.pp\nclass m::h {\n class { 'm::i': }\n file { '/srv/one': ensure => file }\n}\n\
                 # m/manifests/i.pp\nclass m::i inherits m::h {\n file { '/srv/two': ensure => file }\n}";
    check(files, Entry::Class("m::i".into()), expect![""]);
    check(files, Entry::Class("m::h".into()), expect![""]);
}

/// A site that knows all its nodes often has nothing but this for others.
#[test]
fn a_guard_for_nodes_that_nobody_has_named_is_no_error() {
    let node = "node default {\n fail(\"No definition for ${trusted['certname']}, ${facts['hidden']}\")\n}";
    let mut found = Vec::new();
    for any_node in [true, false] {
        let outcome = crate::analyse_as(node, |request| request.any_node = any_node);
        found.push(findings(&outcome));
    }
    expect![[r#"
        2: perhaps: Evaluation Error: Error while evaluating a Function Call, No definition for …, …
        ---
        2: Evaluation Error: Error while evaluating a Function Call, No definition for …, …
    "#]]
    .assert_eq(&found.join("---\n"));
}

/// Agents of Puppet 8 send legacy facts only with that setting; a second value is one too many in any case.
#[test]
fn a_variable_may_have_the_name_of_a_legacy_fact() {
    let facts = serde_json::json!({"hostname": "n", "domain": "example.com", "kernel": "Linux"});
    let analyse = |main: &str| crate::analyse_as(main, |request| request.facts = ::values::data::from_json(&facts));
    assert_eq!(findings(&analyse("$domain = 'example.org'\n$hostname = $domain\n")), "");
    expect![[r#"
        2: Evaluation Error: Cannot reassign variable '$domain'
        3: Evaluation Error: Cannot reassign variable '$kernel'
    "#]]
    .assert_eq(&findings(&analyse("$domain = 'example.org'\n$domain = 'a'\n$kernel = 'b'\n")));
}
