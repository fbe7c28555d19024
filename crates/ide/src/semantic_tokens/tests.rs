use expect_test::{Expect, expect};
use syntax::{TextRange, TextSize};

use super::{Modifiers, Token, semantic_tokens};
use crate::tests::{fixture, with_file, with_template};

/// Modifiers as text; a definition is a declaration, too, which is not repeated.
fn shown(modifiers: Modifiers) -> String {
    let Modifiers { declaration, definition, readonly, default_library, deprecated, modification } = modifiers;
    assert!(declaration || !definition);
    let names = [
        ("definition", definition),
        ("declaration", declaration && !definition),
        ("readonly", readonly),
        ("Puppet's", default_library),
        ("deprecated", deprecated),
        ("modification", modification),
    ];
    let present: Vec<&str> = names.iter().filter(|it| it.1).map(|it| it.0).collect();
    if present.is_empty() { String::new() } else { format!(" ({})", present.join(", ")) }
}

fn render(text: &str, tokens: &[Token]) -> String {
    let line = |it: &Token| format!("{:?} {:?}{}\n", it.kind, &text[it.range], shown(it.modifiers));
    let mut end = TextSize::default();
    for token in tokens {
        assert!(token.range.start() >= end, "an editor expects tokens in order, one behind the other");
        end = token.range.end();
    }
    tokens.iter().map(line).collect()
}

#[track_caller]
fn check(text: &str, expected: Expect) {
    expected.assert_eq(&render(text, &with_file(text, |snapshot, file| semantic_tokens(snapshot, file, None))));
}

