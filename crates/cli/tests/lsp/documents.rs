//! Opening, editing, saving and closing.

use serde_json::json;

use crate::client::Client;

const URI: &str = "file:///a.pp";

#[test]
fn edits_follow_one_another() {
    let mut client = Client::start();
    client.open(URI, "class a {\n}\n");
    let insert = |line: i64, character: i64, text: &str| json!({ "range": { "start": { "line": line, "character": character }, "end": { "line": line, "character": character } }, "text": text });
    client.change(URI, 2, json!([insert(0, 9, "\n  $x = 1"), insert(1, 8, "\n  $y = 2")]));
    assert_eq!(client.outline(URI), ["a", "$x", "$y"]);
    client.change(URI, 3, json!([]));
    assert_eq!(client.outline(URI), ["a", "$x", "$y"]);
    client.replace(URI, 4, "class b { }");
    assert_eq!(client.outline(URI), ["b"]);
    client.finish();
}

#[test]
fn a_document_opened_again_is_a_new_one() {
    let mut client = Client::start();
    client.open(URI, "class a { }");
    client.close(URI);
    assert_eq!(client.outline(URI), Vec::<String>::new());
    client.open(URI, "class b { }");
    assert_eq!(client.outline(URI), ["b"]);
    // Some clients forget to close.
    client.open(URI, "class c { }");
    assert_eq!(client.outline(URI), ["c"]);
    client.finish();
}

#[test]
fn one_file_has_many_spellings() {
    let mut client = Client::start();
    client.open("file:///a%20b/%c3%a9.pp", "class a { }");
    assert_eq!(client.outline("file:///a%20b/%C3%A9.pp"), ["a"]);
    client.finish();
}

#[test]
fn a_large_document_is_no_matter() {
    let mut client = Client::start();
    let text: String = (0..20_000).map(|number| format!("notify {{ 'n{number}': message => \"é ${{facts['os']}}\" }}\n")).collect();
    client.open(URI, &text);
    assert_eq!(client.outline(URI).len(), 20_000);
    client.finish();
}
