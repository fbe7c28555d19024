//! Recovery from mistakes: the problems, and the definitions and resources that are still found.

use expect_test::{Expect, expect};

use crate::ast::{AstNode, ClassDef, Resource};
use text_size::TextSize;

use crate::{ParseOptions, Place, parse};

/// Each problem as `line:column message`, with what was expected; then the classes and resources that were recognised.
#[track_caller]
fn check(text: &str, expected: Expect) {
    let parse = parse(text, ParseOptions::default());
    assert_eq!(parse.syntax_node().text().to_string(), text);
    let mut out = String::new();
    for problem in parse.problems() {
        let start = usize::from(problem.range.start());
        let before = text.get(..start).unwrap_or("");
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, str::len) + 1;
        out += &format!("{line}:{column} {}", problem.message);
        if let Some(help) = &problem.help {
            out += &format!(" ({help})");
        }
        for (range, text) in &problem.related {
            out += &format!(" [{range:?} {text}]");
        }
        out.push('\n');
    }
    for node in parse.syntax_node().descendants() {
        if let Some(class) = ClassDef::cast(node.clone()) {
            out += &format!("class {}\n", class.def_name().map(|n| n.syntax().text().to_string()).unwrap_or_default());
        }
        if let Some(resource) = Resource::cast(node) {
            let titles = resource.bodies().filter_map(|b| b.title()).map(|t| t.syntax().text().to_string());
            let name = resource.type_expr().map(|t| t.syntax().text().to_string()).unwrap_or_default();
            out += &format!("{name} {}\n", titles.collect::<Vec<_>>().join(" "));
        }
    }
    expected.assert_eq(&out);
}

