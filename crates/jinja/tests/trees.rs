//! The shape of trees, of healthy and of torn texts.

use jinja::{Dialect, SyntaxNode, parse};

fn shape(node: &SyntaxNode, out: &mut String) {
    out.push_str(&format!("({:?}", node.kind()));
    for child in node.children() {
        out.push(' ');
        shape(&child, out);
    }
    out.push(')');
}

fn read(text: &str) -> (String, Vec<String>) {
    let parse = parse(text, &Dialect::default());
    assert_eq!(parse.syntax().text().to_string(), text);
    let mut out = String::new();
    shape(&parse.syntax(), &mut out);
    (out, parse.problems.into_iter().map(|it| format!("{:?} {}", it.range, it.message)).collect())
}

#[test]
fn of_a_healthy_text() {
    let (tree, problems) = read("a {{ x.y|upper }}{% if not z %}b{% else %}{# c #}{% endif %}\n");
    assert_eq!(problems, Vec::<String>::new());
    assert_eq!(tree, "(TEMPLATE (OUTPUT (FILTER (ATTRIBUTE (NAME_REF)))) (STATEMENT (TAG (NOT (NAME_REF))) (BODY) (TAG) (BODY) (TAG)))");
}

#[test]
fn of_a_torn_text() {
    let (tree, problems) = read("{{ a. }}{{ b }}");
    assert_eq!(tree, "(TEMPLATE (OUTPUT (NAME_REF)) (OUTPUT (NAME_REF)))");
    assert_eq!(problems, ["6..8 expected name or number"]);
    // A tag that is typed does not take the next one.
    let (_, problems) = read("{{ a \n{% set x = 1 %}{{ x }}");
    assert_eq!(problems, ["6..6 expected token 'end of print statement', got '{'"]);
    let (_, problems) = read("{% if a b %}x{% endif %}{{ 1 + }}");
    assert_eq!(problems, ["8..9 expected token 'end of statement block', got 'b'", "31..33 unexpected 'end of print statement'"]);
}
