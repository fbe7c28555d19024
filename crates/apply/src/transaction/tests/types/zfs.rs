//! Resources of the type or provider `zfs`, from the catalog to the machine.

use crate::transaction::tests::Run;
use machine::FileKind;
use serde_json::json;

#[test]
fn what_is_purged_is_not_read_before() {
    let mut run = Run::new();
    run.memory.put("/sbin/zfs", FileKind::File, 0o755, b"");
    for (line, code, said) in [("list -H", 0, "tank\t1K\n"), ("get *", 1, "out of memory\n"), ("*", 0, "")] {
        run.memory.answers.push((format!("/sbin/zfs {line}"), code, said.to_owned()));
    }
    run.tell(&[("Resources", "zfs", json!({"purge": true}))]);
    assert_eq!(run.memory.ran, ["/sbin/zfs list -H", "/sbin/zfs list tank", "/sbin/zfs destroy tank"]);
}

#[test]
fn file_systems_are_made_changed_and_destroyed() {
    let mut run = Run::new();
    run.memory.put("/sbin/zfs", FileKind::File, 0o755, b"");
    for (line, code, said) in [
        ("list tank/new", 1, "cannot open 'tank/new': dataset does not exist\n"),
        ("get -H -o value quota tank/here", 0, "10G\n"),
        ("get -H -o value acltype tank/here", 1, "bad property\n"),
        ("set acltype=posix tank/here", 1, "bad property\n"),
        ("*", 0, ""),
    ] {
        run.memory.answers.push((format!("/sbin/zfs {line}"), code, said.to_owned()));
    }
    let log = run.tell(&[
        ("Zfs", "tank/new", json!({"ensure": "present", "mountpoint": "/x", "volsize": "1G"})),
        ("Zfs", "tank/here", json!({"quota": "20G", "acltype": "posix"})),
        ("Zfs", "tank/old", json!({"ensure": "absent"})),
        ("Zfs", "-r", json!({"ensure": "absent"})),
    ]);
    assert!(log.contains("Zfs[tank/here]/quota: quota changed '10G' to '20G'"), "{log}");
    assert!(log.contains("Zfs[tank/here]/acltype: acltype changed '-' to 'posix'"), "{log}");
    let all = run.memory.ran.iter().filter_map(|it| it.strip_prefix("/sbin/zfs "));
    assert_eq!(
        all.filter(|it| !it.starts_with("list") && !it.starts_with("get")).collect::<Vec<_>>(),
        ["create -o mountpoint=/x -V 1G tank/new", "set acltype=posix tank/here", "set quota=20G tank/here", "destroy tank/old"]
    );
}
