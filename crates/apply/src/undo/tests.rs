use machine::FileKind;
use machine::memory::Memory;
use providers::{Level, Record, Sink};

use super::*;
use crate::observer::Observer;
use crate::transaction::Options;
use crate::transaction::tests::Run;

struct CapturedLines(Vec<String>);

impl Sink for CapturedLines {
    fn least(&self) -> Level {
        Level::Notice
    }

    fn record(&mut self, record: Record) {
        self.0.push(format!("{}: {}", record.source, record.message));
    }
}

impl Observer for CapturedLines {}

/// A machine with some files.
fn prepared() -> Run {
    let mut run = Run::new();
    run.options.undo = Some("/u/1".to_owned());
    run.memory.put("/u", FileKind::Directory, 0o700, b"");
    run.memory.put("/t/file", FileKind::File, 0o640, b"before \xff\n");
    run.memory.put("/t/link", FileKind::Link, 0o777, b"/t/file");
    // Without this file there is no provider of hosts.
    run.memory.put("/etc", FileKind::Directory, 0o755, b"");
    run.memory.put("/etc/hosts", FileKind::File, 0o644, b"");
    run.memory.put("/t/hosts", FileKind::File, 0o644, b"10.0.0.1\tone\n10.0.0.2\ttwo\tzwei\n");
    run.memory.put("/t/ini", FileKind::File, 0o644, b"[a]\nx = 1\ny = 2\n");
    run.memory.put("/t/lines", FileKind::File, 0o644, b"first\nsecond\n");
    run
}

/// All files but those that are stored for undo.
fn tree(memory: &Memory) -> Vec<String> {
    let all = memory.entries.iter().filter(|(path, _)| !path.starts_with("/u"));
    all.map(|(path, it)| format!("{path} {:?} {:?}", it.found, String::from_utf8_lossy(&it.bytes))).collect()
}

fn kept_of_run(run: &mut Run, resources: &[(&str, &str, Json)]) -> Vec<UndoRecord> {
    let (log, outcome) = run.apply(resources);
    assert!(outcome.statuses.iter().all(|it| !it.failed), "{log}");
    let records = outcome.statuses.iter().rev().filter_map(|it| it.undo_record.as_deref().cloned());
    // As it is after it was written and read.
    records.map(|it| UndoRecord::of_json(&it.to_json()).unwrap()).collect()
}

/// Undoes the changes; the records of the undo are stored elsewhere.
fn taken(run: &mut Run, records: &[UndoRecord], is_partial: bool) -> (Taken, Vec<String>) {
    let mut lines = CapturedLines(Vec::new());
    let options = Options { undo: Some("/u/2".to_owned()), ..run.options.clone() };
    let taken = take_back(records, &options, &mut run.memory, &mut lines, is_partial);
    (taken, lines.0)
}

fn taken_back(run: &mut Run, records: &[UndoRecord]) -> (Vec<Undone>, Vec<String>) {
    let (taken, lines) = taken(run, records, true);
    (taken.each, lines)
}

