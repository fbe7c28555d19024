//! Each feature once over the wire; what they find is tested where they are written.

use serde_json::{Value, json};

use crate::client::{Client, Setup};

const URI: &str = "file:///a.pp";
/// Somebody is typing in the middle of it.
const HALF_TYPED: &str = "# The web server
# and its files
class web(String $root) {
  file { '/srv':
    ensure => directory,
    mode   =>
  }
  $port = 80
}
";

fn document() -> Value {
    json!({ "uri": URI })
}

#[test]
fn the_outline_is_nested() {
    let mut client = Client::start();
    client.open(URI, HALF_TYPED);
    assert_eq!(client.outline(URI), ["web", "$root", "File['/srv']", "$port"]);
    let symbols = client.request("textDocument/documentSymbol", json!({ "textDocument": document() }));
    let class = &symbols[0];
    assert_eq!(class["kind"], 5);
    assert_eq!(class["range"], json!({ "start": { "line": 2, "character": 0 }, "end": { "line": 8, "character": 1 } }));
    assert_eq!(class["selectionRange"], json!({ "start": { "line": 2, "character": 6 }, "end": { "line": 2, "character": 9 } }));
    assert_eq!(class["children"][0]["detail"], "String");
    client.finish();
}

#[test]
fn the_outline_is_flat_for_clients_that_know_no_other() {
    let mut client = Setup::new().can("textDocument.documentSymbol", json!({})).start();
    client.open(URI, HALF_TYPED);
    let symbols = client.request("textDocument/documentSymbol", json!({ "textDocument": document() }));
    let names: Vec<[&str; 2]> = symbols
        .as_array()
        .into_iter()
        .flatten()
        .map(|it| [it["name"].as_str().unwrap_or_default(), it["containerName"].as_str().unwrap_or_default()])
        .collect();
    assert_eq!(names, [["web", ""], ["$root", "web"], ["File['/srv']", "web"], ["$port", "web"]]);
    assert_eq!(symbols[0]["location"]["uri"], URI);
    client.finish();
}

#[test]
fn blocks_and_comments_fold() {
    let mut client = Setup::new().can("textDocument.foldingRange.lineFoldingOnly", json!(true)).start();
    client.open(URI, HALF_TYPED);
    let ranges = client.request("textDocument/foldingRange", json!({ "textDocument": document() }));
    assert_eq!(
        ranges,
        json!([
            { "startLine": 0, "endLine": 1, "kind": "comment" },
            { "startLine": 2, "endLine": 7 },
            { "startLine": 3, "endLine": 5 },
        ])
    );
    client.finish();
}

#[test]
fn folds_have_columns_for_clients_that_know_them() {
    let mut client = Client::start();
    client.open(URI, "class a { notify { 'x':\n    message => 'y' } }\n");
    let ranges = client.request("textDocument/foldingRange", json!({ "textDocument": document() }));
    assert_eq!(ranges, json!([{ "startLine": 0, "startCharacter": 9, "endLine": 1, "endCharacter": 21 }]));
    client.finish();
}

#[test]
fn a_selection_grows() {
    let mut client = Client::start();
    client.open(URI, HALF_TYPED);
    let positions = json!([{ "line": 4, "character": 15 }, { "line": 0, "character": 0 }]);
    let chains = client.request("textDocument/selectionRange", json!({ "textDocument": document(), "positions": positions }));
    assert_eq!(chains.as_array().map(Vec::len), Some(2));
    let mut range = &chains[0];
    assert_eq!(range["range"], json!({ "start": { "line": 4, "character": 14 }, "end": { "line": 4, "character": 23 } }));
    let mut steps = 1;
    while range["parent"].is_object() {
        range = &range["parent"];
        steps += 1;
    }
    assert!(steps >= 5, "{steps} steps");
    assert_eq!(range["range"], json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 9, "character": 0 } }));
    client.finish();
}

