//! Input by others ends no program, and takes neither all time nor all memory: it is refused with a message.

use std::path::{Path, PathBuf};

use salt::{Compiled, Heap, Map, Minion, Options, Problem, Release, Site, Span, Templates, Value, pillar};
use test_utils::Random;
use world::MemoryWorld;

/// The tree `/s` for a minion with the pillar of `/p`.
fn compile(files: &[(&str, String)], options: &Options) -> (Compiled, Vec<Problem>) {
    let mut world = MemoryWorld::new();
    for (path, text) in files {
        world.add_file(*path, text.as_str());
    }
    let mut heap = Heap::default();
    let grains = heap.add(Value::Map(Map::default()), Span::NONE);
    let mut minion = Minion { id: "m".to_owned(), heap, grains, pillar: grains, all_grains: false, options: None };
    let pillar = pillar::read(&world, &[PathBuf::from("/p")], &minion, None, None);
    minion.set_pillar(&pillar);
    let site = Site::open(&world, &[PathBuf::from("/s")]);
    let templates = Templates::new(&world, &site.tree, &minion);
    let compiled = match site.tree.file("top.sls") {
        Some(_) => site.compile_top(&templates, &minion, options),
        None => site.compile(&templates, &[("a".into(), Span::NONE)], options),
    };
    (compiled, pillar.findings.into_iter().map(|it| it.problem).collect())
}

#[track_caller]
fn refused(problems: &[Problem], what: &str) {
    let words: Vec<String> = problems.iter().map(|it| it.render(Release::V3008)).collect();
    assert!(problems.iter().any(Problem::is_undecided) && words.iter().any(|it| it.contains(what)), "{words:?}");
}

#[track_caller]
fn is_refused(text: String, release: Release, what: &str) {
    let options = Options { release, ..Options::default() };
    let (compiled, _) = compile(&[("/s/a.sls", text)], &options);
    let problems: Vec<Problem> = compiled.findings.into_iter().map(|it| it.problem).collect();
    refused(&problems, what);
}

fn states(count: usize, requisites: &str) -> String {
    (0..count).map(|it| format!("s{it}:\n  test.nop:\n    - {requisites}\n")).collect()
}

#[test]
fn names_copy_no_more_than_fits() {
    let numbers = |count: usize| (0..count).map(|it| it.to_string()).collect::<Vec<_>>().join(", ");
    let text =
        |names: usize, values: usize| format!("x:\n  test.nop:\n    - names: [{}]\n    - a: [{}]\n", numbers(names), numbers(values));
    is_refused(text(3_000, 2_000), Release::V3008, "`names` copies too many values");
    let (compiled, _) = compile(&[("/s/a.sls", text(300, 200))], &Options::default());
    assert_eq!((compiled.chunks.len(), compiled.findings.len()), (300, 0));
}

#[test]
fn numbers_that_cannot_be_sorted_are_refused() {
    for order in ["99999999999999999999999", "-9223372036854775808", ".nan"] {
        is_refused(format!("a:\n  test.nop:\n    - order: {order}\n"), Release::V3008, "an `order` is no number, or too large");
    }
    let aliases = "a: &x\n  test.nop: []\nb: *x\nextend:\n  a:\n    cmd: [wait]\n".to_owned();
    is_refused(aliases, Release::V3008, "an ID whose map is an alias");
}

#[test]
fn equal_names_count_once() {
    let text = "x:\n  test.nop:\n    - names: [a, 1, 1.0, true, a, b: [{c: 1}], b: [{c: 2}], b: [{c: 1}], '1']\n";
    let (compiled, _) = compile(&[("/s/a.sls", text.to_owned())], &Options::default());
    let names: Vec<_> = compiled.chunks.iter().map(|it| it.name_text().to_string()).collect();
    assert_eq!(names, ["a", "1", "b", "b", "1"]);
}

#[test]
fn requisites_lead_to_no_more_states_than_fit() {
    let what = "the requisites lead to too many states";
    is_refused(states(750, "require: [{test: 's*'}]"), Release::V3008, what);
    is_refused(states(750, "require: [{sls: a}]"), Release::V3006, what);
    is_refused(states(750, "require_in: [{sls: a}]"), Release::V3008, what);
}

#[test]
fn pillar_files_that_share_each_other_do_not_grow() {
    let mut files = vec![("/s/a.sls".to_owned(), "{{ pillar.get('x') }}\n".to_owned())];
    files.push(("/p/top.sls".to_owned(), "base: {'*': [f40, g40]}\n".to_owned()));
    for name in ["f", "g"] {
        files.push((format!("/p/{name}0.sls"), "v: 1\n".to_owned()));
        for it in 1..=40 {
            let below = format!("{name}{}", it - 1);
            files.push((format!("/p/{name}{it}.sls"), format!("include: [{below}: {{key: x}}, {below}: {{key: y}}]\n")));
        }
    }
    let files: Vec<(&str, String)> = files.iter().map(|(path, text)| (path.as_str(), text.clone())).collect();
    refused(&compile(&files, &Options::default()).1, "the pillar is too large");
}

#[test]
fn pillar_data_is_nested_no_deeper_than_it_can_be_read() {
    let key = vec!["a"; 100_000].join(":");
    let files = [
        ("/s/a.sls", "{{ pillar.get('x') }}\n".to_owned()),
        ("/p/top.sls", "base: {'*': [b]}\n".to_owned()),
        ("/p/b.sls", format!("include: [c: {{key: '{key}'}}]\n")),
        ("/p/c.sls", "v: 1\n".to_owned()),
    ];
    refused(&compile(&files, &Options::default()).1, "the pillar is too large");
}

