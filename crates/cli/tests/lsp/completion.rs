//! Completion and signature help over the wire; what is offered is tested where it is written.

use serde_json::{Value, json};

use crate::client::{Client, Setup};

const URI: &str = "untitled:1";

fn at(line: u32, character: u32) -> Value {
    json!({ "textDocument": { "uri": URI }, "position": { "line": line, "character": character } })
}

fn labels(answer: &Value) -> Vec<&str> {
    answer["items"].as_array().into_iter().flatten().filter_map(|it| it["label"].as_str()).collect()
}

fn item<'a>(answer: &'a Value, label: &str) -> &'a Value {
    answer["items"].as_array().into_iter().flatten().find(|it| it["label"] == label).unwrap_or(&Value::Null)
}

#[test]
fn attributes_are_completed() {
    let mut client = Client::start();
    assert_eq!(client.capabilities["completionProvider"]["resolveProvider"], true);
    client.open(URI, "file { '/x':\n  ensure => file,\n  mo\n}\n");
    let found = client.request("textDocument/completion", at(2, 4));
    let mode = item(&found, "mode");
    let edit =
        json!({ "newText": "mode   => ", "range": { "start": { "line": 2, "character": 2 }, "end": { "line": 2, "character": 4 } } });
    assert_eq!(mode["textEdit"], edit, "{mode}");
    assert!(mode.get("insertTextFormat").is_none() && found["isIncomplete"] == false);
    assert!(!labels(&found).contains(&"ensure"));
    let resolved = client.request("completionItem/resolve", mode.clone());
    assert!(resolved["documentation"]["value"].as_str().is_some_and(|it| it.contains("permissions") || it.contains("mode")), "{resolved}");
    client.finish();
}

#[test]
fn clients_that_can_are_sent_forms_and_both_ranges() {
    let setup = Setup::new()
        .can("textDocument.completion.completionItem.snippetSupport", json!(true))
        .can("textDocument.completion.completionItem.insertReplaceSupport", json!(true))
        .can("experimental.commands.commands", json!(["editor.action.triggerSuggest"]));
    let mut client = setup.start();
    client.open(URI, "file { '/x':\n  moXX,\n}\n");
    let found = client.request("textDocument/completion", at(1, 4));
    let mode = item(&found, "mode");
    assert_eq!(mode["insertTextFormat"], 2);
    assert_eq!(mode["textEdit"]["insert"]["end"]["character"], 4);
    assert_eq!(mode["textEdit"]["replace"]["end"]["character"], 6);
    assert_eq!(mode["command"]["command"], "editor.action.triggerSuggest");
    client.finish();
}

#[test]
fn a_blank_asks_for_what_is_certain_alone() {
    let mut client = Client::start();
    client.open(URI, "$x = \nservice { 'x': ensure => }\n");
    let ask = |client: &mut Client, line, character| {
        let mut params = at(line, character);
        params["context"] = json!({ "triggerKind": 2, "triggerCharacter": " " });
        client.request("textDocument/completion", params)
    };
    assert_eq!(ask(&mut client, 0, 5), Value::Null);
    assert_eq!(labels(&ask(&mut client, 1, 25)).first(), Some(&"running"));
    client.finish();
}

#[test]
fn calls_are_helped_with() {
    let setup = Setup::new().can("textDocument.signatureHelp.signatureInformation.parameterInformation.labelOffsetSupport", json!(true));
    let mut client = setup.start();
    client.open(URI, "function f(String $a = 'ä', Integer $b = 1) { }\n$x = f('a', \n");
    let found = client.request("textDocument/signatureHelp", at(1, 12));
    let signature = &found["signatures"][0];
    assert_eq!(signature["label"], "f(String $a = 'ä', Integer $b = 1)", "{found}");
    assert_eq!(found["activeParameter"], 1);
    assert_eq!(signature["parameters"][1]["label"], json!([19, 33]));
    assert_eq!(client.request("textDocument/signatureHelp", at(0, 0)), Value::Null);
    client.finish();
}
