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
    let log = run.tell(&[("Ini_subsetting", "x", item("-Xmx", "1g")), ("Ini_subsetting", "s", item("-Xms", "256m"))]);
    let path = "Notice: /Stage[main]/Main/Ini_subsetting";
    assert_eq!(log, format!("{path}[x]/value: value changed 512m to 1g\n{path}[s]/ensure: created\n"));
    assert_eq!(run.memory.entries["/t/a"].bytes, b"# why\nARGS=\"-Xmx1g -ea -Xms256m\"\n");
}

#[test]
fn the_last_item_takes_the_setting_along() {
    let mut run = Run::new();
    run.memory.put("/t/a", FileKind::File, 0o644, b"[s]\nx = 1\nl = a\n");
    let absent = json!({"ensure": "absent", "path": "/t/a", "section": "s", "setting": "l", "subsetting": "a"});
    assert_eq!(run.tell(&[("Ini_subsetting", "a", absent)]), "Notice: /Stage[main]/Main/Ini_subsetting[a]/ensure: removed\n");
    assert_eq!(run.memory.entries["/t/a"].bytes, b"[s]\nx = 1\n");
}

/// Puppet writes the break, and the text after it anew in each run.
#[test]
fn what_is_behind_a_line_break_is_no_line_of_the_file() {
    let line = |more: serde_json::Value| {
        let mut all = json!({"path": "/t/a", "section": "s", "setting": "k", "value": "v"});
        if let (Some(all), Some(more)) = (all.as_object_mut(), more.as_object()) {
            all.extend(more.clone());
        }
        all
    };
    for (ty, name, text) in [
        ("Ini_setting", "value", "v\nadmin = yes"),
        ("Ini_setting", "section", "s]\n[t"),
        ("Ini_setting", "setting", "k = 1\nl"),
        ("Ini_setting", "key_val_separator", "=\n"),
        ("Ini_subsetting", "subsetting", "a\nb"),
        ("Ini_subsetting", "value", "v\nadmin = yes"),
    ] {
        let mut run = Run::new();
        run.memory.put("/t/a", FileKind::File, 0o644, b"[s]\nx = 1\n");
        let more = match ty {
            "Ini_subsetting" if name != "subsetting" => json!({"subsetting": "a", (name): text}),
            _ => json!({(name): text}),
        };
        let log = run.tell(&[(ty, "x", line(more))]);
        assert!(log.contains(&format!("Parameter {name} has a line break, which would begin another line of /t/a")), "{log}");
        assert_eq!(run.memory.entries["/t/a"].bytes, b"[s]\nx = 1\n");
    }
    let trimmed = line(json!({"value": "v\n"}));
    let mut run = Run::new();
    run.tell(&[("Ini_setting", "x", trimmed)]);
    assert_eq!(run.memory.entries["/t/a"].bytes, b"[s]\nk = v\n");
}
