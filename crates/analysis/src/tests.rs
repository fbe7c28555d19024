//! Which queries run after which change, and how reads end.

mod candidates;
mod changes;

use std::sync::{Arc, Barrier, Mutex};

use expect_test::{Expect, expect};
use syntax::{Autoload, Dialect, Strict};

use world::MemoryWorld;

use crate::{Analysis, AnalysisHost, Change, Origin, ReadError, Settings};

/// A list of the queries that run, and what writes them into it.
pub(crate) fn log() -> (Arc<Mutex<Vec<String>>>, impl Fn(salsa::Event) + Send + Sync) {
    let executed = Arc::new(Mutex::new(Vec::new()));
    let log = executed.clone();
    let on_event = move |event: salsa::Event| {
        if let salsa::EventKind::WillExecute { database_key } = event.kind {
            // The name of the query alone: identities say nothing to a reader.
            let key = format!("{database_key:?}");
            log.lock().unwrap().push(key.split('(').next().unwrap_or_default().to_string());
        }
    };
    (executed, on_event)
}

/// A host that writes down the queries that it runs.
pub(crate) struct Logged {
    pub(crate) host: AnalysisHost,
    executed: Arc<Mutex<Vec<String>>>,
}

impl Logged {
    pub(crate) fn new() -> Logged {
        let (executed, on_event) = log();
        Logged { host: AnalysisHost::with_events(Arc::new(MemoryWorld::new()), Some(Box::new(on_event))), executed }
    }

    pub(crate) fn clear(&self) {
        self.executed.lock().unwrap().clear();
    }

    /// The queries since then, in their order.
    pub(crate) fn executed(&self) -> String {
        self.executed.lock().unwrap().join("\n")
    }

    #[track_caller]
    fn check_queries(&self, expected: Expect) {
        self.executed.lock().unwrap().clear();
        let problems = |path: &str| {
            self.host.analysis().run(|snapshot| snapshot.file(path).map(|file| snapshot.problems(file).len())).expect("nobody writes")
        };
        problems("/a.pp");
        problems("/b.pp");
        expected.assert_eq(&self.executed.lock().unwrap().join("\n"));
    }
}

fn given(set: impl FnOnce(&mut settings::Layer)) -> Settings {
    let mut layer = settings::Layer::default();
    set(&mut layer);
    Settings::new([Arc::new(layer)])
}

fn text(text: &str) -> Option<Arc<str>> {
    Some(Arc::from(text))
}

fn two_files() -> Logged {
    let mut logged = Logged::new();
    logged.host.apply(Change::new().editor("/a.pp", text("class a { }")).disk("/b.pp", text("class b { }"), Origin::Library));
    logged
}

