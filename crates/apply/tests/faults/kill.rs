//! The power is cut before any call and before any message; then the catalog is applied again.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use apply::{Options, State, Transaction};
use catalog::Catalog;
use catalog::puppet::{NoTypes, from_json, relationship_graph};
use providers::OfPuppet;
use serde_json::json;

use crate::faulty::{Fate, Fault, Faulty, Killed, Listener};
use crate::memory::{Memory, machine, sha256};

const JOURNAL: &str = "/state/owed.json";

/// A file and a folder, after each a command, after these another one, and a container that passes refreshes.
fn chain() -> Catalog {
    let refreshed = |command: &str, by: &[&str]| json!({"command": command, "refreshonly": true, "subscribe": by});
    let resources = json!([
        {"type": "Stage", "title": "main", "tags": []},
        {"type": "Class", "title": "main", "tags": []},
        {"type": "File", "title": "/t/d", "tags": [], "kind": "compilable_type", "parameters": {"ensure": "directory", "mode": "0750"}},
        {"type": "File", "title": "/t/d/a", "tags": [], "kind": "compilable_type",
            "parameters": {"content": "a", "owner": "nobody", "mode": "0600", "require": "File[/t/d]"}},
        {"type": "Exec", "title": "one", "tags": [], "kind": "compilable_type",
            "parameters": refreshed("/bin/echo one", &["File[/t/d/a]"])},
        {"type": "D", "title": "d", "tags": [], "kind": "definition", "parameters": {}},
        {"type": "File", "title": "/t/b", "tags": [], "kind": "compilable_type", "parameters": {"content": "b"}},
        {"type": "Exec", "title": "two", "tags": [], "kind": "compilable_type",
            "parameters": refreshed("/bin/echo two", &["Exec[one]", "D[d]"])},
        {"type": "Exec", "title": "three", "tags": [], "kind": "compilable_type",
            "parameters": {"command": "/bin/touch /t/three", "creates": "/t/three", "require": "Exec[two]"}},
    ]);
    let within = |it: &str, of: &str| json!({"source": of, "target": it});
    let mut edges = vec![within("Class[main]", "Stage[main]"), within("File[/t/b]", "D[d]")];
    let top = ["File[/t/d]", "File[/t/d/a]", "Exec[one]", "D[d]", "Exec[two]", "Exec[three]"];
    edges.extend(top.iter().map(|it| within(it, "Class[main]")));
    let data = json!({"name": "n", "environment": "production", "version": 1, "classes": [], "resources": resources, "edges": edges});
    from_json(&data.to_string()).unwrap()
}

/// Applies it. Says whether it came to its end.
fn apply(catalog: &Catalog, memory: &mut Memory, fate: &Fate) -> bool {
    let (graph, problems) = relationship_graph(catalog, &NoTypes);
    assert_eq!(problems, []);
    let options = Options { common: sha256(), journal: Some(JOURNAL.to_owned()), ..Options::default() };
    let (mut state, mut listener) = (State::default(), Listener::new(fate));
    let run = catch_unwind(AssertUnwindSafe(|| {
        let mut system = Faulty { inner: memory, fate: fate.clone() };
        Transaction::new(catalog, &graph, &options, &OfPuppet, &mut system, &mut listener, &mut state).run();
    }));
    match run {
        Ok(()) => true,
        Err(reason) if reason.is::<Killed>() => false,
        Err(reason) => std::panic::resume_unwind(reason),
    }
}

fn tree(memory: &Memory) -> BTreeMap<String, (u32, u32, Vec<u8>)> {
    let files = memory.entries.iter().filter(|it| it.0.starts_with("/t"));
    files.map(|(path, it)| (path.clone(), (it.found.mode, it.found.owner, it.bytes.clone()))).collect()
}

fn times(memory: &Memory, command: &str) -> usize {
    memory.ran.iter().filter(|it| *it == command).count()
}

/// Whether something is owed to a resource. That it owes something itself is another thing.
fn is_owed(memory: &Memory, resource: &str) -> bool {
    let Some(journal) = memory.entries.get(JOURNAL) else { return false };
    let stored: serde_json::Value = serde_json::from_slice(&journal.bytes).expect("a journal is always whole");
    stored["owed"].get(resource).is_some()
}

#[test]
fn fault_01_a_kill_at_any_moment_ends_in_the_same_tree_and_loses_no_refresh() {
    let catalog = chain();
    let mut wanted = machine();
    assert!(apply(&catalog, &mut wanted, &Fate::new(Fault::Kill, 0)));
    let (mut moments, mut twice) = (0, 0);
    for at in 1.. {
        let mut memory = machine();
        let fate = Fate::new(Fault::Kill, at);
        if apply(&catalog, &mut memory, &fate) {
            break;
        }
        moments += 1;
        // What was killed between the end of a command and the note that it was done, cannot know that it was.
        let repeats: Vec<usize> = [("one", "/bin/echo one"), ("two", "/bin/echo two")]
            .iter()
            .map(|(name, command)| usize::from(times(&memory, command) == 1 && is_owed(&memory, &format!("Exec[{name}]"))))
            .collect();
        twice += repeats.iter().sum::<usize>();
        assert!(apply(&catalog, &mut memory, &Fate::new(Fault::Kill, 0)));
        assert_eq!(tree(&memory), tree(&wanted), "killed at {at}");
        let is = [times(&memory, "/bin/echo one"), times(&memory, "/bin/echo two")];
        assert_eq!(is, [1 + repeats[0], 1 + repeats[1]], "killed at {at}");
        assert_eq!(times(&memory, "/bin/touch /t/three"), 1, "killed at {at}");
        // A third run has nothing left to do.
        let before = memory.ran.len();
        assert!(apply(&catalog, &mut memory, &Fate::new(Fault::Kill, 0)));
        assert_eq!(memory.ran.len(), before, "killed at {at}");
    }
    assert!(moments > 30, "{moments} moments");
    // The note follows the command at once.
    assert!(twice <= 2, "{twice} times");
}