#[test]
fn all_is_as_it_was() {
    let cases: Vec<Vec<(&str, &str, Json)>> = vec![
        vec![("File", "/t/file", json!({"content": "after", "mode": "0600", "owner": "nobody"}))],
        vec![("File", "/t/file", json!({"ensure": "absent"}))],
        vec![("File", "/t/file", json!({"ensure": "link", "target": "/t/hosts"}))],
        vec![("File", "/t/new", json!({"content": "new"}))],
        vec![("File", "/t/link", json!({"ensure": "/t/hosts"}))],
        vec![("File", "/t/link", json!({"ensure": "absent"}))],
        vec![("File", "/t/link", json!({"ensure": "file", "content": "after", "links": "follow"}))],
        vec![("File", "/t/file", json!({"ensure": "present", "target": "/t/hosts"}))],
        vec![("File", "/t/d", json!({"ensure": "directory"})), ("File", "/t/d/a", json!({"content": "a", "require": "File[/t/d]"}))],
        vec![("Host", "three", json!({"ip": "10.0.0.3", "target": "/t/hosts"}))],
        vec![("Host", "two", json!({"ip": "10.0.0.22", "host_aliases": [], "target": "/t/hosts"}))],
        vec![("Host", "two", json!({"ensure": "absent", "target": "/t/hosts"}))],
        vec![("Ini_setting", "x", json!({"path": "/t/ini", "section": "a", "setting": "x", "value": "9"}))],
        vec![("Ini_setting", "z", json!({"path": "/t/ini", "section": "a", "setting": "z", "value": "9"}))],
        vec![("Ini_setting", "y", json!({"path": "/t/ini", "section": "a", "setting": "y", "ensure": "absent"}))],
        vec![("File_line", "l", json!({"path": "/t/lines", "line": "third"}))],
        vec![("File_line", "l", json!({"path": "/t/lines", "line": "2nd", "match": "^sec"}))],
        vec![("File_line", "l", json!({"path": "/t/lines", "line": "first", "ensure": "absent"}))],
        vec![
            ("File", "/t/made", json!({"ensure": "file"})),
            ("File_line", "l", json!({"path": "/t/made", "line": "first", "require": "File[/t/made]"})),
            ("File_line", "m", json!({"path": "/t/made", "line": "1st", "match": "first", "require": "File_line[l]"})),
        ],
    ];
    for case in cases {
        let mut run = prepared();
        let header = |it: &mut Run| {
            let hosts = it.memory.entries.get_mut("/t/hosts").unwrap();
            let text = String::from_utf8_lossy(&hosts.bytes).into_owned();
            hosts.bytes = text.split_inclusive('\n').filter(|it| !it.starts_with("# HEADER")).collect::<String>().into_bytes();
        };
        let before = tree(&run.memory);
        let records = kept_of_run(&mut run, &case);
        assert_eq!(records.len(), case.len(), "{case:?}");
        assert_ne!(tree(&run.memory), before, "{case:?}");
        let (undone, lines) = taken_back(&mut run, &records);
        // What autogenerated files say of themselves stays.
        header(&mut run);
        assert!(undone.iter().all(|it| matches!(it, Undone::Done(_))), "{case:?} {undone:?} {lines:?}");
        assert_eq!(tree(&run.memory), before, "{case:?} {records:?}");
        let (again, _) = taken_back(&mut run, &records);
        // A line of a file that is not there any more was in it.
        let is_as_it_was = |it: &Undone| matches!(it, Undone::Same) || matches!(it, Undone::Moved(_) if case.len() == 3);
        assert!(again.iter().all(is_as_it_was), "{case:?} {again:?}");
    }
}

#[test]
fn what_was_changed_since_stays() {
    let mut run = prepared();
    let records = kept_of_run(&mut run, &[("File", "/t/file", json!({"content": "after"})), ("File", "/t/new", json!({"content": "new"}))]);
    run.memory.put("/t/file", FileKind::File, 0o640, b"somebody's");
    run.memory.put("/t/new", FileKind::File, 0o640, b"somebody's");
    let before = tree(&run.memory);
    let (undone, _) = taken_back(&mut run, &records);
    for it in undone {
        assert!(matches!(&it, Undone::Moved(reason) if reason == "content was changed since"), "{it:?}");
    }
    assert_eq!(tree(&run.memory), before);
}

#[test]
fn a_file_that_was_made_empty_stays_where_somebody_has_written_into_it() {
    let mut run = prepared();
    let records = kept_of_run(&mut run, &[("File", "/t/new", json!({"ensure": "file"}))]);
    run.memory.put("/t/new", FileKind::File, 0o644, b"somebody's");
    let (undone, _) = taken_back(&mut run, &records);
    assert!(matches!(&undone[0], Undone::Moved(reason) if reason == "content was changed since"), "{undone:?}");
    assert!(run.memory.entries.contains_key("/t/new"));
}