#[test]
fn a_value_that_is_not_typed_yet() {
    check(
        "class a {\n  file { 'x':\n    ensure =>\n  }\n  service { 'y': ensure => running }\n}\n",
        expect![[r#"
            3:5 Syntax error at '}' (expected a value)
            class a
            file 'x'
            service 'y'
        "#]],
    );
}

#[test]
fn a_value_that_is_not_typed_yet_before_another_attribute() {
    check(
        "file { 'x':\n  ensure =>\n  mode => '0644',\n}\nnotify { 'y': }\n",
        expect![[r#"
            2:3 Syntax error at '=>' (expected a value)
            file 'x'
            notify 'y'
        "#]],
    );
}

#[test]
fn a_value_that_is_not_typed_yet_before_another_statement() {
    for (next, at) in [("notify { 'after': }", "{"), ("include b", "b"), ("$x = 1", "="), ("File { mode => '0644' }", "{")] {
        let text = format!("class a {{\n  file {{ $dir: ensure =>\n\n  {next}\n  service {{ 's': }}\n}}\nclass c {{ }}\n");
        let parse = parse(&text, ParseOptions::default());
        let problems: Vec<(&str, &str)> = parse.problems().iter().map(|it| (it.message.as_str(), &text[it.range])).collect();
        assert_eq!(problems, [(format!("Syntax error at '{at}'").as_str(), "ensure =>")], "{text}");
        let classes: Vec<String> =
            parse.syntax_node().descendants().filter_map(ClassDef::cast).map(|it| it.syntax().text().to_string()).collect();
        assert_eq!(classes, [text.split_once("class c").map(|it| it.0.trim_end()).unwrap_or_default(), "class c { }"]);
    }
    // What may be a value is one.
    for value in ["foo('x')", "File['/x']", "if true { 1 } else { 2 }", "$x"] {
        let text = format!("file {{ '/x':\n  require =>\n  {value},\n}}\n");
        assert_eq!(parse(&text, ParseOptions::default()).problems(), [], "{text}");
    }
}

#[test]
fn a_missing_comma_between_attributes() {
    check(
        "file { 'x':\n  ensure => file\n  mode => '0644',\n}\nnotify { 'y': }\n",
        expect![[r#"
            3:3 Syntax error at 'mode' (expected `,`, `;` or `}`)
            file 'x'
            notify 'y'
        "#]],
    );
}

#[test]
fn a_missing_colon_behind_the_title() {
    check(
        "file { 'x' ensure => file, mode => '0644' }\nnotify { 'y': }\n",
        expect![[r#"
            1:12 Syntax error at 'ensure' (expected `:` after the title)
            file 'x'
            notify 'y'
        "#]],
    );
}

#[test]
fn a_resource_without_its_closing_brace() {
    check(
        "class a {\n  file { 'x':\n    ensure => file,\n    mode\n  service { 'y': }\n}\n",
        expect![[r#"
            2:8 Syntax error at 'service' (close this with `}`) [55..62 Puppet notices the missing `}` here]
            class a
            file 'x'
            service 'y'
        "#]],
    );
}

#[test]
fn a_block_that_is_never_closed() {
    check(
        "class a {\n  if $x {\n    notify { 'y': }\n}\n",
        expect![[r#"
            2:9 Syntax error at end of input (close this with `}`)
            class a
            notify 'y'
        "#]],
    );
}

#[test]
fn a_tag_of_a_template_without_its_condition() {
    let options = ParseOptions { dialect: crate::Dialect::Epp, ..ParseOptions::default() };
    let cases = [
        ("a\n<% if { -%>\n  x\n<% } -%>\nlast\n", "<% if { -%>", "}"),
        ("a\n<% if $a == { %>\n  x\n<% } else { -%>y<% } -%>\nlast\n", "<% if $a == { %>", "}"),
        ("a\n<% if { -%>\n  <%= $x %>\n<% } -%>\nlast\n", "<% if { -%>", "at ''"),
        ("a\n<% unless { -%>\n  x\nlast\n", "<% unless { -%>", "end of input"),
        ("a\n<% if $b { %>b<% } elsif { -%>\n  x\n<% } -%>last\n", "<% } elsif { -%>", "}"),
    ];
    for (text, tag, puppet) in cases {
        let parse = parse(text, options);
        let problems: Vec<(&str, &str)> = parse.problems().iter().map(|it| (it.message.as_str(), &text[it.range])).collect();
        assert!(problems.len() == 1 && problems[0].0.contains(puppet) && problems[0].1 == tag, "{text}: {problems:?}");
    }
    // A hash may begin at the end of a tag if no text follows.
    assert_eq!(parse("<% $x = { -%><% 'a' => 1 } -%>", options).problems(), []);
}

#[test]
fn a_brace_too_many() {
    check(
        "class a { } }\nclass b { }\n",
        expect![[r#"
            1:13 Syntax error at '}' (expected a statement)
            class a
            class b
        "#]],
    );
}

#[test]
fn a_string_without_end_takes_its_line_only() {
    check(
        "class a {\n  $x = \"abc\n  notify { 'y': }\n}\n",
        expect![[r#"
            2:8 Unclosed quote after '"' followed by 'abc\n ...' (close the string with `"`)
            class a
            notify 'y'
        "#]],
    );
}

#[test]
fn a_missing_quote_is_one_problem_where_the_string_begins() {
    for quote in ["'", "\""] {
        let text = "class a {\n  file { 'x':\n    content => 'abc,\n    mode    => '0644',\n  }\n  notify { 'y': }\n}\nclass b { }\n"
            .replace('\'', quote);
        let parse = parse(&text, ParseOptions::default());
        let problems: Vec<(&str, &str)> = parse.problems().iter().map(|it| (it.message.as_str(), &text[it.range])).collect();
        assert_eq!(problems, [("Syntax error at '0644'", format!("{quote}abc,").as_str())]);
        let puppet: Vec<Place> = parse.problems().iter().map(|it| it.puppet_place).collect();
        assert_eq!(puppet, [Place::At(TextSize::try_from(text.find("0644").unwrap()).unwrap())]);
        let classes = parse.syntax_node().descendants().filter_map(ClassDef::cast).count();
        let resources = parse.syntax_node().descendants().filter_map(Resource::cast).count();
        assert_eq!((classes, resources), (2, 2));
    }
    check(
        "class a {\n  notify { 'a: }\n  notify { 'b': message => 'x' }\n}\n",
        expect![[r#"
            2:12 Syntax error at 'b' (close the string with `'`)
            class a
            notify 'a: }
            notify 'b'
        "#]],
    );
    check(
        "class a {\n  $x = 'abc\n  notify { \"b\": message => \"x\" }\n}\nclass c { ) }\n",
        expect![[r#"
            2:8 Unclosed quote after "'" followed by 'abc\n ...' (close the string with `'`)
            class a
            notify "b"
            class c
        "#]],
    );
    // What is wrong before it is wrong by itself.
    check(
        "class a { ) }\n$x = 'abc\n",
        expect![[r#"
            1:11 Syntax error at ')' (expected a statement)
            2:6 Unclosed quote after "'" followed by 'abc\n...' (close the string with `'`)
            class a
        "#]],
    );
}

#[test]
fn a_missing_quote_that_each_later_string_hides() {
    // Each later quote is taken for the other side of a string, and the last string alone has no end.
    check(
        "class a {\n  $a = 'abc\n  notify { 'after': message => \"x\" }\n  include b\n  $b = 'z'\n}\nclass c { }\n",
        expect![[r#"
            2:8 Unclosed quote after "'" followed by '\n}\ncl...' (close the string with `'`)
            class a
            notify 'after'
            class c
        "#]],
    );
    // A string of several lines before the one without an end.
    check(
        "class a {\n  $a = 'abc\n  def'\n  $b = 'z\n}\n",
        expect![[r#"
            4:8 Unclosed quote after "'" followed by 'z\n}\n...' (close the string with `'`)
            class a
        "#]],
    );
}

#[test]
fn a_resource_that_is_not_closed_before_the_next_one() {
    for (attributes, name) in [("ensure => present,", "after a comma"), ("", "without attributes")] {
        let text = format!(
            "class a {{\n  package {{ 'p':\n    {attributes}\n\n  service {{ 's':\n    ensure => running,\n  }}\n  include b\n}}\nclass c {{ }}\n"
        );
        let parse = parse(&text, ParseOptions::default());
        let problems: Vec<&str> = parse.problems().iter().map(|it| it.message.as_str()).collect();
        assert_eq!(problems, ["Syntax error at '{'"], "{name}");
        let nodes = || parse.syntax_node().descendants();
        assert_eq!((nodes().filter_map(ClassDef::cast).count(), nodes().filter_map(Resource::cast).count()), (2, 2), "{name}");
    }
}

#[test]
fn a_class_whose_name_is_not_typed_yet() {
    check(
        "class\nclass b { }\n",
        expect![[r#"
            2:1 'class' keyword not allowed at this location (choose a name that is not a keyword)
            class 
            class b
        "#]],
    );
}

#[test]
fn several_mistakes_are_all_told() {
    check(
        "$a = \n$b = [1, 2\n$c = { 'a' 1 }\nfile { 'x': mode => }\n",
        expect![[r#"
            3:1 Syntax error at 'c' (expected `,` or `]`)
            3:12 Syntax error at '1' (expected `=>`)
            4:13 Syntax error at '}' (expected a value)
            file 'x'
        "#]],
    );
}

#[test]
fn too_many_brackets_are_a_problem_and_no_overflow() {
    let text = "(".repeat(100_000);
    let parse = parse(&text, ParseOptions::default());
    assert_eq!(parse.problems().len(), 1);
    assert_eq!(parse.problems()[0].code, crate::Code::NestedTooDeeply);
}

#[test]
fn a_parameter_list_without_its_end_leaves_the_body() {
    check(
        "class a (\n  String $b,\n  Integer $c\n{\n  file { 'x': }\n}\nclass d {}\n",
        expect![[r#"
        4:1 Syntax error at '{' (expected `,` or `)`)
        class a
        file 'x'
        class d
    "#]],
    );
    check(
        "class a (\n  String $b,\n  Integer\n{\n  file { 'x': }\n}\nclass d {}\n",
        expect![[r#"
        4:1 Syntax error at '{' (expected a parameter's name, as `$name`)
        class a
        file 'x'
        class d
    "#]],
    );
    check(
        "class a (\n{\n  file { 'x': }\n}\nclass d {}\n",
        expect![[r#"
        2:1 Syntax error at '{' (expected a parameter)
        class a
        file 'x'
        class d
    "#]],
    );
    check(
        "class a ($b inherits c { file { 'x': } }\nclass d {}\n",
        expect![[r#"
        1:13 Syntax error at 'inherits' (expected `,` or `)`)
        class a
        file 'x'
        class d
    "#]],
    );
    check(
        "function a($b >> String {\n  file { 'x': }\n}\nclass d {}\n",
        expect![[r#"
        1:15 Syntax error at '>>' (expected `,` or `)`)
        file 'x'
        class d
    "#]],
    );
    check(
        "$a.each |$b { file { 'x': } }\nclass d {}\n",
        expect![[r#"
        1:13 Syntax error at '{' (expected `,` or `|`)
        file 'x'
        class d
    "#]],
    );
}

#[test]
fn a_default_value_without_its_sign_is_no_body() {
    check(
        "class a (\n  $b { 'x' => 1 },\n  $c,\n) {\n  file { 'x': }\n}\nclass d {}\n",
        expect![[r#"
        2:6 Syntax error at '{' (expected `,` or `)`)
        class a
        file 'x'
        class d
    "#]],
    );
}

#[test]
fn a_bracket_that_is_never_closed_ends_with_the_bracket_around_it() {
    check(
        "class a (\n  Optional[String $b,\n  Integer $c,\n) {\n  file { 'x': }\n}\nclass d {}\n",
        expect![[r#"
        2:19 Syntax error at 'b' (expected `,` or `]`)
        class a
        file 'x'
        class d
    "#]],
    );
    check(
        "class a (\n  Enum['c',\n) {\n  file { 'x': }\n}\nclass d {}\n",
        expect![[r#"
        3:1 Syntax error at ')' (expected a value)
        class a
        file 'x'
        class d
    "#]],
    );
    check(
        "file { 'x': mode => f([1, }\nclass d {}\n",
        expect![[r#"
        1:27 Syntax error at '}' (expected a value)
        file 'x'
        class d
    "#]],
    );
    check(
        "class a { f(1)) }\nclass d {}\n",
        expect![[r#"
        1:15 Syntax error at ')' (expected a statement)
        class a
        class d
    "#]],
    );
    check(
        "class a { f([1, 2) }\nnotify { 'x': message => f([1 }\n(",
        expect![[r#"
        1:18 Syntax error at ')' (expected `,` or `]`)
        2:31 Syntax error at '}' (expected `,` or `]`)
        3:2 Syntax error at end of input (expected an expression) [53..54 this is never closed]
        class a
        notify 'x'
    "#]],
    );
    check(
        "$a = \"${f([1 )} b\"\nclass d {}\n",
        expect![[r#"
        1:14 Syntax error at ')' (expected `,` or `]`)
        class d
    "#]],
    );
}
