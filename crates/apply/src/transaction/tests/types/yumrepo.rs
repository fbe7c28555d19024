//! Repositories, from the catalog to the files.

use crate::transaction::tests::Run;
use expect_test::expect;
use machine::FileKind;
use serde_json::json;

fn with_folder() -> Run {
    let mut run = Run::new();
    for folder in ["/etc", "/etc/yum.repos.d"] {
        run.memory.put(folder, FileKind::Directory, 0o755, b"");
    }
    run.memory.put("/etc/yum.conf", FileKind::File, 0o644, b"[main]\ngpgcheck=1\n");
    run.memory.put(
        "/etc/yum.repos.d/base.repo",
        FileKind::File,
        0o644,
        b"# CentOS\n[base]\nname = Base\nenabled = 1\n\n[extras]\nname=Extras\n",
    );
    run
}

fn text(run: &Run, path: &str) -> String {
    run.memory.entries.get(path).map(|it| String::from_utf8_lossy(&it.bytes).into_owned()).unwrap_or_default()
}

#[test]
fn a_repository_is_made_in_a_file_of_its_own() {
    let mut run = with_folder();
    let log = run.tell(&[(
        "Yumrepo",
        "own",
        json!({"descr": "Own", "baseurl": "http://example.org/", "enabled": true, "gpgcheck": "0", "proxy": "absent", "password": "hidden"}),
    )]);
    expect![[r#"
        Notice: /Stage[main]/Main/Yumrepo[own]/ensure: created
        Info: Yumrepo[own](provider=inifile): changing mode of /etc/yum.repos.d/own.repo from 600 to 644
    "#]]
    .assert_eq(&log);
    expect![[r#"
        [own]
        name=Own
        baseurl=http://example.org/
        enabled=True
        gpgcheck=0
        password=hidden
    "#]]
    .assert_eq(&text(&run, "/etc/yum.repos.d/own.repo"));
}

#[test]
fn one_is_changed_and_one_is_taken_away() {
    let mut run = with_folder();
    let log = run.tell(&[
        ("Yumrepo", "base", json!({"descr": "Base", "enabled": "0", "password": "hidden"})),
        ("Yumrepo", "extras", json!({"ensure": "absent"})),
    ]);
    expect![[r#"
        Notice: /Stage[main]/Main/Yumrepo[base]/enabled: enabled changed '1' to '0'
        Notice: /Stage[main]/Main/Yumrepo[base]/password: changed [redacted] to [redacted]
        Notice: /Stage[main]/Main/Yumrepo[extras]/ensure: removed
    "#]]
    .assert_eq(&log);
    assert_eq!(text(&run, "/etc/yum.repos.d/base.repo"), "# CentOS\n[base]\nname=Base\nenabled=0\n\npassword=hidden\n");
    let log = run.tell(&[("Yumrepo", "base", json!({"ensure": "absent"}))]);
    assert!(log.ends_with("ensure: removed\n") && !run.memory.entries.contains_key("/etc/yum.repos.d/base.repo"), "{log}");
}

#[test]
fn a_target_moves_it() {
    let mut run = with_folder();
    run.tell(&[("Yumrepo", "extras", json!({"target": "other", "enabled": "1"}))]);
    assert_eq!(text(&run, "/etc/yum.repos.d/other.repo"), "[extras]\nname=Extras\nenabled=1\n");
    assert!(!text(&run, "/etc/yum.repos.d/base.repo").contains("extras"));
}

#[test]
fn a_file_that_cannot_be_read_is_not_written() {
    let mut run = with_folder();
    run.memory.put("/etc/yum.repos.d/broken.repo", FileKind::File, 0o644, b"what is this\n");
    let log = run.tell(&[("Yumrepo", "own", json!({"descr": "Own"}))]);
    assert!(log.contains("Could not evaluate: Can't parse line 'what is this' (file: /etc/yum.repos.d/broken.repo)"), "{log}");
    assert!(!run.memory.entries.contains_key("/etc/yum.repos.d/own.repo"));
}

#[test]
fn what_is_not_in_the_catalog_is_purged() {
    let mut run = with_folder();
    run.options.common.noop = true;
    let log = run.tell(&[("Resources", "yumrepo", json!({"purge": true})), ("Yumrepo", "base", json!({"descr": "Base"}))]);
    assert!(log.contains("Yumrepo[extras]/ensure: removed (noop)") && !log.contains("Yumrepo[main]"), "{log}");
}

#[test]
fn what_is_behind_a_line_break_is_no_line_of_the_file() {
    let mut run = with_folder();
    let log = run.tell(&[("Yumrepo", "own", json!({"descr": "Own\ngpgcheck=0"}))]);
    assert!(log.contains("Parameter descr has a line break, which would begin another line of the file"), "{log}");
    assert_eq!(text(&run, "/etc/yum.repos.d/own.repo"), "");
    // It goes on where the next line is indented.
    run.tell(&[("Yumrepo", "own", json!({"baseurl": "http://a/\n  http://b/"}))]);
    assert_eq!(text(&run, "/etc/yum.repos.d/own.repo"), "[own]\nbaseurl=http://a/\n  http://b/\n");
}
