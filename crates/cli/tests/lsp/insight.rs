//! Inline information and the server's own requests: over the wire, once each.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::{Client, Setup, uri};

const CLASS: &str = "class m(Integer $port = 80) {
  $pkg = \"a-${port}\"
  package { $pkg: }
  -> notify { 'x': message => regsubst($pkg, 'a', 'b') }
}
";

fn start(options: Value) -> (TempDir, String, Client) {
    start_as(Setup::new().options(options))
}

fn start_as(setup: Setup) -> (TempDir, String, Client) {
    let folder = tempfile::tempdir().expect("a folder");
    let metadata = json!({ "name": "a-m", "operatingsystem_support": [{ "operatingsystem": "Debian", "operatingsystemrelease": ["12"] }] });
    let files = [
        ("m/metadata.json", metadata.to_string()),
        ("m/hiera.yaml", "version: 5\nhierarchy:\n  - name: c\n    path: common.yaml\n".to_owned()),
        ("m/data/common.yaml", "m::port: 8080\n".to_owned()),
        ("m/manifests/init.pp", CLASS.to_owned()),
        ("m/manifests/a.pp", "class m::a { include m }\n".to_owned()),
    ];
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
        fs::write(path, text).expect("it can be written");
    }
    let mut client = setup.can("window.workDoneProgress", json!(true)).folder(folder.path()).start();
    client.ready();
    let manifest = uri(&folder.path().join("m/manifests/init.pp"));
    client.open(&manifest, CLASS);
    (folder, manifest, client)
}

#[test]
fn a_hover_tells_values() {
    let (_folder, manifest, mut client) = start(json!({}));
    let hover =
        client.request("textDocument/hover", json!({ "textDocument": { "uri": manifest }, "position": { "line": 1, "character": 4 } }));
    assert_eq!(hover["contents"], json!({ "kind": "markdown", "value": "Value: `'a-8080'`\n" }));
    client.finish();
}

#[test]
fn a_hover_leads_to_where_it_was_written() {
    let place = |manifest: &str| json!({ "textDocument": { "uri": manifest }, "position": { "line": 3, "character": 15 } });
    let (_folder, manifest, mut client) = start_as(Setup::new().can("general.markdown", json!({ "parser": "marked" })));
    let hover = client.request("textDocument/hover", place(&manifest));
    let text = hover["contents"]["value"].as_str().unwrap_or_default();
    assert!(text.contains(&format!("- `Package[a-8080]`: `->` ([line 4]({manifest}#L4))\n")), "{text}");
    client.finish();

    // Who does not say so may show Markdown as it stands.
    let (_folder, manifest, mut client) = start(json!({}));
    let hover = client.request("textDocument/hover", place(&manifest));
    let text = hover["contents"]["value"].as_str().unwrap_or_default();
    assert!(text.contains("- `Package[a-8080]`: `->` (line 4)\n"), "{text}");
    client.finish();
}

#[test]
fn hints_between_the_text() {
    let (folder, manifest, mut client) = start(json!({}));
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 5, "character": 0 } });
    let hints = client.request("textDocument/inlayHint", json!({ "textDocument": { "uri": manifest }, "range": range }));
    let show = |it: &Value| {
        let label = it["label"].as_str().or_else(|| it["label"][0]["value"].as_str()).unwrap_or_default();
        format!("{}:{} {label}", it["position"]["line"], it["position"]["character"])
    };
    let shown: Vec<String> = hints.as_array().into_iter().flatten().map(show).collect();
    assert_eq!(shown, ["0:26  Hiera: 8080", "1:6 : 'a-8080'", "2:16  'a-8080'", "3:45 pattern:", "3:50 replacement:"]);
    let data = uri(&folder.path().join("m/data/common.yaml"));
    assert_eq!(hints[0]["label"][0]["location"]["uri"], json!(data));
    client.finish();
}

