//! Code actions for findings.

use std::fs;

use serde_json::{Value, json};

use crate::client::{Client, Setup, uri};

const URI: &str = "file:///a.pp";

fn actions(client: &mut Client, line: u32, character: u32, diagnostics: &Value, only: Option<&str>) -> Vec<Value> {
    let place = json!({ "line": line, "character": character });
    let mut context = json!({ "diagnostics": diagnostics });
    if let Some(only) = only {
        context["only"] = json!([only]);
    }
    let params = json!({ "textDocument": { "uri": URI }, "range": { "start": place, "end": place }, "context": context });
    client.request("textDocument/codeAction", params).as_array().cloned().unwrap_or_default()
}

fn titles(actions: &[Value]) -> Vec<&str> {
    actions.iter().filter_map(|it| it["title"].as_str()).collect()
}

#[test]
fn a_finding_can_be_ignored_with_a_comment() {
    let mut client = Client::start();
    client.open(URI, "$x = { 'a' => 1, 'a' => 2 }\n");
    let shown = client.diagnostics(URI)["diagnostics"].clone();
    let offered = actions(&mut client, 0, 18, &shown, None);
    assert_eq!(titles(&offered), ["Ignore `duplicate-key` here with a comment", "Write in double quotes"]);
    assert_eq!(offered[0]["kind"], "quickfix");
    assert_eq!(offered[0]["diagnostics"], shown);
    let place = json!({ "line": 0, "character": 27 });
    let edit = json!([{ "range": { "start": place, "end": place }, "newText": " # bunraku:ignore[duplicate-key]" }]);
    assert_eq!(offered[0]["edit"]["changes"][URI], edit);
    assert_eq!(actions(&mut client, 0, 0, &shown, None), Vec::<Value>::new());
    client.finish();
}

#[test]
fn parameters_are_added_at_the_finding_that_misses_them() {
    let mut client = Client::start();
    client.open(URI, "define a(Integer[1, 9] $b) { }\na { 't': }\n");
    let shown = client.diagnostics(URI)["diagnostics"].clone();
    let context = json!({ "diagnostics": shown, "only": ["quickfix"] });
    let params = json!({ "textDocument": { "uri": URI }, "range": shown[0]["range"], "context": context });
    let offered = client.request("textDocument/codeAction", params);
    let add = offered.as_array().into_iter().flatten().find(|it| it["title"] == "Add the parameter `b`");
    let add = add.unwrap_or_else(|| panic!("it is not in {offered}"));
    assert_eq!((&add["kind"], &add["diagnostics"]), (&json!("quickfix"), &shown));
    assert_eq!(add["edit"]["changes"][URI][0]["newText"], "\n  b => 1,\n");
    client.finish();
}

#[test]
fn what_is_not_there_is_made_by_clients_that_make_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "class m {\n  include m::x\n}\n";
    for (name, text) in [("m/metadata.json", "{ \"name\": \"a-m\" }"), ("m/manifests/init.pp", text)] {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
        fs::write(path, text).expect("it can be written");
    }
    let [manifest, new] = ["m/manifests/init.pp", "m/manifests/x.pp"].map(|it| folder.path().join(it));
    let place = json!({ "line": 1, "character": 12 });
    let params = json!({
        "textDocument": { "uri": uri(&manifest) }, "range": { "start": place, "end": place }, "context": { "diagnostics": [] }
    });
    let is_it = |it: &&Value| it["title"] == "Create the class `m::x`";
    let setup = || Setup::new().can("window.workDoneProgress", json!(true)).can("workspace.applyEdit", json!(true)).folder(folder.path());

    let mut client = setup().start();
    client.ready();
    client.open(&uri(&manifest), text);
    let offered = client.request("textDocument/codeAction", params.clone());
    assert_eq!(offered.as_array().into_iter().flatten().find(is_it), None, "this client makes no files");
    client.finish();

    let resolves = json!({ "dataSupport": true, "resolveSupport": { "properties": ["edit"] } });
    let setup = setup().can("workspace.workspaceEdit", json!({ "documentChanges": true, "resourceOperations": ["create"] }));
    let mut client = setup.can("textDocument.codeAction", resolves).start();
    client.ready();
    client.open(&uri(&manifest), text);
    let offered = client.request("textDocument/codeAction", params);
    let chosen = offered.as_array().into_iter().flatten().find(is_it).unwrap_or_else(|| panic!("it is not in {offered}")).clone();
    let resolved = client.request("codeAction/resolve", chosen);
    let changes = &resolved["edit"]["documentChanges"];
    assert_eq!((&changes[0]["kind"], &changes[0]["uri"]), (&json!("create"), &json!(uri(&new))));
    assert_eq!((&changes[1]["textDocument"]["uri"], &changes[1]["edits"][0]["newText"]), (&json!(uri(&new)), &json!("class m::x {\n}\n")));
    // The text comes along: it is not written a second time.
    fs::write(&new, "").expect("it can be written");
    client.notify("workspace/didCreateFiles", json!({ "files": [{ "uri": uri(&new) }] }));
    client.request("workspace/symbol", json!({ "query": "m" }));
    assert!(!client.asked.iter().any(|it| it == "workspace/applyEdit"), "{:?}", client.asked);
    client.finish();
}

