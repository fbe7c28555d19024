//! Branches whose test is not known.

use expect_test::expect;

use crate::{fine, wrong};

#[test]
fn titles_in_exclusive_arms_are_no_duplicates() {
    fine("class m(Boolean $x) { if $x { notify { 'a': } } else { notify { 'a': message => 'other' } } }");
    fine("class m(Boolean $x) { if $x { notify { 'a': } } unless $x { notify { 'a': } } }");
    fine("class m(String $x) { case $x { 'a': { notify { 'a': } } 'b', 'c': { notify { 'a': } } default: { notify { 'a': } } } }");
    fine("class m(String $x) { if $x == 'a' { notify { 'a': } } case $x { 'b': { notify { 'a': } } default: { } } }");
    fine("class m(Boolean $x) { if !$x { notify { 'a': } } if $x and true { notify { 'a': } } }");
}

#[test]
fn titles_in_other_arms_are_perhaps_duplicates() {
    wrong(
        "class m(Boolean $x, Boolean $y) {\n if $x { notify { 'a': } }\n if $y { notify { 'a': } }\n}",
        expect![[r#"
            3: perhaps: Duplicate declaration: Notify[a] is already declared at (file: /modules/m/manifests/init.pp, line: 2); cannot redeclare (file: /modules/m/manifests/init.pp, line: 3)
        "#]],
    );
    wrong(
        "class m(Boolean $x) {\n notify { 'a': }\n if $x { notify { 'a': } }\n}",
        expect![[r#"
            3: perhaps: Evaluation Error: Error while evaluating a Resource Statement, Duplicate declaration: Notify[a] is already declared at (file: /modules/m/manifests/init.pp, line: 2); cannot redeclare (file: /modules/m/manifests/init.pp, line: 3)
        "#]],
    );
    wrong(
        "class m(Boolean $x) {\n notify { 'a': }\n notify { 'a': }\n}",
        expect![[r#"
            3: Evaluation Error: Error while evaluating a Resource Statement, Duplicate declaration: Notify[a] is already declared at (file: /modules/m/manifests/init.pp, line: 2); cannot redeclare (file: /modules/m/manifests/init.pp, line: 3)
        "#]],
    );
}

#[test]
fn variables_join_behind_the_arms() {
    fine("class m(Boolean $x) { if $x { $a = 1 } else { $a = 'b' } notify { 'a': message => $a } }");
    fine("class m(Boolean $x) { $a = $x ? { true => 'p', default => 'q' } package { $a: } }");
    // Equal values stay what they are.
    wrong(
        "class m(Boolean $x) {\n if $x { $a = 'v' } else { $a = 'v' }\n notify { $a: }\n notify { 'v': }\n}",
        expect![[r#"
            4: Evaluation Error: Error while evaluating a Resource Statement, Duplicate declaration: Notify[v] is already declared at (file: /modules/m/manifests/init.pp, line: 3); cannot redeclare (file: /modules/m/manifests/init.pp, line: 4)
        "#]],
    );
    fine("class m(Boolean $x) { if $x { $a = 1 } unless $x { $a = 2 } notify { \"${a}\": } }");
    fine("class m(Optional[String] $x) { $a = $x ? { undef => 'd', default => $x } file { $a: ensure => file } }");
    wrong(
        "class m(Boolean $x) { case $x { true: { $a = 1 } default: { fail('no') } } notify { 'a': message => $a + 1 } }",
        expect![[r#"
            1: perhaps: Evaluation Error: Error while evaluating a Function Call, no
        "#]],
    );
}

#[test]
fn what_fails_in_an_arm_fails_perhaps_and_the_others_go_on() {
    wrong(
        "class m(String $x) {\n if $x == 'bad' { fail('bad') }\n notify { 'a': message => $nosuch }\n}",
        expect![[r#"
            2: perhaps: Evaluation Error: Error while evaluating a Function Call, bad
            3: Evaluation Error: Unknown variable: 'nosuch'.
        "#]],
    );
    // Behind it, the test is decided.
    fine("class m(Boolean $x) { unless $x { $a = 1 } else { } if $x { $b = 1 } unless $x { notify { \"${a}\": } } }");
    wrong(
        "class m(Boolean $x) {\n if $x { fail('no x') }\n if $x { notify { 'a': } }\n notify { 'a': }\n}",
        expect![[r#"
            2: perhaps: Evaluation Error: Error while evaluating a Function Call, no x
        "#]],
    );
    // All of them: then it fails.
    wrong(
        "class m(Boolean $x) {\n if $x { fail('a') } else { fail('b') }\n}",
        expect![[r#"
            2: perhaps: Evaluation Error: Error while evaluating a Function Call, a
            2: perhaps: Evaluation Error: Error while evaluating a Function Call, b
        "#]],
    );
}

#[test]
fn arms_that_the_type_excludes_are_not_run() {
    fine("class m(Enum['a', 'b'] $x) { case $x { 'a': { $v = 1 } 'b': { $v = 2 } default: { fail('no') } } notify { \"${v}\": } }");
    fine("class m(String $x) { if $x { $v = 1 } notify { \"${v}\": } if $x =~ Integer { fail('never') } if $x == 1 { fail('never') } }");
    fine("class m(Integer[1] $x) { $v = $x ? { Integer => 'i', default => fail('never') } notify { $v: } }");
}

#[test]
fn equal_tests_are_one_decision() {
    fine("class m(Boolean $x) { if $x { $a = 1 } notify { 'n': } if $x { notify { \"${a}\": } } }");
    fine(
        "class m(String $x) {\n if $x == 'a' { if $x == 'b' { fail('never') } if $x != 'a' { fail('never') } }\n \
         if $x =~ /^a/ { notify { 'a': } } elsif $x !~ /^a/ { notify { 'a': } }\n}",
    );
    fine("class m(Hash $x) { if $x['a'] { notify { 'a': } } unless $x['a'] { notify { 'a': } } }");
    fine("class m(Boolean $x, Boolean $y) { if $x and $y { notify { 'a': } } elsif $x { notify { 'a': } } }");
}

#[test]
fn captures_of_an_unknown_match_are_unknown() {
    fine("class m(String $x) { if $x =~ /^(.)/ { notify { $1: } } case $x { /^(b)/: { notify { \"x${1}\": } } default: { } } }");
}

#[test]
fn whoever_leaves_early_leaves_the_rest_under_a_condition() {
    fine(
        "class m(Boolean $x) {\n notify { 'f': message => m::f($x) + 1 }\n if $x { return() }\n notify { 'a': }\n}\n\
         # m/functions/f.pp\nfunction m::f($x) >> Integer { if $x { return(1) } 2 }",
    );
    fine("class m(Array[String] $x) { $r = $x.map |$e| { if $e == 'a' { next('b') } \"${e}x\" } $r.each |$t| { notify { $t: } } }");
}

#[test]
fn both_sides_of_and_and_or() {
    fine("class m(Optional[String] $x) { if $x and $x =~ /a/ { notify { 'a': } } if !$x or $x == 'b' { notify { 'b': } } }");
    wrong(
        "class m(Boolean $x) {\n if $x and $nosuch { notify { 'a': } }\n}",
        expect![[r#"
            2: perhaps: Evaluation Error: Unknown variable: 'nosuch'.
        "#]],
    );
}

#[test]
fn recursion_under_conditions_ends() {
    fine(
        "class m($x) { notify { 'a': message => m::f($x) } }\n\
         # m/functions/f.pp\nfunction m::f($x) { if $x =~ Array { m::f($x[0]) + m::f($x[1]) + m::f($x[2]) } else { 1 } }",
    );
    wrong(
        "class m($x) { m::d { 'a': x => $x } }\n# m/manifests/d.pp\ndefine m::d($x) { if $x > 0 { m::d { \"${title}a\": x => $x - 1 } } }",
        expect![[r#"
            cut short: Depth
        "#]],
    );
}

/// They are evaluated later than the branch that declares them, and are there on its condition all the same.
#[test]
fn parameters_of_a_defined_type_are_wrong_where_it_is_declared() {
    wrong(
        "class m(Boolean $x) {\n if $x {\n  m::d { 'a': y => 'b' }\n }\n m::d { 'c': y => 'd' }\n}\n\
         # m/manifests/d.pp\ndefine m::d(Integer $y) { }",
        expect![[r#"
            3: perhaps: Evaluation Error: Error while evaluating a Resource Statement, M::D[a]: parameter 'y' expects an Integer value, got String
            5: Evaluation Error: Error while evaluating a Resource Statement, M::D[c]: parameter 'y' expects an Integer value, got String
        "#]],
    );
}

/// Puppet refuses the last one whatever the value is.
#[test]
fn a_title_of_all_arms_is_a_duplicate_after_them() {
    let wrong_in_line_3 = |first: &str, parameter: &str| {
        let files = format!("class m({parameter} $x) {{\n {first}\n notify {{ 'a': message => 'y' }}\n}}");
        let outcome = crate::analyse(&files, compiler::Entry::Class("m".into()));
        let found = crate::findings(&outcome);
        let is_it = found.lines().count() == 1 && found.starts_with("3: ") && !found.contains("perhaps");
        assert!(is_it && found.contains("Duplicate declaration: Notify[a]"), "{files}\n{found}");
    };
    wrong_in_line_3("if $x { notify { 'a': } } else { notify { 'a': message => 'x' } }", "Any");
    wrong_in_line_3("case $x { 'b': { notify { 'a': } } /c/: { notify { 'a': } } default: { notify { 'a': message => 'x' } } }", "Any");
    wrong_in_line_3("case $x { 'b': { notify { 'a': } } 'c', 'd': { notify { 'a': } } }", "Enum['b', 'c', 'd']");
    wrong_in_line_3("unless $x { if $facts['hidden'] { notify { 'a': } } else { notify { 'a': } } } else { notify { 'a': } }", "Any");
    fine("class m(Enum['b', 'c'] $x) { case $x { 'b': { notify { 'a': } } 'c': { if $x == 'b' { notify { 'a': } } } } }");
}

/// `fail` ends everything, so that nothing after it has what it refuses.
#[test]
fn what_stands_after_a_guard_is_not_judged_with_what_it_refuses() {
    wrong(
        "class m($c) {\n if $c == undef { fail('c is needed') }\n $d = $c['a']\n notify { $d: }\n}",
        expect![[r#"
            2: perhaps: Evaluation Error: Error while evaluating a Function Call, c is needed
        "#]],
    );
    let refused = |files: &str| {
        let outcome = crate::analyse(files, compiler::Entry::Class("m".into()));
        assert!(outcome.is_refused, "{files}");
        let found = crate::findings(&outcome);
        assert!(found.lines().count() == 1 && found.contains("perhaps: ") && found.contains(" is needed"), "{files}\n{found}");
    };
    refused("class m($c = undef) {\n if $c == undef { fail('c is needed') }\n $d = $c['a']\n notify { $d: }\n}");
    refused("class m($c = undef) {\n unless $c { fail('c is needed') }\n file { '/a': nosuch => $c['a'], require => File['/b'] }\n}");
    refused(
        "class m($c = undef) {\n m::f($c)\n $d = $c['a']\n}\n# m/functions/f.pp\nfunction m::f($x) { unless $x { fail(\"${x} is needed\") } }",
    );
}
