//! Packages of Red Hat, from the catalog to the commands.

use crate::transaction::tests::Run;
use expect_test::expect;
use machine::FileKind;
use serde_json::json;

/// A machine with these packages; of `own` there is 2.0 to be had.
fn red_hat(installed: &str) -> Run {
    let mut run = Run::new();
    for tool in ["rpm", "dnf"] {
        run.memory.put(&format!("/usr/bin/{tool}"), FileKind::File, 0o755, b"");
    }
    for (line, code, said) in [
        ("rpm -qa *", 0, installed),
        ("rpm -q own *", 0, "own 0 2.0 1 noarch\n"),
        ("rpm -q *", 1, "package is not installed\n"),
        ("dnf check-update*", 100, "\nown.noarch   2.0-1   repo\n"),
        ("dnf -d 0 -e 1 -y install nosuch", 1, "Error: Unable to find a match: nosuch\n"),
        ("dnf *", 0, ""),
        ("rpm *", 0, ""),
    ] {
        run.memory.answers.push((format!("/usr/bin/{line}"), code, said.to_owned()));
    }
    run
}

fn changes(run: &Run) -> Vec<&str> {
    let all = run.memory.ran.iter().filter_map(|it| it.strip_prefix("/usr/bin/"));
    all.filter(|it| !it.starts_with("rpm -q") && !it.contains("check-update")).collect()
}

#[test]
fn versions_go_up_and_down() {
    let mut run = red_hat("up 0 1.0 1 noarch\ndown 0 3.0 1 noarch\nbash 0 5 1 x86_64\n");
    run.memory.answers.insert(0, ("/usr/bin/rpm -q up *".to_owned(), 0, "up 0 2.0 1 noarch\n".to_owned()));
    run.memory.answers.insert(0, ("/usr/bin/rpm -q down *".to_owned(), 0, "down 0 2.0 1 noarch\n".to_owned()));
    let log = run.tell(&[
        ("Package", "own", json!({"ensure": "2.0-1"})),
        ("Package", "up", json!({"ensure": "2.0"})),
        ("Package", "down", json!({"ensure": "2.0", "install_options": ["--x"]})),
        ("Package", "bash", json!({"ensure": "5-1"})),
    ]);
    expect![[r#"
        Notice: /Stage[main]/Main/Package[up]/ensure: ensure changed '1.0-1' to '2.0'
        Notice: /Stage[main]/Main/Package[down]/ensure: ensure changed '3.0-1' to '2.0'
    "#]]
    .assert_eq(&log);
    assert_eq!(changes(&run), ["dnf -d 0 -e 1 -y upgrade up-2.0", "dnf -d 0 -e 1 -y --x downgrade down-2.0"]);
}

#[test]
fn what_came_has_to_be_what_was_asked_for() {
    let mut run = red_hat("own 0 1.0 1 noarch\n");
    let log = run.tell(&[("Package", "own", json!({"ensure": "3.0"}))]);
    assert!(log.contains("Could not update: Failed to update to version 3.0, got version 2.0-1 instead"), "{log}");
}

#[test]
fn the_newest_is_asked_for_and_what_is_not_there_is_told() {
    let mut run = red_hat("own 0 1.0 1 noarch\n");
    let log = run.tell(&[
        ("Package", "own", json!({"ensure": "latest"})),
        ("Package", "nosuch", json!({"ensure": "installed"})),
        ("Package", "gone", json!({"ensure": "purged"})),
    ]);
    assert!(log.contains("Package[own]/ensure: ensure changed '1.0-1' to '0:2.0-1'"), "{log}");
    assert!(log.contains("returned 1: Error: Unable to find a match: nosuch"), "{log}");
    assert_eq!(changes(&run), ["dnf -d 0 -e 1 -y upgrade own", "dnf -d 0 -e 1 -y install nosuch"]);
}

#[test]
fn rpm_takes_files() {
    let mut run = red_hat("old 0 1.0 1 noarch\n");
    let log = run.tell(&[
        ("Package", "new", json!({"provider": "rpm", "source": "/r/new.rpm"})),
        ("Package", "none", json!({"provider": "rpm"})),
        ("Package", "old", json!({"provider": "rpm", "ensure": "absent", "uninstall_options": ["--nodeps"]})),
    ]);
    assert!(log.contains("RPMs must specify a package source"), "{log}");
    assert_eq!(changes(&run), ["rpm -i /r/new.rpm", "rpm -e --nodeps old"]);
}

/// `rpm --pipe=…` runs a command.
#[test]
fn a_source_is_no_option() {
    let mut run = red_hat("");
    let log = run.tell(&[("Package", "own", json!({"provider": "rpm", "source": "--pipe=touch /t/x"}))]);
    assert!(log.contains("The source of a package may not begin with a dash"), "{log}");
    assert_eq!(changes(&run), Vec::<&str>::new());
}
