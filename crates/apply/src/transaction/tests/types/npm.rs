//! Resources of the type or provider `npm`, from the catalog to the machine.

use crate::transaction::tests::Run;
use machine::FileKind;
use serde_json::json;

#[test]
fn what_is_listed_counts_though_the_list_fails() {
    let mut run = Run::new();
    run.memory.put("/usr/bin/npm", FileKind::File, 0o755, b"");
    let list = r#"npm ERR! extraneous
{"dependencies": {"here": {"version": "1.0.0"}, "old": {"version": "2.0.0"}, "odd": {}}}"#;
    for (line, code, said) in [("list *", 1, list), ("view here version", 0, "1.1.0\n"), ("*", 0, "")] {
        run.memory.answers.push((format!("/usr/bin/npm {line}"), code, said.to_owned()));
    }
    let npm = |ensure: &str| json!({"provider": "npm", "ensure": ensure});
    let log = run.tell(&[
        ("Package", "here", npm("latest")),
        ("Package", "new", json!({"provider": "npm", "ensure": "3.0.0", "install_options": ["--no-audit"]})),
        ("Package", "file", json!({"provider": "npm", "source": "/r/file.tgz"})),
        ("Package", "old", npm("absent")),
    ]);
    assert!(log.starts_with("Notice: /Stage[main]/Main/Package[here]/ensure: ensure changed '1.0.0' to '1.1.0'\n"), "{log}");
    let all = run.memory.ran.iter().filter_map(|it| it.strip_prefix("/usr/bin/npm "));
    assert_eq!(
        all.filter(|it| !it.starts_with("list") && !it.starts_with("view")).collect::<Vec<_>>(),
        ["install --global here@latest", "install --global --no-audit new@3.0.0", "install --global /r/file.tgz", "uninstall --global old",]
    );
}
