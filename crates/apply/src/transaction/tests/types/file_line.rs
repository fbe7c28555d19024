//! Resources of the type or provider `file_line`, from the catalog to the machine.

use crate::transaction::tests::Run;
use machine::FileKind;
use serde_json::json;

fn applied(text: &str, parameters: serde_json::Value) -> (String, String) {
    let mut run = Run::new();
    run.memory.put("/t/f", FileKind::File, 0o644, text.as_bytes());
    let mut all = json!({"path": "/t/f"});
    all.as_object_mut().unwrap().extend(parameters.as_object().unwrap().clone());
    let log = run.tell(&[("File_line", "l", all)]);
    (String::from_utf8(run.memory.entries["/t/f"].bytes.clone()).unwrap(), log)
}

#[test]
fn lines_come_and_go() {
    for (before, parameters, after) in [
        ("a\nb", json!({"line": "c"}), "a\nb\nc\n"),
        ("a\nb\n", json!({"line": "b"}), "a\nb\n"),
        ("a=1\nb\n", json!({"line": "a=2", "match": "^a="}), "a=2\nb\n"),
        ("a\nb\n", json!({"line": "c", "after": "^a"}), "a\nc\nb\n"),
        ("a\nb\n", json!({"line": "c", "match": "^c", "append_on_no_match": false}), "a\nb\n"),
        ("a=1\n", json!({"line": "a=2", "match": "^a=", "replace": false}), "a=1\n"),
        ("a\nb\na\n", json!({"ensure": "absent", "line": "a"}), "b\n"),
        ("a1\nb\n", json!({"ensure": "absent", "match": "^a", "match_for_absence": true}), "b\n"),
        ("a1\nx\na2\n", json!({"line": "x", "match": "^a", "multiple": true, "replace_all_matches_not_matching_line": true}), "x\nx\nx\n"),
    ] {
        assert_eq!(applied(before, parameters.clone()).0, after, "{parameters}");
    }
}

#[test]
fn several_matches_are_a_mistake() {
    let (text, log) = applied("a1\na2\n", json!({"line": "b", "match": "^a"}));
    assert_eq!(text, "a1\na2\n");
    assert!(log.contains("More than one line in file '/t/f' matches pattern '^a'"), "{log}");
}
