//! Files of states in the editor.

use std::fs;

use serde_json::{Value, json};

use crate::client::{Setup, uri};

const WEB: &str = "include:\n  - pkgs\nweb:\n  test.nop:\n    - require:\n      - test: nginx\n";

#[test]
fn states_have_findings_hovers_and_definitions() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [("top.sls", "base:\n  '*':\n    - web\n"), ("web.sls", WEB), ("pkgs.sls", "nginx:\n  test.nop: []\n")] {
        fs::write(folder.path().join(name), text).expect("it can be written");
    }
    let mut client = Setup::new().can("window.workDoneProgress", json!(true)).folder(folder.path()).start();
    client.ready();
    let (web, pkgs) = (uri(&folder.path().join("web.sls")), uri(&folder.path().join("pkgs.sls")));
    let shown = |client: &mut crate::client::Client, expected: &[&str]| {
        let is_it = |message: &Value| {
            message["method"] == "textDocument/publishDiagnostics"
                && message["params"]["uri"] == json!(web)
                && message["params"]["diagnostics"].as_array().is_some_and(|it| it.iter().map(|it| &it["code"]).eq(expected))
        };
        client.wait(&format!("the codes {expected:?}"), is_it);
    };
    client.open_as(&web, "sls", WEB);
    shown(&mut client, &[]);
    let at = json!({ "textDocument": { "uri": web }, "position": { "line": 5, "character": 15 } });
    let hover = client.request("textDocument/hover", at.clone());
    assert!(hover["contents"]["value"].as_str().is_some_and(|it| it.contains("Runs 1 of 2")), "{hover}");
    let definition = client.request("textDocument/definition", at);
    assert!(definition.to_string().contains(&pkgs), "{definition}");
    // An edit of another document counts as it is typed.
    client.open_as(&pkgs, "sls", "apache:\n  test.nop: []\n");
    shown(&mut client, &["salt-missing-requisite"]);
}

#[test]
fn states_have_a_graph_numbers_and_colours() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [("top.sls", "base:\n  '*':\n    - web\n"), ("web.sls", WEB), ("pkgs.sls", "nginx:\n  test.nop: []\n")] {
        fs::write(folder.path().join(name), text).expect("it can be written");
    }
    let mut client = Setup::new().can("window.workDoneProgress", json!(true)).folder(folder.path()).start();
    client.ready();
    let web = uri(&folder.path().join("web.sls"));
    client.open_as(&web, "sls", WEB);
    let document = json!({ "textDocument": { "uri": web } });
    let graph = client.request("bunraku/graph", document.clone());
    let edge = &graph["graph"]["edges"][0];
    assert_eq!((&edge["from"], &edge["to"], &edge["source"]), (&json!("test: nginx"), &json!("test: web"), &json!("require")), "{graph}");
    assert_eq!((&edge["uri"], &edge["range"]["start"]["line"]), (&json!(web), &json!(5)), "{graph}");
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 6, "character": 0 } });
    let hints = client.request("textDocument/inlayHint", json!({ "textDocument": { "uri": web }, "range": range }));
    assert_eq!(hints[0]["label"], json!("2."), "{hints}");
    let tokens = client.request("textDocument/semanticTokens/full", document);
    assert_eq!(tokens["data"].as_array().map(|it| it.len() / 5), Some(7), "{tokens}");
}

/// A state of another file is not missing while that file is not read yet.
#[test]
fn no_findings_come_and_go() {
    const TEXT: &str = "web:\n  test.nop:\n    - require:\n      - test: other\nnext:\n  test.nop:\n    - require:\n      - test: ghost\n";
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in
        [("top.sls", "base:\n  '*':\n    - web\n    - other\n"), ("web.sls", TEXT), ("other.sls", "other:\n  test.nop: []\n")]
    {
        fs::write(folder.path().join(name), text).expect("it can be written");
    }
    let mut client = Setup::new().can("window.workDoneProgress", json!(true)).folder(folder.path()).start();
    client.ready();
    let web = uri(&folder.path().join("web.sls"));
    let shown = std::cell::RefCell::new(Vec::new());
    let is_it = |message: &Value| {
        if message["method"] != "textDocument/publishDiagnostics" || message["params"]["uri"] != json!(web) {
            return false;
        }
        let found = message["params"]["diagnostics"].as_array().cloned().unwrap_or_default();
        let messages: Vec<String> = found.iter().filter_map(|it| it["message"].as_str().map(str::to_owned)).collect();
        let is_last = messages.iter().any(|it| it.contains("ghost"));
        shown.borrow_mut().push(messages);
        is_last
    };
    client.open_as(&web, "sls", TEXT);
    client.wait("the requisite that no file has", is_it);
    let shown = shown.into_inner();
    assert!(shown.iter().flatten().all(|it| !it.contains("test: other")), "{shown:?}");
    assert_eq!(shown.last().map(Vec::len), Some(1), "{shown:?}");
}

/// An edit that lacks the files which are still to be read would break the tree.
#[test]
fn a_rename_waits_until_all_files_are_read() {
    const FILES: usize = 1_500;
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("it can be written");
    fs::create_dir(folder.path().join("pillar")).expect("a folder");
    write("top.sls", "base:\n  '*':\n    - s0\n");
    write("pillar/top.sls", "base:\n  '*':\n    - p\n");
    write("pillar/p.sls", "key: 1\n");
    (0..FILES).for_each(|it| write(&format!("s{it}.sls"), &format!("x{it}:\n  test.nop:\n    - a: {{{{ pillar['key'] }}}}\n")));
    let mut client = Setup::new().folder(folder.path()).start();
    let pillar = uri(&folder.path().join("pillar/p.sls"));
    client.open_as(&pillar, "sls", "key: 1\n");
    let params = json!({ "textDocument": { "uri": pillar }, "position": { "line": 0, "character": 0 }, "newName": "other" });
    let edit = client.request("textDocument/rename", params);
    assert_eq!(edit["changes"].as_object().map(serde_json::Map::len), Some(FILES + 1));
}
