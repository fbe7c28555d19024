//! Names over the wire, over files; what is found is tested where it is written.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::{Client, Setup, uri};

/// A site with a module, and a folder in which both lie.
fn site() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let files = [
        ("manifests/site.pp", "include web\nnotice($web::port)\nweb::vhost { 'x': port => 80 }\nWeb::Vhost['x']\n"),
        (
            "modules/web/manifests/init.pp",
            "class web($port = 1) inherits web::params {\n  notice($port, $user)\n  epp('web/conf.epp')\n}\n",
        ),
        ("modules/web/manifests/params.pp", "class web::params {\n  $user = 'www'\n}\n"),
        ("modules/web/manifests/vhost.pp", "define web::vhost(Web::Port $port) { }\n"),
        ("modules/web/types/port.pp", "type Web::Port = Integer\n"),
        ("modules/web/templates/conf.epp", "<%= $x %>\n"),
        ("modules/web/templates/old.erb", "<%= x %>\n"),
        ("data/common.yaml", "web::port: 8080\nweb::other: 1\n"),
    ];
    for (name, text) in files {
        write(&folder.path().join(name), text);
    }
    folder
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
    fs::write(path, text).expect("it can be written");
}

fn setup(folder: &TempDir) -> Setup {
    Setup::new().can("window.workDoneProgress", json!(true)).folder(folder.path())
}

fn start(setup: Setup) -> Client {
    let mut client = setup.start();
    client.ready();
    client
}

/// Where the cursor is in a file of the folder.
fn at(folder: &TempDir, file: &str, line: u32, character: u32) -> Value {
    json!({ "textDocument": { "uri": uri(&folder.path().join(file)) }, "position": { "line": line, "character": character } })
}

/// Each place as `file:line:column`, with the path of the file from the folder.
fn places(folder: &TempDir, answer: &Value) -> Vec<String> {
    let root = uri(folder.path());
    let show = |it: &Value| {
        let (file, range) = match it.get("targetUri") {
            Some(file) => (file, &it["targetSelectionRange"]),
            None => (&it["uri"], &it["range"]),
        };
        let file = file.as_str().unwrap_or_default().trim_start_matches(root.as_str()).trim_start_matches('/').to_owned();
        format!("{file}:{}:{}", range["start"]["line"], range["start"]["character"])
    };
    answer.as_array().into_iter().flatten().map(show).collect()
}

#[test]
fn definitions_lie_in_other_files() {
    let folder = site();
    let mut client = start(setup(&folder));
    let mut ask = |method: &str, file: &str, line, character| {
        let answer = client.request(&format!("textDocument/{method}"), at(&folder, file, line, character));
        places(&folder, &answer)
    };
    assert_eq!(ask("definition", "manifests/site.pp", 0, 9), ["modules/web/manifests/init.pp:0:6"]);
    assert_eq!(ask("declaration", "manifests/site.pp", 0, 9), ["modules/web/manifests/init.pp:0:6"]);
    assert_eq!(ask("definition", "manifests/site.pp", 1, 15), ["modules/web/manifests/init.pp:0:11"]);
    assert_eq!(ask("definition", "modules/web/manifests/init.pp", 1, 20), ["modules/web/manifests/params.pp:1:3"]);
    assert_eq!(ask("typeDefinition", "manifests/site.pp", 2, 20), ["modules/web/types/port.pp:0:5"]);
    assert_eq!(ask("implementation", "modules/web/manifests/params.pp", 0, 8), ["modules/web/manifests/init.pp:0:6"]);
    assert_eq!(ask("definition", "modules/web/manifests/init.pp", 2, 10), ["modules/web/templates/conf.epp:0:0"]);
    client.finish();
}

#[test]
fn what_is_built_in_has_no_definition() {
    let folder = site();
    let mut client = start(setup(&folder));
    assert_eq!(client.request("textDocument/definition", at(&folder, "manifests/site.pp", 1, 2)), Value::Null);
    client.finish();
}

#[test]
fn links_tell_what_was_meant() {
    let folder = site();
    let mut client = start(setup(&folder).can("textDocument.definition.linkSupport", json!(true)));
    let answer = client.request("textDocument/definition", at(&folder, "manifests/site.pp", 3, 2));
    assert_eq!(places(&folder, &answer), ["modules/web/manifests/vhost.pp:0:7"]);
    assert_eq!(answer[0]["originSelectionRange"]["end"], json!({ "line": 3, "character": 10 }));
    client.finish();
}

