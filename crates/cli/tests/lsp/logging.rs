//! Messages of the server about itself.

use serde_json::json;

use crate::client::{Client, Setup};

#[test]
fn a_healthy_server_says_nothing() {
    let mut client = Client::start();
    client.open("file:///a.pp", "class a {");
    client.diagnostics("file:///a.pp");
    assert_eq!(client.finish(), "");
}

#[test]
fn the_environment_chooses_what_is_logged() {
    let client = Setup::new().env("BUNRAKU_LOG", "server=info").start();
    let said = client.finish();
    assert!(said.contains("initialize"), "{said}");
}

#[test]
fn the_log_may_go_to_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("logs/bunraku.log");
    for expected in [1, 2] {
        let client = Setup::new().arg("--log-file").arg(&log).env("BUNRAKU_LOG", "server=info").start();
        assert_eq!(client.finish(), "");
        let text = std::fs::read_to_string(&log).expect("a log");
        assert_eq!(text.matches(" initialize ").count(), expected, "{text}");
    }
}

#[test]
fn a_setting_chooses_what_is_logged() {
    let mut client = Setup::new().can("window.workDoneProgress", json!(true)).start();
    client.ready();
    client.notify("workspace/didChangeConfiguration", json!({ "settings": { "bunraku": { "log": "server=info" } } }));
    let folder = json!({ "uri": "file:///nowhere", "name": "n" });
    client.notify("workspace/didChangeWorkspaceFolders", json!({ "event": { "added": [folder], "removed": [] } }));
    client.ready();
    let said = client.finish();
    assert!(said.contains("files read"), "{said}");
}

#[test]
fn a_filter_that_makes_no_sense_is_said() {
    let said = Setup::new().env("BUNRAKU_LOG", "a=b=c").start().finish();
    assert!(said.contains("cannot log"), "{said}");
}

#[test]
fn a_log_that_cannot_be_written_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut client = Setup::new().arg("--log-file").arg(folder.path()).spawn();
    assert_eq!(client.exit_status().code(), Some(2));
}
