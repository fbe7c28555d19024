//! Resources of the type or provider `elsewhere`, from the catalog to the machine.

use crate::transaction::tests::Run;
use expect_test::expect;
use serde_json::json;

#[test]
fn a_provider_of_another_system_is_refused_and_not_refreshed() {
    let mut run = Run::new();
    let log = run.tell(&[
        ("File", "/t/conf", json!({"ensure": "file", "notify": ["Exec[/bin/restart]", "Service[s]"]})),
        ("Exec", "/bin/restart", json!({"provider": "windows"})),
        ("Service", "s", json!({"ensure": "running", "provider": "launchd"})),
        ("User", "u", json!({"ensure": "present", "provider": "pw"})),
        ("Notify", "behind", json!({"require": "User[u]"})),
    ]);
    expect![[r#"
        Notice: /Stage[main]/Main/File[/t/conf]/ensure: created
        Info: /Stage[main]/Main/File[/t/conf]: Scheduling refresh of Exec[/bin/restart]
        Info: /Stage[main]/Main/File[/t/conf]: Scheduling refresh of Service[s]
        Error: /Stage[main]/Main/Exec[/bin/restart]: Provider windows is not functional on this host
        Error: /Stage[main]/Main/Service[s]: Provider launchd is not functional on this host
        Error: /Stage[main]/Main/User[u]: Provider pw is not functional on this host
        Notice: /Stage[main]/Main/Notify[behind]: Dependency User[u] has failures: true
        Warning: /Stage[main]/Main/Notify[behind]: Skipping because of failed dependencies
        Info: Class[Main]: Unscheduling all events on Class[Main]
    "#]]
    .assert_eq(&log);
    assert!(run.memory.ran.is_empty(), "{:?}", run.memory.ran);
}