#[test]
fn a_template_that_nobody_has_read_is_found() {
    let folder = site();
    let mut client = start(setup(&folder));
    let file = uri(&folder.path().join("modules/web/manifests/init.pp"));
    client.open(&file, "class web { template('web/old.erb', 'web/none.erb') }");
    let answer = client.request("textDocument/definition", at(&folder, "modules/web/manifests/init.pp", 0, 25));
    assert_eq!(places(&folder, &answer), ["modules/web/templates/old.erb:0:0"]);
    assert_eq!(client.request("textDocument/definition", at(&folder, "modules/web/manifests/init.pp", 0, 40)), Value::Null);
    client.finish();
}

#[test]
fn references_see_the_text_of_the_editor() {
    let folder = site();
    let mut client = start(setup(&folder));
    let ask = |client: &mut Client, with_definition: bool| {
        let mut params = at(&folder, "manifests/site.pp", 0, 9);
        params["context"] = json!({ "includeDeclaration": with_definition });
        places(&folder, &client.request("textDocument/references", params))
    };
    assert_eq!(ask(&mut client, false), ["manifests/site.pp:0:8", "manifests/site.pp:1:8"]);
    let file = uri(&folder.path().join("modules/web/manifests/params.pp"));
    client.open(&file, "# Another line\nclass web::params { contain web\n");
    let all =
        ["manifests/site.pp:0:8", "manifests/site.pp:1:8", "modules/web/manifests/init.pp:0:6", "modules/web/manifests/params.pp:1:28"];
    assert_eq!(ask(&mut client, true), all);
    client.finish();
}

#[test]
fn other_places_are_highlighted() {
    let mut client = Client::start();
    client.open("untitled:1", "$x = 1\nnotice(\"${x} $y\")\n");
    let params = json!({ "textDocument": { "uri": "untitled:1" }, "position": { "line": 0, "character": 1 } });
    let found = client.request("textDocument/documentHighlight", params);
    let places: Vec<Value> = found.as_array().into_iter().flatten().map(|it| json!([it["range"]["start"], it["kind"]])).collect();
    assert_eq!(places, [json!([{ "line": 0, "character": 1 }, 3]), json!([{ "line": 1, "character": 10 }, 2])]);
    client.finish();
}

#[test]
fn a_resource_tells_what_orders_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = uri(&folder.path().join("a.pp"));
    let mut client = start(setup(&folder));
    client.open(&file, "package { 'p': }\nfile { '/c': require => Package['p'] }\n");
    let params = json!({ "textDocument": { "uri": file }, "position": { "line": 1, "character": 9 } });
    let found = client.request("textDocument/hover", params);
    let text = found["contents"]["value"].as_str().unwrap_or_default();
    assert!(text.starts_with("**`File[/c]`**") && text.contains("- `Package[p]`: require (line 2)"), "{found}");
    client.finish();
}

/// Answers about the site do not come from the one document alone, whatever is typed elsewhere meanwhile.
#[test]
fn hover_waits_for_the_site() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("it is in a folder")).expect("it can be made");
        std::fs::write(path, text).expect("it can be written");
    };
    write("metadata.json", r#"{ "name": "a-m" }"#);
    write("manifests/other.pp", "class m::other { package { 'p': } }\n");
    let text = "class m {\n  include m::other\n  file { '/c': require => Package['p'] }\n}\n";
    write("manifests/init.pp", text);
    let (file, other) = (uri(&folder.path().join("manifests/init.pp")), uri(&folder.path().join("manifests/other.pp")));
    let mut client = start(setup(&folder));
    client.open(&other, "class m::other { package { 'p': } }\n");
    client.open(&file, text);
    let params = json!({ "textDocument": { "uri": file }, "position": { "line": 2, "character": 11 } });
    let question = client.ask("textDocument/hover", params);
    for version in 2..40 {
        client.replace(&other, version, &format!("class m::other {{ package {{ 'p': }} }} # {version}\n"));
    }
    let found = client.answer(question);
    let text = found["result"]["contents"]["value"].as_str().unwrap_or_default();
    assert!(text.contains("- `Package[p]`: require (line 3)"), "{found}");
    client.finish();
}

/// A client that can do with edits what editors can.
fn editing(folder: &TempDir) -> Client {
    let setup = setup(folder)
        .can("textDocument.rename.prepareSupport", json!(true))
        .can("workspace.workspaceEdit.documentChanges", json!(true))
        .can("workspace.workspaceEdit.resourceOperations", json!(["create", "rename", "delete"]));
    start(setup)
}

/// Each edit as `file:line:column text`, and each renamed file.
fn changes(folder: &TempDir, answer: &Value) -> Vec<String> {
    let root = uri(folder.path());
    let short = |it: &Value| it.as_str().unwrap_or_default().trim_start_matches(root.as_str()).trim_start_matches('/').to_owned();
    let mut found = Vec::new();
    for change in answer["documentChanges"].as_array().into_iter().flatten() {
        if change["kind"] == "rename" {
            found.push(format!("{} -> {}", short(&change["oldUri"]), short(&change["newUri"])));
        }
        for edit in change["edits"].as_array().into_iter().flatten() {
            let start = &edit["range"]["start"];
            let text = edit["newText"].as_str().unwrap_or_default();
            found.push(format!("{}:{}:{} {text}", short(&change["textDocument"]["uri"]), start["line"], start["character"]));
        }
    }
    found
}

