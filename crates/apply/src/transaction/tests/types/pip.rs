//! Resources of the type or provider `pip`, from the catalog to the machine.

use crate::transaction::tests::Run;
use machine::FileKind;
use serde_json::json;

#[test]
fn versions_and_bounds_are_asked_for() {
    let mut run = Run::new();
    run.memory.put("/usr/bin/pip3", FileKind::File, 0o755, b"");
    let choices = "ERROR: Could not find a version that satisfies the requirement it (from versions: 1.0, 1.1, 2.0)\n";
    for (line, code, said) in [
        ("freeze --all", 0, "Flask==2.0\nold==1.0\nown @ git+https://x/own@abc\nit==1.0\n"),
        ("install it==9!0dev0+x", 1, choices),
        ("*", 0, ""),
    ] {
        run.memory.answers.push((format!("/usr/bin/pip3 {line}"), code, said.to_owned()));
    }
    let pip = |ensure: &str| json!({"provider": "pip3", "ensure": ensure});
    let log = run.tell(&[
        ("Package", "flask", pip("2.0")),
        ("Package", "own", pip("abc")),
        ("Package", "it", pip("latest")),
        ("Package", "new", json!({"provider": "pip3", "ensure": "1.2", "install_options": ["--user"]})),
        ("Package", "git", json!({"provider": "pip3", "ensure": "v1", "source": "git+https://x/y"})),
        ("Package", "old", pip("absent")),
    ]);
    assert!(log.starts_with("Notice: /Stage[main]/Main/Package[it]/ensure: ensure changed '1.0' to '2.0'\n"), "{log}");
    let all = run.memory.ran.iter().filter_map(|it| it.strip_prefix("/usr/bin/pip3 "));
    assert_eq!(
        all.filter(|it| !it.starts_with("freeze") && !it.contains("9!0")).collect::<Vec<_>>(),
        ["install -q --upgrade it", "install -q --user new==1.2", "install -q git+https://x/y@v1#egg=git", "uninstall -y -q old",]
    );
}
