//! Services of systemd and of no manager, from the catalog to the commands.

use crate::transaction::tests::Run;
use expect_test::expect;
use machine::FileKind;
use serde_json::json;

fn systemd(active: i32, enabled: &str) -> Run {
    let mut run = Run::new();
    run.memory.put("/proc/1/comm", FileKind::File, 0o444, b"systemd\n");
    run.memory.put("/usr/bin/systemctl", FileKind::File, 0o755, b"");
    let code = if enabled == "enabled" { 0 } else { 1 };
    for (line, code, said) in [("is-active -- s", active, ""), ("is-enabled -- s", code, enabled), ("show*", 0, "NeedDaemonReload=yes\n")] {
        run.memory.answers.push((format!("/usr/bin/systemctl {line}"), code, said.to_owned()));
    }
    run
}

/// Requests, without queries.
fn asked(run: &Run) -> Vec<String> {
    let lines = run.memory.ran.iter().filter_map(|it| it.strip_prefix("/usr/bin/systemctl "));
    lines.filter(|it| !it.starts_with("is-") && !it.starts_with("show")).map(str::to_owned).collect()
}

#[test]
fn a_service_is_started_and_enabled_in_one() {
    let mut run = systemd(3, "disabled");
    expect![[r#"
        Notice: /Stage[main]/Main/Service[s]/ensure: ensure changed 'stopped' to 'running'
        Info: /Stage[main]/Main/Service[s]: Unscheduling refresh on Service[s]
    "#]]
    .assert_eq(&run.tell(&[("Service", "s", json!({"ensure": "running", "enable": true}))]));
    assert_eq!(asked(&run), ["daemon-reload", "unmask -- s", "start -- s", "unmask -- s", "enable -- s"]);
}

#[test]
fn a_service_that_runs_is_restarted() {
    let mut run = systemd(0, "enabled");
    let log = run.tell(&[
        ("File", "/t/conf", json!({"ensure": "file", "notify": "Service[s]"})),
        ("Service", "s", json!({"ensure": "running", "enable": "mask"})),
    ]);
    expect![[r#"
        Notice: /Stage[main]/Main/File[/t/conf]/ensure: created
        Info: /Stage[main]/Main/File[/t/conf]: Scheduling refresh of Service[s]
        Notice: /Stage[main]/Main/Service[s]/enable: enable changed 'true' to 'mask'
        Notice: /Stage[main]/Main/Service[s]: Triggered 'refresh' from 1 event
    "#]]
    .assert_eq(&log);
    assert_eq!(asked(&run), ["cat -- s", "disable -- s", "mask -- s", "daemon-reload", "restart -- s"]);
}

#[test]
fn what_systemctl_says_is_told_where_it_cannot() {
    let mut run = systemd(3, "disabled");
    run.memory.answers.push(("/usr/bin/systemctl mask -- s".to_owned(), 1, "Failed to mask unit: it is there\n".to_owned()));
    let log = run.tell(&[("Service", "s", json!({"enable": "mask"}))]);
    assert!(log.contains("Could not mask s: Failed to mask unit: it is there\n"), "{log}");
}

#[test]
fn commands_of_the_manifest_are_named_as_they_are() {
    let mut run = Run::new();
    run.memory.put("/bin/kill", FileKind::File, 0o755, b"");
    run.memory.put("/bin/sh", FileKind::File, 0o755, b"");
    run.memory.answers.push(("/bin/sh -c /bin/no*".to_owned(), 1, String::new()));
    let log = run.tell(&[("Service", "p", json!({"provider": "base", "ensure": "running", "start": "/bin/no 1", "status": "/bin/no"}))]);
    assert!(log.starts_with("Error: Could not start Service[p]: Execution of '/bin/no 1' returned 1: \n"), "{log}");
}
