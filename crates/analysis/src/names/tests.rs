//! Symbols found, and what is computed again after an edit.

use std::sync::Arc;

use expect_test::expect;
use hir::{Name, Symbol};
use syntax::{Autoload, TextSize};

use crate::tests::Logged;
use crate::{AnalysisHost, Change, Origin};

/// Files by path; those below `/modules` belong to modules.
fn host(files: &[(&str, &str)]) -> AnalysisHost {
    let mut host = AnalysisHost::default();
    host.apply(change(files));
    host
}

fn change(files: &[(&str, &str)]) -> Change {
    let mut change = Change::new();
    for (path, text) in files {
        change = change.disk(*path, Some(Arc::from(*text)), Origin::Local).autoload(*path, autoload(path));
    }
    change
}

fn autoload(path: &str) -> Option<Autoload> {
    let (_, inside) = path.split_once("/modules/")?;
    let (module, rest) = inside.split_once('/')?;
    let (_, file) = rest.split_once('/')?;
    let namespace = match file.strip_suffix(".pp")? {
        "init" => module.to_owned(),
        other => format!("{module}::{}", other.replace('/', "::")),
    };
    Some(Autoload { file: path.to_owned(), namespace: Some(namespace) })
}

/// Where the things are defined that are named at a mark `$0` of the first file, and all their places.
#[track_caller]
fn check(files: &[(&str, &str)], expected: expect_test::Expect) {
    let (path, text) = files[0];
    let (clean, offset) = test_utils::cursor(text);
    let mut files = files.to_vec();
    files[0].1 = &clean;
    let out = host(&files).analysis().run(|snapshot| {
        let file = snapshot.file(path).expect("a file");
        let at = TextSize::try_from(offset).expect("a small text");
        let symbol = &snapshot.references(file).at(at).first().expect("a name at the mark").symbol;
        let mut out = format!("{:?}\n", snapshot.meaning(symbol, file));
        for definition in snapshot.resolve(symbol, file) {
            let name = snapshot.item(definition).map(|it| it.name.clone()).unwrap_or_default();
            out += &format!("defined in {} as {name}\n", snapshot.path(definition.file));
        }
        for place in snapshot.places(symbol, file) {
            let text = snapshot.text(place.file);
            let range = place.reference.range;
            out += &format!("{} {:?} {:?}\n", snapshot.path(place.file), range, &text[range]);
        }
        out
    });
    expected.assert_eq(&out.expect("nobody writes"));
}

