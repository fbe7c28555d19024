//! Findings for clients that ask for them.

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::{Client, Setup, uri};

const URI: &str = "file:///a.pp";

fn start() -> Client {
    Setup::new().can("textDocument.diagnostic", json!({})).start()
}

fn pull(client: &mut Client, uri: &str, previous: Option<&str>) -> Value {
    client.request("textDocument/diagnostic", json!({ "textDocument": { "uri": uri }, "previousResultId": previous }))
}

#[test]
fn whoever_asks_is_answered_and_not_told() {
    let mut client = start();
    assert_eq!(client.capabilities["diagnosticProvider"]["workspaceDiagnostics"], true);
    client.open(URI, "class a {");
    let report = pull(&mut client, URI, None);
    assert_eq!(report["kind"], "full");
    assert_eq!(report["items"][0]["code"], "syntax-error");
    client.replace(URI, 2, "class a { }");
    assert_eq!(pull(&mut client, URI, None)["items"], json!([]));
    client.close(URI);
    assert_eq!(pull(&mut client, URI, None)["items"], json!([]));
    let published: Vec<Value> = client.rest().into_iter().filter(|it| it["method"] == "textDocument/publishDiagnostics").collect();
    assert_eq!(published, Vec::<Value>::new());
    client.finish();
}

#[test]
fn whoever_has_been_told_is_not_told_the_same_again() {
    let mut client = start();
    client.open(URI, "class a {");
    let report = pull(&mut client, URI, None);
    let id = report["resultId"].as_str().expect("an identity");
    assert_eq!(pull(&mut client, URI, Some(id)), json!({ "kind": "unchanged", "resultId": id }));
    client.replace(URI, 2, "class a { }");
    let fixed = pull(&mut client, URI, Some(id));
    assert_eq!((&fixed["kind"], &fixed["items"]), (&json!("full"), &json!([])));
    // Earlier reports are forgotten by now.
    client.replace(URI, 3, "class a {");
    assert_eq!(pull(&mut client, URI, Some(id)), report);
    assert_eq!(pull(&mut client, URI, Some("another")), report);
    client.finish();
}

/// The findings of a manifest depend on a template that it renders: clients are asked to refresh when that is edited.
#[test]
fn what_others_say_may_change_the_findings_of_a_document() {
    let folder = tempfile::tempdir().expect("a folder");
    let [manifest, template] = ["m/manifests/init.pp", "m/templates/t.epp"].map(|it| folder.path().join(it));
    let text = "class m {\n  notice(epp('m/t.epp'))\n}\n";
    for (path, text) in [(&manifest, text), (&template, "<%= 1 + 1 %>\n"), (&folder.path().join("m/metadata.json"), "{\"name\":\"a-m\"}")] {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
        std::fs::write(path, text).expect("it can be written");
    }
    let mut client =
        Setup::new().can("textDocument.diagnostic", json!({})).can("window.workDoneProgress", json!(true)).folder(folder.path()).start();
    client.ready();
    assert_eq!(client.capabilities["diagnosticProvider"]["interFileDependencies"], true);
    let [manifest, template] = [uri(&manifest), uri(&template)];
    client.open(&manifest, text);
    client.open(&template, "<%= 1 + 1 %>\n");
    let before = pull(&mut client, &manifest, None);
    assert_eq!(before["items"], json!([]));
    client.replace(&template, 2, "<%- | Integer $x | -%>\n<%= $x %>\n");
    let after = pull(&mut client, &manifest, before["resultId"].as_str());
    assert_eq!((after["kind"].as_str(), after["items"].as_array().map(Vec::len)), (Some("full"), Some(1)), "{after}");
    client.finish();
}

/// Neovim shows nothing after `:edit!`, and still sends the previous id.
#[test]
fn a_document_that_is_loaded_anew_is_told_in_full() {
    let mut client = start();
    client.open(URI, "class a {");
    let report = pull(&mut client, URI, None);
    let id = report["resultId"].as_str().expect("an identity");
    client.close(URI);
    client.open(URI, "class a {");
    assert_eq!(pull(&mut client, URI, Some(id)), report);
    client.finish();
}

/// A folder with two files that are wrong and one that is not, and a client that asks about all of it.
fn folder() -> (TempDir, Client) {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [("a.pp", "class a {"), ("b.pp", "class b { }"), ("c.pp", "class c { $x = }")] {
        std::fs::write(folder.path().join(name), text).expect("it can be written");
    }
    let setup = Setup::new().can("textDocument.diagnostic", json!({})).can("window.workDoneProgress", json!(true));
    let mut client = setup.folder(folder.path()).start();
    client.ready();
    (folder, client)
}

/// Result ids that a client has of a report.
fn known(report: &Value) -> Vec<Value> {
    let items = report["items"].as_array().into_iter().flatten();
    items.map(|it| json!({ "uri": it["uri"], "value": it["resultId"] })).collect()
}

#[test]
fn the_whole_workspace_can_be_asked_about() {
    let (folder, mut client) = folder();
    let report = client.request("workspace/diagnostic", json!({ "previousResultIds": [] }));
    let items = report["items"].as_array().expect("a list").clone();
    let uris: Vec<&str> = items.iter().filter_map(|it| it["uri"].as_str()).collect();
    assert_eq!(uris, [uri(&folder.path().join("a.pp")), uri(&folder.path().join("c.pp"))]);

    let previous = known(&report);
    client.open(uris[0], "class a { }");
    let report = client.request("workspace/diagnostic", json!({ "previousResultIds": previous }));
    assert_eq!(report["items"][0]["items"], json!([]));
    assert_eq!(report["items"][0]["version"], 1);
    assert_eq!(report["items"][1]["kind"], "unchanged");
    client.finish();
}

