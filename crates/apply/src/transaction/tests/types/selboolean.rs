//! Resources of the type or provider `selboolean`, from the catalog to the machine.

use crate::transaction::tests::Run;
use machine::FileKind;
use serde_json::json;

#[test]
fn switches_are_turned() {
    let mut run = Run::new();
    let switch = |value: &str| json!({"value": value, "persistent": true});
    let log = run.tell(&[("Selboolean", "a", switch("on"))]);
    assert_eq!(log, "Error: Could not find a suitable provider for selboolean\n");
    for tool in ["getsebool", "setsebool"] {
        run.memory.put(&format!("/usr/sbin/{tool}"), FileKind::File, 0o755, b"");
    }
    run.memory.answers.push(("/usr/sbin/getsebool a".to_owned(), 0, "a --> off\n".to_owned()));
    run.memory.answers.push(("/usr/sbin/getsebool b".to_owned(), 0, "b --> off\n".to_owned()));
    run.memory.answers.push(("/usr/sbin/getsebool odd".to_owned(), 0, "what?\n".to_owned()));
    let log = run.tell(&[("Selboolean", "a", switch("true")), ("Selboolean", "b", switch("off")), ("Selboolean", "odd", switch("on"))]);
    assert!(log.starts_with("Notice: /Stage[main]/Main/Selboolean[a]/value: value changed 'off' to 'on'\nError:"), "{log}");
    assert!(log.contains("Invalid response 'what?' returned from getsebool"), "{log}");
    assert!(run.memory.ran.contains(&"/usr/sbin/setsebool -P a on".to_owned()), "{:?}", run.memory.ran);
}

#[test]
fn what_cannot_be_turned_is_told_by_its_first_line() {
    let mut run = Run::new();
    for tool in ["getsebool", "setsebool"] {
        run.memory.put(&format!("/usr/sbin/{tool}"), FileKind::File, 0o755, b"");
    }
    for (line, code, said) in [
        ("getsebool -- -a", 0, "-a --> off\n"),
        ("setsebool -- -a on", 255, "Invalid boolean\nCould not change it\n"),
        ("getsebool b", 0, "b --> off\n"),
        ("setsebool b on", 3, ""),
    ] {
        run.memory.answers.push((format!("/usr/sbin/{line}"), code, said.to_owned()));
    }
    let log = run.tell(&[("Selboolean", "-a", json!({"value": "on"})), ("Selboolean", "b", json!({"value": "on"}))]);
    assert!(log.contains("Selboolean[-a]/value: change from 'off' to 'on' failed: Invalid boolean\n"), "{log}");
    assert!(log.contains("failed: Execution of '/usr/sbin/setsebool b on' returned 3: \n"), "{log}");
}
