//! Users, from the catalog to the commands.

use crate::transaction::tests::Run;
use expect_test::expect;
use machine::FileKind;
use serde_json::json;

fn with_users() -> Run {
    let mut run = Run::new();
    for tool in ["useradd", "userdel", "usermod", "chage", "chpasswd"] {
        run.memory.put(&format!("/usr/sbin/{tool}"), FileKind::File, 0o755, b"");
    }
    run.memory.put("/bin/sh", FileKind::File, 0o755, b"");
    run.memory.answers.push(("/usr/sbin/chpasswd -e".to_owned(), 0, String::new()));
    run.memory.put("/etc/passwd", FileKind::File, 0o644, b"root:x:0:0:root:/root:/bin/sh\njoe:x:1000:100:Joe:/home/joe:/bin/sh\n");
    run.memory.put("/etc/group", FileKind::File, 0o644, b"root:x:0:\nusers:x:100:\ngames:x:60:joe\nstaff:x:50:\n");
    run.memory.put("/etc/shadow", FileKind::File, 0o640, b"joe:$6$old:20000:0:99999:7:::\n");
    run.memory.put("/home/joe/.ssh/authorized_keys", FileKind::File, 0o600, b"ssh-rsa AAAA kept\nssh-rsa BBBB\n");
    run
}

#[test]
fn a_user_is_made_and_nobody_sees_the_password() {
    let mut run = with_users();
    let log = run.tell(&[(
        "User",
        "anna",
        json!({"ensure": "present", "uid": "1001", "gid": "users", "groups": ["staff"], "managehome": true, "password": "$6$secret", "shell": "/bin/sh"}),
    )]);
    assert_eq!(log, "Notice: /Stage[main]/Main/User[anna]/ensure: created\n");
    assert!(run.memory.ran.contains(&"/usr/sbin/useradd -g users -G staff -s /bin/sh -u 1001 -m anna".to_owned()), "{:?}", run.memory.ran);
    assert!(run.memory.ran.iter().all(|it| !it.contains("secret")));
    assert_eq!(run.memory.inputs, ["anna:$6$secret\n"]);
}

/// With Puppet an account without it can be used until the second run.
#[test]
fn a_new_user_has_its_expiry_date_from_the_beginning() {
    let mut run = with_users();
    run.tell(&[("User", "anna", json!({"ensure": "present", "expiry": "2030-01-31"}))]);
    let made = run.memory.ran.iter().find(|it| it.starts_with("/usr/sbin/useradd")).cloned().unwrap_or_default();
    assert!(made.contains("-e 2030-01-31"), "{:?}", run.memory.ran);
}

#[test]
fn what_differs_is_changed() {
    let mut run = with_users();
    let log = run.tell(&[(
        "User",
        "joe",
        json!({"comment": "J", "gid": "users", "groups": ["staff"], "password": "$6$new", "expiry": "2030-01-31", "password_max_age": "90"}),
    )]);
    expect![[r#"
        Notice: /Stage[main]/Main/User[joe]/comment: comment changed 'Joe' to 'J'
        Notice: /Stage[main]/Main/User[joe]/password: changed [redacted] to [redacted]
        Notice: /Stage[main]/Main/User[joe]/password_max_age: password_max_age changed 99999 to 90
        Notice: /Stage[main]/Main/User[joe]/groups: groups changed games to ['games', 'staff']
        Notice: /Stage[main]/Main/User[joe]/expiry: defined 'expiry' as '2030-01-31'
    "#]]
    .assert_eq(&log);
}

#[test]
fn names_cannot_be_options() {
    let log = with_users().tell(&[("User", "--root=/x", json!({"ensure": "present"}))]);
    assert!(log.contains("Could not evaluate: '--root=/x' cannot be the name of a user"), "{log}");
}

#[test]
fn keys_that_are_not_in_the_catalog_are_purged() {
    let mut run = with_users();
    run.options.common.noop = true;
    let log = run.tell(&[
        ("User", "joe", json!({"ensure": "present", "purge_ssh_keys": true})),
        ("Ssh_authorized_key", "kept", json!({"user": "joe", "target": "/home/joe/.ssh/authorized_keys", "type": "rsa", "key": "AAAA"})),
    ]);
    let purged = "Ssh_authorized_key[/home/joe/.ssh/authorized_keys:unnamed-1]/ensure: removed (noop)";
    assert!(log.contains(purged) && !log.contains("[kept]"), "{log}");
}

#[test]
fn files_alone_are_changed_where_that_is_asked_for() {
    let mut run = with_users();
    for tool in ["luseradd", "lgroupadd", "lusermod", "lchage"] {
        run.memory.put(&format!("/usr/sbin/{tool}"), FileKind::File, 0o755, b"");
    }
    run.memory.put("/tmp", FileKind::Directory, 0o755, b"");
    let log = run.tell(&[
        ("User", "anna", json!({"ensure": "present", "uid": "1001", "groups": ["staff"], "forcelocal": true, "password_max_age": "90"})),
        ("User", "joe", json!({"comment": "J", "uid": "1003", "forcelocal": true})),
        ("User", "twin", json!({"ensure": "present", "uid": "1000", "forcelocal": true})),
    ]);
    let local: Vec<&String> = run.memory.ran.iter().filter(|it| !it.contains("getent")).collect();
    expect![[r#"
        [
            "/usr/sbin/luseradd -u 1001 -M anna",
            "/usr/sbin/lchage -M 90 anna",
            "/usr/sbin/usermod -G staff anna",
            "/usr/sbin/lusermod -u 1003 joe",
            "/usr/sbin/lusermod -c J joe",
        ]
    "#]]
    .assert_debug_eq(&local);
    assert!(log.contains("User[joe]/uid: uid changed '1000' to 1003"), "{log}");
    assert!(log.contains("UID 1000 already exists, use allowdupe to force user creation"), "{log}");
    assert!(run.memory.entries.keys().all(|it| !it.contains("libuser")));
}
