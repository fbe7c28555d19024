//! Where an evaluation begins.

use compiler::Entry;
use expect_test::{Expect, expect};

use crate::{analyse, findings, fine, wrong};

#[track_caller]
fn of(files: &str, entry: Entry, expected: Expect) {
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
    of(
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
    of(
        define,
        Entry::Define("m".into()),
        expect![[r#"
            3: Evaluation Error: Unknown variable: 'nosuch'.
        "#]],
    );
}

#[test]
fn functions_and_plans_are_run() {
    of(
        "# m/functions/f.pp\nfunction m::f(Integer $a, String $b = 'x') >> Integer {\n $a + $nosuch\n}",
        Entry::Function("m::f".into()),
        expect![[r#"
            2: Evaluation Error: Unknown variable: 'nosuch'.
        "#]],
    );
    of(
        "# m/plans/p.pp\nplan m::p(String $a) {\n $b = \"${a}x\"\n return $nosuch\n}",
        Entry::Plan("m::p".into()),
        expect![[r#"
            3: Evaluation Error: Unknown variable: 'nosuch'.
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
