//! Formatting as editors ask for it: of a document, of a range, of what was just typed.

use serde_json::{Value, json};

use crate::client::Client;

const URI: &str = "file:///a.pp";

fn document(uri: &str) -> Value {
    json!({ "uri": uri })
}

fn options() -> Value {
    json!({ "tabSize": 4, "insertSpaces": false })
}

fn edit(from: (u32, u32), to: (u32, u32), text: &str) -> Value {
    let position = |(line, character): (u32, u32)| json!({ "line": line, "character": character });
    json!({ "range": { "start": position(from), "end": position(to) }, "newText": text })
}

fn blank(line: u32, character: u32) -> Value {
    edit((line, character), (line, character), " ")
}

fn format(client: &mut Client, uri: &str) -> Value {
    client.request("textDocument/formatting", json!({ "textDocument": document(uri), "options": options() }))
}

fn format_range(client: &mut Client, from: (u32, u32), to: (u32, u32)) -> Value {
    let range = edit(from, to, "")["range"].clone();
    client.request("textDocument/rangeFormatting", json!({ "textDocument": document(URI), "range": range, "options": options() }))
}

fn typed(client: &mut Client, at: (u32, u32), what: &str) -> Value {
    let position = edit(at, at, "")["range"]["start"].clone();
    client.request(
        "textDocument/onTypeFormatting",
        json!({ "textDocument": document(URI), "position": position, "ch": what, "options": options() }),
    )
}

#[test]
fn only_what_is_wrong_is_changed() {
    let mut client = Client::start();
    client.open(URI, "class a{\n  file{ '/b': }\n  file { '/c': }\n}\n");
    assert_eq!(format(&mut client, URI), json!([blank(0, 7), blank(1, 6)]));
    client.replace(URI, 2, "class a {\n  file { '/b': }\n}\n");
    assert_eq!(format(&mut client, URI), json!([]));
    client.finish();
}

#[test]
fn a_range_changes_nothing_beyond_its_lines() {
    let mut client = Client::start();
    client.open(URI, "class a{\n  file{ '/b': }\n  file{ '/c': }\n}\n");
    assert_eq!(format_range(&mut client, (1, 4), (1, 5)), json!([blank(1, 6)]));
    assert_eq!(format_range(&mut client, (1, 0), (2, 1)), json!([blank(1, 6), blank(2, 6)]));
    assert_eq!(format_range(&mut client, (3, 0), (3, 1)), json!([]));
    client.finish();
}

#[test]
fn a_brace_lays_out_what_it_ends() {
    let mut client = Client::start();
    client.open(URI, "class a{\n  file{ '/b': }\n  file{ '/c': }\n}\n");
    assert_eq!(typed(&mut client, (2, 15), "}"), json!([blank(2, 6)]));
    // What stands around it stays, and so does the cursor: nothing after the brace is changed.
    client.replace(URI, 2, "class   a {\n  if $b {\n      include c\n  }\n}\n");
    assert_eq!(typed(&mut client, (3, 3), "}"), json!([edit((2, 4), (2, 6), "")]));
    // One in a string or in a comment ends nothing.
    client.replace(URI, 3, "$a='${b}'\n# }\n$c=\"${d}\"\n");
    assert_eq!(typed(&mut client, (0, 8), "}"), json!([]));
    assert_eq!(typed(&mut client, (1, 3), "}"), json!([]));
    assert_eq!(typed(&mut client, (2, 8), "}"), json!([]));
    // Nor does anything change in what cannot be understood.
    client.replace(URI, 4, "file{ '/b': mode=> }\n");
    assert_eq!(typed(&mut client, (0, 20), "}"), json!([]));
    client.finish();
}

#[test]
fn a_new_line_is_indented_and_nothing_else() {
    let mut client = Client::start();
    client.open(URI, "class   a {\n\n}\n");
    assert_eq!(typed(&mut client, (1, 0), "\n"), json!([edit((1, 0), (1, 0), "  ")]));
    client.replace(URI, 2, "class a {\n  file { '/b':\n  }\n}\n");
    assert_eq!(typed(&mut client, (2, 2), "\n"), json!([]), "a brace is where it belongs");
    client.replace(URI, 3, "$a = 'b\n\n'\n");
    assert_eq!(typed(&mut client, (1, 0), "\n"), json!([]), "a line of a string");
    // A comma asks for nothing, whatever an editor sends.
    client.replace(URI, 4, "$a=[1,]\n");
    assert_eq!(typed(&mut client, (0, 6), ","), json!([]));
    client.finish();
}

#[test]
fn the_code_of_templates_is_formatted() {
    let mut client = Client::start();
    client.open_as("file:///a.epp", "epp", "  x  <%=$a %>\n");
    assert_eq!(format(&mut client, "file:///a.epp"), json!([blank(0, 8)]));
    client.finish();
}

#[test]
fn why_nothing_is_formatted_is_told_once() {
    let mut client = Client::start();
    let broken = "$a = 'b\n";
    client.open(URI, broken);
    for _ in 0..2 {
        assert_eq!(format(&mut client, URI), Value::Null);
    }
    client.replace(URI, 2, "$a='b'\n");
    assert_eq!(format(&mut client, URI), json!([blank(0, 2), blank(0, 3)]));
    client.replace(URI, 3, broken);
    assert_eq!(format(&mut client, URI), Value::Null);
    client.close(URI);
    client.open(URI, broken);
    assert_eq!(format(&mut client, URI), Value::Null);
    // Messages and answers may overtake each other.
    for _ in 0..3 {
        let message = client.wait("why it is not formatted", |it| it["method"] == "window/showMessage");
        assert_eq!(message["params"]["message"], "a.pp is not formatted: a string, comment or heredoc has no end");
    }
    let rest = client.rest();
    assert!(rest.iter().all(|it| it["method"] != "window/showMessage"), "{rest:?}");
    client.finish();
}