#[test]
fn a_parameter_is_renamed_with_its_keys() {
    let folder = site();
    let mut client = editing(&folder);
    assert_eq!(client.capabilities["renameProvider"], json!({ "prepareProvider": true }));
    let place = at(&folder, "modules/web/manifests/init.pp", 1, 11);
    let prepared = client.request("textDocument/prepareRename", place.clone());
    assert_eq!(prepared["placeholder"], "port");
    let mut params = place;
    params["newName"] = json!("listen");
    let answer = client.request("textDocument/rename", params);
    assert_eq!(
        changes(&folder, &answer),
        [
            "manifests/site.pp:1:13 listen",
            "modules/web/manifests/init.pp:0:11 listen",
            "modules/web/manifests/init.pp:1:10 listen",
            "data/common.yaml:0:0 web::listen",
        ]
    );
    client.finish();
}

#[test]
fn a_variable_is_renamed_in_the_templates_that_see_it() {
    let folder = site();
    let mut client = editing(&folder);
    let file = uri(&folder.path().join("modules/web/manifests/init.pp"));
    client.open(&file, "class web($x) { template('web/old.erb') }\n");
    write(&folder.path().join("modules/web/templates/old.erb"), "<%= @x %>\n");
    let mut params = at(&folder, "modules/web/manifests/init.pp", 0, 11);
    params["newName"] = json!("y");
    let answer = client.request("textDocument/rename", params.clone());
    assert_eq!(changes(&folder, &answer), ["modules/web/manifests/init.pp:0:11 y", "modules/web/templates/old.erb:0:5 y"]);
    client.replace(&file, 2, "class web($x) { template('web/old.erb') }\nclass web::b { template('web/old.erb') }\n");
    let error = client.refused("textDocument/rename", params);
    assert!(error["message"].as_str().is_some_and(|it| it.contains("uses `@x`")), "{error}");
    client.finish();
}

#[test]
fn a_defined_type_is_renamed_with_its_file() {
    let folder = site();
    let mut client = editing(&folder);
    let mut params = at(&folder, "manifests/site.pp", 3, 2);
    params["newName"] = json!("web::site");
    let answer = client.request("textDocument/rename", params.clone());
    assert_eq!(
        changes(&folder, &answer),
        [
            "manifests/site.pp:2:0 web::site",
            "manifests/site.pp:3:0 Web::Site",
            "modules/web/manifests/vhost.pp:0:7 web::site",
            "modules/web/manifests/vhost.pp -> modules/web/manifests/site.pp",
        ]
    );
    // On disk there may be a file that is no manifest's text.
    fs::write(folder.path().join("modules/web/manifests/broken.pp"), [0xFF]).expect("it can be written");
    params["newName"] = json!("web::broken");
    let error = client.refused("textDocument/rename", params);
    assert!(error["message"].as_str().is_some_and(|it| it.contains("there is already a file")), "{error}");
    client.finish();
}

/// Neovim announces that it renames files, and does not say under which conditions.
#[test]
fn clients_that_rename_files_take_edits_of_versions() {
    let folder = site();
    let mut client = start(setup(&folder).can("workspace.workspaceEdit.resourceOperations", json!(["rename"])));
    let mut params = at(&folder, "manifests/site.pp", 3, 2);
    params["newName"] = json!("web::site");
    let answer = client.request("textDocument/rename", params);
    assert_eq!(
        changes(&folder, &answer).last().map(String::as_str),
        Some("modules/web/manifests/vhost.pp -> modules/web/manifests/site.pp")
    );
    client.finish();
}

#[test]
fn a_name_that_cannot_be_changed_is_refused_with_a_reason() {
    let folder = site();
    let mut client = editing(&folder);
    let error = client.refused("textDocument/prepareRename", at(&folder, "manifests/site.pp", 1, 2));
    assert_eq!(error["code"], -32803);
    assert_eq!(error["message"], "`notice` is built in or not defined in the workspace");
    let mut params = at(&folder, "manifests/site.pp", 1, 14);
    params["newName"] = json!("1");
    assert_eq!(client.refused("textDocument/rename", params)["message"], "`1` cannot be the name of a variable");
    client.finish();
}

