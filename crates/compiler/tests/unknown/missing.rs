//! Resources that may exist are not reported as missing.

use expect_test::expect;

use compiler::Entry;

use crate::{analyse, findings, fine, wrong};

#[test]
fn what_is_declared_in_an_arm_may_be_there() {
    fine("class m(Boolean $x) { if $x { notify { 'a': } } notify { 'b': require => Notify['a'] } }");
    fine("class m(Boolean $x) { if $x { notify { 'a': } } notify { 'b': } Notify['a'] -> Notify['b'] }");
    wrong(
        "class m(Boolean $x) {\n notify { 'b': require => Notify['a'] }\n}",
        expect![[r#"
            2: Could not find resource 'Notify[a]' in parameter 'require'
        "#]],
    );
    wrong(
        "class m(Boolean $x) {\n if $x { notify { 'b': require => Notify['a'] } }\n}",
        expect![[r#"
            2: perhaps: Could not find resource 'Notify[a]' in parameter 'require'
        "#]],
    );
}

#[test]
fn what_has_a_title_that_is_not_known_may_be_it() {
    fine("class m(String $x) { notify { $x: } notify { 'b': require => Notify['a'] } }");
    fine("class m(String $x) { notify { \"a ${x}\": } notify { 'b': require => Notify['a b'] } Notify['a c'] -> Notify['b'] }");
    fine("class m(Hash $x) { create_resources('notify', $x) notify { 'b': require => Notify['a'] } }");
    fine("class m(Hash $x) { $x.each |$k, $v| { notify { $k: * => $v } } notify { 'b': require => Notify['a'] } }");
    fine("class m(String $x) { notify { 'b': require => Notify[['a', $x]] } }");
    fine("class m(String $x) { include $x notify { 'b': require => [Notify['a'], Class['y']] } }");
    wrong(
        "class m(String $x) {\n notify { \"a ${x}\": }\n file { \"/${x}\": }\n notify { 'b': require => Notify['b a'] }\n}",
        expect![[r#"
            4: Could not find resource 'Notify[b a]' in parameter 'require'
        "#]],
    );
}

#[test]
fn functions_that_are_not_there_may_declare_it() {
    let is_missed = |files: &str| findings(&analyse(files, Entry::Class("m".into()))).contains("Could not find");
    assert!(!is_missed("class m { ensure_packages('a') notify { 'b': require => Package['a'] } }"));
    assert!(!is_missed("class m { ensure_resource('notify', 'a') notify { 'b': require => Notify['a'] } }"));
    assert!(!is_missed("class m { n::foo('a') notify { 'b': require => Notify['a'] } }"));
    assert!(is_missed("class m { $x = merge({}, {}) notify { 'b': require => Notify['a'] } }"));
}

#[test]
fn files_of_modules_that_are_not_there_are_not_known() {
    wrong(
        "class m {\n $a = epp('apt/x.epp')\n $b = template('ntp/x.erb')\n $c = file('m/gone', 'ssl/x')\n if $a == 'x' { fail('a') }\n}",
        expect![[r#"
            5: perhaps: Evaluation Error: Error while evaluating a Function Call, a
            2: no module apt
            3: no module ntp
            4: no module ssl
        "#]],
    );
    wrong(
        "class m { $a = [epp('m/gone'), template('x.erb')] }",
        expect![[r#"
            1: Evaluation Error: Error while evaluating a Function Call, Could not find template 'm/gone.epp'
        "#]],
    );
}

#[test]
fn modules_that_are_not_there_are_named_once() {
    wrong(
        "class m {\n include apt\n apt::source { 'x': }\n $a = stdlib::foo(1)\n notify { 'b': message => $apt::x, require => Class['apt'] }\n}",
        expect![[r#"
            2: no module apt
            4: no module stdlib
        "#]],
    );
    wrong(
        "class m(Stdlib::Absolutepath $p, $q = merge({}, {})) inherits n::params {\n file { $p: mode => $mode }\n}",
        expect![[r#"
            1: no module stdlib
            1: no module n
        "#]],
    );
    // What is there and misspelt is an error all the same.
    wrong(
        "class m { include m::nosuch }",
        expect![[r#"
            1: Evaluation Error: Error while evaluating a Function Call, Could not find class ::m::nosuch for n
        "#]],
    );
}

#[test]
fn classes_under_conditions() {
    fine(
        "class m(Boolean $x) { if $x { include m::a } else { include m::a } notify { 'b': require => Notify['a'] } }\n\
         # m/manifests/a.pp\nclass m::a { notify { 'a': } }",
    );
    // It is always there in the end, and so is what it holds.
    wrong(
        "class m(Boolean $x) { if $x { include m::a } include m::a }\n\
         # m/manifests/a.pp\nclass m::a {\n notify { 'a': require => Notify['nosuch'] }\n}",
        expect![[r#"
            2: Could not find resource 'Notify[nosuch]' in parameter 'require'
        "#]],
    );
    wrong(
        "class m(Boolean $x) { if $x { include m::a } }\n\
         # m/manifests/a.pp\nclass m::a {\n notify { 'a': require => Notify['nosuch'] }\n}",
        expect![[r#"
            2: perhaps: Could not find resource 'Notify[nosuch]' in parameter 'require'
        "#]],
    );
}

#[test]
fn what_may_be_realized_is_there_perhaps() {
    // A cycle would be certain only if all of it were.
    let class = |query: &str| {
        format!(
            "class m(Boolean $x, String $y) {{ @notify {{ 'a': require => Notify['b'] }} notify {{ 'b': require => Notify['a'] }} {query} }}"
        )
    };
    let certain = |query: &str| {
        let outcome = crate::analyse(&class(query), compiler::Entry::Class("m".into()));
        let catalog = outcome.catalog.map(|it| it.catalog).unwrap_or_default();
        compiler::apply(catalog, None).certain().cycles().len()
    };
    assert_eq!(certain("realize(Notify['a'])"), 1);
    assert_eq!(certain("if $x { realize(Notify['a']) }"), 0);
    assert_eq!(certain("Notify <| title == $y |>"), 0);
    assert_eq!(certain("if $x { Notify <| |> } else { realize(Notify['a']) }"), 1);
}

#[test]
fn cycles_that_hold_under_conditions() {
    let cycles = |code: &str| {
        let files = format!("class m(Boolean $x) {{ {code} }}\n# m/manifests/a.pp\nclass m::a {{ }}");
        let outcome = crate::analyse(&files, compiler::Entry::Class("m".into()));
        let catalog = outcome.catalog.map(|it| it.catalog).unwrap_or_default();
        let applied = compiler::apply(catalog, None);
        (applied.graph.cycles().len(), applied.certain().cycles().len())
    };
    let two = "notify { 'a': } notify { 'b': }";
    assert_eq!(cycles(&format!("{two} Notify['a'] -> Notify['b'] -> Notify['a']")), (1, 1));
    assert_eq!(cycles(&format!("{two} Notify['a'] -> Notify['b'] if $x {{ Notify['b'] -> Notify['a'] }}")), (1, 0));
    assert_eq!(cycles(&format!("{two} if $x {{ Notify['a'] -> Notify['b'] }} else {{ Notify['b'] -> Notify['a'] }}")), (1, 0));
    assert_eq!(cycles("if $x { notify { ['a', 'b']: } Notify['a'] -> Notify['b'] -> Notify['a'] }"), (1, 0));
    // What contains, requires or tags stands in an arm.
    let class = "include m::a Class['m'] -> Class['m::a']";
    assert_eq!(cycles(&format!("contain m::a {class}")), (1, 1));
    assert_eq!(cycles(&format!("if $x {{ contain m::a }} {class}")), (1, 0));
    assert_eq!(cycles(&format!("if $x {{ contain m::a }} else {{ contain m::a }} {class}")), (1, 1));
    assert_eq!(cycles(&format!("require m::a {class}")), (1, 1));
    assert_eq!(cycles(&format!("if $x {{ require m::a }} {class}")), (1, 0));
    let tagged = "notify { ['a', 'b']: } Notify['b'] -> Notify <| tag == 'c' |> -> Notify['b']";
    assert_eq!(cycles(&format!("tag('c') {tagged}")), (1, 1));
    assert_eq!(cycles(&format!("if $x {{ tag('c') }} {tagged}")), (0, 0));
}

#[test]
fn attributes_are_wrong_only_if_what_is_not_known_does_not_matter() {
    let problems = |code: &str| {
        let outcome = crate::analyse(&format!("class m(String $x, Hash $y) {{ {code} }}"), compiler::Entry::Class("m".into()));
        let catalog = outcome.catalog.map(|it| it.catalog).unwrap_or_default();
        compiler::apply(catalog, None).problems.len()
    };
    assert_eq!(problems("file { '/a': mode => 'nine', content => $x }"), 1);
    assert_eq!(problems("file { 'a': path => $x, mode => '0644' }"), 0);
    assert_eq!(problems("exec { 'ls': path => $x }"), 0);
    assert_eq!(problems("exec { 'ls': * => $y }"), 0);
    assert_eq!(problems("exec { 'ls': unless => $x }"), 1);
}

#[test]
fn what_is_called_later_may_come_with_a_module_that_is_not_there() {
    wrong(
        "class m {\n m::d { 'a': p => Deferred('vault_lookup::lookup', ['x']) }\n \
         m::d { 'b': p => Deferred('to_json', [1]) }\n}\n# m/manifests/d.pp\ndefine m::d(String $p) { }",
        expect![[r#"
            2: no module vault_lookup
            3: no module stdlib
        "#]],
    );
    wrong(
        "class m {\n m::d { 'a': p => Deferred('nosuch', []) }\n}\n# m/manifests/d.pp\ndefine m::d(String $p) { }",
        expect![[r#"
            2: Evaluation Error: Error while evaluating a Resource Statement, The function 'nosuch', which is to be called when the catalog is applied, does not exist
        "#]],
    );
}

/// A mistake that declares nothing hides nothing that is missing.
#[test]
fn what_is_missing_is_told_beside_other_mistakes() {
    wrong(
        "class m {\n $x = 1 + 'a'\n if $nosuch { $y = 1 }\n notify { 'a': message => $gone, require => File['/none'] }\n}",
        expect![[r#"
            2: Evaluation Error: The value 'a' cannot be converted to Numeric.
            3: Evaluation Error: Unknown variable: 'nosuch'.
            4: Evaluation Error: Unknown variable: 'gone'.
            4: Could not find resource 'File[/none]' in parameter 'require'
        "#]],
    );
    // What it would have declared may be what is missing.
    wrong(
        "class m {\n if $nosuch { file { '/none': } }\n $x = m::nosuch()\n notify { 'a': require => File['/none'] }\n}",
        expect![[r#"
            2: Evaluation Error: Unknown variable: 'nosuch'.
            3: Evaluation Error: Unknown function: 'm::nosuch'.
        "#]],
    );
}

#[test]
fn files_of_the_server_are_not_known() {
    fine("class m { $a = file('/etc/somewhere/a') + 1 }");
    fine("class m { $a = file('/etc/somewhere/a', '/dev/null') + 1 }");
    fine("class m { $a = binary_file('/etc/somewhere/a') }");
    fine("class m { $a = find_file('/etc/somewhere/a') if $a { notify { 'a': } } notify { 'b': require => Notify['a'] } }");
    fine("class m { $a = template('/srv/x.erb') notify { 'a': message => $a } }");
    fine("class m { $a = epp('/srv/x.epp') + 1 }");
    fine("class m { $a = epp('/srv/x') + 1 }");
    fine("class m { $a = find_template('/srv/x.epp') + 1 }");
    // Puppet: file('/dev/null') is ''.
    wrong(
        "class m {\n if file('/dev/null') == '' { fail('it is empty') }\n}",
        expect![[r#"
            2: perhaps: Evaluation Error: Error while evaluating a Function Call, it is empty
        "#]],
    );
}

/// A type whose module is missing accepts something unknown, and makes something unknown.
#[test]
fn types_of_modules_that_are_not_there_decide_nothing() {
    for code in [
        "if 'x' =~ N::B { fail('a') }",
        "if $p =~ N::B { fail('a') }",
        "unless $p =~ Optional[N::B] { fail('a') }",
        "if 'x' !~ Array[N::B] { fail('a') }",
        "case 'x' { N::B: { fail('a') } default: { } }",
        "case $p { Optional[N::B]: { fail('a') } default: { } }",
        "case 'x' { 'y', N::B: { } default: { fail('a') } }",
        "$a = 'x' ? { N::B => 1, default => 2 } if $a == 1 { fail('a') }",
    ] {
        let found = findings(&analyse(&format!("class m(String $p) {{ {code} }}"), Entry::Class("m".into())));
        assert!(found.contains("perhaps: ") && !found.lines().any(|it| it.ends_with(", a") && !it.contains("perhaps")), "{code}\n{found}");
    }
    for code in ["Init[N::B]('x')", "Init[N::B, 1].new('x')", "Init[Optional[N::B]].new('x')", "Type[N::B].new('x')"] {
        let found = findings(&analyse(&format!("class m {{ $a = {code} }}"), Entry::Class("m".into())));
        assert!(!found.contains("Error"), "{code}\n{found}");
    }
}
