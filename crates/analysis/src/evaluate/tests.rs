//! Evaluations, and which queries run again after which change.

use std::sync::{Arc, Mutex};

use expect_test::{Expect, expect};
use world::MemoryWorld;

use crate::tests::log;
use crate::{AnalysisHost, Change, File, Origin, Passing, Prefetch, Systems};

struct Site {
    host: AnalysisHost,
    executed: Arc<Mutex<Vec<String>>>,
}

const METADATA: &str = r#"{"name": "a-m", "operatingsystem_support": [
    {"operatingsystem": "Debian", "operatingsystemrelease": ["12"]}, {"operatingsystem": "RedHat", "operatingsystemrelease": ["9"]}]}"#;

impl Site {
    fn new(files: &[(&str, &str)]) -> Site {
        let mut world = MemoryWorld::new();
        for (path, text) in files {
            world.add_file(path, *text);
        }
        let (executed, on_event) = log();
        Site { host: AnalysisHost::with_events(Arc::new(world), Some(Box::new(on_event))), executed }
    }

    /// The errors that are found in a file, with their systems, and the queries that had to run.
    fn look(&self, path: &str) -> (String, String) {
        self.executed.lock().unwrap().clear();
        let found = self.host.analysis().run(|snapshot| {
            let file = snapshot.file_of_place(path).expect("an absolute path");
            let mut lines = Vec::new();
            for evaluation in snapshot.evaluations(file, Systems::All) {
                let systems: Vec<&str> = evaluation.systems.iter().map(|it| &**it).collect();
                for error in &evaluation.evaluated.outcome.errors {
                    lines.push(format!("{}: {}", systems.join(", "), error.full()));
                }
            }
            lines.join("\n")
        });
        let mut executed: Vec<String> = std::mem::take(&mut *self.executed.lock().unwrap());
        executed.sort();
        let mut counted: Vec<String> = Vec::new();
        for group in executed.chunk_by(|a, b| a == b) {
            counted.push(format!("{} x {}", group.len(), group[0]));
        }
        (found.expect("nobody writes"), counted.join("\n"))
    }

    #[track_caller]
    fn check(&self, path: &str, errors: Expect) {
        errors.assert_eq(&self.look(path).0);
    }

    #[track_caller]
    fn check_queries(&self, path: &str, queries: Expect) {
        queries.assert_eq(&self.look(path).1);
    }

    fn edit(&mut self, path: &str, text: &str) {
        self.host.apply(Change::new().editor(path, Some(text.into())));
    }
}

#[test]
fn the_catalog_that_is_applied_is_the_only_one_that_is_kept() {
    let site = Site::new(&[("/w/m/metadata.json", METADATA), ("/w/m/manifests/init.pp", "class m {\n  notify { 'a': }\n}\n")]);
    let stored = site.host.analysis().run(|snapshot| {
        let file = snapshot.file_of_place("/w/m/manifests/init.pp").expect("an absolute path");
        let evaluations = snapshot.evaluations(file, Systems::First);
        let evaluated = &evaluations.first().expect("it is evaluated").evaluated;
        let compiled = evaluated.outcome.catalog.as_ref().expect("it compiles");
        let declared: Vec<String> = evaluated.declared().iter().map(ToString::to_string).collect();
        let all = evaluated.catalog().map_or(0, catalog::Catalog::len);
        (declared.join(" "), all - declared.len(), compiled.catalog.len())
    });
    assert_eq!(stored, Ok(("Stage[main] Class[Settings] Class[main] Class[M] Notify[a]".to_owned(), 7, 0)));
}

#[test]
fn what_was_computed_for_many_files_is_freed_when_the_host_rests() {
    const COUNT: usize = 3 * super::FEW;
    let paths: Vec<String> = (0..COUNT).map(|number| format!("/w/m/manifests/c{number}.pp")).collect();
    let texts: Vec<String> = (0..COUNT).map(|number| format!("class m::c{number} {{ }}\n")).collect();
    let files: Vec<(&str, &str)> = paths.iter().map(String::as_str).zip(texts.iter().map(String::as_str)).collect();
    let mut site = Site::new(&[files.as_slice(), &[("/w/m/metadata.json", METADATA)]].concat());
    let look = |site: &Site| paths.iter().map(|path| site.look(path).1.matches("x evaluate").count()).sum::<usize>();
    assert_eq!(look(&site), COUNT);
    site.host.forget();
    assert_eq!(look(&site), 0);
    site.host.rest();
    let again = look(&site);
    assert!((COUNT - super::FEW..COUNT).contains(&again), "{again}");
    // From then on as many are kept as before.
    site.host.forget();
    assert_eq!(look(&site), 0);
}