/// The words with a meaning, by the numbers on the wire.
fn words(client: &Client, text: &str, data: &Value) -> Vec<(String, String)> {
    let legend = &client.capabilities["semanticTokensProvider"]["legend"]["tokenTypes"];
    let lines: Vec<&str> = text.lines().collect();
    let numbers: Vec<usize> = data.as_array().into_iter().flatten().map(|it| usize::try_from(it.as_u64().unwrap()).unwrap()).collect();
    let (mut line, mut start) = (0, 0);
    let mut words = Vec::new();
    for token in numbers.chunks(5) {
        start = if token[0] == 0 { start + token[1] } else { token[1] };
        line += token[0];
        words.push((lines[line][start..start + token[2]].to_string(), legend[token[3]].as_str().unwrap_or_default().to_string()));
    }
    words
}

#[test]
fn words_have_meanings() {
    let mut client = Client::start();
    client.open(URI, HALF_TYPED);
    let tokens = client.request("textDocument/semanticTokens/full", json!({ "textDocument": document() }));
    let words = words(&client, HALF_TYPED, &tokens["data"]);
    for expected in [
        ("# and its files", "comment"),
        ("class", "keyword"),
        ("web", "class"),
        ("String", "type"),
        ("$root", "parameter"),
        ("file", "type"),
        ("'/srv'", "string"),
        ("mode", "property"),
        ("$port", "variable"),
        ("80", "number"),
    ] {
        assert!(words.contains(&(expected.0.to_string(), expected.1.to_string())), "{expected:?} is not in {words:?}");
    }
    client.finish();
}

#[test]
fn the_words_of_a_range_are_some_of_all() {
    let mut client = Client::start();
    client.open(URI, HALF_TYPED);
    let all = client.request("textDocument/semanticTokens/full", json!({ "textDocument": document() }));
    let range = json!({ "start": { "line": 3, "character": 0 }, "end": { "line": 5, "character": 0 } });
    let some = client.request("textDocument/semanticTokens/range", json!({ "textDocument": document(), "range": range }));
    let all = words(&client, HALF_TYPED, &all["data"]);
    let some = words(&client, HALF_TYPED, &some["data"]);
    assert_eq!(some.iter().map(|(word, _)| word.as_str()).collect::<Vec<_>>(), ["file", "'/srv'", "ensure", "=>"]);
    assert!(all.windows(some.len()).any(|it| it == some), "{some:?} is not in {all:?}");
    client.finish();
}

#[test]
fn only_what_has_changed_is_sent() {
    let mut client = Client::start();
    client.open(URI, HALF_TYPED);
    let before = client.request("textDocument/semanticTokens/full", json!({ "textDocument": document() }));
    let delta = |client: &mut Client, id: &Value| {
        client.request("textDocument/semanticTokens/full/delta", json!({ "textDocument": document(), "previousResultId": id }))
    };
    let nothing = delta(&mut client, &before["resultId"]);
    assert_eq!(nothing["edits"], json!([]));

    client.change(
        URI,
        2,
        json!([{ "range": { "start": { "line": 7, "character": 2 }, "end": { "line": 7, "character": 7 } }, "text": "$other" }]),
    );
    let some = delta(&mut client, &nothing["resultId"]);
    let mut patched: Vec<Value> = before["data"].as_array().expect("a list").clone();
    for edit in some["edits"].as_array().expect("a list") {
        let [start, count] = ["start", "deleteCount"].map(|it| usize::try_from(edit[it].as_u64().unwrap()).unwrap());
        assert!(count < patched.len() / 2, "{edit}");
        patched.splice(start..start + count, edit["data"].as_array().expect("a list").clone());
    }
    let after = client.request("textDocument/semanticTokens/full", json!({ "textDocument": document() }));
    assert_eq!(json!(patched), after["data"]);

    // Of tokens that it does not remember it sends all.
    assert_eq!(delta(&mut client, &json!("long ago"))["data"], after["data"]);
    client.finish();
}