#[test]
fn text_in_another_language_is_left_to_its_grammar() {
    check(
        "$x = [@(A:json), @(\"B\")]\n{ \"a\": 1 }\n| A\nb ${y}\n| B\n",
        expect![[r#"
            Variable "$x" (declaration)
            Operator "="
            String "@(A:json)"
            String "@(\"B\")"
            String "| A"
            String "b "
            Variable "y"
            String "\n"
            String "| B"
        "#]],
    );
}

#[test]
fn keywords_that_are_names_are_none() {
    check(
        "$x = { type => function }",
        expect![[r#"
        Variable "$x" (declaration)
        Operator "="
        Operator "=>"
    "#]],
    );
}

#[test]
fn definitions_are_declared() {
    check(
        "class a::b(String $x = 'y') inherits a { }",
        expect![[r#"
            Keyword "class"
            Class "a::b" (definition)
            Type "String" (Puppet's)
            Parameter "$x" (declaration)
            Operator "="
            String "'y'"
            Keyword "inherits"
            Class "a"
        "#]],
    );
    check(
        "define d { }",
        expect![[r#"
            Keyword "define"
            Type "d" (definition)
        "#]],
    );
    check(
        "function f(*$x) >> Integer { 1.5 }",
        expect![[r#"
            Keyword "function"
            Function "f" (definition)
            Operator "*"
            Parameter "$x" (declaration)
            Operator ">>"
            Type "Integer" (Puppet's)
            Number "1.5"
        "#]],
    );
    check(
        "type A = Enum['x']",
        expect![[r#"
            Keyword "type"
            Type "A" (definition)
            Operator "="
            Type "Enum" (Puppet's)
            String "'x'"
        "#]],
    );
    check(
        "node 'a', /b/, default { }",
        expect![[r#"
        Keyword "node"
        String "'a'"
        Regexp "/b/"
        Keyword "default"
    "#]],
    );
}

#[test]
fn variables_and_parameters_are_told_apart() {
    check(
        "class a($x) { $y = $x + $z }",
        expect![[r#"
            Keyword "class"
            Class "a" (definition)
            Parameter "$x" (declaration)
            Variable "$y" (declaration)
            Operator "="
            Parameter "$x"
            Operator "+"
            Variable "$z"
        "#]],
    );
    check(
        "define a($x) { [1].each |$i| { notice($i, $x) } }\n$x = $i",
        expect![[r#"
            Keyword "define"
            Type "a" (definition)
            Parameter "$x" (declaration)
            Number "1"
            Method "each" (Puppet's)
            Parameter "$i" (declaration)
            Function "notice" (Puppet's)
            Parameter "$i"
            Parameter "$x"
            Variable "$x" (declaration)
            Operator "="
            Variable "$i"
        "#]],
    );
    check(
        "[$a, $b] = [$c, $d]",
        expect![[r#"
        Variable "$a" (declaration)
        Variable "$b" (declaration)
        Operator "="
        Variable "$c"
        Variable "$d"
    "#]],
    );
}

#[test]
fn resources_have_types_and_attributes() {
    check(
        "file { '/x': ensure => present, * => $more }",
        expect![[r#"
            Type "file" (Puppet's)
            String "'/x'"
            Property "ensure"
            Operator "=>"
            Operator "*"
            Operator "=>"
            Variable "$more"
        "#]],
    );
    check(
        "class { 'a': before => File['x'] } -> Service <| tag == 'b' |>",
        expect![[r#"
            Keyword "class"
            String "'a'"
            Property "before"
            Operator "=>"
            Type "File" (Puppet's)
            String "'x'"
            Operator "->"
            Type "Service" (Puppet's)
            Operator "<|"
            Operator "=="
            String "'b'"
            Operator "|>"
        "#]],
    );
}

#[test]
fn calls_are_functions() {
    check(
        "include a::b, 'c'\nnotice(upcase(x))\n$y.filter |$z| { !$z }\nrequire d",
        expect![[r#"
            Function "include" (Puppet's)
            Class "a::b"
            String "'c'"
            Function "notice" (Puppet's)
            Function "upcase" (Puppet's)
            Variable "$y"
            Method "filter" (Puppet's)
            Parameter "$z" (declaration)
            Operator "!"
            Parameter "$z"
            Function "require" (Puppet's)
            Class "d"
        "#]],
    );
}

#[test]
fn texts_are_strings_and_what_is_in_them_is_not() {
    check(
        "\"a ${b['c']} $d\"",
        expect![[r#"
        String "\""
        String "a "
        Variable "b"
        String "'c'"
        String " "
        Variable "$d"
        String "\""
    "#]],
    );
    check(
        "$x = @(\"END\")\n  a ${b}\n  | END\n",
        expect![[r#"
        Variable "$x" (declaration)
        Operator "="
        String "@(\"END\")"
        String "a "
        Variable "b"
        String "\n"
        String "  | END"
    "#]],
    );
    check(
        "if $x =~ /a/ and $y in 'b' { undef } elsif true { default }",
        expect![[r#"
        Keyword "if"
        Variable "$x"
        Operator "=~"
        Regexp "/a/"
        Keyword "and"
        Variable "$y"
        Keyword "in"
        String "'b'"
        Keyword "undef"
        Keyword "elsif"
        Keyword "true"
        Keyword "default"
    "#]],
    );
}

#[test]
fn a_template_has_marks() {
    let text = "<%- | $x | -%>\nHello <%= $x.upcase %>! <%# c %><% if true { %>y<% } %>\n";
    expect![[r#"
        Macro "<%-"
        Parameter "$x" (declaration)
        Macro "-%>"
        Macro "<%="
        Parameter "$x"
        Method "upcase" (Puppet's)
        Macro "%>"
        Comment "<%# c %>"
        Macro "<%"
        Keyword "if"
        Keyword "true"
        Macro "%>"
        Macro "<%"
        Macro "%>"
    "#]]
    .assert_eq(&render(text, &with_template(text, |snapshot, file| semantic_tokens(snapshot, file, None))));
}

#[test]
fn a_half_typed_file_has_its_words() {
    check(
        "class a($x) {\n  file { '/x': mode => $x",
        expect![[r#"
            Keyword "class"
            Class "a" (definition)
            Parameter "$x" (declaration)
            Type "file" (Puppet's)
            String "'/x'"
            Property "mode"
            Operator "=>"
            Parameter "$x"
        "#]],
    );
}

#[test]
fn a_range_has_its_own_words_and_knows_what_is_around_it() {
    let text = "class a($x) {\n  $y = $x\n  $z = 1\n}\n";
    let start = TextSize::try_from(text.find("$y").unwrap()).unwrap();
    let range = TextRange::at(start, TextSize::of("$y = $x"));
    let tokens = with_file(text, |snapshot, file| semantic_tokens(snapshot, file, Some(range)));
    expect![[r#"
        Variable "$y" (declaration)
        Operator "="
        Parameter "$x"
    "#]]
    .assert_eq(&render(text, &tokens));
}

#[test]
fn what_comes_with_puppet() {
    check(
        "notice($facts['os'], $title, $trusted)\nservice { 'a': }\nmine::f(Stdlib::Port, Optional[File])",
        expect![[r#"
            Function "notice" (Puppet's)
            Variable "$facts" (readonly, Puppet's)
            String "'os'"
            Variable "$title" (readonly, Puppet's)
            Variable "$trusted" (readonly, Puppet's)
            Type "service" (Puppet's)
            String "'a'"
            Function "mine::f"
            Type "Stdlib::Port"
            Type "Optional" (Puppet's)
            Type "File" (Puppet's)
        "#]],
    );
    // A parameter may have the name of a variable that Puppet sets elsewhere.
    check(
        "define d($environment) { notice($environment, $name) }",
        expect![[r#"
        Keyword "define"
        Type "d" (definition)
        Parameter "$environment" (declaration)
        Function "notice" (Puppet's)
        Parameter "$environment"
        Variable "$name" (readonly, Puppet's)
    "#]],
    );
}

#[test]
fn what_is_changed_from_elsewhere() {
    check(
        "File['/x'] { mode => '0644' }\nUser <| |> { shell +> 'x' }\nfile { '/y': mode => '0600' }\n$x += 1",
        expect![[r#"
        Type "File" (Puppet's)
        String "'/x'"
        Property "mode" (modification)
        Operator "=>"
        String "'0644'"
        Type "User" (Puppet's)
        Operator "<|"
        Operator "|>"
        Property "shell" (modification)
        Operator "+>"
        String "'x'"
        Type "file" (Puppet's)
        String "'/y'"
        Property "mode"
        Operator "=>"
        String "'0600'"
        Variable "$x" (modification)
        Operator "+="
        Number "1"
    "#]],
    );
}

#[test]
fn what_is_deprecated() {
    let text = "#- /site.pp\ninclude a\na::d { 'x': }\na::f()\n$x =~ A::T\n#- /modules/a/manifests/init.pp\n# @deprecated Use b.\nclass a { }\n\
                #- /modules/a/manifests/d.pp\n# Well.\n# @deprecated\ndefine a::d { }\n\
                #- /modules/a/functions/f.pp\n# @deprecated\nfunction a::f() { }\n#- /modules/a/types/t.pp\n# @deprecated\ntype A::T = String\n";
    let found = fixture(text).ask(|snapshot, file, _| render(&snapshot.text(file), &semantic_tokens(snapshot, file, None)));
    expect![[r#"
        Function "include" (Puppet's)
        Class "a" (deprecated)
        Type "a::d" (deprecated)
        String "'x'"
        Function "a::f" (deprecated)
        Variable "$x"
        Operator "=~"
        Type "A::T" (deprecated)
    "#]]
    .assert_eq(&found);
    check(
        "hiera('x')\nnotice($osfamily, $::operatingsystem, $facts['osfamily'], $facts['os'], $domain)",
        expect![[r#"
        Function "hiera" (Puppet's, deprecated)
        String "'x'"
        Function "notice" (Puppet's)
        Variable "$osfamily" (deprecated)
        Variable "$::operatingsystem" (deprecated)
        Variable "$facts" (readonly, Puppet's)
        String "'osfamily'" (deprecated)
        Variable "$facts" (readonly, Puppet's)
        String "'os'"
        Variable "$domain"
    "#]],
    );
    check(
        "$osfamily = 'x'\nnotice($osfamily)",
        expect![[r#"
        Variable "$osfamily" (declaration)
        Operator "="
        String "'x'"
        Function "notice" (Puppet's)
        Variable "$osfamily"
    "#]],
    );
}