#[test]
fn a_folder_that_something_was_put_into_stays() {
    let mut run = prepared();
    let records = kept_of_run(&mut run, &[("File", "/t/d", json!({"ensure": "directory"}))]);
    run.memory.put("/t/d/theirs", FileKind::File, 0o640, b"");
    let (undone, _) = taken_back(&mut run, &records);
    assert!(matches!(&undone[0], Undone::Moved(reason) if reason == "the folder is not empty"), "{undone:?}");
    assert!(run.memory.entries.contains_key("/t/d/theirs"));
}

#[test]
fn nothing_is_kept_of_secrets() {
    let mut run = prepared();
    run.memory.put("/t/file", FileKind::File, 0o600, b"old secret");
    let records = kept_of_run(&mut run, &[("File", "/t/file", json!({"content": "new secret", "sensitive": ["content"]}))]);
    assert_eq!(records, [UndoRecord::refused("File[/t/file]", "its values are secret and never stored")]);
    assert!(run.memory.entries.iter().all(|(path, it)| path == "/t/file" || !it.bytes.ends_with(b"secret")));
}

#[test]
fn a_command_is_not_taken_back() {
    let mut run = prepared();
    let records = kept_of_run(&mut run, &[("Exec", "/bin/touch /t/x", json!({})), ("Notify", "n", json!({}))]);
    assert_eq!(records, [UndoRecord::refused("Exec[/bin/touch /t/x]", "what a command has done cannot be known")]);
}

#[test]
fn noop_tells_what_would_be_taken_back() {
    let mut run = prepared();
    let records = kept_of_run(&mut run, &[("File", "/t/file", json!({"mode": "0600"}))]);
    let before = tree(&run.memory);
    run.options.common.noop = true;
    let (undone, lines) = taken_back(&mut run, &records);
    assert!(matches!(undone[0], Undone::Done(_)));
    assert_eq!(lines, ["/File[/t/file]/mode: mode changed '0600' to '0640' (noop)"]);
    assert_eq!(tree(&run.memory), before);
}

#[test]
fn noop_knows_that_a_folder_would_be_empty() {
    let mut run = prepared();
    let files = [("File", "/t/d", json!({"ensure": "directory"})), ("File", "/t/d/a", json!({"content": "a", "require": "File[/t/d]"}))];
    let records = kept_of_run(&mut run, &files);
    let before = tree(&run.memory);
    run.options.common.noop = true;
    let (undone, lines) = taken_back(&mut run, &records);
    assert!(undone.iter().all(|it| matches!(it, Undone::Done(_))), "{undone:?} {lines:?}");
    assert_eq!(tree(&run.memory), before);
}

#[test]
fn where_something_was_changed_since_all_stays() {
    let mut run = prepared();
    let records = kept_of_run(&mut run, &[("File", "/t/file", json!({"content": "after"})), ("File", "/t/new", json!({"content": "new"}))]);
    run.memory.put("/t/file", FileKind::File, 0o640, b"somebody's");
    let before = tree(&run.memory);
    let (all, lines) = taken(&mut run, &records, false);
    assert!(all.end == End::Moved && lines.is_empty(), "{all:?} {lines:?}");
    assert_eq!(tree(&run.memory), before);
    let (rest, _) = taken(&mut run, &records, true);
    assert!(rest.end == End::Done && matches!(rest.each[..], [Undone::Done(_), Undone::Moved(_)]), "{rest:?}");
    assert!(!run.memory.entries.contains_key("/t/new"));
}

#[test]
fn what_somebody_has_written_beside_a_line_stays() {
    let mut run = prepared();
    let records = kept_of_run(&mut run, &[("File_line", "l", json!({"path": "/t/lines", "line": "2nd", "match": "^sec"}))]);
    run.memory.put("/t/lines", FileKind::File, 0o644, b"first\n2nd\nsomebody's\n");
    let (undone, _) = taken_back(&mut run, &records);
    assert!(matches!(&undone[0], Undone::Moved(reason) if reason == "content was changed since"), "{undone:?}");
    assert_eq!(run.memory.entries["/t/lines"].bytes, b"first\n2nd\nsomebody's\n");
}

