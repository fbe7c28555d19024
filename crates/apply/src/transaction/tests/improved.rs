//! Defects of Puppet: those that leave the machine or the exit code wrong are fixed, the others with `--improved`.

use super::*;

/// Runs once with Puppet's messages, and once improved.
fn both(prepare: impl Fn(&mut Run), resources: &[(&str, &str, Json)]) -> [(String, Run, Outcome); 2] {
    [false, true].map(|improved| {
        let mut run = Run::new();
        run.options.common.improved = improved;
        prepare(&mut run);
        let (log, outcome) = run.apply(resources);
        (log, run, outcome)
    })
}

#[test]
fn a_refresh_whose_check_says_no_is_none() {
    let resources = [
        ("Notify", "n", json!({"notify": "Exec[/bin/true]"})),
        ("Exec", "/bin/true", json!({"refreshonly": true, "onlyif": "/bin/false", "notify": "Exec[/bin/echo behind]"})),
        ("Exec", "/bin/echo behind", json!({"refreshonly": true})),
    ];
    let [(puppet, _, _), (log, run, outcome)] = both(|_| {}, &resources);
    assert!(puppet.contains("Exec[/bin/true]: Triggered 'refresh' from 1 event"), "{puppet}");
    assert!(puppet.contains("Exec[/bin/echo behind]: Triggered 'refresh' from 1 event"), "{puppet}");
    assert!(!log.contains("Triggered"), "{log}");
    assert!(log.contains("Exec[/bin/true]: Nothing to refresh, though there was 1 event"), "{log}");
    assert_eq!(run.memory.ran, ["/bin/false"]);
    assert!(outcome.statuses.iter().all(|it| !it.restarted));
}

#[test]
fn what_the_run_itself_has_set_is_no_change_that_is_audited() {
    let resources = [("File", "/t/a", json!({"content": "a", "audit": "content"}))];
    let second = |improved| {
        let mut run = Run::new();
        run.options.common.improved = improved;
        run.tell(&resources);
        run.memory.put("/t/a", FileKind::File, 0o644, b"b");
        run.tell(&resources);
        run.tell(&resources)
    };
    assert!(second(false).contains("audit change: previously recorded value"));
    assert_eq!(second(true), "");
}

#[test]
fn folders_have_their_mode_whatever_the_umask_is() {
    let [(_, puppet, _), (_, run, _)] = both(|run| run.memory.umask = 0o077, &[("File", "/t/d", json!({"ensure": "directory"}))]);
    assert_eq!(puppet.memory.entries["/t/d"].found.mode, 0o700);
    assert_eq!(run.memory.entries["/t/d"].found.mode, 0o755);
}

#[test]
fn what_is_audited_is_done_all_the_same() {
    let [(puppet, run, _), _] = both(|_| {}, &[("Exec", "/bin/echo x", json!({"audit": "all"}))]);
    assert!(puppet.contains("executed successfully"), "{puppet}");
    assert_eq!(run.memory.ran, ["/bin/echo x"]);
}

#[test]
fn a_new_file_of_entries_can_be_read_by_all() {
    let entry = ("Host", "one", json!({"ip": "10.0.0.1", "target": "/t/hosts"}));
    let prepare = |run: &mut Run| {
        run.memory.put("/etc", FileKind::Directory, 0o755, b"");
        run.memory.put("/etc/hosts", FileKind::File, 0o644, b"");
    };
    let [(_, puppet, _), (_, run, _)] = both(prepare, &[entry]);
    assert_eq!(puppet.memory.entries["/t/hosts"].found.mode, 0o600);
    assert_eq!(run.memory.entries["/t/hosts"].found.mode, 0o644);
}

#[test]
fn a_misspelt_word_makes_no_link() {
    let [(_, puppet, _), (log, run, outcome)] = both(|_| {}, &[("File", "/t/a", json!({"ensure": "presnet"}))]);
    assert_eq!(puppet.memory.entries["/t/a"].found.kind, FileKind::Link);
    assert!(!run.memory.entries.contains_key("/t/a"), "{log}");
    assert!(outcome.statuses[0].failed);
    let [_, (_, run, _)] = both(|_| {}, &[("File", "/t/a", json!({"ensure": "/t/b"}))]);
    assert_eq!(run.memory.entries["/t/a"].found.kind, FileKind::Link);
}

#[test]
fn all_of_a_list_is_told() {
    let [(puppet, _, _), (log, _, _)] = both(|_| {}, &[("Notify", "n", json!({"message": ["one", "two"]}))]);
    assert!(puppet.starts_with("Notice: one\nNotice: /Stage"), "{puppet}");
    assert!(log.starts_with("Notice: one\nNotice: two\nNotice: /Stage"), "{log}");
}

#[test]
fn noop_of_a_class_reaches_what_is_in_it() {
    let resources = [
        ("Class", "k", json!({"kind": "class", "noop": true})),
        ("File", "/t/a", json!({"ensure": "file", "within": "Class[k]"})),
        ("File", "/t/b", json!({"ensure": "file", "within": "Class[k]", "noop": false})),
    ];
    let [(_, puppet, _), (_, run, _)] = both(|_| {}, &resources);
    assert!(puppet.memory.entries.contains_key("/t/a"));
    assert!(!run.memory.entries.contains_key("/t/a"));
    assert!(run.memory.entries.contains_key("/t/b"));
}

#[test]
fn what_a_schedule_lets_through_is_counted() {
    let resources = [
        ("Schedule", "no", json!({"period": "never", "range": "0:00-0:00"})),
        ("Notify", "a", json!({})),
        ("Notify", "b", json!({"schedule": "no"})),
    ];
    let [(_, _, puppet), (_, _, outcome)] = both(|_| {}, &resources);
    assert_eq!(puppet.statuses.iter().filter(|it| it.scheduled).count(), 0);
    assert_eq!(outcome.statuses.iter().filter(|it| it.scheduled).map(|it| it.title.as_str()).collect::<Vec<_>>(), ["no", "a"]);
}

#[test]
fn a_folder_that_stays_has_not_been_removed() {
    let mut run = Run::new();
    run.memory.put("/t/d", FileKind::Directory, 0o755, b"");
    let log = run.tell(&[("File", "/t/d", json!({"ensure": "absent"}))]);
    expect_test::expect![[r#"
        Error: Not removing directory; use 'force' to override
        Error: /Stage[main]/Main/File[/t/d]/ensure: change from 'directory' to 'absent' failed: Not removing directory; use 'force' to override
    "#]].assert_eq(&log);
    assert!(run.memory.entries.contains_key("/t/d"));
}
