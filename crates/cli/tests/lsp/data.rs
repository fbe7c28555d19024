//! Data of Hiera in the editor; findings are tested where they are written.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::{Client, Setup, uri};

const CONFIG: &str = "version: 5\nhierarchy:\n  - name: Common\n    path: common.yaml\n";
const CLASS: &str = "class web(Integer $port) {\n  if $port > 9000 { fail('too high') }\n}\n";

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
    fs::write(path, text).expect("it can be written");
}

fn start() -> (TempDir, Client) {
    let folder = tempfile::tempdir().expect("a folder");
    let files = [
        ("environment.conf", ""),
        ("hiera.yaml", CONFIG),
        ("data/common.yaml", "web::port: 80\n"),
        ("modules/web/manifests/init.pp", CLASS),
        ("manifests/site.pp", "include web\n"),
    ];
    for (name, text) in files {
        write(&folder.path().join(name), text);
    }
    let mut client = Setup::new().can("window.workDoneProgress", json!(true)).folder(folder.path()).start();
    client.ready();
    (folder, client)
}

/// Waits until the client is shown these codes for a file.
#[track_caller]
fn shown(client: &mut Client, uri: &str, expected: &[&str]) {
    let is_it = |message: &Value| {
        message["method"] == "textDocument/publishDiagnostics"
            && message["params"]["uri"] == json!(uri)
            && message["params"]["diagnostics"].as_array().is_some_and(|it| it.iter().map(|it| &it["code"]).eq(expected))
    };
    client.wait(&format!("the codes {expected:?}"), is_it);
}

#[test]
fn data_are_read_from_the_editor_while_open_and_else_from_the_disk() {
    let (folder, mut client) = start();
    let path = |name: &str| uri(&folder.path().join(name));
    let (data, class) = (path("data/common.yaml"), path("modules/web/manifests/init.pp"));
    client.open(&class, CLASS);
    shown(&mut client, &class, &[]);
    client.open_as(&data, "yaml", "web::port: 9999\n");
    shown(&mut client, &class, &["evaluation-failed"]);
    client.replace(&data, 2, "web::port: 81\n");
    shown(&mut client, &class, &[]);
    client.replace(&data, 3, "web::port: 9999\n");
    shown(&mut client, &class, &["evaluation-failed"]);
    client.close(&data);
    shown(&mut client, &class, &[]);
    fs::write(folder.path().join("data/common.yaml"), "web::port: 9999\n").expect("it can be written");
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [{ "uri": data, "type": 2 }] }));
    shown(&mut client, &class, &["evaluation-failed"]);
    client.finish();
}

#[test]
fn findings_are_shown_in_data() {
    let (folder, mut client) = start();
    let data = uri(&folder.path().join("data/common.yaml"));
    client.open_as(&data, "yaml", "web::prot: 80\n");
    shown(&mut client, &data, &["unbound-data-key"]);
    client.replace(&data, 2, "web::port: x\n");
    shown(&mut client, &data, &["mistyped-data"]);
    client.replace(&data, 3, "web::port: [\n");
    shown(&mut client, &data, &["unreadable-data"]);
    client.replace(&data, 4, "web::port: 1\n");
    shown(&mut client, &data, &[]);
    client.finish();
}

#[test]
fn keys_can_be_asked_about() {
    let (folder, mut client) = start();
    let data = uri(&folder.path().join("data/common.yaml"));
    client.open_as(&data, "yaml", "web::port: 80\nweb:\n  a: 1\n");
    let at = json!({ "textDocument": { "uri": data }, "position": { "line": 0, "character": 6 } });
    let hover = client.request("textDocument/hover", at.clone());
    assert!(hover["contents"]["value"].as_str().is_some_and(|it| it.contains("Integer $port") && it.contains("`80`")), "{hover}");
    let found = client.request("textDocument/definition", at.clone());
    assert_eq!(found[0]["uri"], json!(uri(&folder.path().join("modules/web/manifests/init.pp"))), "{found}");
    let mut asked = at.clone();
    asked["context"] = json!({ "includeDeclaration": true });
    let found = client.request("textDocument/references", asked);
    assert!(found.as_array().is_some_and(|it| it.iter().any(|it| it["uri"] == json!(data)) && it.len() == 3), "{found}");
    assert_eq!(client.outline(&data), ["web::port", "web", "a"]);
    let folds = client.request("textDocument/foldingRange", json!({ "textDocument": { "uri": data } }));
    assert_eq!(folds[0]["startLine"], json!(1), "{folds}");
    // What is made for code is not made for data.
    let tokens = client.request("textDocument/semanticTokens/full", json!({ "textDocument": { "uri": data } }));
    assert_eq!(tokens, Value::Null);
    client.finish();
}

