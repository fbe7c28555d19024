//! Findings of puppet-lint's checks in an editor without settings.

use serde_json::{Value, json};

use crate::client::{Client, Setup};

const URI: &str = "file:///a.pp";

fn start() -> Client {
    Setup::new().options(json!({ "lint": null })).start()
}

fn actions(client: &mut Client, only: &str) -> Vec<Value> {
    let place = json!({ "line": 0, "character": 6 });
    let context = json!({ "diagnostics": [], "only": [only] });
    let params = json!({ "textDocument": { "uri": URI }, "range": { "start": place, "end": place }, "context": context });
    client.request("textDocument/codeAction", params).as_array().cloned().unwrap_or_default()
}

#[test]
fn errors_of_puppet_lint_are_warnings_unless_lint_is_set() {
    for (lint, severity) in [(json!(null), 2), (json!(true), 1)] {
        let mut client = Setup::new().options(json!({ "lint": lint })).start();
        client.open(URI, "$x = 'a' \nnotice($x)\n");
        let published = client.diagnostics(URI)["diagnostics"].clone();
        assert_eq!((&published[0]["code"], &published[0]["severity"]), (&json!("trailing_whitespace"), &json!(severity)));
        client.finish();
    }
}

#[test]
fn findings_of_puppet_lint_have_pages() {
    let mut client = start();
    client.open(URI, "$x = \"a\" \nnotice($x)\n");
    let published = client.diagnostics(URI)["diagnostics"].clone();
    assert_eq!((&published[0]["code"], &published[0]["severity"]), (&json!("double_quoted_strings"), &json!(2)));
    assert_eq!(published[1]["code"], "trailing_whitespace");
    assert_eq!((&published[0]["source"], &published[2]), (&json!("bunraku"), &Value::Null));
    let page = published[0]["codeDescription"]["href"].as_str();
    assert!(page.is_some_and(|it| it.ends_with("docs/lint/double_quoted_strings.md")), "{published}");
    client.finish();
}

#[test]
fn one_can_be_mended_or_all_of_its_kind_or_it_is_silenced() {
    let mut client = start();
    client.open(URI, "$x = \"a\"\n$y = \"b\" \n");
    let offered = actions(&mut client, "quickfix");
    let edits = |at: usize| offered[at]["edit"]["changes"][URI].as_array().cloned().unwrap_or_default();
    assert_eq!(offered[0]["title"], "Fix `double_quoted_strings` as puppet-lint does");
    assert_eq!((&offered[0]["isPreferred"], &edits(0)[0]["newText"]), (&json!(true), &json!("'a'")));
    assert_eq!(offered[1]["title"], "Fix all `double_quoted_strings` in this file");
    assert_eq!(edits(1)[0]["newText"], "$x = 'a'\n$y = 'b' \n");
    assert_eq!(offered[2]["title"], "Ignore `double_quoted_strings` here with a comment");
    assert_eq!(edits(2)[0]["newText"], " # lint:ignore:double_quoted_strings");
    assert_eq!(offered.len(), 3);
    let all = actions(&mut client, "source.fixAll.bunraku");
    assert_eq!(all[0]["edit"]["changes"][URI][0]["newText"], "$x = 'a'\n$y = 'b'\n");
    client.finish();
}

#[test]
fn it_comes_and_goes_with_the_text_and_the_setting() {
    let mut client = start();
    client.open(URI, "$x = 'a' \n");
    assert_eq!(client.codes(URI), ["trailing_whitespace"]);
    client.replace(URI, 2, "$x = 'a'\n");
    assert_eq!(client.codes(URI), Vec::<String>::new());
    client.replace(URI, 3, "$x = 'a' \n");
    assert_eq!(client.codes(URI), ["trailing_whitespace"]);
    client.notify("workspace/didChangeConfiguration", json!({ "settings": { "bunraku": { "lint": false } } }));
    assert_eq!(client.codes(URI), Vec::<String>::new());
    client.finish();
}
