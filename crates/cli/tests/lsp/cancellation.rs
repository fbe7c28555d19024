//! A request that nobody wants any more.

use serde_json::json;

use crate::client::{Client, Setup};

#[test]
fn a_cancelled_request_is_answered_as_cancelled() {
    let mut client = Client::start();
    let text: String = (0..30_000).map(|number| format!("notify {{ 'n{number}': }}\n")).collect();
    client.open("file:///large.pp", &text);
    // The first keeps the readers busy, so that the others wait.
    let params = json!({ "textDocument": { "uri": "file:///large.pp" } });
    let ids: Vec<i64> = (0..8).map(|_| client.ask("textDocument/documentSymbol", params.clone())).collect();
    for id in &ids[1..] {
        client.notify("$/cancelRequest", json!({ "id": id }));
    }
    let codes: Vec<_> = ids.iter().map(|id| client.answer(*id)["error"]["code"].as_i64()).collect();
    assert_eq!(codes[0], None);
    assert_eq!(&codes[3..], [Some(-32800); 5], "{codes:?}");
    client.finish();
}

#[test]
fn cancelling_what_is_answered_or_unknown_does_nothing() {
    let mut client = Client::start();
    client.open("file:///a.pp", "class a { }");
    client.outline("file:///a.pp");
    client.notify("$/cancelRequest", json!({ "id": 1 }));
    client.notify("$/cancelRequest", json!({ "id": "nobody" }));
    assert_eq!(client.outline("file:///a.pp"), ["a"]);
    client.finish();
}

#[test]
fn a_panic_leaves_a_report_and_the_server_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("bunraku.log");
    let mut client = Setup::new().arg("--log-file").arg(&log).env("BUNRAKU_TEST_PANIC", "1").start();
    client.open("file:///a.pp", "class a { }");
    for place in ["here", "in a read", "here"] {
        assert_eq!(client.refused("bunraku/panic", json!(place))["code"], -32603, "{place}");
    }
    assert_eq!(client.outline("file:///a.pp"), ["a"]);
    let shown = client.notified("window/showMessage");

    let mut reports: Vec<String> = Vec::new();
    for entry in std::fs::read_dir(folder.path()).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path != log {
            assert!(shown["message"].as_str().is_some_and(|it| it.contains(folder.path().to_str().unwrap_or_default())), "{shown}");
            reports.push(std::fs::read_to_string(&path).expect("a report"));
        }
    }
    assert_eq!(reports.len(), 3);
    assert!(reports.iter().any(|it| it.contains("asked to panic in a handler")));
    assert!(reports.iter().any(|it| it.contains("asked to panic in a read")));
    let log = std::fs::read_to_string(&log).expect("a log");
    assert!(log.contains("the report is "), "{log}");
    client.finish();
}

#[test]
fn nobody_can_make_it_panic_who_does_not_mean_to() {
    let mut client = Client::start();
    assert_eq!(client.refused("bunraku/panic", json!("here"))["code"], -32601);
    client.finish();
}
