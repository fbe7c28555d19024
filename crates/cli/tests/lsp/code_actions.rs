//! What can be done about findings.

use serde_json::{Value, json};

use crate::client::{Client, Setup};

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
fn fixes_are_offered_one_by_one_and_together() {
    let mut client = Client::start();
    client.open(URI, "$x = 1 # bunraku:ignore[duplicate-key]\n$y = 1 # bunraku:ignore[duplicate-key]\n");
    let offered = actions(&mut client, 0, 10, &json!([]), None);
    assert_eq!(titles(&offered), ["Remove the comment", "Fix all `unused-ignore` in this file"]);
    assert_eq!(offered[0]["isPreferred"], true);
    assert_eq!(offered[1]["edit"]["changes"][URI].as_array().map(Vec::len), Some(2));
    // What mends the whole file is for those who ask for it, as when a file is saved.
    let offered = actions(&mut client, 0, 0, &json!([]), Some("source.fixAll"));
    assert_eq!(titles(&offered), ["Fix all that can surely be fixed"]);
    assert_eq!(offered[0]["edit"]["changes"][URI].as_array().map(Vec::len), Some(2));
    assert_eq!(offered[0]["kind"], "source.fixAll.bunraku");
    let same = actions(&mut client, 0, 0, &json!([]), Some("source.fixAll.bunraku"));
    assert_eq!(titles(&same), ["Fix all that can surely be fixed"]);
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
