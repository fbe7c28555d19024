//! Resources of the type or provider `group`, from the catalog to the machine.

use crate::transaction::tests::Run;
use machine::FileKind;
use serde_json::json;

fn with_groups() -> Run {
    let mut run = Run::new();
    for tool in ["groupadd", "groupdel", "groupmod", "lgroupadd", "luseradd", "lgroupmod"] {
        run.memory.put(&format!("/usr/sbin/{tool}"), FileKind::File, 0o755, b"");
    }
    run.memory.put("/tmp", FileKind::Directory, 0o755, b"");
    run.memory.put("/etc/passwd", FileKind::File, 0o644, b"joe:x:1000:100:Joe:/home/joe:/bin/sh\nann:x:1001:100:Ann:/home/ann:/bin/sh\n");
    run.memory.put("/etc/group", FileKind::File, 0o644, b"team:x:60:joe\ncrew:x:61:joe\n");
    run
}

#[test]
fn members_are_added_or_are_all_that_there_are() {
    let mut run = with_groups();
    let log = run
        .tell(&[("Group", "team", json!({"members": ["ann"]})), ("Group", "crew", json!({"members": ["ann"], "auth_membership": true}))]);
    let path = "Notice: /Stage[main]/Main/Group";
    assert_eq!(log, format!("{path}[team]/members: members changed joe to ann,joe\n{path}[crew]/members: members changed joe to ann\n"));
    let commands = ["/usr/sbin/lgroupmod -M ann team", "/usr/sbin/lgroupmod -m joe crew", "/usr/sbin/lgroupmod -M ann crew"];
    assert_eq!(run.memory.ran, commands);
}

#[test]
fn members_have_to_be_there() {
    let mut run = with_groups();
    let log = run.tell(&[("Group", "team", json!({"members": ["nobody there"]}))]);
    assert!(log.contains("can't find user for nobody there"), "{log}");
}

#[test]
fn without_libuser_nobody_is_made_a_member() {
    let mut run = with_groups();
    run.memory.entries.remove("/usr/sbin/lgroupadd");
    assert_eq!(run.tell(&[("Group", "team", json!({"members": ["ann"]}))]), "");
}
