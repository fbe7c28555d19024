//! Places, holes, limits, and what comes from a host.

use std::collections::HashMap;
use std::rc::Rc;

use jinja::{
    Bare, Dialect, ErrorKind, Function, HOLE, Host, Limits, Loaded, OriginKind, Outcome, Rendered, Settings, Source, Tag, TagForm, Value,
};

#[derive(Default)]
struct Files {
    files: HashMap<&'static str, &'static str>,
}

impl Host for Files {
    fn load(&self, name: &str, _: &str) -> Outcome<Loaded> {
        Ok(match self.files.get(name) {
            Some(text) => Loaded::Source(Source::new(name, *text)),
            None if name.starts_with("unknown") => Loaded::Unknown,
            None => Loaded::Missing,
        })
    }

    fn filter(&self, name: &str) -> Option<Function> {
        let run: fn(Value) -> Outcome = match name {
            "load_length" => |it| Ok(Value::from(i64::try_from(it.text()?.len()).unwrap_or(0))),
            _ => return None,
        };
        Some(Function::new(name, move |_, args| run(args.positional.first().cloned().unwrap_or(Value::None))))
    }
}

fn render_with(text: &str, host: &dyn Host) -> Result<Rendered, jinja::Error> {
    let tags = vec![
        Tag { name: "import_length".into(), form: TagForm::ImportThrough { filter: "load_length".into() } },
        Tag { name: "load_length".into(), form: TagForm::BlockThrough { filter: "load_length".into(), end: "endload".into() } },
        Tag { name: "profile".into(), form: TagForm::Wrapped { end: "endprofile".into() } },
    ];
    let limits = Limits { steps: 200_000, ..Limits::default() };
    let settings = Settings { dialect: Dialect { tags, ..Dialect::default() }, limits, ..Settings::default() };
    let context: Vec<(Rc<str>, Value)> = vec![("who".into(), Value::unknown("a test")), ("x".into(), Value::str("xx"))];
    jinja::render(&Source::new("main", text), context, host, &settings)
}

fn text(source: &str) -> String {
    let rendered = render_with(source, &Bare).unwrap();
    let ends: Vec<usize> = rendered.origins.iter().map(|it| it.end).collect();
    let starts: Vec<usize> = rendered.origins.iter().map(|it| it.start).collect();
    assert_eq!(ends.last().copied().unwrap_or(0), rendered.text.len());
    assert!(starts.iter().skip(1).zip(&ends).all(|(start, end)| start == end), "gaps in {rendered:?}");
    rendered.text.replace(HOLE, "?")
}

#[test]
fn simple_templates() {
    assert_eq!(text("a {{ x }}\n{% if x == 'xx' %}yes{% else %}no{% endif %}\n"), "a xx\nyes");
    assert_eq!(text("{% for i in [1, 2] %}{{ loop.index }}:{{ i }}{% if not loop.last %}, {% endif %}{% endfor %}"), "1:1, 2:2");
    assert_eq!(text("{% macro m(a, b=2) %}[{{ a }}{{ b }}]{% endmacro %}{{ m(1) }}{{ m(1, b=3) }}"), "[12][13]");
}

#[test]
fn what_is_not_known_leaves_holes() {
    assert_eq!(text("a {{ who }} b"), "a ? b");
    assert_eq!(text("{{ 'a' ~ who ~ 'b' }}"), "a?b");
    assert_eq!(text("{% if who %}a{% else %}b{% endif %}"), "?");
    assert_eq!(text("{% if who %}a{% else %}a{% endif %}"), "a");
    assert_eq!(text("{% set y = 1 %}{% if who %}{% set y = 2 %}{% endif %}{{ y }}"), "1?".replace('1', ""));
    assert_eq!(text("{% if who %}{% set y = 2 %}{% else %}{% set y = 2 %}{% endif %}{{ y }}"), "2");
    assert_eq!(text("{% set z = 3 %}{% if who %}{% set y = 2 %}{% endif %}{{ y }}{{ z }}"), "?3");
    assert_eq!(text("{% if who %}{{ nosuch }}{% else %}b{% endif %}"), "b");
    assert_eq!(text("{% for i in who %}{{ i }}{% endfor %}"), "?");
    assert_eq!(text("{% macro m() %}a{{ who }}{% endmacro %}{{ m() }}{{ m()|upper }}"), "a??");
    assert_eq!(text("{% set ns = namespace(a=1, b=2) %}{% if who %}{% set ns.a = 5 %}{% endif %}{{ ns.a }}{{ ns.b }}"), "?2");
}

#[test]
fn one_side_can_decide() {
    assert_eq!(text("{% if who or true %}a{% else %}b{% endif %}"), "a");
    assert_eq!(text("{% if true or who %}a{% else %}b{% endif %}"), "a");
    assert_eq!(text("{% if who and false %}a{% else %}b{% endif %}"), "b");
    assert_eq!(text("{% if not (who and 0) %}a{% else %}b{% endif %}"), "a");
    assert_eq!(text("{{ 'a' if who or 1 else 'b' }}"), "a");
    assert_eq!(text("{% if who and nosuch %}a{% else %}b{% endif %}"), "?");
    assert_eq!(text("{{ who or 1 }}{{ who and 0 }}"), "??");
    assert_eq!(text("{% if who is defined %}a{% else %}b{% endif %}"), "?");
    assert_eq!(text("{{ (who or true) is true }}"), "?");
    assert_eq!(text("{% for i in [1, 2] if who or i == 2 %}{{ i }}{% endfor %}"), "?");
}