#[test]
fn every_file_is_read_once() {
    let logged = two_files();
    logged.check_queries(expect![[r#"
        problems
        parse
        tasks_in
        settings_in
        strict_in
        model_of_open
        problems
        parse"#]]);
    logged.check_queries(expect![""]);
}

#[test]
fn an_edit_touches_its_own_file_alone() {
    let mut logged = two_files();
    logged.check_queries(expect![[r#"
        problems
        parse
        tasks_in
        settings_in
        strict_in
        model_of_open
        problems
        parse"#]]);
    logged.host.apply(Change::new().editor("/a.pp", text("class a { $x = 1 }")));
    logged.check_queries(expect![[r#"
        parse
        problems
        model_of_open"#]]);
}

#[test]
fn an_equal_text_is_no_change() {
    let mut logged = two_files();
    logged.check_queries(expect![[r#"
        problems
        parse
        tasks_in
        settings_in
        strict_in
        model_of_open
        problems
        parse"#]]);
    logged.host.apply(Change::new().editor("/a.pp", text("class a { }")).disk("/b.pp", text("class b { }"), Origin::Library));
    logged.check_queries(expect![""]);
}

#[test]
fn the_disk_does_not_count_while_the_document_is_open() {
    let mut logged = two_files();
    logged.check_queries(expect![[r#"
        problems
        parse
        tasks_in
        settings_in
        strict_in
        model_of_open
        problems
        parse"#]]);
    logged.host.apply(Change::new().disk("/a.pp", text("class other { }"), Origin::Local));
    logged.check_queries(expect![""]);
    assert_eq!(logged.host.text("/a.pp"), text("class a { }"));

    logged.host.apply(Change::new().editor("/a.pp", None));
    assert_eq!(logged.host.text("/a.pp"), text("class other { }"));
    logged.host.apply(Change::new().disk("/a.pp", None, Origin::Local));
    assert_eq!(logged.host.text("/a.pp"), None);
}

#[test]
fn strictness_validates_again_without_parsing_again() {
    let mut logged = two_files();
    logged.check_queries(expect![[r#"
        problems
        parse
        tasks_in
        settings_in
        strict_in
        model_of_open
        problems
        parse"#]]);
    logged.host.apply(Change::new().settings(given(|it| it.strict = Some(Strict::Off))));
    logged.check_queries(expect![[r#"
        settings_in
        tasks_in
        strict_in
        problems
        problems"#]]);
}

#[test]
fn a_file_that_is_found_to_lie_in_a_module_is_validated_again() {
    let mut logged = two_files();
    logged.check_queries(expect![[r#"
        problems
        parse
        tasks_in
        settings_in
        strict_in
        model_of_open
        problems
        parse"#]]);
    let place = Autoload { file: "/a.pp".to_string(), namespace: Some("m::a".to_string()) };
    logged.host.apply(Change::new().autoload("/a.pp", Some(place.clone())));
    logged.check_queries(expect!["problems"]);
    logged.host.apply(Change::new().autoload("/a.pp", Some(place)));
    logged.check_queries(expect![""]);
}

#[test]
fn tasks_change_the_grammar() {
    let mut logged = two_files();
    logged.check_queries(expect![[r#"
        problems
        parse
        tasks_in
        settings_in
        strict_in
        model_of_open
        problems
        parse"#]]);
    logged.host.apply(Change::new().settings(given(|it| it.tasks = Some(true))));
    logged.check_queries(expect![[r#"
        settings_in
        tasks_in
        parse
        problems
        strict_in
        model_of_open
        parse
        problems"#]]);
}

#[test]
fn a_write_stops_a_reader() {
    let mut host = AnalysisHost::default();
    host.apply(Change::new().editor("/a.pp", text("class a { }")));
    let analysis = host.analysis();
    let started = Arc::new(Barrier::new(2));
    let reader = std::thread::spawn({
        let started = started.clone();
        move || {
            analysis.run(|snapshot| {
                started.wait();
                loop {
                    snapshot.check_cancelled();
                    std::thread::yield_now();
                }
            })
        }
    });
    started.wait();
    host.apply(Change::new().editor("/a.pp", text("class b { }")));
    let stopped: Result<(), ReadError> = reader.join().unwrap();
    assert_eq!(stopped, Err(ReadError::Modified));
}

#[test]
fn a_reader_can_be_cancelled_alone() {
    let mut host = AnalysisHost::default();
    host.apply(Change::new().editor("/a.pp", text("class a { }")));
    let analysis = host.analysis();
    let canceller = analysis.canceller();
    let stopped = analysis.run(|snapshot| {
        canceller.cancel();
        snapshot.file("/a.pp").map(|file| snapshot.problems(file).len())
    });
    assert_eq!(stopped, Err(ReadError::Cancelled));
    assert!(analysis.run(|snapshot| snapshot.file("/a.pp")).is_ok_and(|file| file.is_some()));
}

#[test]
fn a_text_alone_is_a_workspace() {
    let analysis = Analysis::of_text("/a.epp", Dialect::Epp, None, Arc::from("<% $x = 1 %>"), Settings::default());
    let text = analysis.run(|snapshot| snapshot.file("/a.epp").map(|file| snapshot.text(file)));
    assert_eq!(text, Ok(Some(Arc::from("<% $x = 1 %>"))));
}

/// Of a query that a write has stopped, salsa tells those who wait for it that it has panicked.
#[test]
fn a_reader_that_waits_for_another_is_stopped_by_a_write() {
    let (waits, is_waiting) = std::sync::mpsc::channel();
    let on_event = move |event: salsa::Event| {
        if let salsa::EventKind::WillBlockOn { database_key, .. } = event.kind
            && format!("{database_key:?}").starts_with("evaluate(")
        {
            let _ = waits.send(());
        }
    };
    let mut world = MemoryWorld::new();
    world.add_file("/m/metadata.json", r#"{"name": "a-m"}"#);
    let nested = "Integer[1, 10000].each |$a| { Integer[1, 10000].each |$b| { $c = $a + $b } }";
    world.add_file("/m/manifests/init.pp", format!("class m {{ {nested} }}\n"));
    let mut host = AnalysisHost::with_events(Arc::new(world), Some(Box::new(on_event)));
    let readers: Vec<_> = [host.analysis(), host.analysis()]
        .into_iter()
        .map(|analysis| {
            std::thread::spawn(move || {
                analysis.run(|snapshot| {
                    let file = snapshot.file_of_place("/m/manifests/init.pp").expect("an absolute path");
                    snapshot.evaluations(file, crate::Systems::First).len()
                })
            })
        })
        .collect();
    is_waiting.recv().expect("one waits for the other");
    host.apply(Change::new().editor("/m/manifests/init.pp", text("class m { }")));
    for reader in readers {
        assert_eq!(reader.join().expect("nothing unwinds"), Err(ReadError::Modified));
    }
}
