//! Resources of the type or provider `sysctl_runtime`, from the catalog to the machine.

use crate::transaction::tests::Run;
use machine::FileKind;
use serde_json::json;

#[test]
fn the_kernel_is_asked_and_told() {
    let mut run = Run::new();
    run.memory.put("/sbin/sysctl", FileKind::File, 0o755, b"");
    run.memory.answers.push(("/sbin/sysctl -n -- vm.swappiness".to_owned(), 0, "60\n".to_owned()));
    run.memory.answers.push(("/sbin/sysctl -n -- no.such".to_owned(), 255, "sysctl: cannot stat\n".to_owned()));
    let log = run.tell(&[("Sysctl_runtime", "vm.swappiness", json!({"val": "10"})), ("Sysctl_runtime", "no.such", json!({"val": "1"}))]);
    assert!(log.starts_with("Notice: /Stage[main]/Main/Sysctl_runtime[vm.swappiness]/val: val changed '60' to '10'\n"), "{log}");
    assert!(log.contains("sysctl parameter no.such wasn't found on this system"), "{log}");
    assert!(run.memory.ran.contains(&"/sbin/sysctl vm.swappiness=10".to_owned()), "{:?}", run.memory.ran);
}