#[test]
fn lines_above_definitions_are_resolved_when_seen() {
    let (_folder, manifest, mut client) = start(json!({ "commands": ["bunraku.showReferences", "bunraku.showGraph"] }));
    let lenses = client.request("textDocument/codeLens", json!({ "textDocument": { "uri": manifest } }));
    let mut shown = Vec::new();
    for lens in lenses.as_array().expect("lenses") {
        let resolved = client.request("codeLens/resolve", lens.clone());
        let command = &resolved["command"];
        let text = |it: &Value| it.as_str().unwrap_or_default().to_owned();
        shown.push(format!("{} {} {}", resolved["range"]["start"]["line"], text(&command["title"]), text(&command["command"])));
    }
    assert_eq!(
        shown,
        ["0 1 reference bunraku.showReferences", "0 compiles on Debian 12 ", "0 graph bunraku.showGraph", "2 1 resource depends on this ",]
    );
    client.refused("codeLens/resolve", json!({ "range": lenses[0]["range"] }));
    client.finish();
}

#[test]
fn an_editor_that_shows_no_graph_is_offered_none() {
    let (_folder, manifest, mut client) = start(json!({ "codeLenses": ["graph", "references"] }));
    let lenses = client.request("textDocument/codeLens", json!({ "textDocument": { "uri": manifest } }));
    let kinds: Vec<&Value> = lenses.as_array().into_iter().flatten().map(|it| &it["data"]["kind"]).collect();
    assert_eq!(kinds, ["references"]);
    client.finish();
}

#[test]
fn graph_catalog_and_evaluations() {
    let (_folder, manifest, mut client) = start(json!({}));
    let about = json!({ "textDocument": { "uri": manifest }, "position": { "line": 2, "character": 3 }, "system": "Debian 12" });
    let graph = client.request("bunraku/graph", about.clone());
    assert_eq!((&graph["entry"], &graph["systems"]), (&json!("class m"), &json!(["Debian 12"])));
    let edges = graph["graph"]["edges"].as_array().expect("edges");
    let edge = edges.iter().find(|it| it["from"] == "Package[a-8080]").expect("an edge");
    assert_eq!((&edge["to"], &edge["source"]), (&json!("Notify[x]"), &json!("arrow")));
    assert_eq!((&edge["uri"], &edge["range"]["start"]["line"]), (&json!(manifest), &json!(3)));
    let catalog = client.request("bunraku/catalog", about.clone());
    let resources = catalog["catalog"]["resources"].as_array().expect("resources");
    let titles: Vec<&str> = resources.iter().filter_map(|it| it["title"].as_str()).collect();
    assert_eq!(titles, ["main", "Settings", "main", "M", "a-8080", "x"]);
    let evaluations = client.request("bunraku/evaluation", json!({ "textDocument": { "uri": manifest } }));
    assert_eq!(evaluations["evaluations"][0]["compiles"], true);
    let nowhere = client.request("bunraku/graph", json!({ "textDocument": { "uri": manifest }, "entry": "class none" }));
    assert_eq!(nowhere, Value::Null);
    client.finish();
}

/// Each of these is there while a text has syntax errors, as it has between two keys.
#[test]
fn what_is_known_while_somebody_types() {
    let (_folder, manifest, mut client) = start(json!({}));
    client.replace(&manifest, 2, &CLASS.replace("\n}\n", "\n  service { 's': ensure => }\n  if $pkg == {\n}\n"));
    let document = json!({ "uri": manifest });
    let at = |line: u32, character: u32| json!({ "textDocument": document, "position": { "line": line, "character": character } });
    let hover = client.request("textDocument/hover", at(1, 4));
    assert_eq!(hover["contents"]["value"], "Value: `'a-8080'`\n");
    let hover = client.request("textDocument/hover", at(3, 15));
    let text = hover["contents"]["value"].as_str().unwrap_or_default();
    assert!(text.contains("- `Package[a-8080]`: `->` (line 4)\n") && text.ends_with("Incomplete because of errors.\n"), "{text}");
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 7, "character": 0 } });
    let hints = client.request("textDocument/inlayHint", json!({ "textDocument": document, "range": range }));
    assert_eq!(hints.as_array().map(Vec::len), Some(5), "{hints}");
    let items = client.request("textDocument/prepareCallHierarchy", at(3, 15));
    let calls = client.request("callHierarchy/outgoingCalls", json!({ "item": items[0] }));
    assert_eq!(calls[0]["to"]["name"], "Package[a-8080]");
    let graph = client.request("bunraku/graph", at(0, 0));
    assert_eq!((&graph["partial"], &graph["unread"]), (&json!(true), &json!(true)));
    let ids: Vec<&str> = graph["graph"]["nodes"].as_array().into_iter().flatten().filter_map(|it| it["id"].as_str()).collect();
    assert_eq!(ids, ["Class[M]", "Package[a-8080]", "Notify[x]", "Service[s]"]);
    let mut about = at(0, 0);
    about["resource"] = json!("Notify[x]");
    let resource = client.request("bunraku/resource", about);
    assert!(resource["contents"]["value"].as_str().is_some_and(|it| it.contains("Package[a-8080]")), "{resource}");
    // What Puppet would say is the mistake alone.
    let evaluations = client.request("bunraku/evaluation", json!({ "textDocument": document }));
    assert_eq!(evaluations["evaluations"][0]["errors"].as_array().map(Vec::len), Some(1), "{evaluations}");
    client.replace(&manifest, 3, CLASS);
    let graph = client.request("bunraku/graph", at(0, 0));
    assert_eq!((&graph["partial"], &graph["unread"]), (&json!(false), &Value::Null));
    client.finish();
}

