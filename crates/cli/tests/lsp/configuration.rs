//! Settings.

use serde_json::{Value, json};

use crate::client::{Client, Setup};

const URI: &str = "file:///a.pp";
/// A keyword where tasks are compiled, else a name without effect.
const PLAN: &str = "plan p() { }\n";

#[test]
fn settings_come_with_the_greeting() {
    let mut client = Setup::new().options(json!({ "tasks": true })).start();
    client.open(URI, PLAN);
    assert_eq!(client.codes(URI), Vec::<String>::new());
    client.finish();

    let mut client = Client::start();
    client.open(URI, PLAN);
    assert_ne!(client.codes(URI), Vec::<String>::new());
    client.finish();
}

#[test]
fn settings_may_change() {
    let mut client = Client::start();
    client.open(URI, PLAN);
    assert_ne!(client.codes(URI), Vec::<String>::new());
    client.notify("workspace/didChangeConfiguration", json!({ "settings": { "bunraku": { "tasks": true } } }));
    assert_eq!(client.codes(URI), Vec::<String>::new());
    client.notify("workspace/didChangeConfiguration", json!({ "settings": { "bunraku": {} } }));
    assert_ne!(client.codes(URI), Vec::<String>::new());
    client.finish();
}

#[test]
fn a_client_that_can_be_asked_is_asked() {
    let mut client = Setup::new().configuration(json!({ "tasks": true })).start();
    client.open(URI, PLAN);
    // Whether the answer comes before the document or after it.
    client.wait("no findings", |message| message["params"]["uri"] == URI && message["params"]["diagnostics"] == json!([]));
    assert!(client.asked.contains(&"workspace/configuration".to_string()));

    client.configuration = Some(json!({ "tasks": false }));
    client.notify("workspace/didChangeConfiguration", json!({ "settings": null }));
    client.wait("findings again", |message| message["params"]["uri"] == URI && message["params"]["diagnostics"] != json!([]));
    client.finish();
}

#[test]
fn it_can_be_switched_off_and_on() {
    let mut client = Client::start();
    client.open(URI, "class a {");
    assert_eq!(client.codes(URI), ["syntax-error"]);
    client.notify("workspace/didChangeConfiguration", json!({ "settings": { "bunraku": { "enable": false } } }));
    assert_eq!(client.codes(URI), Vec::<String>::new());
    let params = json!({ "textDocument": { "uri": URI } });
    assert_eq!(client.request("textDocument/documentSymbol", params), Value::Null);
    client.notify("workspace/didChangeConfiguration", json!({ "settings": { "bunraku": { "enable": true } } }));
    assert_eq!(client.codes(URI), ["syntax-error"]);
    client.finish();
}

#[test]
fn settings_that_make_no_sense_are_said_and_passed_over() {
    let mut client = Setup::new().configuration(json!({ "strict": "very" })).start();
    let shown = client.notified("window/showMessage");
    assert_eq!(shown["message"], "bunraku.strict: expected off, warning or error, found `very`");
    client.open(URI, "class a { }");
    assert_eq!(client.outline(URI), ["a"]);
    client.finish();
}
#[test]
fn strictness_decides_how_bad_a_duplicate_key_is() {
    let mut client = Setup::new().options(json!({ "strict": "warning" })).start();
    client.open(URI, "$x = { 'a' => 1, 'a' => 2 }\n");
    let published = client.diagnostics(URI);
    assert_eq!((&published["diagnostics"][0]["code"], &published["diagnostics"][0]["severity"]), (&json!("duplicate-key"), &json!(2)));
    client.notify("workspace/didChangeConfiguration", json!({ "settings": { "bunraku": { "strict": "error" } } }));
    assert_eq!(client.diagnostics(URI)["diagnostics"][0]["severity"], 1);
    client.finish();
}