#[test]
fn where_something_fails_all_is_as_the_run_has_left_it() {
    let mut run = prepared();
    let files = [
        ("File", "/t/file", json!({"mode": "0600"})),
        ("File", "/t/d", json!({"ensure": "directory"})),
        ("File", "/t/d/a", json!({"content": "a", "require": "File[/t/d]"})),
        ("File", "/t/link", json!({"ensure": "absent"})),
    ];
    let records = kept_of_run(&mut run, &files);
    let before = tree(&run.memory);
    run.memory.stuck = Some("/t/file".to_owned());
    let (all, lines) = taken(&mut run, &records, false);
    assert_eq!(all.end, End::Failed(Vec::new()), "{all:?} {lines:?}");
    assert!(all.each.len() == 4 && matches!(all.each[3], Undone::Failed(_)), "{all:?}");
    assert_eq!(tree(&run.memory), before);
}

#[test]
fn taking_back_can_be_taken_back() {
    let mut run = prepared();
    let records =
        kept_of_run(&mut run, &[("File", "/t/file", json!({"content": "after"})), ("File", "/t/d", json!({"ensure": "directory"}))]);
    let before = tree(&run.memory);
    let (undone, _) = taken_back(&mut run, &records);
    let again: Vec<UndoRecord> =
        undone.iter().rev().filter_map(|it| if let Undone::Done(it) = it { it.undo_record.as_deref().cloned() } else { None }).collect();
    assert_ne!(tree(&run.memory), before);
    let mut lines = CapturedLines(Vec::new());
    let options = Options { undo: Some("/u/3".to_owned()), ..run.options.clone() };
    assert_eq!(take_back(&again, &options, &mut run.memory, &mut lines, false).end, End::Done);
    assert_eq!(tree(&run.memory), before);
}

#[test]
fn a_copy_that_is_not_what_the_file_held_is_not_taken() {
    let mut run = prepared();
    let records = kept_of_run(&mut run, &[("File", "/t/file", json!({"ensure": "absent"}))]);
    let copy = records[0].copy.clone().unwrap();
    run.memory.put(&copy, FileKind::File, 0o600, b"another");
    let (undone, _) = taken_back(&mut run, &records);
    assert!(matches!(&undone[0], Undone::Refused(reason) if reason == "its stored content is damaged"), "{undone:?}");
    assert!(!run.memory.entries.contains_key("/t/file"));
}

#[test]
fn groups_that_were_added_are_taken_away_again() {
    let mut run = prepared();
    for tool in ["useradd", "userdel", "usermod", "chage", "chpasswd"] {
        run.memory.put(&format!("/usr/sbin/{tool}"), FileKind::File, 0o755, b"");
    }
    run.memory.put("/etc/passwd", FileKind::File, 0o644, b"joe:x:1000:100::/home/joe:/bin/sh\n");
    run.memory.put("/etc/group", FileKind::File, 0o644, b"games:x:60:joe\nstaff:x:50:\n");
    let mut records = kept_of_run(&mut run, &[("User", "joe", json!({"groups": ["staff"], "membership": "minimum"}))]);
    assert!(run.memory.ran.contains(&"/usr/sbin/usermod -G games,staff joe".to_owned()), "{:?}", run.memory.ran);
    // What the tool would have done.
    run.memory.put("/etc/group", FileKind::File, 0o644, b"games:x:60:joe\nstaff:x:50:joe\n");
    records[0].changes[0].after = json!(["games", "staff"]);
    let (undone, lines) = taken_back(&mut run, &records);
    assert!(matches!(undone[0], Undone::Done(_)), "{undone:?}");
    assert_eq!(lines, ["/User[joe]/groups: groups changed games,staff to ['games']"]);
    assert!(run.memory.ran.contains(&"/usr/sbin/usermod -G games joe".to_owned()), "{:?}", run.memory.ran);
}