#[test]
fn a_file_that_a_query_has_read_before_it_was_told_of_is_listed() {
    let mut site = Site::new(&[
        ("/w/m/metadata.json", METADATA),
        ("/w/m/manifests/init.pp", "class m {\n  include m::a\n}\n"),
        ("/w/m/manifests/a.pp", "class m::a { }\n"),
    ]);
    let files = |site: &Site| -> Vec<String> {
        let paths = |snapshot: crate::Snapshot<'_>| File::all(snapshot.db()).iter().map(|it| snapshot.path(*it).to_string()).collect();
        site.host.analysis().run(paths).expect("nobody writes")
    };
    site.edit("/w/m/manifests/init.pp", "class m {\n  include m::a\n}\n");
    site.look("/w/m/manifests/init.pp");
    assert_eq!(files(&site), ["/w/m/manifests/init.pp"]);
    // As an editor opens it: what it is comes first.
    let change = Change::new().dialect("/w/m/manifests/a.pp", syntax::Dialect::Manifest);
    site.host.apply(change.editor("/w/m/manifests/a.pp", Some("class m::a { }\n".into())));
    assert_eq!(files(&site), ["/w/m/manifests/a.pp", "/w/m/manifests/init.pp"]);
}

#[test]
fn what_was_needed_last_time_is_evaluated_ahead() {
    let mut site =
        Site::new(&[("/w/m/metadata.json", METADATA), ("/w/m/manifests/init.pp", "class m {\n  notify { $facts['os']['family']: }\n}\n")]);
    let path = "/w/m/manifests/init.pp";
    let prefetch = Prefetch::default();
    // How often something had still to be evaluated for whoever asks afterwards, and the systems that are begun with next time.
    let look = |site: &Site| {
        let run = site.host.analysis().run(|snapshot| {
            let file = snapshot.file_of_place(path).expect("an absolute path");
            snapshot.evaluate_ahead(file, &prefetch);
            site.executed.lock().unwrap().clear();
            snapshot.evaluations(file, Systems::All);
        });
        run.expect("nobody writes");
        let count = site.executed.lock().unwrap().iter().filter(|it| *it == "evaluate").count();
        (count, prefetch.needed(path).iter().map(|it| it.1).collect::<Vec<_>>())
    };
    assert_eq!(look(&site), (0, vec![0, 1]));
    // Now it is the same on all systems: what was expected was too much, and changes nothing.
    site.edit(path, "class m {\n  notify { 'a': }\n}\n");
    assert_eq!(look(&site), (0, vec![0]));
    site.edit(path, "class m {\n  notify { $facts['os']['name']: }\n}\n");
    assert_eq!(look(&site), (0, vec![0, 1]));
}

#[test]
fn what_can_be_read_of_a_torn_text_is_evaluated_first() {
    let mut site = Site::new(&[("/w/m/metadata.json", METADATA), ("/w/m/manifests/init.pp", "class m {\n  notify { 'a': }\n}\n")]);
    let path = "/w/m/manifests/init.pp";
    let prefetch = Prefetch::default();
    // Evaluations in advance, and those that a reader still had to wait for.
    let look = |site: &Site| {
        let run = site.host.analysis().run(|snapshot| {
            let file = snapshot.file_of_place(path).expect("an absolute path");
            let executed = || {
                let executed = std::mem::take(&mut *site.executed.lock().unwrap());
                executed.into_iter().filter(|it| it.starts_with("evaluate")).collect::<Vec<_>>()
            };
            executed();
            snapshot.evaluate_ahead(file, &prefetch);
            let before = executed();
            snapshot.evaluations_to_read(file, Systems::First);
            (before, executed())
        });
        run.expect("nobody writes")
    };
    let (sound, torn) = ("class m {\n  notify { 'b': }\n}\n", "class m {\n  notify { 'b': }\n  service { 's': ensure => }\n}\n");
    let strings = |all: &[&str]| all.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
    site.edit(path, torn);
    // Of a file that was just opened it is guessed.
    assert_eq!(look(&site), (strings(&["evaluate_torn", "evaluate"]), Vec::new()));
    site.edit(path, &torn.replace("'b'", "'c'"));
    assert_eq!(look(&site), (strings(&["evaluate_torn", "evaluate"]), Vec::new()));
    site.edit(path, sound);
    assert_eq!(look(&site), (strings(&["evaluate"]), Vec::new()));
    // It was not torn before.
    site.edit(path, torn);
    assert_eq!(look(&site), (strings(&["evaluate", "evaluate_torn"]), Vec::new()));
    site.edit(path, &torn.replace("'b'", "'c'"));
    assert_eq!(look(&site).0, strings(&["evaluate_torn", "evaluate"]));
}

