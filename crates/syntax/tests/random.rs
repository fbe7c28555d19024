//! Texts that nobody wrote: what holds for every text holds for them.

#[allow(dead_code)]
mod properties;

use proptest::prelude::*;
use syntax::{Dialect, NodeOrToken, Parse, ParseOptions, Severity, SyntaxKind};

/// Words that the language knows, right and wrong ones, to be put after one another.
const WORDS: &[&str] = &[
    "and",
    "application",
    "apply",
    "case",
    "class",
    "default",
    "define",
    "else",
    "elsif",
    "false",
    "function",
    "if",
    "import",
    "in",
    "inherits",
    "node",
    "or",
    "plan",
    "private",
    "true",
    "type",
    "undef",
    "unless",
    "include",
    "notice",
    "a",
    "b::c",
    "::d",
    "A",
    "B::C",
    "_e",
    "é",
    "file",
    "$x",
    "$a::b",
    "$::y",
    "$",
    "$é",
    "1",
    "0x1F",
    "017",
    "1.5e3",
    "08",
    "1x",
    "9223372036854775808",
    "'s'",
    "'",
    "''",
    "\"d\"",
    "\"",
    "\"\"",
    "\"${",
    "\"a $x ${y} \"",
    "${",
    "\\",
    "\\\"",
    "\\u{1F600}",
    "/r/",
    "/",
    "/[/",
    "=>",
    "+>",
    "->",
    "<-",
    "~>",
    "<~",
    "=",
    "==",
    "!=",
    "=~",
    "!~",
    ">=",
    "<=",
    "<",
    ">",
    "<<",
    ">>",
    "<|",
    "|>",
    "<<|",
    "|>>",
    "+=",
    "-=",
    "+",
    "-",
    "*",
    "%",
    "!",
    "?",
    "@",
    "@@",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ".",
    ",",
    ";",
    ":",
    "::",
    "|",
    "~",
    "&",
    "#c",
    "/*",
    "*/",
    "/* c */",
    "@(A)",
    "@(\"A\"/L)",
    "@(A:json)",
    "\nA\n",
    "\n|- A\n",
    "\n| A",
    "\n",
    "\r\n",
    "\r",
    "\t",
    " ",
    " ",
    " ",
    "\u{a0}",
    "\u{feff}",
    "\0",
    "<%",
    "<%=",
    "<%-",
    "<%#",
    "<%%",
    "%>",
    "-%>",
    "%%>",
    "😀",
];

fn soup() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(WORDS), 0..60).prop_map(|words| words.concat())
}

fn spaced_soup() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(WORDS), 0..60).prop_map(|words| words.join(" "))
}

/// A value, nested up to some depth.
fn expression() -> BoxedStrategy<String> {
    let leaf = prop::sample::select(
        &["$x", "$a::b", "1", "-2.5", "'s'", "\"d ${x} $y\"", "undef", "true", "name", "Integer", "A::B", "default"][..],
    )
    .prop_map(str::to_owned);
    leaf.prop_recursive(4, 40, 4, |inner| {
        let operator = prop::sample::select(&["+", "-", "*", "/", "%", "<<", ">>", "==", "!=", "<", ">=", "in", "and", "or"][..]);
        prop_oneof![
            // Without its parentheses `undef / 2` begins a regular expression.
            (inner.clone(), operator, inner.clone()).prop_map(|(a, op, b)| format!("(({a}) {op} {b})")),
            prop::collection::vec(inner.clone(), 0..4).prop_map(|all| format!("[{}]", all.join(", "))),
            prop::collection::vec(inner.clone(), 0..3)
                .prop_map(|all| format!("{{{}}}", all.iter().enumerate().map(|(i, v)| format!("k{i} => {v},")).collect::<String>())),
            prop::collection::vec(inner.clone(), 0..3).prop_map(|all| format!("f({})", all.join(", "))),
            inner.clone().prop_map(|a| format!("$x.map |$i, $j| {{ {a} }}")),
            inner.clone().prop_map(|a| format!("$x[{a}]")),
            inner.clone().prop_map(|a| format!("!({a})")),
            inner.clone().prop_map(|a| format!("\"a${{[{}]}}b\"", a)),
            (inner.clone(), inner.clone(), inner).prop_map(|(a, b, c)| format!("({a} ? {{ 1 => {b}, default => {c} }})")),
        ]
    })
    .boxed()
}

