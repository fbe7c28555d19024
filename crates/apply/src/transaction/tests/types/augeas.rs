//! Resources of the type or provider `augeas`, from the catalog to the machine.

use crate::transaction::tests::Run;
use machine::FileKind;
use serde_json::json;

const CALL: &str = "/bin/augtool -e -A -r /";

fn machine() -> Run {
    let mut run = Run::new();
    run.memory.put("/bin/augtool", FileKind::File, 0o755, b"");
    run.memory.put("/t/hosts", FileKind::File, 0o644, b"old\n");
    run
}

#[test]
fn without_the_tool_there_is_no_provider() {
    let mut run = Run::new();
    let log = run.tell(&[
        ("Augeas", "any", json!({"changes": "rm /files/a"})),
        ("Augeas", "said", json!({"changes": "rm /files/a", "provider": "augeas"})),
    ]);
    assert!(log.contains("Error: Could not find a suitable provider for augeas\n"), "{log}");
    assert!(log.contains("Provider augeas is not functional on this host"), "{log}");
    assert_eq!(run.memory.ran, Vec::<String>::new());
}

#[test]
fn what_is_already_so_is_not_changed() {
    let mut run = machine();
    run.memory.answers.push((CALL.to_owned(), 0, String::new()));
    let log = run.tell(&[("Augeas", "a", json!({"lens": "Hosts.lns", "incl": "/t/hosts", "changes": "set 1/alias \"my secret\""}))]);
    assert_eq!(log, "");
    let inputs = run.memory.inputs.concat();
    assert!(inputs.contains("set \"/augeas/load/Xfm/incl\" \"/t/hosts\"\nload\n"), "{inputs}");
    assert!(inputs.contains("set \"/augeas/save\" \"newfile\"\nset \"/files/t/hosts/1/alias\" \"my secret\"\nsave\n"), "{inputs}");
    assert!(!inputs.contains("overwrite"), "{inputs}");
    assert!(run.memory.ran.iter().all(|it| !it.contains("secret")), "{:?}", run.memory.ran);
}

#[test]
fn what_fails_is_told_without_secrets() {
    let mut run = machine();
    run.memory.answers.push((CALL.to_owned(), 1, "error: No match for path expression\n".to_owned()));
    let all = json!({"lens": "Hosts.lns", "incl": "/t/hosts", "changes": "mv none other", "show_diff": false});
    let log = run.tell(&[("Augeas", "a", all.clone())]);
    let once = r#"Error sending command 'mv' with params ["/files/t/hosts/none", "/files/t/hosts/other"]"#;
    assert!(log.contains(&format!("Could not evaluate: {once}/{once}")), "{log}");
    let mut secret = all;
    secret["sensitive"] = json!(["changes"]);
    let log = run.tell(&[("Augeas", "b", secret)]);
    assert!(log.contains("with params [redacted]") && !log.contains("other"), "{log}");
}
