//! Findings that the server pushes.

use serde_json::json;

use crate::client::{Client, Setup};

const URI: &str = "file:///a.pp";
const BROKEN: &str = "class a {\n  notify { 'x':\n}\n";

#[test]
fn findings_come_with_the_version_and_go() {
    let mut client = Client::start();
    client.open(URI, BROKEN);
    let published = client.diagnostics(URI);
    assert_eq!(published["version"], 1);
    let found = &published["diagnostics"][0];
    assert_eq!(found["severity"], 1);
    assert_eq!(found["source"], "bunraku");
    assert_eq!(found["code"], "syntax-error");
    assert!(found["codeDescription"]["href"].as_str().is_some_and(|it| it.ends_with("docs/diagnostics/syntax-error.md")), "{found}");
    assert!(found["message"].as_str().is_some_and(|it| it.starts_with("Syntax error at ")), "{found}");

    let end = json!({ "start": { "line": 2, "character": 0 }, "end": { "line": 2, "character": 0 } });
    client.change(URI, 2, json!([{ "range": end, "text": "  }\n" }]));
    let published = client.wait("the second version", |message| message["params"]["version"] == 2);
    assert_eq!(published["params"]["diagnostics"], json!([]));
    client.finish();
}

#[test]
fn closing_a_document_takes_its_findings_back() {
    let mut client = Client::start();
    client.open(URI, BROKEN);
    assert_eq!(client.codes(URI), ["syntax-error"]);
    client.close(URI);
    let published = client.diagnostics(URI);
    assert_eq!(published["diagnostics"], json!([]));
    assert_eq!(published.get("version"), None);
    client.finish();
}

#[test]
fn documents_do_not_disturb_one_another() {
    let mut client = Client::start();
    for number in 0..20 {
        let text = if number % 2 == 0 { BROKEN } else { "class a { }" };
        client.open(&format!("file:///{number}.pp"), text);
    }
    for number in 0..20 {
        let expected: &[&str] = if number % 2 == 0 { &["syntax-error"] } else { &[] };
        assert_eq!(client.codes(&format!("file:///{number}.pp")), expected, "{number}");
    }
    client.finish();
}

#[test]
fn a_template_is_read_as_one() {
    let mut client = Client::start();
    client.open_as("file:///a.epp", "epp", "<% if $facts { %>yes<% } %>\n");
    assert_eq!(client.codes("file:///a.epp"), Vec::<String>::new());
    client.open_as("untitled:Untitled-1", "epp", "<% if true { %>yes\n");
    assert_ne!(client.codes("untitled:Untitled-1"), Vec::<String>::new());
    client.open_as("untitled:Untitled-2", "puppet", "<% if");
    assert_ne!(client.codes("untitled:Untitled-2"), Vec::<String>::new());
    client.finish();
}
#[test]
fn other_places_come_along_where_the_client_shows_them() {
    let mut client = Setup::new().can("textDocument.publishDiagnostics.relatedInformation", json!(true)).start();
    client.open(URI, "class a($x, $x) { }\n");
    let published = client.diagnostics(URI);
    let found = &published["diagnostics"][0];
    assert_eq!(found["code"], "duplicate-parameter", "{published}");
    if let Some(related) = found["relatedInformation"].as_array() {
        assert!(related.iter().all(|it| it["location"]["uri"] == URI), "{found}");
    }
    client.finish();
}
