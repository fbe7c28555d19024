//! Refreshes outlive what keeps them from being done.

use super::*;

const JOURNAL: &str = "/t/owed.json";

fn run() -> Run {
    let mut run = Run::new();
    run.options.journal = Some(JOURNAL.to_owned());
    run
}

fn restarts(run: &Run) -> usize {
    run.memory.ran.iter().filter(|it| it.starts_with("/bin/touch /t/restarted")).count()
}

fn resources(tag: &str) -> [(&'static str, &'static str, Json); 2] {
    [
        ("File", "/t/a", json!({"content": "new", "notify": "Exec[r]", "tag": [tag]})),
        ("Exec", "r", json!({"command": "/bin/touch /t/restarted", "refreshonly": true})),
    ]
}

#[test]
fn what_a_filter_of_tags_kept_from_being_refreshed_is_refreshed_by_the_next_run() {
    let mut run = run();
    run.options.tags = vec!["one".to_owned()];
    run.tell(&resources("one"));
    assert_eq!(restarts(&run), 0);
    run.options.tags.clear();
    let log = run.tell(&resources("one"));
    assert!(log.contains("Exec[r], which an earlier run owes to File[/t/a]\n"), "{log}");
    assert!(log.contains("Exec[r]: Triggered 'refresh' from 1 event\n"), "{log}");
    assert_eq!(restarts(&run), 1);
    run.tell(&resources("one"));
    assert_eq!(restarts(&run), 1);
}

#[test]
fn a_refresh_that_fails_is_tried_again() {
    let mut run = run();
    let failing = [
        ("File", "/t/a", json!({"content": "new", "notify": "Exec[r]"})),
        ("Exec", "r", json!({"command": "/bin/false", "refreshonly": true})),
    ];
    run.tell(&failing);
    assert_eq!(run.memory.ran, ["/bin/false"]);
    run.tell(&resources("t"));
    assert_eq!(restarts(&run), 1);
}

#[test]
fn each_source_of_what_stays_owed_is_written_down() {
    let mut run = run();
    let failing = [
        ("File", "/t/a", json!({"content": "new", "notify": "Exec[r]"})),
        ("File", "/t/b", json!({"content": "new", "notify": "Exec[r]"})),
        ("Exec", "r", json!({"command": "/bin/false", "refreshonly": true})),
    ];
    run.tell(&failing);
    let journal = String::from_utf8_lossy(&run.memory.entries[JOURNAL].bytes).into_owned();
    assert_eq!(journal, "{\"version\":1,\"owed\":{\"Exec[r]\":[\"File[/t/a]\",\"File[/t/b]\"]}}\n");
}

#[test]
fn what_is_about_to_change_is_written_down_before() {
    // The journal of a run that was killed after the change.
    let mut run = run();
    run.memory.put("/t/a", FileKind::File, 0o644, b"new");
    run.memory.put(JOURNAL, FileKind::File, 0o640, br#"{"version":1,"owed":{"Exec[r]":["File[/t/a]"],"Exec[gone]":["File[/t/a]"]}}"#);
    run.tell(&resources("t"));
    assert_eq!(restarts(&run), 1);
    let journal = String::from_utf8_lossy(&run.memory.entries[JOURNAL].bytes).into_owned();
    assert!(crate::owed::Owed::read(&journal).is_empty(), "{journal}");
    assert!(journal.contains(r#""owed":{},"elsewhere":{"Exec[gone]":{"since":"#), "{journal}");
}

#[test]
fn another_catalog_in_between_takes_nothing_away() {
    let mut run = run();
    let failing = [
        ("File", "/t/a", json!({"content": "new", "notify": "Exec[r]"})),
        ("Exec", "r", json!({"command": "/bin/false", "refreshonly": true})),
    ];
    run.tell(&failing);
    // It has refreshes of its own, which are done, and so the journal is written.
    let other = [
        ("File", "/t/b", json!({"content": "new", "notify": "Exec[s]"})),
        ("Exec", "s", json!({"command": "/bin/true", "refreshonly": true})),
    ];
    let log = run.tell(&other);
    assert!(log.contains("Exec[s]: Triggered 'refresh'") && !log.contains("owes"), "{log}");
    run.tell(&other);
    assert_eq!(restarts(&run), 0);
    let log = run.tell(&resources("t"));
    assert!(log.contains("Exec[r], which an earlier run owes to File[/t/a]\n"), "{log}");
    assert_eq!(restarts(&run), 1);
    run.tell(&resources("t"));
    assert_eq!(restarts(&run), 1);
}

#[test]
fn what_changed_nothing_owes_nothing() {
    let mut run = run();
    let failing = [
        ("Exec", "/bin/false", json!({"notify": "Exec[r]"})),
        ("Exec", "r", json!({"command": "/bin/touch /t/restarted", "refreshonly": true})),
    ];
    run.tell(&failing);
    run.tell(&resources("t"));
    // Because of the file alone.
    assert_eq!(restarts(&run), 1);
}

#[test]
fn nothing_is_owed_to_what_is_only_looked_at() {
    let mut run = run();
    run.options.common.noop = true;
    run.tell(&resources("t"));
    assert!(!run.memory.entries.contains_key(JOURNAL));
    run.memory.put(JOURNAL, FileKind::File, 0o640, br#"{"version":1,"owed":{"Exec[r]":["File[/t/b]"]}}"#);
    let log = run.tell(&resources("t"));
    assert!(log.contains("Exec[r]: Would have triggered 'refresh' from 2 events\n"), "{log}");
}
