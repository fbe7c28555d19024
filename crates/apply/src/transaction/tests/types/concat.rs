//! Resources of the type or provider `concat`, from the catalog to the machine.

use crate::transaction::tests::Run;
use serde_json::json;

#[test]
fn fragments_come_in_their_order() {
    let mut run = Run::new();
    let log = run.tell(&[
        ("Concat_file", "/t/f", json!({"ensure_newline": true, "mode": "0600"})),
        ("Concat_fragment", "z", json!({"target": "/t/f", "content": "two", "order": "2"})),
        ("Concat_fragment", "b", json!({"target": "/t/f", "content": "ten b\n"})),
        ("Concat_fragment", "a", json!({"target": "/t/f", "content": "ten a", "order": 10})),
        ("Concat_fragment", "other", json!({"target": "/t/g", "content": "no"})),
    ]);
    assert!(log.starts_with("Notice: /Stage[main]/Main/File[/t/f]/ensure: defined content as '{sha256}"), "{log}");
    assert_eq!(run.memory.entries["/t/f"].bytes, b"two\nten a\nten b\n");
    assert_eq!(run.memory.entries["/t/f"].found.mode, 0o600);
}

#[test]
fn fragments_that_do_not_go_together_are_told_in_their_turn() {
    let fragment = |content: &str| json!({"target": "/t/f", "content": content});
    let log = Run::new().tell(&[
        ("Notify", "before", json!({})),
        ("Concat_file", "/t/f", json!({"format": "json"})),
        ("Concat_fragment", "a", fragment("[1]")),
        ("Concat_fragment", "b", fragment(r#"{"a": 1}"#)),
    ]);
    let (first, then) = log.split_once("Error: ").unwrap_or_default();
    assert!(first.contains("Notify[before]") && then.contains("'eval_generate': Fragments are merged only"), "{log}");
}

#[test]
fn a_source_may_come_in_the_same_run() {
    let mut run = Run::new();
    let log = run.tell(&[
        ("File", "/t/source", json!({"content": "new\n"})),
        ("Concat_file", "/t/f", json!({})),
        ("Concat_fragment", "a", json!({"target": "/t/f", "source": "/t/source", "require": "File[/t/source]"})),
    ]);
    assert_eq!(run.memory.entries["/t/f"].bytes, b"new\n", "{log}");
}

#[test]
fn nothing_is_made_of_fragments_that_cannot_be_read() {
    let mut run = Run::new();
    let log = run.tell(&[("Concat_file", "/t/f", json!({})), ("Concat_fragment", "a", json!({"target": "/t/f", "source": "/t/nosuch"}))]);
    assert!(log.contains("using 'eval_generate': Could not retrieve source(s) /t/nosuch"), "{log}");
    assert!(!run.memory.entries.contains_key("/t/f"));
}

#[test]
fn data_of_fragments_are_one_document() {
    let mut run = Run::new();
    run.tell(&[
        ("Concat_file", "/t/f", json!({"format": "yaml"})),
        ("Concat_fragment", "b", json!({"target": "/t/f", "content": "a: {y: [2, 1]}", "order": "2"})),
        ("Concat_fragment", "a", json!({"target": "/t/f", "content": "a:\n  x: 'yes'\n  y: [1]\n1: ~\n", "order": "1"})),
    ]);
    let text = String::from_utf8_lossy(&run.memory.entries["/t/f"].bytes).into_owned();
    assert_eq!(text, "---\na:\n  x: 'yes'\n  \"y\":\n  - 1\n  - 2\n1:\n");
}
