//! Texts with mistakes in them, as somebody types them: what can be read of them is evaluated where that is asked for.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use compiler::{Code, Entry, Environment, Mode, Outcome, Reading, Request, Watching};
use expect_test::{Expect, expect};
use syntax::{Dialect, ParseOptions, SyntaxKind};
use world::MemoryWorld;

fn evaluate(files: &[(&str, &str)], entry: Entry, recovers: bool) -> Outcome {
    let mut world = MemoryWorld::new();
    let mut code = Vec::new();
    for (path, text) in files {
        world.add_file(path, (*text).to_owned());
        code.extend((!path.starts_with("/modules")).then(|| PathBuf::from(path)));
    }
    let environment = Arc::new(Environment::new(Arc::new(world), "production", None, vec!["/modules".into()], Reading::default()));
    let mut request = Request::new(Code::Files(code), "n");
    request.entry = entry;
    request.mode = Mode::Analyse;
    request.watch = Watching::Marked;
    request.recovers = recovers;
    compiler::compile(&environment, &request)
}

/// The resources that somebody wrote, and the errors.
fn shown(outcome: &Outcome) -> String {
    let mut text = String::new();
    let compiled = outcome.catalog.as_ref().or(outcome.partial.as_ref());
    for resource in compiled.iter().flat_map(|it| it.catalog.resources()).filter(|it| it.line.is_some()) {
        text.push_str(&format!("{}[{}]\n", resource.type_name, resource.title));
    }
    for error in &outcome.errors {
        text.push_str(&format!("{}: {}\n", error.origin().line.unwrap_or_default(), error.message()));
    }
    text
}

fn check(manifest: &str, expected: Expect) {
    expected.assert_eq(&shown(&evaluate(&[("/site.pp", manifest)], Entry::Site, true)));
}

#[test]
fn what_stands_around_a_mistake_is_known() {
    check(
        "file { '/a': }\nservice { 's': ensure => }\npackage { 'p': }\n",
        expect![[r#"
            File[/a]
            Service[s]
            Package[p]
            2: Syntax error at '}'
        "#]],
    );
    check(
        "class a(String $x = 'v', Nosuch[ $y = 1) { notify { $x: } }\ninclude a\n",
        expect![[r#"
            Notify[v]
            1: Syntax error at ')'
        "#]],
    );
    check(
        "class { }\ndefine (\n$x) { }\nnotify { 'n': }\n",
        expect![[r#"
            Notify[n]
            1: Syntax error at '}'
        "#]],
    );
}

#[test]
fn who_does_not_ask_for_it_is_told_the_mistake_alone() {
    let outcome = evaluate(&[("/site.pp", "file { '/a': }\nservice { 's': ensure => }\n")], Entry::Site, false);
    assert!(outcome.is_unread);
    expect![[r#"
        2: Syntax error at '}'
    "#]]
    .assert_eq(&shown(&outcome));
    let outcome = evaluate(&[("/site.pp", "file { '/a': }\n")], Entry::Site, true);
    assert!(!outcome.is_unread && outcome.catalog.is_some());
}

#[test]
fn a_class_that_is_being_typed_is_there_for_others() {
    let files = [
        ("/modules/m/manifests/init.pp", "class m {\n  contain m::a\n  notify { 'n': require => File['/a'] }\n}\n"),
        (
            "/modules/m/manifests/a.pp",
            "class m::a(String $x = 'v') {\n  file { '/a': content => epp('m/t', { 'x' => $x }) }\n  if $x == {\n}\n",
        ),
        ("/modules/m/templates/t.epp", "<%- | String $x | -%>\n<%= upcase($x %>\n"),
    ];
    expect![[r#"
        File[/a]
        Notify[n]
        4: Syntax error at end of input
        2: Syntax error at '%>'
    "#]]
    .assert_eq(&shown(&evaluate(&files, Entry::Class("m".into()), true)));
}

/// Texts in which each token is left out once, and each of which ends once after each token.
fn torn(text: &str, dialect: Dialect) -> Vec<(bool, String)> {
    let root = syntax::parse(text, ParseOptions { dialect, tasks: false }).syntax_node();
    let mut all = Vec::new();
    for token in root.descendants_with_tokens().filter_map(|it| it.into_token()).filter(|it| it.kind() != SyntaxKind::WHITESPACE) {
        let (start, end) = (usize::from(token.text_range().start()), usize::from(token.text_range().end()));
        all.push((true, format!("{}{}", &text[..start], &text[end..])));
        all.push((false, text[..end].to_owned()));
    }
    all
}

#[test]
fn wherever_a_text_is_torn_most_of_it_is_known() {
    let site = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/site/modules");
    let mut files: Vec<(String, String)> = Vec::new();
    let mut folders = vec![site.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").map(|it| it.expect("an entry").path()) {
            match entry.extension().and_then(|it| it.to_str()) {
                None if entry.is_dir() => folders.push(entry),
                Some("pp" | "epp") => {
                    let name = entry.strip_prefix(&site).expect("below the site").to_string_lossy().into_owned();
                    files.push((format!("/modules/{name}"), std::fs::read_to_string(&entry).expect("a text")));
                }
                _ => {}
            }
        }
    }
    files.sort();
    let count = |outcome: &Outcome| {
        let compiled = outcome.catalog.as_ref().or(outcome.partial.as_ref());
        compiled.map_or(0, |it| it.catalog.resources().iter().filter(|it| it.line.is_some()).count())
    };
    let (mut known, mut whole) = (0, 0);
    for index in 0..files.len() {
        let (path, text) = &files[index];
        let name = path.trim_start_matches("/modules/").replace("/manifests/init.pp", "").replace("/manifests/", "::").replace(".pp", "");
        let entry = match text.find(&format!("define {name}")) {
            Some(_) => Entry::Define(name.as_str().into()),
            None if text.contains(&format!("class {name}")) => Entry::Class(name.as_str().into()),
            None if text.contains("function") => Entry::Function(name.replace("/functions/", "::").as_str().into()),
            None => Entry::Class(name.split('/').next().unwrap_or_default().into()),
        };
        let run = |text: &str| {
            let given: Vec<(&str, &str)> =
                files.iter().enumerate().map(|(at, (path, other))| (path.as_str(), if at == index { text } else { other })).collect();
            evaluate(&given, entry.clone(), true)
        };
        let all = count(&run(text));
        let dialect = if path.ends_with(".epp") { Dialect::Epp } else { Dialect::Manifest };
        for (is_gap, torn) in torn(text, dialect) {
            let outcome = run(&torn);
            assert!(!outcome.is_unread || !outcome.errors.is_empty(), "the mistake is told:\n{torn}");
            if is_gap && outcome.is_unread {
                known += count(&outcome).min(all);
                whole += all;
            }
        }
    }
    assert!(known * 100 >= whole * 78, "{known} of {whole} resources");
}