#[test]
fn fixes_are_offered_one_by_one_and_together() {
    let mut client = Client::start();
    client.open(URI, "$x = 1 # bunraku:ignore[duplicate-key]\n$y = 1 # bunraku:ignore[duplicate-key]\n");
    let offered = actions(&mut client, 0, 10, &json!([]), None);
    assert_eq!(titles(&offered), ["Remove the comment", "Fix all `unused-ignore` in this file"]);
    assert_eq!(offered[0]["isPreferred"], true);
    assert_eq!(offered[1]["edit"]["changes"][URI].as_array().map(Vec::len), Some(2));
    // Fixes of the whole file are for clients that ask for them, as when a file is saved.
    let offered = actions(&mut client, 0, 0, &json!([]), Some("source.fixAll"));
    assert_eq!(titles(&offered), ["Apply all safe fixes"]);
    assert_eq!(offered[0]["edit"]["changes"][URI].as_array().map(Vec::len), Some(2));
    assert_eq!(offered[0]["kind"], "source.fixAll.bunraku");
    let same = actions(&mut client, 0, 0, &json!([]), Some("source.fixAll.bunraku"));
    assert_eq!(titles(&same), ["Apply all safe fixes"]);
    client.finish();
}

#[test]
fn the_edits_of_what_is_rewritten_can_be_asked_for_later() {
    let resolves = json!({ "dataSupport": true, "resolveSupport": { "properties": ["edit"] } });
    let mut client = Setup::new().can("textDocument.codeAction", resolves).start();
    client.open(URI, "$x = 'a'\n");
    let offered = actions(&mut client, 0, 6, &json!([]), Some("refactor"));
    assert_eq!(titles(&offered), ["Write in double quotes"]);
    assert_eq!((&offered[0]["kind"], &offered[0]["edit"]), (&json!("refactor.rewrite"), &Value::Null));
    let resolved = client.request("codeAction/resolve", offered[0].clone());
    assert_eq!(resolved["edit"]["changes"][URI][0]["newText"], "\"a\"");
    assert_eq!(actions(&mut client, 0, 6, &json!([]), Some("quickfix")), Vec::<Value>::new());
    client.finish();
}

#[test]
fn a_constant_becomes_a_parameter_with_its_key_in_data() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "class m {\n  package { 'x': ensure => 'present' }\n}\n";
    for (name, text) in [
        ("m/metadata.json", "{ \"name\": \"a-m\" }"),
        ("m/hiera.yaml", "version: 5\nhierarchy:\n  - name: c\n    path: common.yaml\n"),
        ("m/data/common.yaml", "m::other: 1\n"),
        ("m/manifests/init.pp", text),
    ] {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
        fs::write(path, text).expect("it can be written");
    }
    let mut client = Setup::new().can("window.workDoneProgress", json!(true)).folder(folder.path()).start();
    client.ready();
    let [manifest, data] = ["m/manifests/init.pp", "m/data/common.yaml"].map(|it| uri(&folder.path().join(it)));
    client.open(&manifest, text);
    let place = json!({ "line": 1, "character": 30 });
    let context = json!({ "diagnostics": [], "only": ["refactor.extract"] });
    let params = json!({ "textDocument": { "uri": manifest }, "range": { "start": place, "end": place }, "context": context });
    let offered = client.request("textDocument/codeAction", params);
    let title = "Extract to the parameter `$ensure` of the class, with its value in the module's data";
    let chosen = offered.as_array().into_iter().flatten().find(|it| it["title"] == title);
    let chosen = chosen.unwrap_or_else(|| panic!("{title} is not in {offered}"));
    let texts = |file: &str| -> Vec<&str> {
        chosen["edit"]["changes"][file].as_array().into_iter().flatten().filter_map(|it| it["newText"].as_str()).collect()
    };
    assert_eq!(chosen["kind"], "refactor.extract");
    assert_eq!(texts(&manifest), [" (\n  String $ensure,\n)", "$ensure"]);
    assert_eq!(texts(&data), ["m::ensure: 'present'\n"]);
    client.finish();
}
