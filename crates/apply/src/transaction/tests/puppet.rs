//! The rules of the transaction, one by one.

use expect_test::expect;

use super::*;

#[test]
fn noop_tells_what_would_be_done_and_passes_on() {
    let mut run = Run::new();
    run.options.common.noop = true;
    let (log, outcome) = run.apply(&[
        ("File", "/t/a", json!({"ensure": "file"})),
        ("Exec", "r", json!({"command": "/bin/echo r", "refreshonly": true, "subscribe": "File[/t/a]"})),
    ]);
    expect![[r#"
        Notice: /Stage[main]/Main/File[/t/a]/ensure: created (noop)
        Info: /Stage[main]/Main/File[/t/a]: Scheduling refresh of Exec[r]
        Notice: /Stage[main]/Main/Exec[r]: Would have triggered 'refresh' from 1 event
        Notice: Class[Main]: Would have triggered 'refresh' from 2 events
        Notice: Stage[main]: Would have triggered 'refresh' from 1 event
    "#]]
    .assert_eq(&log);
    assert_eq!(run.memory.look("/t/a", false).unwrap(), None);
    assert!(outcome.statuses.iter().all(|it| it.changes() == 0));
}

#[test]
fn refreshes_are_combined() {
    let mut run = Run::new();
    run.memory.put("/t/a", FileKind::File, 0o644, b"old");
    let log = run.tell(&[
        ("File", "/t/a", json!({"content": "new", "mode": "0600", "owner": "nobody", "notify": "Exec[r]"})),
        ("Exec", "r", json!({"command": "/bin/echo r", "refreshonly": true})),
    ]);
    let last = log.lines().rfind(|it| it.contains("Exec[r]"));
    assert_eq!(last, Some("Notice: /Stage[main]/Main/Exec[r]: Triggered 'refresh' from 3 events"));
    assert_eq!(run.memory.ran, ["/bin/echo r"]);
}

#[test]
fn containers_pass_refreshes_on() {
    let log = Run::new().tell(&[
        ("Conf", "c", json!({"kind": "defined_type", "notify": "Svc[s]"})),
        ("Svc", "s", json!({"kind": "defined_type"})),
        ("File", "/t/a", json!({"ensure": "file", "within": "Conf[c]"})),
        ("Exec", "r", json!({"command": "/bin/true", "refreshonly": true, "within": "Svc[s]"})),
    ]);
    expect![[r#"
        Notice: /Stage[main]/Main/Conf[c]/File[/t/a]/ensure: created
        Info: Conf[c]: Scheduling refresh of Svc[s]
        Info: Svc[s]: Scheduling refresh of Exec[r]
        Notice: /Stage[main]/Main/Svc[s]/Exec[r]: Triggered 'refresh' from 1 event
    "#]]
    .assert_eq(&log);
}

#[test]
fn only_what_is_tagged_is_applied() {
    let resources = [("Notify", "a", json!({"tag": ["one"]})), ("Notify", "b", json!({"require": "Notify[a]", "tag": ["two"]}))];
    let mut run = Run::new();
    run.options.tags = vec!["two".to_owned()];
    expect![[r#"
        Notice: b
        Notice: /Stage[main]/Main/Notify[b]/message: defined 'message' as 'b'
        Info: Class[Main]: Unscheduling all events on Class[Main]
    "#]]
    .assert_eq(&run.tell(&resources));
    run.options.skip_tags = vec!["notify".to_owned()];
    assert_eq!(run.tell(&resources), "");
}

#[test]
fn a_failed_refresh_fails_the_resource() {
    let (log, outcome) = Run::new().apply(&[
        ("Notify", "n", json!({"notify": "Exec[r]", "loglevel": "debug"})),
        ("Exec", "r", json!({"command": "/bin/false", "refreshonly": true, "logoutput": false})),
        ("Notify", "last", json!({"require": "Exec[r]"})),
    ]);
    expect![[r#"
        Info: /Stage[main]/Main/Notify[n]: Scheduling refresh of Exec[r]
        Error: /Stage[main]/Main/Exec[r]: Failed to call refresh: '/bin/false' returned 1 instead of one of [0]
        Error: /Stage[main]/Main/Exec[r]: '/bin/false' returned 1 instead of one of [0]
        Notice: /Stage[main]/Main/Notify[last]: Dependency Exec[r] has failures: true
        Warning: /Stage[main]/Main/Notify[last]: Skipping because of failed dependencies
        Info: Class[Main]: Unscheduling all events on Class[Main]
    "#]]
    .assert_eq(&log);
    assert!(outcome.statuses.iter().any(|it| it.resource == "Exec[r]" && it.failed_to_restart && it.failed));
}

#[test]
fn a_schedule_counts_from_the_last_time() {
    let mut run = Run::new();
    let resources =
        [("Schedule", "often", json!({"period": "hourly", "repeat": 2})), ("Notify", "n", json!({"schedule": "often", "message": "m"}))];
    assert_ne!(run.tell(&resources), "");
    assert_eq!(run.tell(&resources), "");
    run.memory.seconds += 1799;
    assert_eq!(run.tell(&resources), "");
    run.memory.seconds += 1;
    assert_ne!(run.tell(&resources), "");
    run.options.ignore_schedules = true;
    assert_ne!(run.tell(&resources), "");
}

#[test]
fn what_is_audited_is_told_when_it_changes() {
    let mut run = Run::new();
    run.memory.put("/t/a", FileKind::File, 0o644, b"a");
    let resources = [("File", "/t/a", json!({"audit": ["mode"]}))];
    assert_eq!(run.tell(&resources), "Notice: /Stage[main]/Main/File[/t/a]/mode: audit change: newly-recorded value 0644\n");
    assert_eq!(run.tell(&resources), "");
    run.memory.put("/t/a", FileKind::File, 0o600, b"a");
    let (log, outcome) = run.apply(&resources);
    let wanted = "audit change: previously recorded value '0644' has been changed to '0600'";
    assert_eq!(log, format!("Notice: /Stage[main]/Main/File[/t/a]/mode: {wanted}\n"));
    assert!(outcome.statuses.iter().all(|it| it.changes() == 0));
}

#[test]
fn secrets_are_not_told() {
    let mut run = Run::new();
    run.least = Level::Debug;
    run.options.common.show_diff = true;
    run.memory.put("/t/a", FileKind::File, 0o644, b"old");
    let resources = [
        ("Notify", "n", json!({"message": "hush", "sensitive": ["message"]})),
        ("File", "/t/a", json!({"content": "hush", "sensitive": ["content"]})),
        ("Exec", "e", json!({"command": "/bin/false hush", "sensitive": ["command"]})),
    ];
    let (log, outcome) = run.apply(&resources);
    assert!(log.contains("changed [redacted] to [redacted]"), "{log}");
    assert!(log.contains("[command redacted] returned 1 instead of one of [0]"), "{log}");
    assert!(!log.contains("hush"), "{log}");
    assert!(!format!("{:?}", outcome.statuses).contains("hush"));
}

#[test]
fn what_is_in_a_folder_becomes_resources() {
    let mut run = Run::new();
    run.memory.put("/t/d", FileKind::Directory, 0o755, b"");
    run.memory.put("/t/d/a", FileKind::File, 0o644, b"");
    run.memory.put("/t/d/b", FileKind::File, 0o644, b"");
    let log = run.tell(&[
        ("File", "/t/d", json!({"ensure": "directory", "recurse": true, "purge": true, "notify": "Exec[r]"})),
        ("File", "/t/d/b", json!({"ensure": "file"})),
        ("Exec", "r", json!({"command": "/bin/true", "refreshonly": true})),
    ]);
    expect![[r#"
        Notice: /Stage[main]/Main/File[/t/d/a]/ensure: removed
        Info: /t/d: Scheduling refresh of Exec[r]
        Notice: /Stage[main]/Main/Exec[r]: Triggered 'refresh' from 1 event
    "#]]
    .assert_eq(&log);
}

#[test]
fn types_that_are_not_there_fail_alone() {
    let log = Run::new().tell(&[("Zone", "c", json!({})), ("Notify", "n", json!({}))]);
    assert!(log.starts_with("Error: /Stage[main]/Main/Zone[c]: Bunraku cannot apply resources of type zone yet\nNotice: n\n"), "{log}");
}

#[test]
fn a_provider_may_come_while_others_are_applied() {
    let mut run = Run::new();
    run.memory.put("/usr", FileKind::Directory, 0o755, b"");
    run.memory.put("/usr/bin", FileKind::Directory, 0o755, b"");
    let log = run.tell(&[
        ("Cron", "c", json!({"command": "/bin/c"})),
        ("File", "/usr/bin/crontab", json!({"ensure": "file", "mode": "0755"})),
        ("Cron", "other", json!({"ensure": "absent"})),
    ]);
    expect![[r#"
        Notice: /Stage[main]/Main/File[/usr/bin/crontab]/ensure: created
        Notice: /Stage[main]/Main/Cron[c]/ensure: created
    "#]]
    .assert_eq(&log);
}
