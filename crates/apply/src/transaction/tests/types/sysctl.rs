//! Resources of the type or provider `sysctl`, from the catalog to the machine.

use crate::transaction::tests::Run;
use machine::FileKind;
use serde_json::json;

#[test]
fn a_value_is_changed_and_comments_stay() {
    let mut run = Run::new();
    run.memory.put("/etc", FileKind::Directory, 0o755, b"");
    run.memory.put("/etc/sysctl.conf", FileKind::File, 0o644, b"# why\n#vm.swappiness=1\nvm.swappiness = 60\nnet.x=1\n");
    let log = run.tell(&[
        ("Sysctl", "vm.swappiness", json!({"val": "10"})),
        ("Sysctl", "net.x", json!({"ensure": "absent"})),
        ("Sysctl", "net.y", json!({"val": "1"})),
    ]);
    let path = "Notice: /Stage[main]/Main/Sysctl";
    assert_eq!(
        log,
        format!("{path}[vm.swappiness]/val: val changed '60' to '10'\n{path}[net.x]/ensure: removed\n{path}[net.y]/ensure: created\n")
    );
    let text = String::from_utf8_lossy(&run.memory.entries["/etc/sysctl.conf"].bytes).into_owned();
    assert!(text.ends_with("# why\n#vm.swappiness=1\nvm.swappiness=10\nnet.y=1\n"), "{text}");
}