/// Completions at the end of a text's first line.
fn offered(client: &mut Client, uri: &str, language: &str, text: &str) -> Vec<String> {
    client.open_as(uri, language, text);
    let end = text.lines().next().map_or(0, str::len);
    let params = json!({ "textDocument": { "uri": uri }, "position": { "line": 0, "character": end } });
    let found = client.request("textDocument/completion", params);
    client.close(uri);
    let labels = found["items"].as_array().into_iter().flatten().filter_map(|it| it["label"].as_str());
    labels.map(str::to_owned).collect()
}

#[test]
fn every_kind_of_file_is_completed() {
    let (folder, mut client) = start();
    let path = |name: &str| uri(&folder.path().join(name));
    assert_eq!(offered(&mut client, &path("data/common.yaml"), "yaml", "web::po\nx: [\n"), ["web::port"]);
    assert_eq!(offered(&mut client, &path("hiera.yaml"), "yaml", "version: 5\n").first().map(String::as_str), Some("5"));
    let metadata = path("modules/web/metadata.json");
    assert_eq!(offered(&mut client, &metadata, "json", "{ \"lic\n").first().map(String::as_str), Some("license"));
    let template = path("modules/web/templates/a.epp");
    assert_eq!(offered(&mut client, &template, "epp", "<% | String $text | %><%= $te").first().map(String::as_str), Some("$text"));
    let manifest = path("modules/web/manifests/other.pp");
    assert!(offered(&mut client, &manifest, "puppet", "class web::other { include we").iter().any(|it| it == "web"));
    client.finish();
}

#[test]
fn what_is_offered_in_data_says_what_it_is() {
    let (folder, mut client) = start();
    let data = uri(&folder.path().join("data/common.yaml"));
    client.open_as(&data, "yaml", "web::p\n");
    let at = json!({ "textDocument": { "uri": data }, "position": { "line": 0, "character": 6 } });
    let found = client.request("textDocument/completion", at);
    let item = &found["items"][0];
    assert_eq!(
        (&item["label"], &item["detail"], &item["textEdit"]["newText"]),
        (&json!("web::port"), &json!("Integer"), &json!("web::port: "))
    );
    let resolved = client.request("completionItem/resolve", item.clone());
    assert!(resolved["documentation"]["value"].as_str().is_some_and(|it| it.contains("Integer $port")), "{resolved}");
    client.finish();
}

#[test]
fn what_data_do_wrong_is_told_where_they_are() {
    let (folder, mut client) = start();
    let path = |name: &str| uri(&folder.path().join(name));
    let (data, site) = (path("data/common.yaml"), path("manifests/site.pp"));
    client.open_as(&data, "yaml", "web::port: '80'\nn: 1\n");
    client.open(&site, "include web\n$x = lookup('n', Integer)\nnotice($x)\n");
    let shows = |uri: &str, expected: &Value| {
        let (uri, expected) = (json!(uri), expected.clone());
        move |message: &Value| {
            let published = message["params"]["diagnostics"].as_array().into_iter().flatten();
            let published: Vec<Value> = published.map(|it| json!([it["code"], it["severity"], it["range"]["start"]["line"]])).collect();
            message["method"] == "textDocument/publishDiagnostics" && message["params"]["uri"] == uri && json!(published) == expected
        }
    };
    client.wait("an error in the data", shows(&data, &json!([["mistyped-data", 1, 0]])));
    client.change(&data, 2, json!([{"text": "web::port: 80\nn: x\n"}]));
    client.wait("a value that code looks up", shows(&data, &json!([["mistyped-data", 1, 1]])));
    client.change(&data, 3, json!([{"text": "web::port: '80'\nn: 1\n"}]));
    client.wait("what a parameter does not take", shows(&data, &json!([["mistyped-data", 1, 0]])));
    let code = client.rest().into_iter().filter(|it| it["params"]["uri"] == json!(site) && it["params"]["diagnostics"] != json!([]));
    assert_eq!(code.collect::<Vec<_>>(), Vec::<Value>::new(), "the code is right");
}

#[test]
fn a_parameter_is_renamed_from_its_key() {
    let (folder, mut client) = start();
    let data = uri(&folder.path().join("data/common.yaml"));
    client.open_as(&data, "yaml", "web::port: 80\n");
    let at = json!({ "textDocument": { "uri": data }, "position": { "line": 0, "character": 6 } });
    let prepared = client.request("textDocument/prepareRename", at.clone());
    assert_eq!((&prepared["placeholder"], &prepared["range"]["start"]["character"]), (&json!("port"), &json!(5)));
    let mut params = at;
    params["newName"] = json!("listen");
    let edit = client.request("textDocument/rename", params);
    let texts = |file: &str| -> Vec<String> {
        let edits = edit["changes"][file].as_array().cloned().unwrap_or_default();
        edits.iter().filter_map(|it| it["newText"].as_str().map(str::to_owned)).collect()
    };
    assert_eq!(texts(&data), ["web::listen"]);
    assert_eq!(texts(&uri(&folder.path().join("modules/web/manifests/init.pp"))), ["listen", "listen"]);
    client.finish();
}