/// VS Code asks again two seconds after each answer, for as long as it runs.
#[test]
fn whoever_knows_everything_is_answered_once_something_has_changed() {
    let (folder, mut client) = folder();
    let report = client.request("workspace/diagnostic", json!({ "previousResultIds": [] }));
    let waiting = client.ask("workspace/diagnostic", json!({ "previousResultIds": known(&report), "workDoneToken": "work" }));
    // What is asked later is answered: nothing is said of the files meanwhile.
    let symbols = client.request("workspace/symbol", json!({ "query": "b" }));
    assert_eq!(symbols.as_array().map(Vec::len), Some(1));
    client.open(&uri(&folder.path().join("a.pp")), "class a { }");
    let report = client.answer(waiting)["result"].clone();
    assert_eq!(report["items"][0]["items"], json!([]));
    let kinds: Vec<&str> = report["items"].as_array().into_iter().flatten().filter_map(|it| it["kind"].as_str()).collect();
    assert_eq!(kinds, ["full", "unchanged"]);
    let messages_left = client.rest();
    let messages =
        messages_left.iter().filter(|it| it["params"]["token"] == "work").filter_map(|it| it["params"]["value"]["message"].as_str());
    assert_eq!(messages.collect::<Vec<_>>(), ["1 of 1 files"], "only what has changed is looked at");

    // A client that knows less is answered at once; one that waits keeps nobody from ending.
    let known = known(&report);
    let again = client.request("workspace/diagnostic", json!({ "previousResultIds": known[..1] }));
    assert_eq!(again["items"][0]["uri"], uri(&folder.path().join("c.pp")));
    client.ask("workspace/diagnostic", json!({ "previousResultIds": known }));
    client.finish();
}

#[test]
fn whoever_is_told_and_asks_besides_misses_nothing() {
    let mut client = Client::start();
    client.open(URI, "class a {");
    assert_eq!(client.codes(URI), ["syntax-error"]);
    for version in 2..6 {
        let text = if version % 2 == 0 { "class a { }" } else { "class a {" };
        client.replace(URI, version, text);
        client.request("workspace/diagnostic", json!({ "previousResultIds": [] }));
        let found =
            client.wait("the findings", |it| it["method"] == "textDocument/publishDiagnostics" && it["params"]["version"] == version);
        assert_eq!(found["params"]["diagnostics"].as_array().map(Vec::len), Some(usize::from(version % 2 != 0)));
    }
    client.finish();
}

#[test]
fn whoever_asks_is_told_when_to_ask_again() {
    let mut client =
        Setup::new().can("textDocument.diagnostic", json!({})).can("workspace.diagnostics.refreshSupport", json!(true)).start();
    client.open(URI, "plan p() { }");
    assert_ne!(pull(&mut client, URI, None)["items"], json!([]));
    client.notify("workspace/didChangeConfiguration", json!({ "settings": { "bunraku": { "tasks": true } } }));
    client.wait("a word", |message| message["method"] == "workspace/diagnostic/refresh");
    assert_eq!(pull(&mut client, URI, None)["items"], json!([]));
    client.finish();
}

#[test]
fn the_findings_of_a_workspace_come_bit_by_bit() {
    let folder = tempfile::tempdir().expect("a folder");
    for number in 0..40 {
        std::fs::write(folder.path().join(format!("f{number}.pp")), "class a {").expect("it can be written");
    }
    let setup = Setup::new().can("textDocument.diagnostic", json!({})).can("window.workDoneProgress", json!(true));
    let mut client = setup.folder(folder.path()).start();
    client.ready();
    let params = json!({ "previousResultIds": [], "partialResultToken": "some", "workDoneToken": "work" });
    let report = client.request("workspace/diagnostic", params);
    assert_eq!(report["items"], json!([]), "all has been told already");
    let messages_left = client.rest();
    let of = |token: &str| -> Vec<&Value> {
        messages_left.iter().map(|it| &it["params"]).filter(|it| it["token"] == token).map(|it| &it["value"]).collect()
    };
    let files: Vec<usize> = of("some").iter().filter_map(|it| Some(it["items"].as_array()?.len())).collect();
    assert_eq!(files, [32, 8]);
    let kinds: Vec<&str> = of("work").iter().filter_map(|it| it["kind"].as_str()).collect();
    assert_eq!(kinds, ["begin", "report", "report", "end"]);
    client.finish();
}

#[test]
fn modules_of_others_are_no_part_of_the_workspaces_findings() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [
        ("Puppetfile", "mod 'acme/b', '1.0.0'\n"),
        ("modules/b/manifests/init.pp", "class b {"),
        ("site-modules/c/manifests/init.pp", "class c {"),
    ] {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
        std::fs::write(path, text).expect("it can be written");
    }
    let mut setup = Setup::new().can("textDocument.diagnostic", json!({})).can("window.workDoneProgress", json!(true));
    setup = setup.folder(folder.path());
    let mut client = setup.start();
    client.ready();
    let report = client.request("workspace/diagnostic", json!({ "previousResultIds": [] }));
    let found = |it: &&Value| it["items"].as_array().is_some_and(|it| it.iter().any(|it| it["code"] == "syntax-error"));
    let named: Vec<&Value> = report["items"].as_array().expect("reports").iter().filter(found).map(|it| &it["uri"]).collect();
    assert_eq!(named, [&json!(uri(&folder.path().join("site-modules/c/manifests/init.pp")))]);
    // Where it is open, it is judged.
    let b = uri(&folder.path().join("modules/b/manifests/init.pp"));
    client.open(&b, "class b {");
    assert_eq!(pull(&mut client, &b, None)["items"][0]["code"], "syntax-error");
    client.finish();
}
