//! A Ruby of our own answers: what is asked, in which order, and what becomes of a process that is gone.

use catalog::Catalog;
use catalog::puppet::Source;
use catalog::puppet::{NoTypes, from_json, relationship_graph};
use machine::memory::Memory;
use machine::ruby::{Channel, Launch, RubyError};
use providers::ProviderError;
use providers::bridge::{Bridge, Setup, Shared, WithRuby, locked};
use serde_json::Value as Json;

use std::time::Duration;

use super::*;

/// Answer of a test's Ruby to a request, or how it ends.
type Says = fn(&Json) -> Result<Json, RubyError>;

#[derive(Clone)]
struct Fake {
    says: Says,
    /// Every request that ever came, shortened.
    heard: Arc<Mutex<Vec<String>>>,
}

struct Line {
    fake: Fake,
    waiting: Vec<Result<String, RubyError>>,
}

impl Launch for Fake {
    fn start(&mut self) -> Result<Box<dyn Channel>, RubyError> {
        Ok(Box::new(Line { fake: self.clone(), waiting: Vec::new() }))
    }
}

impl Channel for Line {
    fn send(&mut self, line: String) {
        let request: Json = serde_json::from_str(&line).unwrap();
        let text = |name: &str| request[name].as_str().map(|it| format!(" {it}")).unwrap_or_default();
        let reference = request["resource"]["ref"].as_str().map(|it| format!(" {it}")).unwrap_or_default();
        let short = format!("{}{reference}{}{}", request["do"].as_str().unwrap(), text("ref"), text("property"));
        self.fake.heard.lock().unwrap().push(short);
        self.waiting.push((self.fake.says)(&request).map(|it| it.to_string()));
        // It first reports what it does.
        if request["do"] == "set" {
            let log = json!({ "log": { "level": "notice", "source": "Puppet", "message": "setting, with hush-hush", "tags": [] } });
            self.waiting.push(Ok(log.to_string()));
        }
    }

    fn receive(&mut self, _patience: Duration) -> Result<String, RubyError> {
        self.waiting.pop().unwrap_or(Err(RubyError::TimedOut))
    }
}

/// A Ruby without any troubles: `size` of every resource is 1, and nobody knows what it is after that.
fn calm(request: &Json) -> Result<Json, RubyError> {
    let should = [json!({ "name": "size", "should": 2, "sensitive": false })];
    Ok(json!({ "ok": match request["do"].as_str().unwrap() {
        "kind" => json!({ "known": true, "refreshes": true, "generates": false }),
        "add" => json!({ "provider": "fake", "properties": should }),
        "suitable" => json!({ "suitable": true, "provider": "fake" }),
        "retrieve" => json!({ "values": [["size", 1]], "present": true, "properties": should, "provider": "fake" }),
        "insync" => json!({ "insync": false, "event": "size_changed", "is": "1", "should": "2" }),
        "set" | "change" => json!({ "change": "size grew" }),
        "relations" => json!([["require", "File", "/a"]]),
        _ => json!({}),
    } }))
}

struct CapturedLines(Vec<String>);

impl Sink for CapturedLines {
    fn least(&self) -> Level {
        Level::Info
    }

    fn record(&mut self, record: Record) {
        self.0.push(format!("{}: {}: {}", record.level.title(), record.source, record.message));
    }
}

impl Observer for CapturedLines {}

fn catalog(resources: Json) -> Catalog {
    let mut all = vec![json!({ "type": "Class", "title": "main", "tags": ["class"] })];
    let mut edges = Vec::new();
    for mut resource in resources.as_array().unwrap().clone() {
        let name = format!("{}[{}]", resource["type"].as_str().unwrap(), resource["title"].as_str().unwrap());
        resource["kind"] = json!("compilable_type");
        edges.push(json!({ "source": "Class[main]", "target": name }));
        all.push(resource);
    }
    let whole = json!({ "name": "n", "environment": "production", "version": 1, "classes": [], "resources": all, "edges": edges });
    from_json(&whole.to_string()).unwrap()
}