#[test]
fn what_is_evaluated_in_passing_is_shared_and_not_kept() {
    let mut site = Site::new(&[
        ("/w/m/metadata.json", METADATA),
        ("/w/m/manifests/init.pp", "class m {\n  include m::a\n  include m::b\n}\n"),
        ("/w/m/manifests/a.pp", "class m::a { }\n"),
        ("/w/m/manifests/b.pp", "class m::b { }\n"),
    ]);
    let paths = ["/w/m/manifests/a.pp", "/w/m/manifests/b.pp"];
    let pass = |site: &Site| {
        let passing = Passing::new();
        let counts = paths.map(|path| {
            let count = site.host.analysis().run(|snapshot| {
                let file = snapshot.file_of_place(path).expect("an absolute path");
                snapshot.passing(&passing).evaluations(file, Systems::First).len()
            });
            (count.expect("nothing changes"), passing.count())
        });
        let executed = std::mem::take(&mut *site.executed.lock().unwrap());
        (counts, executed.iter().any(|it| it == "evaluate"))
    };
    // Both are part of what the module's own class comes to.
    assert_eq!(pass(&site), ([(1, 1), (1, 1)], false));
    assert_eq!(pass(&site), ([(1, 1), (1, 1)], false));
    // It is of no use to whoever keeps what he asks for, and sees what has changed.
    assert!(site.look(paths[0]).1.lines().any(|it| it == "1 x evaluate"));
    site.edit("/w/m/manifests/init.pp", "class m {\n  include m::a\n}\n");
    assert_eq!(pass(&site), ([(1, 1), (1, 2)], false));
}