#[test]
fn loops_that_are_not_known_change_what_they_may_change() {
    let setup = "{% set ns = namespace(first=true, other=0, same=1) %}{% set l = [] %}";
    let body = "{% if ns.first %}{% set ns.first = false %}{% else %}{% set ns.other = 1 %}{% endif %}{% do l.append(1) %}";
    let of =
        |head: &str| text(&format!("{setup}{head}{body}{{% endfor %}}|{{{{ ns.first }}}}{{{{ ns.other }}}}{{{{ ns.same }}}}{{{{ l }}}}"));
    assert_eq!(of("{% for i in who %}"), "?|??1?");
    assert_eq!(of("{% for i in [1, 2] if who %}"), "?|??1?");
    assert_eq!(of("{% for i in [1, 2] %}{% if who %}{% break %}{% endif %}"), "?|??1?");
    assert_eq!(text("{% for i in [1, 2] %}{{ i }}{% if who %}{% continue %}{% endif %}x{% endfor %}"), "1??");
}

#[test]
fn every_byte_has_an_origin() {
    let host = Files { files: HashMap::from([("lib", "{% macro m(a) %}<{{ a }}>{% endmacro %}")]) };
    let source = "{% from 'lib' import m %}a: {{ m(x) }}";
    let rendered = render_with(source, &host).unwrap();
    assert_eq!(rendered.text, "a: <xx>");
    let kinds: Vec<OriginKind> = rendered.origins.iter().map(|it| it.kind).collect();
    assert_eq!(kinds, [OriginKind::Text, OriginKind::Text, OriginKind::Expression, OriginKind::Text]);
    let place = rendered.place_at(5).unwrap();
    assert_eq!(rendered.files[place.file as usize], "lib");
    let caller = rendered.place(place.caller.unwrap()).unwrap();
    assert_eq!(&source[usize::from(caller.range.start())..usize::from(caller.range.end())], "m(x)");
}

#[test]
fn tags_of_a_host() {
    let host = Files { files: HashMap::from([("lib", "12345\n")]) };
    let of = |text: &str| render_with(text, &host).unwrap().text;
    assert_eq!(of("{% import_length 'lib' as y %}{{ y }}"), "5");
    assert_eq!(of("{% load_length as y %}abc{% endload %}{{ y }}"), "3");
    assert_eq!(of("{% profile as 'x' %}abc{% set y = 1 %}{% endprofile %}{{ y }}"), "abc1");
}

#[test]
fn templates_that_are_not_known() {
    let host = Files::default();
    let of = |text: &str| render_with(text, &host).unwrap().text.replace(HOLE, "?");
    assert_eq!(of("{% include 'unknown' %}a"), "?a");
    assert_eq!(of("{% from 'unknown' import b %}{{ b(1) }}"), "?");
    let error = render_with("{% include 'missing' %}", &host).unwrap_err();
    assert_eq!((error.kind(), error.message()), (ErrorKind::NotFound, "missing"));
}

#[test]
fn limits_end_what_is_endless() {
    let kind = |text: &str| render_with(text, &Bare).unwrap_err().kind();
    assert!(matches!(kind("{% set l = [1] %}{% for i in l %}{% do l.append(i) %}{% endfor %}"), ErrorKind::Limit(_)));
    let doubled = "{% set ns = namespace(a=[], b=[]) %}{% for i in range(60) %}{% set ns.a = [ns.a, ns.a] %}{% set ns.b = [ns.b, ns.b] %}{% endfor %}";
    assert!(matches!(kind(&format!("{doubled}{{{{ ns.a == ns.b }}}}")), ErrorKind::Limit(_)));
    assert!(matches!(kind(&format!("{doubled}{{{{ ns.a }}}}")), ErrorKind::Limit(_)));
    assert!(matches!(
        kind(&doubled.replace('[', "(").replace(']', ")").replace("endfor %}", "endfor %}{{ {ns.a: 1} }}")),
        ErrorKind::Limit(_)
    ));
    assert!(matches!(kind("{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}"), ErrorKind::Python("RecursionError")));
    assert!(matches!(kind("{{ 'a' * 1000000000 }}"), ErrorKind::Limit(_)));
    assert!(matches!(kind("{{ 9 ** (9 ** 9) }}"), ErrorKind::Limit(_)));
    for (open, close) in [("(", ")"), ("[", "]"), ("{1:", "}"), ("-", ""), ("not ", ""), ("a if ", "")] {
        let deep = format!("{{{{ {}1{} }}}}", open.repeat(20_000), close.repeat(20_000));
        assert_eq!(kind(&deep), ErrorKind::Syntax, "{open}");
    }
    for (between, start) in [("+", "1"), ("|upper", "x"), (".a", "x"), ("[0]", "x"), (" or ", "1"), ("()", "x")] {
        let chain = format!(
            "{{{{ {start}{} }}}}",
            format!("{between}{}", if between.len() == 1 || between == " or " { "1" } else { "" }).repeat(10_000)
        );
        assert_eq!(kind(&chain), ErrorKind::Syntax, "{between}");
    }
    let deep = "{% if 1 %}".repeat(10_000);
    assert_eq!(kind(&deep), ErrorKind::Syntax);
    assert_eq!(text("{% set ns = namespace(x=[]) %}{% for i in range(10000) %}{% set ns.x = [ns.x] %}{% endfor %}a"), "a");
}
