//! Messages of the server about itself.

use std::fs;
use std::thread;
use std::time::Duration;

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

/// Closed files are analysed in batches, between which memory is freed. Evaluations that they have in common are not made anew in each.
#[test]
fn closed_files_share_evaluations() {
    let evaluations = |classes: usize| {
        let folder = tempfile::tempdir().expect("a folder");
        let module = folder.path().join("m");
        fs::create_dir_all(module.join("manifests")).expect("a folder");
        fs::write(module.join("metadata.json"), r#"{ "name": "a-m", "operatingsystem_support": [{ "operatingsystem": "Debian" }] }"#)
            .expect("a file");
        let includes: String = (0..classes).map(|it| format!("  include m::c{it}\n")).collect();
        fs::write(module.join("manifests/init.pp"), format!("class m {{\n{includes}}}\n")).expect("a file");
        for it in 0..classes {
            fs::write(module.join(format!("manifests/c{it}.pp")), format!("class m::c{it} {{ }}\n")).expect("a file");
        }
        let log = folder.path().join("log");
        let client = Setup::new().arg("--log-file").arg(&log).env("BUNRAKU_LOG", "server=info").folder(folder.path()).start();
        // The numbers of files and of evaluations.
        let analysed = || {
            let text = fs::read_to_string(&log).unwrap_or_default();
            let words: Vec<&str> = text.split_whitespace().collect();
            let number = |it: &str| it.parse::<usize>().expect("a number");
            let batches = words.windows(6).filter_map(|it| match it {
                [files, "closed", "files", "analysed", "with", evaluations] => Some((number(files), number(evaluations))),
                _ => None,
            });
            batches.fold((0, 0), |sum, it| (sum.0 + it.0, sum.1 + it.1))
        };
        let wait = |_| {
            thread::sleep(Duration::from_millis(20));
            Some(analysed()).filter(|(files, _)| *files > classes)
        };
        let (_, evaluations) = (0..3000).find_map(wait).expect("all files are analysed in a minute");
        client.finish();
        evaluations
    };
    let (few, many) = (evaluations(10), evaluations(100));
    assert_eq!(few, many);
}
