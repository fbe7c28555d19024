//! How a conversation begins and ends.

use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::client::{Client, Setup};

#[test]
fn the_server_says_what_it_can_do() {
    let client = Client::start();
    let capabilities = &client.capabilities;
    assert_eq!(capabilities["positionEncoding"], "utf-16");
    assert_eq!(capabilities["textDocumentSync"], json!({ "openClose": true, "change": 2, "save": { "includeText": false } }));
    for provider in ["documentSymbolProvider", "foldingRangeProvider", "selectionRangeProvider"] {
        assert_eq!(capabilities[provider], true, "{provider}");
    }
    assert_eq!(capabilities["semanticTokensProvider"]["full"], json!({ "delta": true }));
    assert_eq!(capabilities["semanticTokensProvider"]["range"], true);
    // Only to clients that ask for them.
    assert_eq!(capabilities.get("diagnosticProvider"), None);
    client.finish();
}

#[test]
fn an_orderly_end_is_code_0() {
    let mut client = Client::start();
    assert_eq!(client.request("shutdown", Value::Null), Value::Null);
    client.notify("exit", Value::Null);
    assert_eq!(client.exit_status().code(), Some(0));
}

#[test]
fn exit_without_shutdown_is_code_1() {
    let mut client = Client::start();
    client.notify("exit", Value::Null);
    assert_eq!(client.exit_status().code(), Some(1));
}

#[test]
fn the_end_of_standard_input_is_the_end() {
    let mut client = Client::start();
    client.hang_up();
    assert_eq!(client.exit_status().code(), Some(1));

    let mut client = Client::start();
    client.request("shutdown", Value::Null);
    client.hang_up();
    assert_eq!(client.exit_status().code(), Some(0));
}

#[test]
fn a_question_before_the_hangup_is_answered() {
    let mut client = Client::start();
    client.open("file:///a.pp", "class a { }");
    let id = client.ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": "file:///a.pp" } }));
    client.hang_up();
    assert_eq!(client.answer(id)["result"][0]["name"], "a");
    client.exit_status();
}

#[test]
fn nothing_is_answered_before_the_greeting_or_after_the_end() {
    let mut setup = Setup::new();
    let mut client = setup.spawn();
    let params = json!({ "textDocument": { "uri": "file:///a.pp" } });
    assert_eq!(client.refused("textDocument/documentSymbol", params.clone())["code"], -32002);
    client.request("initialize", setup.greeting());
    assert_eq!(client.refused("initialize", setup.greeting())["code"], -32600);
    client.request("shutdown", Value::Null);
    assert_eq!(client.refused("textDocument/documentSymbol", params)["code"], -32600);
    client.notify("exit", Value::Null);
    assert_eq!(client.exit_status().code(), Some(0));
}

/// An editor that dies may leave the pipe open in another process.
#[cfg(unix)]
#[test]
fn the_server_ends_with_its_editor() {
    let mut editor = Command::new("sleep").arg("1000").stdin(Stdio::null()).spawn().expect("sleep starts");
    let mut client = Setup::new().process(editor.id()).start();
    client.open("file:///a.pp", "class a { }");
    assert_eq!(client.outline("file:///a.pp"), ["a"]);
    editor.kill().expect("it can be killed");
    editor.wait().expect("it can be waited for");
    assert_eq!(client.exit_status().code(), Some(1));
}

/// In a container the editor's number means nothing.
#[cfg(unix)]
#[test]
fn an_editor_that_is_nowhere_to_be_seen_is_not_missed() {
    let mut client = Setup::new().process(i32::MAX as u32).start();
    std::thread::sleep(Duration::from_millis(100));
    client.open("file:///a.pp", "class a { }");
    assert_eq!(client.outline("file:///a.pp"), ["a"]);
    client.finish();
}

#[test]
fn what_it_does_not_know_it_says() {
    let mut client = Client::start();
    assert_eq!(client.refused("puppet/unheardOf", json!({}))["code"], -32601);
    client.notify("puppet/unheardOf", json!({}));
    client.notify("$/setTrace", json!({ "value": "off" }));
    client.notify("textDocument/willSave", json!({ "textDocument": { "uri": "file:///a.pp" }, "reason": 1 }));
    client.finish();
}
