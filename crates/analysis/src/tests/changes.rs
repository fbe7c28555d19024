//! Which files are read and which entries are evaluated again after a change of the workspace, when each of its files is analysed.

use std::sync::{Arc, Mutex};

use expect_test::{Expect, expect};
use world::MemoryWorld;

use super::log;
use crate::{AnalysisHost, Change, Systems};

/// Watched queries: parsed texts, programs, and evaluations. The others follow from these, or are small.
const WATCHED: [&str; 3] = ["parse", "program", "evaluate"];

const METADATA: &str = r#"{"name": "a-m", "operatingsystem_support": [{"operatingsystem": "Debian", "operatingsystemrelease": ["12"]}]}"#;

/// An environment with a module `web` that uses `base`, both with data, and one that nobody uses.
struct Environment {
    host: AnalysisHost,
    executed: Arc<Mutex<Vec<String>>>,
}

const BASE: &str = "/e/modules/base/manifests/init.pp";
const WEB: &str = "/e/modules/web/manifests/init.pp";
const ALONE: &str = "/e/modules/alone/manifests/init.pp";
const DATA: &str = "/e/data/common.yaml";

const FILES: [(&str, &str); 9] = [
    ("/e/environment.conf", ""),
    ("/e/hiera.yaml", "version: 5\n"),
    (DATA, "web::port: 80\n"),
    (BASE, "class base {\n  notify { 'base': }\n}\n"),
    (WEB, "class web(Integer $port) {\n  include base\n  include web::later\n}\n"),
    (ALONE, "class alone {\n  notify { 'alone': }\n}\n"),
    ("/e/modules/base/metadata.json", METADATA),
    ("/e/modules/web/metadata.json", METADATA),
    ("/e/modules/alone/metadata.json", METADATA),
];

impl Environment {
    /// With its documents open, and everything analysed once.
    fn new() -> Environment {
        let mut world = MemoryWorld::new();
        for (path, text) in FILES {
            world.add_file(path, text);
        }
        let (executed, on_event) = log();
        let mut environment = Environment { host: AnalysisHost::with_events(Arc::new(world), Some(Box::new(on_event))), executed };
        for (path, text) in FILES.iter().filter(|it| it.0.ends_with(".pp") || it.0 == DATA) {
            environment.edit(path, text);
        }
        environment.look();
        environment
    }

    fn edit(&mut self, path: &str, text: &str) {
        self.host.apply(Change::new().editor(path, Some(text.into())));
    }

    /// Queries that ran for each file in turn, and its number of errors.
    fn look(&self) -> String {
        let mut out = String::new();
        for (name, path) in [("base", BASE), ("web", WEB), ("alone", ALONE)] {
            self.executed.lock().unwrap().clear();
            let errors = self.host.analysis().run(|snapshot| {
                let file = snapshot.file_of_place(path).expect("an absolute path");
                let found = snapshot.evaluations(file, Systems::All);
                found
                    .iter()
                    .flat_map(|it| &it.evaluated.outcome.errors)
                    .map(|it| it.full())
                    .collect::<std::collections::BTreeSet<_>>()
                    .len()
            });
            let executed = std::mem::take(&mut *self.executed.lock().unwrap());
            let count = |query: &str| executed.iter().filter(|it| *it == query).count();
            let ran: Vec<String> =
                WATCHED.iter().map(|it| (it, count(it))).filter(|it| it.1 > 0).map(|(query, count)| format!("{count} x {query}")).collect();
            let ran = if ran.is_empty() { "nothing".to_owned() } else { ran.join(", ") };
            out.push_str(&format!("{name}: {ran}; {} errors\n", errors.expect("nobody writes")));
        }
        out
    }

    #[track_caller]
    fn check(&self, expected: Expect) {
        expected.assert_eq(&self.look());
    }
}

#[test]
fn nothing_runs_where_nothing_has_changed() {
    Environment::new().check(expect![[r#"
        base: nothing; 0 errors
        web: nothing; 1 errors
        alone: nothing; 0 errors
    "#]]);
}

#[test]
fn a_class_that_comes_is_read_by_those_who_use_it() {
    let mut environment = Environment::new();
    environment.edit("/e/modules/web/manifests/later.pp", "class web::later { }\n");
    environment.check(expect![[r#"
        base: nothing; 0 errors
        web: 1 x parse, 2 x program, 1 x evaluate; 0 errors
        alone: nothing; 0 errors
    "#]]);
    // One that nobody uses comes into a folder that its module is read from, and changes nothing elsewhere.
    environment.edit("/e/modules/web/manifests/other.pp", "class web::other { }\n");
    environment.check(expect![[r#"
        base: nothing; 0 errors
        web: 1 x parse, 3 x program, 1 x evaluate; 0 errors
        alone: nothing; 0 errors
    "#]]);
}

#[test]
fn a_class_with_another_name_is_missed_by_those_who_use_it() {
    let mut environment = Environment::new();
    environment.edit(BASE, "class basis {\n  notify { 'base': }\n}\n");
    environment.check(expect![[r#"
        base: 1 x parse, 1 x program; 0 errors
        web: 1 x evaluate; 2 errors
        alone: nothing; 0 errors
    "#]]);
}

#[test]
fn data_are_read_by_those_who_have_their_parameters_from_them() {
    let mut environment = Environment::new();
    environment.edit(DATA, "web::port: none\n");
    environment.check(expect![[r#"
        base: nothing; 0 errors
        web: 1 x evaluate; 2 errors
        alone: nothing; 0 errors
    "#]]);
}

#[test]
fn a_module_is_evaluated_where_it_is_used() {
    let mut environment = Environment::new();
    environment.edit(BASE, "class base {\n  notify { 'other': }\n}\n");
    environment.check(expect![[r#"
        base: 1 x parse, 1 x program, 1 x evaluate; 0 errors
        web: 1 x evaluate; 1 errors
        alone: nothing; 0 errors
    "#]]);
    environment.edit(ALONE, "class alone {\n  notify { 'other': }\n}\n");
    environment.check(expect![[r#"
        base: nothing; 0 errors
        web: nothing; 1 errors
        alone: 1 x parse, 1 x program, 1 x evaluate; 0 errors
    "#]]);
}

#[test]
fn what_is_no_code_reaches_nobody_who_uses_the_module() {
    let mut environment = Environment::new();
    environment.edit("/e/modules/base/README.md", "# Base\n");
    environment.check(expect![[r#"
        base: 1 x evaluate; 0 errors
        web: nothing; 1 errors
        alone: nothing; 0 errors
    "#]]);
}