fn bridge(says: Says) -> (Bridge, Arc<Mutex<Vec<String>>>) {
    let heard = Arc::default();
    let setup = Setup { patience: Duration::from_secs(7), ..Setup::default() };
    (Bridge::new(Box::new(Fake { says, heard: Arc::clone(&heard) }), setup), heard)
}

/// Messages of a run, and requests to Ruby.
fn applied(says: Says, noop: bool, resources: Json) -> (Vec<String>, Vec<String>) {
    let (mut bridge, heard) = bridge(says);
    bridge.noop(noop);
    let shared: Shared = Arc::new(Mutex::new(bridge));
    let catalog = catalog(resources);
    locked(&shared).prepare(&catalog, &mut |_| ());
    let (graph, _) = relationship_graph(&catalog, &NoTypes);
    let (mut memory, mut captured, mut state) = (Memory::default(), CapturedLines(Vec::new()), State::default());
    let (options, types) = (
        Options { common: providers::Options { noop, ..providers::Options::default() }, ..Options::default() },
        WithRuby::new(shared.clone()),
    );
    Transaction::new(&catalog, &graph, &options, &types, &mut memory, &mut captured, &mut state).run();
    locked(&shared).finish(&mut |_| ());
    let heard = heard.lock().unwrap().clone();
    (captured.0, heard)
}

fn boxes() -> Json {
    json!([
        { "type": "Box", "title": "a", "parameters": { "size": 2 } },
        { "type": "Box", "title": "b", "parameters": { "size": 2 } },
    ])
}

#[test]
fn a_resource_is_looked_at_compared_and_set() {
    let one = json!([
        { "type": "Box", "title": "a", "parameters": { "size": 2, "notify": "Box[b]" } },
        { "type": "Box", "title": "b", "parameters": { "size": 2 } },
    ]);
    let (log, heard) = applied(calm, false, one);
    assert_eq!(
        log,
        [
            "Notice: Puppet: setting, with hush-hush",
            "Notice: /Main/Box[a]/size: size grew",
            "Info: /Main/Box[a]: Scheduling refresh of Box[b]",
            "Notice: Puppet: setting, with hush-hush",
            "Notice: /Main/Box[b]/size: size grew",
            "Notice: /Main/Box[b]: Triggered 'refresh' from 1 event",
        ]
    );
    let of_b: Vec<&str> = heard.iter().filter(|it| it.contains("Box[b]")).map(String::as_str).collect();
    assert_eq!(
        of_b,
        [
            "add Box[b]",
            "relations Box[b]",
            "suitable Box[b]",
            "turn Box[b]",
            "retrieve Box[b]",
            "insync Box[b] size",
            "set Box[b] size",
            "flush Box[b]",
            "refresh Box[b]"
        ]
    );
}

#[test]
fn nothing_is_set_where_nothing_is_to_be_changed() {
    let (log, heard) = applied(calm, true, boxes());
    assert!(log.contains(&"Notice: /Main/Box[a]/size: size grew (noop)".to_owned()), "{log:?}");
    assert!(!heard.iter().any(|it| ["set", "flush", "refresh"].iter().any(|verb| it.starts_with(verb))), "{heard:?}");
}

#[test]
fn a_process_that_ends_fails_its_resource_alone() {
    let (log, heard) = applied(
        |it| if it["do"] == "set" && it["ref"] == "Box[a]" { Err(RubyError::Ended("exit code 3".to_owned())) } else { calm(it) },
        false,
        boxes(),
    );
    let reason = "The Ruby process ended while it worked for Box[a] (set of size): exit code 3";
    assert!(log.contains(&format!("Error: /Main/Box[a]/size: change from 1 to 2 failed: {reason}")), "{log:?}");
    assert!(log.contains(&"Notice: /Main/Box[b]/size: size grew".to_owned()), "{log:?}");
    // The next one knows all of them again.
    let begins: Vec<usize> = heard.iter().enumerate().filter(|it| *it.1 == "begin").map(|it| it.0).collect();
    assert_eq!(begins.len(), 2);
    assert_eq!(heard[begins[1] + 1..begins[1] + 3], ["add Box[a]", "add Box[b]"]);
}