#[test]
fn a_class_is_found_where_puppet_loads_it() {
    check(
        &[
            ("/e/manifests/site.pp", "include a::b$0"),
            ("/e/modules/a/manifests/b.pp", "class a::b { }"),
            ("/e/modules/c/manifests/init.pp", "class c { contain ::a::b\n class a::b { } }"),
        ],
        expect![[r#"
            Class("a::b")
            defined in /e/modules/a/manifests/b.pp as a::b
            /e/manifests/site.pp 8..12 "a::b"
            /e/modules/a/manifests/b.pp 6..10 "a::b"
            /e/modules/c/manifests/init.pp 20..24 "a::b"
        "#]],
    );
}

#[test]
fn a_class_may_lie_in_the_file_around_it() {
    check(
        &[("/e/site.pp", "Class['a::b$0']\ninclude a::b"), ("/e/modules/a/manifests/init.pp", "class a { class b { } }")],
        expect![[r#"
            Class("a::b")
            defined in /e/modules/a/manifests/init.pp as a::b
            /e/modules/a/manifests/init.pp 16..17 "b"
            /e/site.pp 7..11 "a::b"
            /e/site.pp 22..26 "a::b"
        "#]],
    );
}

#[test]
fn each_environment_has_its_own_modules() {
    check(
        &[
            ("/e1/site.pp", "include $0a"),
            ("/e1/modules/a/manifests/init.pp", "class a { }"),
            ("/e2/modules/a/manifests/init.pp", "class a { }"),
            ("/e2/site.pp", "include a"),
        ],
        expect![[r#"
            Class("a")
            defined in /e1/modules/a/manifests/init.pp as a
            /e1/modules/a/manifests/init.pp 6..7 "a"
            /e1/site.pp 8..9 "a"
        "#]],
    );
}

#[test]
fn files_of_no_module_define_things_too() {
    check(
        &[("/site.pp", "$0d { 'x': }\nnode default { D['x'] }"), ("/other.pp", "define d { }")],
        expect![[r#"
        Type("d")
        defined in /other.pp as d
        /other.pp 7..8 "d"
        /site.pp 0..1 "d"
        /site.pp 26..27 "D"
    "#]],
    );
}

#[test]
fn a_variable_may_be_a_parents() {
    check(
        &[
            ("/modules/a/manifests/init.pp", "class a inherits a::params { notice($x$0) }"),
            ("/modules/a/manifests/params.pp", "class a::params inherits a::base { }"),
            ("/modules/a/manifests/base.pp", "class a::base { $x = 1\n $y = $x }"),
            ("/site.pp", "notice($a::x, $a::params::x, $a::base::x, $a::y, $x)"),
        ],
        expect![[r#"
            Member { owner: Class("a::base"), name: "x" }
            /modules/a/manifests/base.pp 17..18 "x"
            /modules/a/manifests/base.pp 30..31 "x"
            /modules/a/manifests/init.pp 37..38 "x"
            /site.pp 11..12 "x"
            /site.pp 26..27 "x"
            /site.pp 39..40 "x"
        "#]],
    );
}

#[test]
fn parents_in_a_circle_have_an_end() {
    check(
        &[
            ("/modules/a/manifests/init.pp", "class a inherits b { notice($x$0) }"),
            ("/modules/b/manifests/init.pp", "class b inherits a { notice($x) }"),
        ],
        expect![[r#"
            Top("x")
            /modules/a/manifests/init.pp 29..30 "x"
            /modules/b/manifests/init.pp 29..30 "x"
        "#]],
    );
}

#[test]
fn parameters_are_named_by_attributes_and_keys() {
    check(
        &[
            ("/modules/a/manifests/init.pp", "class a($x$0) { }"),
            ("/site.pp", "class { 'a': x => lookup('a::x') }\nlookup('b::x')\nb { 't': x => 1 }"),
        ],
        expect![[r#"
            Member { owner: Class("a"), name: "x" }
            /modules/a/manifests/init.pp 9..10 "x"
            /site.pp 13..14 "x"
            /site.pp 26..30 "a::x"
        "#]],
    );
}

#[test]
fn parameters_of_templates_are_named_by_calls() {
    check(
        &[
            ("/modules/a/templates/t.epp", "<%- | $x | -%><%= $x$0 %>"),
            ("/modules/a/manifests/init.pp", "class a { epp('a/t.epp', { x => 1 })\n epp('a/u.epp', { x => 1 }) }"),
        ],
        expect![[r#"
            Member { owner: Template("a/t.epp"), name: "x" }
            /modules/a/manifests/init.pp 27..28 "x"
            /modules/a/templates/t.epp 7..8 "x"
            /modules/a/templates/t.epp 19..20 "x"
        "#]],
    );
}

#[test]
fn resources_are_found_over_files() {
    check(
        &[("/a.pp", "File['/x$0']"), ("/b.pp", "$d = ''\nfile { \"${d}/x\": }"), ("/c.pp", "file { '/y': }")],
        expect![[r#"
        Resource { ty: "file", title: "/x" }
        /a.pp 6..8 "/x"
        /b.pp 15..23 "\"${d}/x\""
    "#]],
    );
}

#[test]
fn an_edit_inside_of_a_body_ends_at_the_item_tree() {
    let mut logged = Logged::new();
    logged.host.apply(change(&[("/a.pp", "class a { }"), ("/b.pp", "include a")]));
    let ask = |logged: &Logged| {
        let found = logged.host.analysis().run(|snapshot| {
            let file = snapshot.file("/b.pp").expect("a file");
            snapshot.resolve(&Symbol::Class(Name::new("a")), file).len()
        });
        assert_eq!(found, Ok(1));
    };
    let queries = |logged: &Logged| {
        logged.clear();
        ask(logged);
        logged.executed()
    };
    expect![[r#"
        by_namespace
        loose
        item_tree
        lowered
        parse
        tasks_in
        settings_in
        item_tree
        lowered
        parse"#]]
    .assert_eq(&queries(&logged));
    // `loose`, which reads all of them, is not computed again.
    logged.host.apply(change(&[("/a.pp", "class a { notice(1) }")]));
    expect![[r#"
        parse
        lowered
        item_tree"#]]
    .assert_eq(&queries(&logged));
    logged.host.apply(change(&[("/a.pp", "class a($x) { notice(1) }")]));
    expect![[r#"
        parse
        lowered
        item_tree
        loose"#]]
    .assert_eq(&queries(&logged));
}

#[test]
fn a_search_looks_into_files_that_mention_the_word() {
    let mut logged = Logged::new();
    logged.host.apply(change(&[("/a.pp", "class a { }"), ("/b.pp", "include a"), ("/c.pp", "include c")]));
    let ask = |logged: &Logged| {
        logged.clear();
        let places = logged.host.analysis().run(|snapshot| {
            let file = snapshot.file("/b.pp").expect("a file");
            snapshot.places(&Symbol::Class(Name::new("a")), file).len()
        });
        assert_eq!(places, Ok(2));
        logged.executed()
    };
    ask(&logged);
    logged.host.apply(change(&[("/c.pp", "include d")]));
    expect![[r#"
        parse
        lowered
        item_tree"#]]
    .assert_eq(&ask(&logged));
}

#[test]
fn templates_have_names() {
    let host = host(&[("/e/modules/a/manifests/init.pp", "class a { }"), ("/e/modules/a/templates/x/y.epp", ""), ("/z.epp", "")]);
    let name = |path: &str| host.analysis().run(|snapshot| snapshot.template_name(snapshot.file(path)?)).ok().flatten();
    assert_eq!(name("/e/modules/a/templates/x/y.epp").as_deref(), Some("a/x/y.epp"));
    assert_eq!(name("/z.epp"), None);
}
