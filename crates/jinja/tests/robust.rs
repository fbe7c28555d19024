//! Any text gives a tree of the whole of it, and no text ends the program.

mod values;

use std::rc::Rc;

use jinja::{Bare, Dialect, Limits, Settings, Source, Tag, TagForm, Value};
use serde_json::Value as Json;
use test_utils::Random;
use values::variables;

const PIECES: &[&str] = &[
    "{{",
    "}}",
    "{%",
    "%}",
    "{#",
    "#}",
    "{%-",
    "-%}",
    "{{-",
    "-}}",
    "{% raw %}",
    "{% endraw %}",
    "{% if unknown %}",
    "{% endif %}",
    "{% for i in unknown %}",
    "{% for i in l %}",
    "{% endfor %}",
    "{% else %}",
    "{% set x = 1 %}",
    "{% set l = l + [unknown] %}",
    "{% do l.append(unknown) %}",
    "{% do d.update(unknown) %}",
    "{% do d.update({unknown: 1}) %}",
    "{{ l }}",
    "{{ d }}",
    "unknown",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "'",
    "\"",
    "\\",
    "\n",
    "\r\n",
    "é",
    "\u{fffc}",
    " ",
    "|",
    ".",
    ",",
    ":",
    "~",
    "*",
    "**",
    "//",
    "%",
    "is",
    "not",
    "in",
    "if",
    "else",
    "and",
    "|list",
    "|upper",
    "|int",
    "1",
    "-1",
    "1e400",
    "99999999999999999999",
    "loop",
    "loop.last",
    "self",
    "none",
    "{% macro m(a, b=1) %}",
    "{% endmacro %}",
    "{{ m(1) }}",
    "{% call m() %}",
    "{% endcall %}",
    "{{ caller() }}",
    "{% break %}",
    "{% filter upper %}",
    "{% endfilter %}",
    "{% block a %}",
    "{% endblock %}",
    "{% with a=1 %}",
    "{% endwith %}",
    "{% load as y %}",
    "{% endload %}",
];

/// How often each template is changed.
const ROUNDS: usize = 2;

fn mutate(text: &str, random: &mut Random) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=random.next_below(4) {
        let at = random.next_below(chars.len() + 1);
        match random.next_below(4) {
            0 => {
                let end = (at + random.next_below(6)).min(chars.len());
                chars.drain(at..end);
            }
            1 => {
                let end = (at + random.next_below(12)).min(chars.len());
                let part: Vec<char> = chars.get(at..end).unwrap_or(&[]).to_vec();
                let to = random.next_below(chars.len() + 1);
                chars.splice(to..to, part);
            }
            _ => {
                let piece = PIECES.get(random.next_below(PIECES.len())).copied().unwrap_or("");
                chars.splice(at..at, piece.chars());
            }
        }
    }
    chars.into_iter().collect()
}

fn check(text: &str, settings: &Settings, context: &Json) {
    let parse = jinja::parse(text, &settings.dialect);
    assert_eq!(parse.syntax().text().to_string(), text);
    for problem in &parse.problems {
        assert!(text.get(usize::from(problem.range.start())..usize::from(problem.range.end())).is_some(), "{problem:?} in {text:?}");
    }
    let unknown = [(Rc::from("unknown"), Value::unknown("a test"))];
    let result = jinja::render(&Source::new("main", text), variables(context).chain(unknown), &Bare, settings);
    assert!(parse.problems.is_empty() || result.is_err(), "{text:?}");
    if let Ok(rendered) = result {
        let mut end = 0;
        for origin in &rendered.origins {
            assert_eq!(origin.start, end, "{text:?}");
            end = origin.end;
            let place = rendered.place(origin.place).unwrap();
            assert!(text.get(usize::from(place.range.start())..usize::from(place.range.end())).is_some());
        }
        assert_eq!(end, rendered.text.len(), "{text:?}");
    }
}

#[test]
fn changed_templates() {
    let tags = vec![Tag { name: "load".into(), form: TagForm::BlockThrough { filter: "upper".into(), end: "endload".into() } }];
    let settings = |flags: usize| Settings {
        dialect: Dialect {
            trim_blocks: flags & 1 > 0,
            lstrip_blocks: flags & 2 > 0,
            keep_trailing_newline: flags & 4 > 0,
            tags: tags.clone(),
        },
        context_is_global: true,
        limits: Limits { steps: 20_000, ..Limits::default() },
    };
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..ROUNDS {
        for line in include_str!("cases.jsonl").lines() {
            let case: Json = serde_json::from_str(line).unwrap();
            let text = mutate(case["template"].as_str().unwrap(), &mut random);
            let settings = settings(random.next_below(8));
            check(&text, &settings, &case["context"]);
        }
    }
}

#[test]
fn any_bytes() {
    let settings = Settings::default();
    let mut random = Random(88_172_645_463_325_252);
    for _ in 0..500 {
        let bytes: Vec<u8> = (0..random.next_below(60)).map(|_| u8::try_from(random.next_below(256)).unwrap()).collect();
        check(&String::from_utf8_lossy(&bytes), &settings, &Json::Null);
        let pieces: String = (0..random.next_below(20)).filter_map(|_| PIECES.get(random.next_below(PIECES.len())).copied()).collect();
        check(&pieces, &settings, &Json::Null);
    }
}

