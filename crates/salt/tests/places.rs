//! Findings are at their places in the source, and what is not known is not judged.

use std::path::PathBuf;

use salt::{Compiled, Heap, Map, Minion, Options, Site, Span, Templates, Value};
use world::MemoryWorld;

fn compile(files: &[(&str, &str)], sls: &str) -> Compiled {
    let mut world = MemoryWorld::new();
    for (path, text) in files {
        world.add_file(format!("/states/{path}"), *text);
    }
    compile_in(&world, sls)
}

fn compile_in(world: &MemoryWorld, sls: &str) -> Compiled {
    let site = Site::open(world, &[PathBuf::from("/states")]);
    let mut heap = Heap::default();
    let grains = heap.add(Value::Map(Map::default()), Span::NONE);
    let pillar = heap.add(Value::Unknown, Span::NONE);
    let minion = Minion { id: "m".to_owned(), heap, grains, pillar, all_grains: false, options: None };
    let templates = Templates::new(world, &site.tree, &minion);
    site.compile(&templates, &[(sls.into(), Span::NONE)], &Options::default())
}

/// The name of a kind of problem.
fn kind(problem: &salt::Problem) -> String {
    let shown = format!("{problem:?}");
    shown.split([' ', '{', '(']).next().unwrap_or_default().to_owned()
}

/// The kind of each finding and the text that is underlined.
fn found(compiled: &Compiled) -> Vec<(String, String)> {
    let one = |it: &salt::Finding| {
        let text = compiled.files.source(it.at).map(|(file, range)| {
            let (line, column) = file.position(range.start);
            format!("{line}:{column} {}", &file.source[range])
        });
        (kind(&it.problem), text.unwrap_or_default())
    };
    compiled.findings.iter().map(one).collect()
}

#[track_caller]
fn check(files: &[(&str, &str)], expected: &[(&str, &str)]) {
    let found = found(&compile(files, "a"));
    let found: Vec<(&str, &str)> = found.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    assert_eq!(found, expected);
}

#[test]
fn places_are_in_the_source() {
    check(&[("a.sls", "x:\n  test.nop:\n    - require:\n      - test: ghost\n")], &[("MissingTarget", "4:9 test: ghost")]);
    check(&[("a.sls", "include: [b]\nx: {test.nop: []}\n")], &[("MissingSls", "1:11 b")]);
    check(&[("a.sls", "x: 5\n")], &[("IdNotMap", "1:1 x")]);
}

#[test]
fn places_lead_through_templates() {
    let text = "{% set n = 'x' %}\n{% for i in [1] %}\n{{ n }}:\n  test.nop:\n    - require:\n      - test: ghost\n{% endfor %}\n";
    check(&[("a.sls", text)], &[("MissingTarget", "6:9 test: ghost")]);
    check(&[("a.sls", "{% set n = 'x' %}\n{{ n }}: 5\n")], &[("IdNotMap", "2:1 {{ n }}")]);
    check(&[("a.sls", "x:\n  test.nop: []\n# {{ ghost }}\n")], &[("Template", "3:6 ghost")]);
}

#[test]
fn what_is_not_known_is_not_judged() {
    // An argument may be anything.
    check(&[("a.sls", "x:\n  test.nop:\n    - v: {{ salt['cmd.run']('id') }}\n")], &[]);
    // A name decides what others depend on.
    let name = "x:\n  test.nop:\n    - name: {{ salt['cmd.run']('id') }}\ny:\n  test.nop: [{require: [ghost]}]\n";
    check(&[("a.sls", name)], &[("Unsupported", "3:7 name")]);
    let compiled = compile(&[("a.sls", "{% if pillar.get('x') %}\nx: 5\n{% endif %}\ny: {test.nop: [{require: [ghost]}]}\n")], "a");
    assert!(!compiled.findings.is_empty() && compiled.findings.iter().all(|it| it.problem.is_undecided()), "{:?}", found(&compiled));
    check(&[("a.sls", "#!py\ndef run(): return {}\n")], &[("Unsupported", "1:1 #!py")]);
}

#[test]
fn nothing_is_read_outside_of_the_roots() {
    let mut world = MemoryWorld::new();
    world.add_file("/secret/b.sls", "secret: 5\n");
    world.add_file("/states/a.sls", "include: [link.b, ....b]\n");
    world.add_link("/states/link", "/secret");
    let compiled = compile_in(&world, "a");
    let texts: Vec<String> = compiled.findings.iter().map(|it| kind(&it.problem)).collect();
    assert_eq!(texts, ["MissingSls", "IncludeTooHigh"]);
    assert!(compiled.files.iter().all(|it| !it.source.contains("secret")));
}

/// No text breaks it.
#[test]
fn any_text_will_do() {
    let text = "include: [b]\nextend: {x: {test: [nop]}}\nexclude: [{id: y}]\n{{ 'x' }}: &a {test.nop: [{require: [test: y, {sls: '*'}]}, {names: [a, {b: []}]}]}\ny: *a\n";
    for end in (0..=text.len()).filter(|it| text.is_char_boundary(*it)) {
        compile(&[("a.sls", &text[..end]), ("b.sls", &text[end..])], "a");
    }
}

#[test]
fn what_templates_read_outside_of_the_roots_is_not_known() {
    let found = found(&compile(&[("a.sls", "{% import_text '/etc/hostname' as h %}\nx:\n  test.nop:\n    - name: {{ h|json }}\n")], "a"));
    assert!(found.iter().all(|it| it.0 == "Unsupported"), "{found:?}");
    let found = self::found(&compile(&[("a.sls", "{% from '/srv/map.jinja' import h %}\nx:\n  test.nop:\n    - name: {{ h }}\n")], "a"));
    assert!(found.iter().all(|it| it.0 == "Unsupported"), "{found:?}");
}
