//! Files with entries, from the catalog to the file.

use crate::transaction::tests::Run;
use expect_test::expect;
use machine::FileKind;
use serde_json::json;

fn with_hosts(text: &str) -> Run {
    let mut run = Run::new();
    run.memory.put("/etc", FileKind::Directory, 0o755, b"");
    run.memory.put("/etc/hosts", FileKind::File, 0o644, text.as_bytes());
    run
}

fn text(run: &Run, path: &str) -> String {
    String::from_utf8_lossy(&run.memory.entries[path].bytes).split_inclusive('\n').filter(|it| !it.starts_with("# HEADER")).collect()
}

#[test]
fn what_is_no_entry_stays_where_it_is() {
    let mut run = with_hosts("# mine\n10.0.0.1 one uno\n\nno entry\n10.0.0.2 two\n");
    let log = run.tell(&[
        ("Host", "one", json!({"ip": "10.0.0.1", "host_aliases": ["eins"]})),
        ("Host", "two", json!({"ensure": "absent"})),
        ("Host", "three", json!({"ip": "10.0.0.3", "comment": "new"})),
    ]);
    expect![[r#"
        Notice: /Stage[main]/Main/Host[one]/host_aliases: host_aliases changed uno to 'eins'
        Notice: /Stage[main]/Main/Host[two]/ensure: removed
        Notice: /Stage[main]/Main/Host[three]/ensure: created
    "#]]
    .assert_eq(&log);
    assert_eq!(text(&run, "/etc/hosts"), "# mine\n10.0.0.1\tone\teins\n\nno entry\n10.0.0.3\tthree\t# new\n");
    assert_eq!(run.tell(&[("Host", "three", json!({"ip": "10.0.0.3", "comment": "new"}))]), "");
}

#[test]
fn an_entry_that_cannot_be_written_does_no_harm_to_others() {
    let mut run = with_hosts("10.0.0.1 one\n");
    let log = run.tell(&[("Host", "bad", json!({"ensure": "present"})), ("Host", "two", json!({"ip": "10.0.0.2"}))]);
    assert!(log.contains("Host[bad]: Could not evaluate: ip is a required attribute for hosts"), "{log}");
    assert_eq!(text(&run, "/etc/hosts"), "10.0.0.1\tone\n10.0.0.2\ttwo\n");
}

#[test]
fn a_file_that_cannot_be_read_is_not_written() {
    let mut run = with_hosts("");
    run.memory.put("/etc/hosts", FileKind::File, 0o644, b"10.0.0.1 one\n\xff\n");
    let log = run.tell(&[("Host", "two", json!({"ip": "10.0.0.2"}))]);
    assert!(log.contains("Could not evaluate: Failed to read /etc/hosts's records"), "{log}");
    assert_eq!(run.memory.entries["/etc/hosts"].bytes, b"10.0.0.1 one\n\xff\n");
}

#[test]
fn what_is_not_in_the_catalog_is_purged() {
    let mut run = with_hosts("10.0.0.1 one\n# mine\n10.0.0.2 two\n10.0.0.3 three\n");
    let log = run.tell(&[("Resources", "host", json!({"purge": true})), ("Host", "two", json!({"ip": "10.0.0.2"}))]);
    expect![[r#"
        Notice: /Stage[main]/Main/Host[one]/ensure: removed
        Notice: /Stage[main]/Main/Host[three]/ensure: removed
    "#]]
    .assert_eq(&log);
    assert_eq!(text(&run, "/etc/hosts"), "# mine\n10.0.0.2\ttwo\n");
}

#[test]
fn crontabs_are_written_through_their_program() {
    let mut run = Run::new();
    run.memory.put("/usr/bin/crontab", FileKind::File, 0o755, b"");
    let before = "# mine\n5 * * * * /bin/five\n# Puppet Name: old\nA=b\n1 2 * * * /bin/old\n";
    run.memory.answers.push(("/usr/bin/crontab -l".to_owned(), 0, before.to_owned()));
    let log = run.tell(&[
        ("Cron", "five", json!({"command": "/bin/five", "minute": 5})),
        ("Cron", "old", json!({"command": "/bin/old", "minute": [1, 3], "weekday": "Mon"})),
    ]);
    expect![[r#"
        Notice: /Stage[main]/Main/Cron[old]/minute: minute changed ['1'] to ['1', '3']
        Notice: /Stage[main]/Main/Cron[old]/weekday: defined 'weekday' as ['1']
    "#]]
    .assert_eq(&log);
    let written: String = run.memory.inputs[0].split_inclusive('\n').filter(|it| !it.starts_with("# HEADER")).collect();
    assert_eq!(written, "# mine\n5 * * * * /bin/five\n# Puppet Name: old\nA=b\n1,3 2 * * 1 /bin/old\n");
}