#[test]
fn one_that_does_not_answer_fails_its_resource_alone() {
    let (log, _) =
        applied(|it| if it["do"] == "retrieve" && it["ref"] == "Box[a]" { Err(RubyError::TimedOut) } else { calm(it) }, false, boxes());
    let reason = "The Ruby process did not answer for Box[a] (retrieve) within 7 seconds, and was ended";
    assert!(log.contains(&format!("Error: /Main/Box[a]: Could not evaluate: {reason}")), "{log:?}");
    assert!(log.contains(&"Notice: /Main/Box[b]/size: size grew".to_owned()), "{log:?}");
}

#[test]
fn a_resource_whose_declaration_ends_it_is_told_once() {
    let ends = |it: &Json| if it["resource"]["ref"] == "Box[a]" { Err(RubyError::Ended("signal 11".to_owned())) } else { calm(it) };
    let (log, heard) = applied(ends, false, boxes());
    assert_eq!(heard.iter().filter(|it| *it == "add Box[a]").count(), 1);
    assert!(log[0].starts_with("Error: /Main/Box[a]: Could not evaluate: The Ruby process ended"), "{log:?}");
    assert!(log.contains(&"Notice: /Main/Box[b]/size: size grew".to_owned()), "{log:?}");
}

#[test]
fn what_is_secret_is_not_told() {
    let secret = json!([{ "type": "Box", "title": "a", "parameters": { "size": "hush-hush" }, "sensitive_parameters": ["size"] }]);
    let refuses = |it: &Json| match it["do"].as_str() {
        Some("retrieve") => Ok(json!({ "error": { "message": "connecting with hush-hush failed", "cause": "no hush-hush" } })),
        _ => calm(it),
    };
    let (log, _) = applied(refuses, false, secret.clone());
    let hidden = "connecting with [redacted] failed\nWrapped exception:\nno [redacted]";
    assert_eq!(log, [format!("Error: /Main/Box[a]: Could not evaluate: {hidden}")]);
    let (log, _) = applied(calm, false, secret);
    assert_eq!(log[0], "Notice: Puppet: setting, with [redacted]");
}

#[test]
fn ruby_says_what_is_wrong_and_what_comes_first() {
    let refuses = |it: &Json| match it["resource"]["title"].as_str() {
        Some("bad") => Ok(json!({ "error": { "message": "no (line: 3)", "plain": "no" } })),
        _ => calm(it),
    };
    let (mut bridge, _) = bridge(refuses);
    let catalog = catalog(json!([
        { "type": "Box", "title": "a", "parameters": { "size": 2 } },
        { "type": "Box", "title": "bad", "file": "/m/a.pp", "line": 3 },
        { "type": "Notify", "title": "ours" },
    ]));
    let prepared = bridge.prepare(&catalog, &mut |_| ());
    assert_eq!(prepared.problems, [("no".to_owned(), Some("/m/a.pp".to_owned()), Some(3))]);
    let found = &prepared.relations["Box[a]"];
    assert_eq!((found[0].source, found[0].type_name.as_str(), found[0].title.as_str()), (Source::AutoRequire, "File", "/a"));
    assert_eq!(prepared.relations.len(), 1);
}

