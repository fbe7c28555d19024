//! Items of settings, from the catalog to the machine.

use crate::transaction::tests::Run;
use machine::FileKind;
use serde_json::json;

#[test]
fn one_item_is_changed_and_the_others_stay() {
    let mut run = Run::new();
    run.options.common.show_diff = true;
    run.memory.put("/t/a", FileKind::File, 0o644, b"# why\nARGS=\"-Xmx512m -ea\"\n");
    let item =
        |name: &str, value: &str| json!({"path": "/t/a", "setting": "ARGS", "subsetting": name, "value": value, "key_val_separator": "="});
    let told = run.tell(&[("Ini_subsetting", "x", item("-Xmx", "1g")), ("Ini_subsetting", "s", item("-Xms", "256m"))]);
    let path = "Notice: /Stage[main]/Main/Ini_subsetting";
    assert_eq!(told, format!("{path}[x]/value: value changed 512m to 1g\n{path}[s]/ensure: created\n"));
    assert_eq!(run.memory.entries["/t/a"].bytes, b"# why\nARGS=\"-Xmx1g -ea -Xms256m\"\n");
}

#[test]
fn the_last_item_takes_the_setting_along() {
    let mut run = Run::new();
    run.memory.put("/t/a", FileKind::File, 0o644, b"[s]\nx = 1\nl = a\n");
    let gone = json!({"ensure": "absent", "path": "/t/a", "section": "s", "setting": "l", "subsetting": "a"});
    assert_eq!(run.tell(&[("Ini_subsetting", "a", gone)]), "Notice: /Stage[main]/Main/Ini_subsetting[a]/ensure: removed\n");
    assert_eq!(run.memory.entries["/t/a"].bytes, b"[s]\nx = 1\n");
}
