//! Lines and columns, in each encoding and with each end of line.

use serde_json::json;

use crate::client::Setup;

const URI: &str = "file:///a.pp";

#[track_caller]
fn check(offered: &[&str], chosen: &str, columns: [i64; 2]) {
    let mut client = Setup::new().can("general.positionEncodings", json!(offered)).start();
    assert_eq!(client.capabilities["positionEncoding"], chosen);
    // One, two, three and four bytes before the name.
    client.open(URI, "$x = 'aé€😀' class b { }");
    let symbols = client.request("textDocument/documentSymbol", json!({ "textDocument": { "uri": URI } }));
    let range = symbols[1]["selectionRange"].clone();
    assert_eq!(symbols[1]["name"], "b");
    assert_eq!([range["start"]["character"].as_i64(), range["end"]["character"].as_i64()], columns.map(Some));

    // And the reverse.
    client.change(URI, 2, json!([{ "range": range, "text": "c" }]));
    assert_eq!(client.outline(URI), ["$x", "c"]);
    client.finish();
}

#[test]
fn columns_are_counted_as_agreed() {
    check(&["utf-16", "utf-8"], "utf-8", [24, 25]);
    check(&["utf-32", "utf-16"], "utf-16", [19, 20]);
    check(&["utf-32"], "utf-32", [18, 19]);
    check(&[], "utf-16", [19, 20]);
}

#[test]
fn lines_end_with_any_line_break() {
    for line_break in ["\n", "\r\n", "\r"] {
        let mut client = Setup::new().start();
        client.open(URI, &format!("class a {{{line_break}}}{line_break}class b {{{line_break}}}"));
        let symbols = client.request("textDocument/documentSymbol", json!({ "textDocument": { "uri": URI } }));
        let expected = json!({ "start": { "line": 2, "character": 0 }, "end": { "line": 3, "character": 1 } });
        assert_eq!(symbols[1]["range"], expected, "{line_break:?}");
        let range = json!({ "start": { "line": 2, "character": 6 }, "end": { "line": 2, "character": 7 } });
        client.change(URI, 2, json!([{ "range": range, "text": "c" }]));
        // Behind the end of the line is still before the line break.
        let range = json!({ "start": { "line": 1, "character": 1 }, "end": { "line": 1, "character": 99 } });
        client.change(URI, 3, json!([{ "range": range, "text": " class d { }" }]));
        assert_eq!(client.outline(URI), ["a", "d", "c"], "{line_break:?}");
        client.finish();
    }
}
