//! Templates of Ruby in the editor.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::{Client, Setup, uri};

const CLASS: &str = "class web(Integer $port = 80) {\n  $list = undef\n  $text = template('web/t.erb')\n  notify { $text: }\n}\n";

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("it can be made");
        fs::write(path, text).expect("it can be written");
    }
    folder
}

fn start(folder: &Path) -> Client {
    let mut client = Setup::new()
        .can("window.workDoneProgress", json!(true))
        .can("textDocument.publishDiagnostics.relatedInformation", json!(true))
        .can("workspace.workspaceEdit.documentChanges", json!(true))
        .folder(folder)
        .start();
    client.ready();
    client
}

/// Waits for findings with these codes, and returns them.
fn shown(client: &mut Client, file: &str, expected: &[&str]) -> Value {
    let is_it = |message: &Value| {
        message["method"] == "textDocument/publishDiagnostics"
            && message["params"]["uri"] == json!(file)
            && message["params"]["diagnostics"].as_array().is_some_and(|it| it.iter().map(|it| &it["code"]).eq(expected))
    };
    client.wait(&format!("the codes {expected:?}"), is_it)["params"]["diagnostics"].clone()
}

fn at(file: &str, line: u32, character: u32) -> Value {
    json!({ "textDocument": { "uri": file }, "position": { "line": line, "character": character } })
}

#[test]
fn a_template_has_findings_as_it_is_typed() {
    let folder = folder(&[
        ("environment.conf", ""),
        ("manifests/site.pp", "include web\n"),
        ("modules/web/manifests/init.pp", CLASS),
        ("modules/web/templates/t.erb", "x\n"),
    ]);
    let template = uri(&folder.path().join("modules/web/templates/t.erb"));
    let mut client = start(folder.path());
    client.open_as(&template, "erb", "<% if @port %>\nx\n");
    shown(&mut client, &template, &["erb-syntax"]);
    client.replace(&template, 2, "<% if @port %>\nx\n<% end %>\n<%= @prot %>\n");
    shown(&mut client, &template, &["erb-unknown-name"]);
    client.replace(&template, 3, "<% if @port %>\nx\n<% end %>\n");
    shown(&mut client, &template, &[]);
    // What an evaluation raises has its place in the template, and names the call.
    client.replace(&template, 4, "a\n<%= @list.first %>\n");
    let found = shown(&mut client, &template, &["evaluation-failed"]);
    assert_eq!(found[0]["range"]["start"], json!({ "line": 1, "character": 10 }), "{found}");
    assert!(found[0]["relatedInformation"].to_string().contains("web/manifests/init.pp"), "{found}");
    client.replace(&template, 5, "a\n<%= @list.inspect %>\n");
    shown(&mut client, &template, &[]);
    client.finish();
}

#[test]
fn a_template_knows_the_variables_of_its_manifest() {
    // No `metadata.json` and no folder `modules`: the manifest names the module.
    let folder = folder(&[("manifests/init.pp", CLASS), ("templates/t.erb", "x\n"), ("templates/u.erb", "<%= @port %>\n")]);
    let template = uri(&folder.path().join("templates/t.erb"));
    let manifest = uri(&folder.path().join("manifests/init.pp"));
    let mut client = start(folder.path());
    let text = "<% if @port %>\n<%= @port %>\n<% end %>\n<%= @ %>\n";
    client.open_as(&template, "erb", text);
    let hover = client.request("textDocument/hover", at(&template, 1, 6));
    assert!(hover["contents"]["value"].as_str().is_some_and(|it| it.contains("Integer $port")), "{hover}");
    let definition = client.request("textDocument/definition", at(&template, 1, 6));
    assert!(definition.to_string().contains(&manifest), "{definition}");
    let completion = client.request("textDocument/completion", at(&template, 3, 5));
    let labels: Vec<&str> = completion["items"].as_array().into_iter().flatten().filter_map(|it| it["label"].as_str()).take(3).collect();
    assert_eq!(labels, ["@port", "@list", "@text"]);
    let mut params = at(&manifest, 0, 19);
    params["context"] = json!({ "includeDeclaration": false });
    let places = client.request("textDocument/references", params);
    assert_eq!(places.as_array().map(Vec::len), Some(2), "{places}");
    let mut params = at(&template, 0, 8);
    params["newName"] = json!("listen");
    let changes = client.request("textDocument/rename", params);
    assert!(changes.to_string().contains(&template), "{changes}");
    let document = json!({ "textDocument": { "uri": template } });
    let symbols = client.request("textDocument/documentSymbol", document.clone());
    assert!(symbols.as_array().is_some_and(|it| !it.is_empty()), "{symbols}");
    let folds = client.request("textDocument/foldingRange", document.clone());
    assert!(folds.as_array().is_some_and(|it| !it.is_empty()), "{folds}");
    let tokens = client.request("textDocument/semanticTokens/full", document);
    assert!(tokens["data"].as_array().is_some_and(|it| it.len() > 20), "{tokens}");
    client.finish();
}