#[test]
fn a_graph_against_a_revision() {
    let (folder, manifest, mut client) = start(json!({}));
    let git = |args: &[&str]| {
        let identity = ["-c", "user.name=n", "-c", "user.email=n@example.com", "-c", "commit.gpgsign=false"];
        let status = std::process::Command::new("git").current_dir(folder.path()).args(identity).args(args).status().expect("git");
        assert!(status.success(), "{args:?}");
    };
    let about = |revision: &str| json!({ "textDocument": { "uri": manifest }, "entry": "class m", "against": revision });
    assert_eq!(client.request("bunraku/graph", about("HEAD"))["uncompared"], json!("HEAD: this is in no Git repository"));
    git(&["init", "--quiet"]);
    git(&["add", "."]);
    git(&["commit", "--quiet", "-m", "one"]);
    // The data of then count, too; what is typed counts now.
    let data = folder.path().join("m/data/common.yaml");
    fs::write(&data, "m::port: 9090\n").expect("it can be written");
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [{ "uri": uri(&data), "type": 2 }] }));
    client.replace(&manifest, 2, &CLASS.replace("notify { 'x'", "notify { 'y'"));
    let mut changes = |revision: &str| {
        let graph = client.request("bunraku/graph", about(revision));
        let nodes = graph["graph"]["nodes"].as_array().expect("nodes").clone();
        let shown: Vec<String> = nodes.iter().map(|it| format!("{} {}", it["id"], it["change"]).replace('"', "")).collect();
        (shown, graph["compared"].clone(), graph["uncompared"].clone())
    };
    let expected = ["Class[M] changed", "Package[a-9090] added", "Notify[y] added", "Package[a-8080] removed", "Notify[x] removed"];
    assert_eq!(changes("HEAD"), (expected.map(str::to_owned).to_vec(), json!(["HEAD"]), Value::Null));
    assert_eq!(changes("HEAD").0, expected);
    let (shown, compared, why) = changes("nosuch");
    assert_eq!((shown[0].as_str(), compared, why), ("Class[M] null", Value::Null, json!("nosuch: there is no such revision")));
    let mut about = about("HEAD");
    about["resource"] = json!("Notify[x]");
    let answer = client.request("bunraku/resource", about.clone());
    assert!(answer["contents"]["value"].as_str().is_some_and(|it| it.contains("Notify[x]")), "{answer}");
    client.finish();
}

#[test]
fn hints_are_asked_for_again_when_all_is_read_or_changes() {
    let folder = tempfile::tempdir().expect("a folder");
    let setup = Setup::new().can("workspace.inlayHint.refreshSupport", json!(true)).can("workspace.codeLens.refreshSupport", json!(true));
    let mut client = setup.folder(folder.path()).start();
    let settings = uri(&folder.path().join("bunraku.toml"));
    for _ in 0..2 {
        for method in ["workspace/inlayHint/refresh", "workspace/codeLens/refresh"] {
            client.wait(method, |message| message["method"] == json!(method));
        }
        client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [{ "uri": settings, "type": 1 }] }));
    }
    client.finish();
}
