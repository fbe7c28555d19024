//! Warnings about branches that fail whenever they are taken, if it is not known whether they are.

use expect_test::expect;

use crate::neighbours::tests::check;

fn class(body: &str) -> String {
    format!(
        "\n#- /m/a/metadata.json\n{{ \"name\": \"me-a\", \"operatingsystem_support\": [{{\"operatingsystem\": \"Debian\", \
         \"operatingsystemrelease\": [\"12\"]}}] }}\n#- /m/a/manifests/init.pp\nclass a ($x, $y, $list, Boolean $f, Boolean $g) {{\n{body}\n}}\n"
    )
}

#[test]
fn a_duplicate_in_one_branch() {
    check(
        "duplicate-resource",
        &class("  if $x == 'a' {\n    notify { 'b': }\n    notify { 'b': }\n  }\n  if $f { file { '/c': } }\n  if $f { file { '/c': } }"),
        expect![[r#"
            Warning: Duplicate declaration: Notify[b] is already declared at (file: /m/a/manifests/init.pp, line: 3); cannot redeclare
              /m/a/manifests/init.pp:4     notify { 'b': }
                                           ^^^^^^^^^^^^
              /m/a/manifests/init.pp:3     notify { 'b': }
                                           ------------ it is declared here already
            Warning: Duplicate declaration: File[/c] is already declared at (file: /m/a/manifests/init.pp, line: 6); cannot redeclare
              /m/a/manifests/init.pp:7   if $f { file { '/c': } }
                                                 ^^^^^^^^^^^
              /m/a/manifests/init.pp:6   if $f { file { '/c': } }
                                                 ----------- it is declared here already
        "#]],
    );
}

#[test]
fn declarations_that_may_not_meet_are_no_duplicates() {
    let cases = [
        // The list may be empty.
        "if $x == 'a' { user { $list: } user { $list: } }",
        "if $x == 'a' { notify { 'b': } } else { notify { 'b': } }",
        "if $f { notify { 'b': } }\n  if !$f { notify { 'b': } }",
        "if $f { notify { 'b': } }\n  if $g { notify { 'b': } }",
        "case $x { 'a': { notify { 'b': } } 'b': { notify { 'b': } } default: { } }",
        "if $f { notify { 'b': } }\n  unless defined(Notify['b']) { notify { 'b': } }",
        "if $f { fail('no') }\n  notify { 'b': }",
    ];
    for it in cases {
        check("duplicate-resource", &class(it), expect![""]);
    }
}

/// An instance whose title is not known is no other one of the same title.
#[test]
fn instances_of_a_defined_type_are_not_compared() {
    let define = "define a::entry { if $name == 'port' { notify { 'the port': } } }";
    let code = format!("{}#- /m/a/manifests/entry.pp\n{define}\n", class("  a::entry { 'port': }\n  a::entry { $x: }"));
    check("duplicate-resource", &code, expect![""]);
}

#[test]
fn a_missing_dependency_in_one_branch() {
    check(
        "missing-dependency",
        &class(
            "  if $x == 'a' {\n    notify { 'b': require => File['/none'] }\n  }\n  if $f {\n    notify { 'c': require => Package['p'] }\n  }\n  if $g { package { 'p': } }",
        ),
        expect![[r#"
            Warning: Could not find resource 'File[/none]' in parameter 'require'
              /m/a/manifests/init.pp:3     notify { 'b': require => File['/none'] }
                                                                    ^^^^^^^^^^^^^
        "#]],
    );
}

/// A class of a module that is missing may be there.
#[test]
fn an_unknown_class_in_one_branch() {
    check(
        "unknown-class",
        &class(
            "  if $x == 'a' {\n    include a::gone\n  } else {\n    include other::gone\n  }\n  if $f { class { 'a::lost': } }\n  \
             if defined('a::gone') { include a::gone }\n  if $g { fail('no') }",
        ),
        expect![[r#"
            Warning: Could not find class ::a::gone for node.example.com
              /m/a/manifests/init.pp:3     include a::gone
                                                   ^^^^^^^
              help: The module 'a' has no manifests/gone.pp
            Warning: Could not find declared class a::lost
              /m/a/manifests/init.pp:7   if $f { class { 'a::lost': } }
                                                          ^^^^^^^
              help: The module 'a' has no manifests/lost.pp
        "#]],
    );
}

#[test]
fn a_variable_that_is_assigned_twice_in_one_branch() {
    check(
        "reassigned-variable",
        &class("  if $x == 'a' {\n    $k = 1\n    $k = 2\n  }"),
        expect![[r#"
        Warning: Cannot reassign variable '$k'
          /m/a/manifests/init.pp:4     $k = 2
                                       ^^^^^^
    "#]],
    );
    check("reassigned-variable", &class("  if $f { $k = 1 }\n  if $g { $k = 2 }\n  if $x { $l = 1 } else { $l = 2 }"), expect![""]);
}