#[test]
fn others_are_shown_without_their_secrets() {
    let (mut bridge, heard) = bridge(calm);
    let catalog = catalog(json!([
        { "type": "Box", "title": "a" },
        { "type": "Box", "title": "late", "parameters": { "size": { "__ptype": "Deferred", "name": "f" } } },
        { "type": "User", "title": "u", "parameters": { "password": "x", "uid": 3 }, "sensitive_parameters": ["password"] },
    ]));
    bridge.prepare(&catalog, &mut |_| ());
    // A value that is computed later is not shown, but is used.
    assert!(!heard.lock().unwrap().contains(&"add Box[late]".to_owned()));
    let shown: Vec<(&str, String)> = bridge
        .others()
        .iter()
        .map(|it| (it["ref"].as_str().unwrap(), it["parameters"].to_string()))
        .filter(|it| it.0 != "Stage[main]")
        .collect();
    assert_eq!(shown, [("User[u]", r#"{"uid":3}"#.to_owned()), ("Box[late]", "{}".to_owned())]);
}

#[test]
fn a_catalog_without_them_starts_nothing() {
    let (mut bridge, heard) = bridge(calm);
    let prepared = bridge.prepare(&catalog(json!([{ "type": "Notify", "title": "n" }])), &mut |_| ());
    assert!(!prepared.is_wanted);
    assert_eq!(*heard.lock().unwrap(), Vec::<String>::new());
}

#[test]
fn a_type_that_is_not_there_is_told_once() {
    let refuses = |it: &Json| match it["do"].as_str() {
        Some("kind") => Ok(json!({ "ok": { "known": false, "refreshes": false, "generates": true } })),
        Some("add") if it["resource"]["ref"] == "Box[a]" => Ok(json!({ "error": { "message": "There is no type Box in Ruby" } })),
        _ => calm(it),
    };
    let (log, _) = applied(refuses, false, boxes());
    let errors: Vec<&String> = log.iter().filter(|it| it.starts_with("Error")).collect();
    assert_eq!(errors, ["Error: /Main/Box[a]: Could not evaluate: There is no type Box in Ruby"]);
}

#[test]
fn resources_are_shown_as_ruby_finds_them() {
    let says = |it: &Json| match it["do"].as_str() {
        Some("instances") if it["name"].is_null() => Ok(json!({ "ok": [
            { "title": "b", "attributes": [["size", 2], ["ensure", "present"], ["colour", "red"]] },
            { "title": "a", "attributes": [] },
        ] })),
        Some("instances") => Ok(json!({ "error": { "message": "Could not find type box" } })),
        _ => calm(it),
    };
    let (mut bridge, _) = bridge(says);
    let found = bridge.shown("box", None, None, &mut |_| ()).unwrap();
    assert_eq!(found.iter().map(|it| it.title.as_str()).collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(found[1].attributes.iter().map(|it| it.0.as_str()).collect::<Vec<_>>(), ["ensure", "colour", "size"]);
    let refused = bridge.shown("box", Some("a"), None, &mut |_| ()).map_err(|it| ProviderError::from(it).message);
    assert_eq!(refused, Err("Could not find type box".to_owned()));
}

#[test]
fn what_types_look_at_first_keeps_the_run_from_beginning() {
    fn check(says: Says) -> (Result<(), String>, Vec<String>) {
        let (bridge, heard) = bridge(says);
        let shared: Shared = Arc::new(Mutex::new(bridge));
        let catalog = catalog(boxes());
        locked(&shared).prepare(&catalog, &mut |_| ());
        let (graph, _) = relationship_graph(&catalog, &NoTypes);
        let (mut memory, mut captured, mut state) = (Memory::default(), CapturedLines(Vec::new()), State::default());
        let (options, types) = (Options::default(), WithRuby::new(shared.clone()));
        let checked = Transaction::new(&catalog, &graph, &options, &types, &mut memory, &mut captured, &mut state).check();
        let heard = heard.lock().unwrap().clone();
        (checked.map_err(|it| it.message), heard)
    }
    let (checked, heard) = check(|it| if it["do"] == "check" { Ok(json!({ "ok": { "right": false } })) } else { calm(it) });
    assert_eq!(checked, Err("Some pre-run checks failed".to_owned()));
    assert_eq!(heard.iter().filter(|it| *it == "check").count(), 1);
    let (checked, _) = check(|it| if it["do"] == "check" { Ok(json!({ "error": { "message": "it broke" } })) } else { calm(it) });
    assert_eq!(checked, Err("it broke".to_owned()));
    let (checked, _) = check(|it| if it["do"] == "check" { Err(RubyError::TimedOut) } else { calm(it) });
    assert!(checked.is_err_and(|it| it.contains("did not answer for what types look at first")));
    let (checked, _) = check(|it| if it["do"] == "check" { Ok(json!({ "ok": { "right": true } })) } else { calm(it) });
    assert_eq!(checked, Ok(()));
}
