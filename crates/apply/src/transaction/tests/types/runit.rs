//! Resources of the type or provider `runit`, from the catalog to the machine.

use crate::transaction::tests::Run;
use machine::FileKind;
use serde_json::json;

fn runit(says: &str) -> Run {
    let mut run = Run::new();
    run.memory.put("/usr/bin/sv", FileKind::File, 0o755, b"");
    for folder in ["/etc", "/etc/sv", "/etc/sv/s", "/service"] {
        run.memory.put(folder, FileKind::Directory, 0o755, b"");
    }
    run.memory.answers.push(("/usr/bin/sv status *".to_owned(), 0, says.to_owned()));
    run
}

#[test]
fn a_service_is_linked_and_waited_for() {
    let mut run = runit("down: /etc/sv/s: 3s\n");
    let log = run.tell(&[("Service", "s", json!({"provider": "runit", "ensure": "running", "enable": true}))]);
    let (enabling, log) = log.split_once('\n').unwrap_or_default();
    assert_eq!(enabling, "Notice: Enabling /service/s: linking /etc/sv/s -> /service/s");
    assert!(log.starts_with("Info: Waiting 5 seconds for runsvdir to discover service /service/s\n"), "{log}");
    assert!(log.contains("Service[s]/ensure: ensure changed 'stopped' to 'running'"), "{log}");
    assert_eq!(run.memory.entries["/service/s"].bytes, b"/etc/sv/s");
    assert_eq!(run.memory.seconds, 5);
    assert_eq!(run.memory.ran.last().map(String::as_str), Some("/usr/bin/sv start /service/s"));
}

#[test]
fn one_that_runit_does_not_know_of_is_not_taken_for_stopped() {
    let says = |what: &str| {
        let mut run = runit("");
        run.memory.answers = vec![("/usr/bin/sv status *".to_owned(), 1, what.to_owned())];
        run.tell(&[("Service", "s", json!({"provider": "runit", "ensure": "stopped"}))])
    };
    assert_eq!(says("warning: /etc/sv/s: unable to open supervise/ok\n"), "");
    assert_eq!(says("fail: /etc/sv/s: runsv not running\n"), "");
    let log = says("fail: /etc/sv/s: unable to change to service directory\n");
    assert!(log.contains("Could not evaluate: Could not get status for service Service[s]: Execution of "), "{log}");
}

#[test]
fn one_that_is_not_to_run_is_stopped_and_loses_its_link() {
    let mut run = runit("run: /etc/sv/s: (pid 7) 3s\n");
    run.memory.put("/service/s", FileKind::Link, 0o777, b"/etc/sv/s");
    run.tell(&[("Service", "s", json!({"provider": "runit", "ensure": "stopped", "enable": false}))]);
    assert_eq!(run.memory.ran.last().map(String::as_str), Some("/usr/bin/sv stop /service/s"));
    assert!(!run.memory.entries.contains_key("/service/s"));
}