/// Code that the grammar accepts.
fn statements() -> BoxedStrategy<String> {
    let leaf = prop_oneof![
        expression().prop_map(|e| format!("$v = {e}\n")),
        expression().prop_map(|e| format!("notice({e})\n")),
        expression().prop_map(|e| format!("file {{ {e}: mode => {e}, * => $h; 'b': }}\n")),
        expression().prop_map(|e| format!("File['a'] -> User <| title == 'u' |> {{ name => {e} }}\n")),
        expression().prop_map(|e| format!("$h = @(\"END\"/L)\n  text ${{x}} \\\n  é\n  |- END\nFile {{ mode => {e} }}\n")),
        Just("# comment\n/* more */ include a, b::c\n".to_owned()),
        Just("type A::B = Variant[Integer, Enum['a', 'b']]\n".to_owned()),
    ];
    let blocks = leaf.prop_recursive(4, 30, 3, |inner| {
        let body = prop::collection::vec(inner, 0..3).prop_map(|all| all.concat());
        prop_oneof![
            (expression(), body.clone()).prop_map(|(e, b)| format!("if {e} {{\n{b}}} elsif $x {{ {b}}} else {{\n}}\n")),
            (expression(), body.clone()).prop_map(|(e, b)| format!("unless {e} {{\n{b}}}\n")),
            (expression(), body.clone()).prop_map(|(e, b)| format!("case {e} {{\n'a', {e}: {{ {b}}}\ndefault: {{ }}\n}}\n")),
            (expression(), body.clone()).prop_map(|(e, b)| format!("class a::b (Integer $p = {e}, $q) inherits c {{\n{b}}}\n")),
            body.clone().prop_map(|b| format!("define a::d($p) {{\n{b}}}\n")),
            body.clone().prop_map(|b| format!("function a::f(*$p) >> Any {{\n{b}}}\n")),
            body.clone().prop_map(|b| format!("node 'a.b', /c/ {{\n{b}}}\n")),
            body.prop_map(|b| format!("$x.each |$i| {{\n{b}}}\n")),
        ]
    });
    prop::collection::vec(blocks, 0..4).prop_map(|all| all.concat()).boxed()
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), "\\PC{0,80}", "[ -~\n]{0,120}", soup(), spaced_soup(), statements()]
}

fn parse(text: &str) -> Parse {
    syntax::parse(text, ParseOptions::default())
}

/// The kinds of all tokens, with what the text of each is.
fn tokens(parse: &Parse) -> Vec<(SyntaxKind, String)> {
    let elements = parse.syntax_node().descendants_with_tokens().filter_map(NodeOrToken::into_token);
    elements.map(|token| (token.kind(), token.text().to_owned())).collect()
}

/// The nearest place at or before an offset that lies between two characters.
fn boundary(text: &str, at: prop::sample::Index) -> usize {
    let at = at.index(text.len() + 1);
    (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_keeps_the_promises(text in any::<String>()) {
        properties::check(&text, Dialect::Manifest);
        properties::check(&text, Dialect::Epp);
    }

    #[test]
    fn soups_of_words_keep_the_promises(text in prop_oneof![soup(), spaced_soup()]) {
        properties::check(&text, Dialect::Manifest);
        properties::check(&text, Dialect::Epp);
    }

    #[test]
    fn valid_code_keeps_the_promises_and_has_no_errors(text in statements()) {
        properties::check(&text, Dialect::Manifest);
        let parse = parse(&text);
        let error = parse.problems().iter().find(|problem| problem.severity == Severity::Error);
        prop_assert!(error.is_none(), "{error:?} in {text}");
    }

    #[test]
    fn valid_code_in_a_template_has_no_errors(text in statements()) {
        let template = format!("a\n<% {text} %>\nb <%= $x -%>\n");
        properties::check(&template, Dialect::Epp);
        let parse = syntax::parse(&template, ParseOptions { dialect: Dialect::Epp, tasks: false });
        prop_assert!(parse.problems().iter().all(|problem| problem.severity != Severity::Error), "{:?} in {template}", parse.problems());
    }

    /// Nothing of an earlier text, of the same thread or another, is left in a later tree.
    #[test]
    fn an_edited_text_is_read_as_if_it_were_new(
        text in any_text(),
        inserted in prop_oneof![soup(), any::<String>()],
        ends in any::<[prop::sample::Index; 2]>(),
    ) {
        let [a, b] = ends.map(|end| boundary(&text, end));
        let before = parse(&text);
        let mut edited = text.clone();
        edited.replace_range(a.min(b)..a.max(b), &inserted);
        properties::check(&edited, Dialect::Manifest);
        let again = parse(&edited);
        let elsewhere = std::thread::scope(|scope| scope.spawn(|| parse(&edited)).join().unwrap());
        prop_assert_eq!(again, elsewhere);
        prop_assert_eq!(before, parse(&text));
    }

    /// A comment in front of valid code moves it, and changes nothing else.
    #[test]
    fn code_behind_a_comment_is_the_same_code(text in statements()) {
        let alone = tokens(&parse(&text));
        let moved = tokens(&parse(&format!("# é\n{text}")));
        let code = |tokens: &[(SyntaxKind, String)]| -> Vec<(SyntaxKind, String)> {
            tokens.iter().filter(|(kind, _)| !kind.is_trivia()).cloned().collect()
        };
        prop_assert_eq!(code(&alone), code(&moved));
    }
}