#[test]
fn a_module_is_looked_at_on_its_systems() {
    let site = Site::new(&[
        ("/w/m/metadata.json", METADATA),
        ("/w/m/manifests/init.pp", "class m {\n  if $facts['os']['family'] == 'RedHat' { include m::nosuch }\n  include m::inner\n}\n"),
        ("/w/m/manifests/inner.pp", "class m::inner {\n  notify { $m::nothing: }\n}\n"),
    ]);
    site.check("/w/m/manifests/init.pp", expect![[r#"
        Debian 12: Evaluation Error: Unknown variable: 'm::nothing'. (file: /w/m/manifests/inner.pp, line: 2, column: 12)
        RedHat 9: Evaluation Error: Error while evaluating a Function Call, Could not find class ::m::nosuch for node.example.com (file: /w/m/manifests/init.pp, line: 2, column: 43)
        RedHat 9: Evaluation Error: Unknown variable: 'm::nothing'. (file: /w/m/manifests/inner.pp, line: 2, column: 12)"#]]);
    site.check("/w/m/manifests/inner.pp", expect![[r#"
        Debian 12: Evaluation Error: Unknown variable: 'm::nothing'. (file: /w/m/manifests/inner.pp, line: 2, column: 12)
        RedHat 9: Evaluation Error: Error while evaluating a Function Call, Could not find class ::m::nosuch for node.example.com (file: /w/m/manifests/init.pp, line: 2, column: 43)
        RedHat 9: Evaluation Error: Unknown variable: 'm::nothing'. (file: /w/m/manifests/inner.pp, line: 2, column: 12)"#]]);
}

/// How many evaluations show that all nodes of a site have the mistake of a class that they share.
fn evaluations_of_mistake(nodes: usize, mistake: &str) -> usize {
    let nodes: String = (0..nodes).map(|it| format!("node 'n{it}.example.com' {{ include base notify {{ 'n{it}': }} }}\n")).collect();
    let base = format!("class base {{\n  notify {{ $facts['os']['name']: message => {mistake} }}\n}}\n");
    let path = "/e/modules/base/manifests/init.pp";
    let mut site = Site::new(&[("/e/environment.conf", ""), ("/e/manifests/site.pp", &nodes), (path, &base)]);
    // The class is the site's own: only what such a file leads to is reported elsewhere.
    site.host.apply(Change::new().disk(path, Some(base.into()), Origin::Local));
    let passing = Passing::new();
    let all_fail = site.host.analysis().run(|snapshot| {
        let file = snapshot.file_of_place(path).expect("an absolute path");
        let evaluations = snapshot.passing(&passing).evaluations_of_all_nodes(file);
        evaluations.iter().all(|it| !it.evaluated.outcome.errors.is_empty())
    });
    assert_eq!(all_fail, Ok(true));
    passing.count()
}

/// Hundreds of nodes share a base class, whose mistake is shown to hold on every guessed system once: with the facts that all have.
#[test]
fn a_mistake_that_depends_on_no_fact_takes_two_more_evaluations() {
    // Most mistakes are not on the second system, which is evaluated before.
    assert_eq!(evaluations_of_mistake(1, "$base::nothing"), 1 + 2);
    assert_eq!(evaluations_of_mistake(8, "$base::nothing"), 8 + 2);
}

#[test]
fn a_mistake_that_depends_on_facts_is_confirmed_on_each_system_once() {
    // The name of no system is a number.
    let mistake = "Integer($facts['os']['name'])";
    let systems = evaluations_of_mistake(1, mistake) - 1;
    assert!(systems > 5, "{systems}");
    assert_eq!(evaluations_of_mistake(8, mistake), systems + 1 + 7);
}

/// How many evaluations the main manifest of a site takes whose nodes are of two roles, in turn. Some have data of their own.
fn evaluations_of_site(nodes: usize, with_data: &[usize]) -> usize {
    let site: String = (0..nodes).map(|it| format!("node /^n{it}$/ {{ notify {{ 'role {}': }} }}\n", it % 2)).collect();
    let mut files = vec![
        ("/e/environment.conf".to_owned(), String::new()),
        ("/e/hiera.yaml".to_owned(), "version: 5\nhierarchy: [{name: n, path: 'nodes/%{trusted.certname}.yaml'}]\n".to_owned()),
        ("/e/manifests/site.pp".to_owned(), site),
    ];
    files.extend(with_data.iter().map(|it| (format!("/e/data/nodes/n{it}.yaml"), "key: 1\n".to_owned())));
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (&**path, &**text)).collect();
    let site = Site::new(&files);
    let passing = Passing::new();
    let found = site.host.analysis().run(|snapshot| {
        let file = snapshot.file_of_place("/e/manifests/site.pp").expect("an absolute path");
        snapshot.passing(&passing).evaluations_of_all_nodes(file).len()
    });
    assert_eq!(found, Ok(passing.count()));
    passing.count()
}

#[test]
fn a_site_of_many_nodes_is_judged_on_those_that_differ() {
    assert_eq!(evaluations_of_site(8, &[]), 8);
    assert_eq!(evaluations_of_site(300, &[]), 2);
    // Data of its own may be wrong for a node whatever it shares with others; the first node is judged anyway.
    assert_eq!(evaluations_of_site(300, &[0, 17, 250]), 2 + 2);
}

/// An agent adds the same everywhere, and facts that differ from machine to machine are unknown.
#[test]
fn systems_that_agree_share_an_evaluation() {
    let text = "class m {\n  notify { \"${facts['clientversion']} ${facts['networking']['fqdn']} ${facts['clientcert']}\": }\n  notice $m::nothing\n}\n";
    let site = Site::new(&[("/w/m/metadata.json", METADATA), ("/w/m/manifests/init.pp", text)]);
    let (errors, queries) = site.look("/w/m/manifests/init.pp");
    expect!["Debian 12, RedHat 9: Evaluation Error: Unknown variable: 'm::nothing'. (file: /w/m/manifests/init.pp, line: 3, column: 10)"]
        .assert_eq(&errors);
    assert!(queries.lines().any(|it| it == "1 x evaluate"), "{queries}");
}

#[test]
fn an_edit_evaluates_what_reaches_it() {
    let mut site = Site::new(&[
        ("/w/m/metadata.json", METADATA),
        ("/w/m/manifests/init.pp", "class m {\n  include m::inner\n}\n"),
        ("/w/m/manifests/inner.pp", "class m::inner {\n  notify { 'a': }\n}\n"),
        ("/w/m/manifests/other.pp", "define m::other {\n  notify { $title: }\n}\n"),
    ]);
    site.check_queries(
        "/w/m/manifests/inner.pp",
        expect![[r#"
            1 x declarers_in
            1 x environment_of
            1 x evaluate
            1 x facts_of_modules
            1 x facts_of_systems
            1 x lacks_dependencies
            1 x main_manifests
            1 x names_are_open
            3 x native_type
            3 x outline
            3 x program
            1 x root
            1 x settings_in
            1 x site_of
            1 x strict_in
            1 x strict_variables_in
            1 x subjects
            1 x systems
            1 x tasks_in"#]],
    );
    site.check_queries("/w/m/manifests/inner.pp", expect![[""]]);
    // A document that is opened is one that changes, from then on.
    site.edit("/w/m/manifests/inner.pp", "class m::inner {\n  notify { 'a': }\n}\n");
    site.check_queries(
        "/w/m/manifests/other.pp",
        expect![[r#"
            1 x declarers_in
            1 x evaluate
            1 x model_of_open
            1 x outline
            1 x parse
            1 x program
            1 x root
            1 x settings_in
            1 x strict_in
            1 x subjects
            1 x tasks_in"#]],
    );
    site.look("/w/m/manifests/inner.pp");
    site.edit("/w/m/manifests/inner.pp", "class m::inner {\n  notify { 'b': }\n}\n");
    site.check_queries(
        "/w/m/manifests/inner.pp",
        expect![[r#"
            1 x evaluate
            1 x model_of_open
            1 x outline
            1 x parse
            1 x program"#]],
    );
    // What never reaches the edited file is not evaluated again.
    site.edit("/w/m/manifests/inner.pp", "class m::inner {\n  notify { 'c': }\n}\n");
    site.check_queries(
        "/w/m/manifests/other.pp",
        expect![[r#"
            1 x model_of_open
            1 x outline
            1 x parse
            1 x program"#]],
    );
}

#[test]
fn a_document_that_is_open_is_validated_once_for_the_editor_and_for_evaluations() {
    let path = "/w/m/manifests/init.pp";
    let mut site = Site::new(&[("/w/m/metadata.json", METADATA), (path, "class m { }\n")]);
    // As the server reports it.
    let autoload = syntax::Autoload { file: path.to_owned(), namespace: Some("m".to_owned()) };
    site.host.apply(Change::new().autoload(path, Some(autoload)).editor(path, Some("class m { notice($x) }\n".into())));
    let (errors, queries) = site.look(path);
    assert!(errors.contains("Unknown variable: 'x'"), "{errors}");
    assert!(queries.contains("1 x problems"), "{queries}");
}

#[test]
fn a_file_that_comes_is_found() {
    let mut site = Site::new(&[("/w/m/metadata.json", METADATA), ("/w/m/manifests/init.pp", "class m {\n  include m::later\n}\n")]);
    site.check("/w/m/manifests/init.pp", expect!["Debian 12, RedHat 9: Evaluation Error: Error while evaluating a Function Call, Could not find class ::m::later for node.example.com (file: /w/m/manifests/init.pp, line: 2, column: 3)"]);
    site.edit("/w/m/manifests/later.pp", "class m::later { }\n");
    site.check("/w/m/manifests/init.pp", expect![[""]]);
}

/// A site does not list its machines: a finding of only some guessed ones is not reported, so one sound machine is enough.
#[test]
fn a_sound_node_is_evaluated_once() {
    let site = Site::new(&[("/e/environment.conf", ""), ("/e/manifests/site.pp", "node a { notify { $facts['os']['name']: } }\n")]);
    let (errors, queries) = site.look("/e/manifests/site.pp");
    assert_eq!(errors, "");
    assert!(queries.lines().any(|it| it == "1 x evaluate"), "{queries}");
}

/// A call of `fail` that may never be made is reported on no system, so the others need not be asked about it.
#[test]
fn a_guard_under_an_unknown_condition_needs_one_system() {
    let role =
        |body: &str| format!("class role::web {{\n  notify {{ $facts['os']['name']: }}\n  if $facts['kind'] == 'x' {{ {body} }}\n}}\n");
    let count = |body: &str| {
        let role = role(body);
        let path = "/e/modules/role/manifests/web.pp";
        let site = Site::new(&[("/e/environment.conf", ""), ("/e/manifests/site.pp", "node default { }\n"), (path, &role)]);
        let ask = |snapshot: crate::Snapshot<'_>| snapshot.evaluations_of_all_nodes(snapshot.file_of_place(path).expect("a path")).len();
        site.host.analysis().run(ask)
    };
    assert_eq!(count("fail('not x')"), Ok(1));
    // Misspelled names are reported wherever they stand.
    assert_eq!(count("notify { $nothing: }"), Ok(11));
}

/// An error in a file is reported there with all its reasons; its users' files add nothing.
#[test]
fn what_is_wrong_elsewhere_is_not_looked_at_on_each_system() {
    let wrong = [
        "notify { $m::nothing: }",
        "notify { 'a': require => Notify['gone'] }",
        "notify { 'a': require => Notify['b'] }\nnotify { 'b': require => Notify['a'] }",
    ];
    for statement in wrong {
        let inner = &*format!("class m {{\n{statement}\n}}\n");
        let mut site = Site::new(&[
            ("/e/environment.conf", ""),
            ("/e/manifests/site.pp", "node default { }\n"),
            ("/e/modules/m/manifests/init.pp", inner),
            ("/e/modules/role/manifests/web.pp", "class role::web {\n  include m\n  notify { $facts['os']['name']: }\n}\n"),
        ]);
        // It can be fixed where it is: an installed module is reported where one's own text leads there.
        site.host.apply(Change::new().disk("/e/modules/m/manifests/init.pp", Some(inner.into()), Origin::Local));
        let count = |ask: &dyn Fn(crate::Snapshot<'_>, File) -> Vec<crate::Evaluation>| {
            let path = "/e/modules/role/manifests/web.pp";
            site.host.analysis().run(|snapshot| ask(snapshot, snapshot.file_of_place(path).expect("a path")).len())
        };
        assert_eq!(count(&|snapshot, file| snapshot.evaluations_of_all_nodes(file)), Ok(1), "{statement}");
        // Who shows what is known may find a system on which all is well.
        assert_eq!(count(&|snapshot, file| snapshot.evaluations(file, Systems::All)), Ok(11), "{statement}");
    }
}

/// By itself nothing is known of its parameters; where it is declared they are.
#[test]
fn a_defined_type_is_looked_at_from_where_it_is_declared_too() {
    let site = Site::new(&[
        ("/w/m/metadata.json", METADATA),
        ("/w/m/manifests/init.pp", "class m {\n  m::port { 'web': number => 80 }\n}\n"),
        ("/w/m/manifests/port.pp", "define m::port($number) {\n  notify { regsubst($number, '8', '9'): }\n}\n"),
    ]);
    site.check("/w/m/manifests/port.pp", expect!["Debian 12, RedHat 9: Evaluation Error: Error while evaluating a Resource Statement, Evaluation Error: Error while evaluating a Function Call, 'regsubst' parameter 'target' expects a value of type Array or String, got Integer (file: /w/m/manifests/port.pp, line: 2, column: 12) (file: /w/m/manifests/init.pp, line: 2)"]);
}

/// A class that a node includes by a computed name is seen once the node is evaluated.
#[test]
fn a_class_of_a_made_up_name_is_looked_at_from_the_node_that_has_it() {
    let site = Site::new(&[
        ("/e/environment.conf", ""),
        ("/e/manifests/site.pp", "node a { class { 'm': port => 80 } }\n"),
        ("/e/modules/m/manifests/init.pp", "class m($port) {\n  $kind = 'inner'\n  include \"m::${kind}\"\n}\n"),
        ("/e/modules/m/manifests/inner.pp", "class m::inner {\n  notify { $m::port + $m::nothing: }\n}\n"),
    ]);
    site.check("/e/modules/m/manifests/inner.pp", expect!["RedHat 9, Debian 12, Ubuntu 24.04, SLES 15, Archlinux, Gentoo, FreeBSD 14, OpenBSD 7, Solaris 11, Darwin 20, windows 2022: Evaluation Error: Unknown variable: 'm::nothing'. (file: /e/modules/m/manifests/inner.pp, line: 2, column: 23)"]);
}

/// Hints in the text need few evaluations, too.
#[test]
fn the_first_answer_about_many_nodes_is_of_some_of_them() {
    let nodes: String = (0..100).map(|it| format!("node n{it} {{ notify {{ 'a{it}': }} }}\n")).collect();
    let site = Site::new(&[("/e/environment.conf", ""), ("/e/manifests/site.pp", &nodes)]);
    let ask = |ask: &dyn Fn(crate::Snapshot<'_>, crate::File) -> usize| {
        site.executed.lock().unwrap().clear();
        let count = site.host.analysis().run(|snapshot| ask(snapshot, snapshot.file_of_place("/e/manifests/site.pp").expect("a path")));
        (count.expect("nobody writes"), site.executed.lock().unwrap().iter().filter(|it| *it == "evaluate").count())
    };
    assert_eq!(ask(&|snapshot, file| snapshot.watched(file, 4).len()), (4, 4));
    assert_eq!(ask(&|snapshot, file| snapshot.evaluations(file, Systems::First).len()), (32, 28));
    assert_eq!(ask(&|snapshot, file| snapshot.evaluations(file, Systems::All).len()), (100, 68));
}

/// Whoever shows the values of an open document asks for nothing that its findings have not asked for.
#[test]
fn what_is_open_is_evaluated_with_its_values() {
    let text = "class m {\n  $a = 1 + 2\n}\n";
    let mut site = Site::new(&[("/w/m/metadata.json", METADATA), ("/w/m/manifests/init.pp", text)]);
    site.edit("/w/m/manifests/init.pp", text);
    site.look("/w/m/manifests/init.pp");
    site.executed.lock().unwrap().clear();
    let seen = site.host.analysis().run(|snapshot| {
        let watches = snapshot.watched(snapshot.file("/w/m/manifests/init.pp")?, 4);
        let at = syntax::TextRange::new(17.into(), 22.into());
        watches.first()?.at(at).map(|it| it.values.clone())
    });
    assert_eq!(seen, Ok(Some(vec![values::Value::Integer(3)])));
    assert_eq!(*site.executed.lock().unwrap(), [""; 0]);
}

#[test]
fn a_class_is_judged_from_nodes_that_differ() {
    let nodes = "node 'a', 'b' { include m }\nnode 'c' { include m }\nnode 'd' { class { 'm': p => 2 } }\nnode /x(?=y)/ { class { 'm': p => 3 } }\n";
    let site = Site::new(&[
        ("/e/environment.conf", ""),
        ("/e/manifests/site.pp", nodes),
        ("/e/modules/m/manifests/init.pp", "class m ($p = 1) { notify { \"${p}\": } }\n"),
    ]);
    let starts = site.host.analysis().run(|snapshot| {
        let file = snapshot.file_of_place("/e/modules/m/manifests/init.pp").expect("an absolute path");
        let starts = |all: Vec<crate::Evaluation>| all.into_iter().map(|it| format!("{:?}", it.start)).collect::<Vec<_>>().join(" ");
        (starts(snapshot.evaluations(file, Systems::All)), starts(snapshot.evaluations_of_all_nodes(file)))
    });
    let (one, each) = starts.expect("nobody writes");
    assert_eq!(one, r#"Node(Name("a"))"#);
    assert_eq!(each, r#"Node(Name("a")) Node(Name("d"))"#);
}