/// The whole output once more for each part of it would be too much.
#[test]
fn a_text_of_many_parts_is_paid_for_once() {
    let part = "{% set a = 1 %}\nThe part {{ a }} of a long text, as files of states are: {{ '%s, {}'.format(a) % a }}\n";
    let source = Source::new("a", part.repeat(4_000).as_str());
    let rendered = jinja::render(&source, [], &Bare, &Settings::default()).map(|it| it.text.lines().count());
    assert_eq!(rendered.ok(), Some(8_000));
}

/// Each branch of an `if` is one more of a list, and not one within the other.
#[test]
fn an_if_has_any_number_of_branches() {
    let text = format!("{{% if 0 %}}{}{{% else %}}last{{% endif %}}", "{% elif 0 %}a".repeat(50_000));
    let rendered = jinja::render(&Source::new("a", text), [], &Bare, &Settings::default());
    assert_eq!(rendered.map(|it| it.text.to_string()).ok().as_deref(), Some("last"));
}

/// (Jinja) A namespace in itself is `{...}`, as a dict is.
#[test]
fn objects_that_hold_themselves_are_printed() {
    let rendered = |text: &str| {
        let settings = Settings::default();
        let nothing: [(Rc<str>, Value); 0] = [];
        jinja::render(&Source::new("main", text), nothing, &Bare, &settings).map(|it| it.text.to_string())
    };
    let own = "{% set n = namespace() %}{% set n.x = n %}";
    assert_eq!(rendered(&format!("{own}{{{{ n }}}}")).unwrap(), "<Namespace {'x': <Namespace {...}>}>");
    let list = "{% set n = namespace() %}{% set n.x = [n, {1: n}] %}{{ [n] }}";
    assert_eq!(rendered(list).unwrap(), "[<Namespace {'x': [<Namespace {...}>, {1: <Namespace {...}>}]}>]");
}

/// Each is dropped by itself, and not within the one around it.
#[test]
fn namespaces_are_nested_without_end() {
    let text = "{% set n = namespace() %}{% for i in range(90000) %}{% set n.a = namespace(a=n.a) %}{% endfor %}done";
    let rendered = jinja::render(&Source::new("a", text), [], &Bare, &Settings::default());
    assert_eq!(rendered.map(|it| it.text.to_string()).ok().as_deref(), Some("done"));
}

/// A step is a share of the time: what takes longer costs more, or a template of a line could take hours.
#[test]
fn what_takes_long_costs_many_steps() {
    let settings = Settings { limits: Limits { steps: 20_000, ..Limits::default() }, ..Settings::default() };
    let deep = format!("{}{{{{ a }}}}{}", "{% with %}".repeat(90), "{% endwith %}".repeat(90));
    for (what, times) in [
        ("{{ n }}", 5),
        ("{% set x = n|string %}", 5),
        ("{% set x = n|tojson %}", 5),
        ("{% set x = '%d' % n %}", 5),
        ("{% set x = '{}'.format(n) %}", 5),
        ("{% set x = {n: 1} %}", 5),
        ("{% set x = n * n // n %}", 5),
        ("{% set x = n|round(-9000) %}", 5),
        ("{% set x = n == 1e308 %}", 400),
        ("{% set x = {s: 1} %}", 50),
        ("{% set x = d[s] %}", 50),
        ("{% set x = s|title %}", 5),
        ("{% set x = s|urlencode %}", 1),
        (deep.as_str(), 800),
    ] {
        let text = format!(
            "{{% set n = 7 ** 10000 %}}{{% set s = 'a' * 100000 %}}{{% set d = {{s: 1}} %}}{{% for i in range({times}) %}}{what}{{% endfor %}}"
        );
        let rendered = jinja::render(&Source::new("a", text.as_str()), [], &Bare, &settings).map(|it| it.text.len());
        assert_eq!(rendered.map_err(|it| it.kind()), Err(jinja::ErrorKind::Limit("steps")), "{what}");
    }
}

/// Each of them is at a place of its own, because each is reached by other calls: they are not compared with each other.
#[test]
fn many_places_are_not_known() {
    let text = "{% macro m(n) %}{{ a }}{% if a %}b{% endif %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(11) }}";
    let context = [("a".into(), Value::unknown("a"))];
    let rendered = jinja::render(&Source::new("a", text), context, &Bare, &Settings::default()).expect("a text");
    assert_eq!(rendered.undecided.len(), (1 << 12) - 1);
    assert!(rendered.undecided.iter().all(|it| rendered.reason(*it).is_some_and(|it| &**it == "a")));
}

/// Nesting beyond the limit is refused for each tag, and read once.
#[test]
fn every_tag_is_nested_no_deeper_than_it_can_be_read() {
    for (begin, end) in [
        ("{% macro m() %}", "{% endmacro %}"),
        ("{% block a %}", "{% endblock %}"),
        ("{% set x %}", "{% endset %}"),
        ("{% filter upper %}", "{% endfilter %}"),
        ("{% with %}", "{% endwith %}"),
        ("{% call m() %}", "{% endcall %}"),
        ("{% if 1 %}", "{% endif %}"),
        ("{% for i in [1] %}", "{% endfor %}"),
    ] {
        for text in [format!("{}a{}", begin.repeat(300), end.repeat(300)), begin.repeat(300)] {
            let rendered = jinja::render(&Source::new("a", text.as_str()), [], &Bare, &Settings::default());
            let error = rendered.map(|it| it.text).expect_err(begin);
            assert!(error.message().contains("nested too deep"), "{begin}: {}", error.message());
        }
    }
}