#[test]
fn clients_that_cannot_rename_files_keep_their_names() {
    let folder = site();
    let mut client = start(setup(&folder));
    assert_eq!(client.capabilities["renameProvider"], json!(true));
    let mut params = at(&folder, "manifests/site.pp", 3, 2);
    params["newName"] = json!("web::site");
    client.refused("textDocument/rename", params);
    let mut params = at(&folder, "modules/web/manifests/init.pp", 1, 18);
    params["newName"] = json!("owner");
    let answer = client.request("textDocument/rename", params);
    assert_eq!(answer["changes"].as_object().map(serde_json::Map::len), Some(2));
    client.finish();
}

#[test]
fn symbols_of_all_files() {
    let folder = site();
    let mut client = start(setup(&folder));
    let answer = client.request("workspace/symbol", json!({ "query": "vhost" }));
    let names: Vec<&str> = answer.as_array().into_iter().flatten().filter_map(|it| it["name"].as_str()).collect();
    assert_eq!(names, ["web::vhost", "Web::Vhost[x]"]);
    assert_eq!(answer[0]["kind"], 23);
    client.finish();
}

#[test]
fn classes_and_templates_are_links() {
    let folder = site();
    let mut client = start(setup(&folder));
    let file = uri(&folder.path().join("modules/web/manifests/init.pp"));
    let answer = client.request("textDocument/documentLink", json!({ "textDocument": { "uri": file } }));
    let targets: Vec<&str> = answer.as_array().into_iter().flatten().filter_map(|it| it["target"].as_str()).collect();
    let target = |file: &str| uri(&folder.path().join(file));
    assert_eq!(targets, [target("modules/web/manifests/params.pp"), target("modules/web/templates/conf.epp")]);
    client.finish();
}

#[test]
fn who_includes_whom() {
    let folder = site();
    let mut client = start(setup(&folder));
    let items = client.request("textDocument/prepareCallHierarchy", at(&folder, "manifests/site.pp", 0, 9));
    assert_eq!((&items[0]["name"], &items[0]["kind"]), (&json!("web"), &json!(5)));
    let incoming = client.request("callHierarchy/incomingCalls", json!({ "item": items[0] }));
    assert_eq!((&incoming[0]["from"]["name"], incoming[0]["fromRanges"].as_array().map(Vec::len)), (&json!("site.pp"), Some(1)));
    let outgoing = client.request("callHierarchy/outgoingCalls", json!({ "item": items[0] }));
    assert_eq!(outgoing[0]["to"]["name"], "web::params");
    client.finish();
}

#[test]
fn who_inherits_from_whom() {
    let folder = site();
    let mut client = start(setup(&folder).can("textDocument.typeHierarchy.dynamicRegistration", json!(true)));
    let items = client.request("textDocument/prepareTypeHierarchy", at(&folder, "manifests/site.pp", 0, 9));
    let above = client.request("typeHierarchy/supertypes", json!({ "item": items[0] }));
    assert_eq!(above[0]["name"], "web::params");
    let below = client.request("typeHierarchy/subtypes", json!({ "item": above[0] }));
    assert_eq!(below[0]["name"], "web");
    assert!(client.asked.contains(&"client/registerCapability".to_string()));
    client.finish();
}

#[test]
fn who_cannot_be_told_later_is_told_of_type_hierarchies_at_once() {
    let answered = |later: bool| {
        let client = Setup::new().can("textDocument.typeHierarchy.dynamicRegistration", json!(later)).start();
        let capability = client.capabilities["typeHierarchyProvider"].clone();
        client.finish();
        capability
    };
    assert_eq!((answered(false), answered(true)), (json!(true), Value::Null));
}

#[test]
fn what_puppet_brings_along_is_defined_in_pages() {
    let text = "file { '/x':\n  mode => '0644',\n}\nservice { 'x': }\n";
    let folder = tempfile::tempdir().expect("a folder");
    let manifest = uri(&folder.path().join("a.pp"));
    let asked = |client: &mut Client, line: u32| {
        let at = json!({ "textDocument": { "uri": manifest }, "position": { "line": line, "character": 3 } });
        client.request("textDocument/definition", at)
    };
    let mut client = start(setup(&folder).options(json!({ "pages": true })));
    client.open(&manifest, text);
    let found = asked(&mut client, 1);
    let (page, line) = (&found[0]["uri"], found[0]["range"]["start"]["line"].as_u64().expect("a line"));
    assert_eq!(page, "bunraku:///types/file.md");
    // Some clients write it otherwise.
    for page in ["bunraku:///types/file.md", "bunraku:/types/file.md"] {
        let answer = client.request("bunraku/page", json!({ "uri": page }));
        let heading = answer["text"].as_str().and_then(|it| it.lines().nth(usize::try_from(line).ok()?));
        assert_eq!((heading, &answer["languageId"]), (Some("## mode"), &json!("markdown")));
    }
    client.finish();

    // Who cannot show them is led nowhere.
    let mut client = start(setup(&folder));
    client.open(&manifest, text);
    assert_eq!(asked(&mut client, 3), Value::Null);
    client.finish();
}