/// Each `*` may stay where it is or go into any map.
#[test]
fn wildcards_in_paths_of_the_pillar_are_not_followed_without_end() {
    let path = "*:".repeat(60);
    let files = [
        ("/s/top.sls", format!("base: {{'I@{path}z': [a]}}\n")),
        ("/s/top.sls", format!("base:\n  'I@{path}z':\n    - match: compound\n    - a\n")),
        ("/s/a.sls", String::new()),
        ("/p/top.sls", "base: {'*': [b]}\n".to_owned()),
        ("/p/b.sls", format!("{}{{}}{}\n", "{a: ".repeat(40), "}".repeat(40))),
    ];
    let (compiled, _) = compile(&files, &Options::default());
    assert!(compiled.findings.iter().all(|it| it.problem.is_undecided()), "{:?}", compiled.findings);
    assert!(!compiled.findings.is_empty());
}

/// Names in a template are searched for among the files below the roots, and nowhere else.
#[test]
fn nothing_outside_of_the_roots_is_read() {
    for name in
        ["/etc/secret", "../etc/secret", "salt://../etc/secret", "salt:///etc/secret", "x/../../etc/secret", "salt://salt://../etc/secret"]
    {
        for tag in
            ["import_text '{}' as x", "import_yaml '{}' as x", "include '{}'", "extends '{}'", "from '{}' import x", "import '{}' as x"]
        {
            let text = format!("{{% {} %}}\n{{{{ x }}}}:\n  test.nop: []\n", tag.replace("{}", name));
            let files = [("/s/a.sls", text), ("/etc/secret", "hush: {test.nop: []}\n".to_owned())];
            let (compiled, _) = compile(&files, &Options::default());
            let shown = format!("{:?}", compiled.findings);
            assert!(!compiled.findings.is_empty() && !shown.contains("hush") && compiled.chunks.is_empty(), "{tag} {name}: {shown}");
            assert!(compiled.files.iter().all(|it| it.path != Path::new("/etc/secret")));
        }
    }
}

/// Lines of recorded trees and pieces of them, put together anew, as states, top file and pillar.
#[test]
fn any_lines_come_to_an_end() {
    let sources = [
        include_str!("../../../tests/salt/edges.cases"),
        include_str!("../../../tests/salt/jinja.cases"),
        include_str!("../../../tests/salt/requisites.cases"),
        include_str!("../../../tests/salt/structure.cases"),
        include_str!("../../../tests/salt/top.cases"),
    ];
    let lines: Vec<&str> = sources.iter().flat_map(|it| it.lines()).collect();
    let rounds = std::env::var("ROUNDS").ok().and_then(|it| it.parse().ok()).unwrap_or(400);
    let seed = std::env::var("SEED").ok().and_then(|it| it.parse().ok()).unwrap_or(0x9e37_79b9_7f4a_7c15);
    let mut random = Random(seed);
    for round in 0..rounds {
        let text = |random: &mut Random| {
            let mut text = String::new();
            let start = random.next_below(lines.len());
            for number in 0..random.next_below(12) {
                // Mostly lines that follow each other, so that something comes of them.
                let at = if random.next_below(4) == 0 { random.next_below(lines.len()) } else { (start + number) % lines.len() };
                let line = lines[at];
                let places: Vec<usize> = line.char_indices().map(|it| it.0).chain([line.len()]).collect();
                let cut = if random.next_below(6) == 0 { places[random.next_below(places.len())] } else { line.len() };
                text += &line[..cut];
                text += if random.next_below(12) == 0 { ": " } else { "\n" };
            }
            text
        };
        let mut files =
            vec![("/s/a.sls", text(&mut random)), ("/p/top.sls", "base: {'*': [b]}\n".to_owned()), ("/p/b.sls", text(&mut random))];
        if random.next_below(2) == 0 {
            files.push(("/s/top.sls", text(&mut random)));
        }
        files.push(("/s/b.sls", text(&mut random)));
        let release = [Release::V3006, Release::V3007, Release::V3008][round % 3];
        let options = Options { release, ..Options::default() };
        let ended = std::panic::catch_unwind(|| {
            let (compiled, problems) = compile(&files, &options);
            let findings = compiled.findings.iter().map(|it| &it.problem).chain(&problems);
            findings.map(|it| it.render(release).len()).sum::<usize>()
        });
        assert!(ended.is_ok(), "{files:#?} ends the program");
    }
}

/// Filters and functions of Salt are paid for by what they get: texts that are read, expressions that are matched, data that is copied.
#[test]
fn filters_and_functions_cost_what_they_take() {
    let set = "{% set s = 'a ' * 5500000 %}{% set d = {'k': range(90000)|list} %}";
    for (what, times) in [
        ("{% set x = s|load_yaml %}", 1),
        ("{% set x = s|load_json %}", 1),
        ("{% set x = s|regex_search('b{100}') %}", 1),
        ("{% set x = 'b'|regex_search('(?=b)' * 9) %}", 1_000),
        ("{% set x = d|unique %}", 60),
        ("{% set x = salt['slsutil.merge'](d, d) %}", 60),
        ("{% set x = salt['test.echo'](s) %}", 7),
    ] {
        is_refused(format!("{set}{{% for i in range({times}) %}}{what}{{% endfor %}}\n"), Release::V3008, "too much: steps");
    }
}
