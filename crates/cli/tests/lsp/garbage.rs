//! Whatever comes in, the server goes on, and loses nothing of what makes sense.

use serde_json::{Value, json};

use crate::client::Client;

const URI: &str = "file:///a.pp";

#[test]
fn garbage_is_answered_and_passed_over() {
    let mut client = Client::start();
    client.send_text("{ this is no JSON");
    let answer = client.wait("a complaint", |message| message["error"]["code"] == json!(-32700));
    assert_eq!(answer["id"], Value::Null);
    client.send_text("[1, 2]");
    client.wait("a complaint", |message| message["error"]["code"] == json!(-32600));
    client.send_bytes(b"hello\r\n\r\nContent-Length: many\r\n\r\n\x00\xff\n");
    client.send_bytes(b"Content-Length: 0\r\n\r\n");
    client.send_text(r#"{"jsonrpc":"2.0","id":"x","method":7}"#);
    client.wait("a complaint", |message| message["id"] == "x" && message["error"]["code"] == json!(-32600));
    // An answer to a question that nobody asked.
    client.send_text(r#"{"jsonrpc":"2.0","id":4711,"result":null}"#);

    client.open(URI, "class a { }");
    assert_eq!(client.outline(URI), ["a"]);
    client.finish();
}

#[test]
fn parameters_that_make_no_sense_are_refused() {
    let mut client = Client::start();
    for params in [Value::Null, json!({}), json!([]), json!({ "textDocument": 1 }), json!({ "textDocument": { "uri": "no uri" } })] {
        assert_eq!(client.refused("textDocument/documentSymbol", params.clone())["code"], -32602, "{params}");
        client.notify("textDocument/didOpen", params.clone());
        client.notify("textDocument/didChange", params.clone());
        client.notify("workspace/didChangeConfiguration", params.clone());
        client.notify("$/cancelRequest", params);
    }
    client.open(URI, "class a { }");
    assert_eq!(client.outline(URI), ["a"]);
    client.finish();
}

#[test]
fn documents_that_nobody_opened_have_nothing_in_them() {
    let mut client = Client::start();
    let document = json!({ "uri": "file:///nowhere.pp" });
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 9, "character": 0 } });
    for method in ["documentSymbol", "foldingRange", "semanticTokens/full", "semanticTokens/range"] {
        let params = json!({ "textDocument": document, "range": range });
        assert_eq!(client.request(&format!("textDocument/{method}"), params), Value::Null, "{method}");
    }
    client.change("file:///nowhere.pp", 2, json!([{ "range": range, "text": "class a { }" }]));
    client.close("file:///nowhere.pp");
    assert_eq!(client.outline("file:///nowhere.pp"), Vec::<String>::new());

    // A whole text is enough to go on with.
    client.replace("file:///nowhere.pp", 3, "class b { }");
    assert_eq!(client.outline("file:///nowhere.pp"), ["b"]);
    client.finish();
}

#[test]
fn wrong_ranges_mean_some_place() {
    let mut client = Client::start();
    client.open(URI, "class a { }\n");
    let range =
        |l1: i64, c1: i64, l2: i64, c2: i64| json!({ "start": { "line": l1, "character": c1 }, "end": { "line": l2, "character": c2 } });
    client.change(URI, 2, json!([{ "range": range(0, 7, 0, 6), "text": "b" }]));
    assert_eq!(client.outline(URI), ["b"]);
    client.change(URI, 3, json!([{ "range": range(900, 4, 901, 5), "text": "class c { }" }]));
    assert_eq!(client.outline(URI), ["b", "c"]);
    client.change(URI, 4, json!([{ "range": range(-3, -1, 0, 5), "text": "define" }]));
    assert_eq!(client.outline(URI), ["b", "c"]);
    client.change(URI, 5, json!([{ "range": range(0, 0, 99_999_999_999, 0), "text": "class d { }" }]));
    assert_eq!(client.outline(URI), ["d"]);
    let result = client.request(
        "textDocument/selectionRange",
        json!({ "textDocument": { "uri": URI }, "positions": [{ "line": 77, "character": 77 }, { "line": 0, "character": 7_777_777 }] }),
    );
    assert_eq!(result.as_array().map(Vec::len), Some(2));
    client.finish();
}

#[test]
fn half_a_character_loses_no_edit() {
    let mut client = Client::start();
    // Editors hold texts in UTF-16, where half a pair can stand alone.
    let with_half = |message: serde_json::Value, half: &str| message.to_string().replace("HALF", half);
    let document = json!({ "uri": URI, "languageId": "puppet", "version": 1, "text": "class a { } # HALF" });
    let open = json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": document } });
    client.send_text(&with_half(open, r"\ud83d"));
    assert_eq!(client.outline(URI), ["a"]);

    let end = json!({ "line": 0, "character": 15 });
    let changes = json!([{ "range": { "start": end, "end": end }, "text": "HALF\nclass b { }" }]);
    let params = json!({ "textDocument": { "uri": URI, "version": 2 }, "contentChanges": changes });
    client.send_text(&with_half(json!({ "jsonrpc": "2.0", "method": "textDocument/didChange", "params": params }), r"\ude00"));
    assert_eq!(client.outline(URI), ["a", "b"]);
    client.finish();
}

#[test]
fn any_text_may_be_opened() {
    let mut client = Client::start();
    let deep = "[".repeat(100_000);
    for text in ["", "\u{0}", "\u{feff}class a { }", "\r", "'", "\"${", "@(X", "$", "é😀", &deep] {
        client.open(URI, text);
        client.diagnostics(URI);
        let params = json!({ "textDocument": { "uri": URI }, "positions": [{ "line": 0, "character": 1 }] });
        for method in ["documentSymbol", "foldingRange", "selectionRange", "semanticTokens/full"] {
            assert_ne!(client.request(&format!("textDocument/{method}"), params.clone()), Value::Null, "{method}");
        }
        client.close(URI);
        client.diagnostics(URI);
    }
    client.finish();
}
