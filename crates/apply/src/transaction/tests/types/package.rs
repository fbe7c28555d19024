//! Packages of Debian, from the catalog to the commands.

mod together;
use crate::transaction::tests::Run;
use expect_test::expect;
use machine::FileKind;
use serde_json::json;

/// Lists what is installed, as `dpkg-query` does it.
const LIST: &str = "/usr/bin/dpkg-query -W --showformat '${Status} ${Package} ${Version}\\n'";

fn debian(installed: &str) -> Run {
    let mut run = Run::new();
    for tool in ["apt-get", "apt-cache", "apt-mark", "dpkg", "dpkg-query"] {
        run.memory.put(&format!("/usr/bin/{tool}"), FileKind::File, 0o755, b"");
    }
    run.memory.answers.push((LIST.to_owned(), 0, installed.to_owned()));
    run.memory.answers.push((format!("{LIST} -- *"), 1, "no packages found matching it\n".to_owned()));
    run
}

#[test]
fn one_question_answers_for_all_that_is_installed() {
    let mut run = debian("'install ok installed bash 5.2\n''install ok installed vim 9.0\n'");
    let log = run.tell(&[("Package", "bash", json!({"ensure": "installed"})), ("Package", "vim", json!({"ensure": "9.0"}))]);
    assert_eq!(log, "");
    assert_eq!(run.memory.ran, [LIST]);
}

#[test]
fn what_is_missing_is_installed() {
    let mut run = debian("");
    let log = run.tell(&[
        ("Package", "one", json!({})),
        ("Package", "two", json!({"ensure": "1.2", "install_options": ["-t", {"--x": "y"}]})),
        ("Package", "gone", json!({"ensure": "absent"})),
    ]);
    expect![[r#"
        Notice: /Stage[main]/Main/Package[one]/ensure: created
        Notice: /Stage[main]/Main/Package[two]/ensure: created
    "#]]
    .assert_eq(&log);
    let ran: Vec<&String> = run.memory.ran.iter().filter(|it| !it.contains("dpkg-query")).collect();
    assert_eq!(
        ran,
        [
            "/usr/bin/apt-get -q -y -o DPkg::Options::=--force-confold install one",
            "/usr/bin/apt-mark manual one",
            "/usr/bin/apt-get -q -y -o DPkg::Options::=--force-confold --force-yes -t --x=y install two=1.2",
            "/usr/bin/apt-mark manual two",
        ]
    );
}

#[test]
fn versions_change_and_packages_go() {
    let mut run = debian("'install ok installed a 1\n''hold ok installed b 1\n''install ok installed c 1\n'");
    run.memory.answers.push(("/usr/bin/apt-cache policy a".to_owned(), 0, "a:\n  Installed: 1\n  Candidate: 2\n".to_owned()));
    let log = run.tell(&[
        ("Package", "a", json!({"ensure": "latest"})),
        ("Package", "b", json!({"ensure": "purged"})),
        ("Package", "c", json!({"mark": "hold"})),
    ]);
    expect![[r#"
        Notice: /Stage[main]/Main/Package[a]/ensure: ensure changed '1' to '2'
        Notice: /Stage[main]/Main/Package[b]/ensure: purged
        Notice: /Stage[main]/Main/Package[c]/mark: mark changed 'none' to 'hold'
    "#]]
    .assert_eq(&log);
    assert!(run.memory.ran.contains(&"/usr/bin/apt-get -y -q --allow-change-held-packages remove --purge b".to_owned()));
    assert_eq!(run.memory.inputs, ["c hold\n"]);
}

#[test]
fn a_package_that_is_not_there_is_told_once_and_for_all() {
    let mut run = debian("");
    run.memory.answers.push(("/usr/bin/apt-get*".to_owned(), 100, "E: Unable to locate package x\n".to_owned()));
    expect![[r#"
        Error: Execution of '/usr/bin/apt-get -q -y -o DPkg::Options::=--force-confold install x' returned 100: E: Unable to locate package x
        Error: /Stage[main]/Main/Package[x]/ensure: change from 'purged' to 'present' failed: Execution of '/usr/bin/apt-get -q -y -o DPkg::Options::=--force-confold install x' returned 100: E: Unable to locate package x
        Error: /Stage[main]/Main/Package[y]: Provider rpm is not functional on this host
    "#]]
    .assert_eq(&run.tell(&[("Package", "y", json!({"provider": "rpm"})), ("Package", "x", json!({"ensure": "installed"}))]));
}
