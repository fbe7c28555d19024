//! Files that are made and moved from the editor.

use std::fs;

use serde_json::{Value, json};

use crate::client::{Client, Setup, uri};

fn start(folder: &std::path::Path) -> Client {
    let setup = Setup::new().can("window.workDoneProgress", json!(true)).can("workspace.applyEdit", json!(true));
    let mut client = setup.folder(folder).start();
    client.ready();
    client
}

fn module() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let manifests = folder.path().join("modules/a/manifests");
    fs::create_dir_all(manifests.join("x")).expect("it can be made");
    fs::write(manifests.join("init.pp"), "class a { include a::x::y }\n").expect("it can be written");
    fs::write(manifests.join("x/y.pp"), "class a::x::y { }\n").expect("it can be written");
    folder
}

#[test]
fn a_moved_manifest_takes_its_name_along() {
    let folder = module();
    let mut client = start(folder.path());
    let manifests = folder.path().join("modules/a/manifests");
    let filters = client.capabilities["workspace"]["fileOperations"]["willRename"]["filters"].clone();
    assert_eq!(filters[0]["pattern"]["glob"], "**/*.pp");
    let mut moved = |from: &str, to: &str| {
        let files = json!([{ "oldUri": uri(&manifests.join(from)), "newUri": uri(&manifests.join(to)) }]);
        client.request("workspace/willRenameFiles", json!({ "files": files }))
    };
    let texts = |edit: &Value, file: &str| -> Vec<String> {
        let edits = edit["changes"][uri(&manifests.join(file))].as_array().cloned().unwrap_or_default();
        edits.iter().filter_map(|it| it["newText"].as_str().map(str::to_owned)).collect()
    };
    let edit = moved("x/y.pp", "z.pp");
    assert_eq!((texts(&edit, "init.pp"), texts(&edit, "x/y.pp")), (vec!["a::z".to_owned()], vec!["a::z".to_owned()]));
    // A folder takes along what is in it.
    let edit = moved("x", "w");
    assert_eq!((texts(&edit, "init.pp"), texts(&edit, "x/y.pp")), (vec!["a::w::y".to_owned()], vec!["a::w::y".to_owned()]));
    assert_eq!(moved("x/y.pp", "../y.pp"), Value::Null);
    client.finish();
}

#[test]
fn a_new_manifest_begins_with_what_belongs_there() {
    let folder = module();
    let mut client = start(folder.path());
    for (path, text) in [
        ("manifests/b.pp", "class a::b {\n}\n"),
        ("manifests/b/c.pp", "class a::b::c {\n}\n"),
        ("functions/f.pp", "function a::f() {\n}\n"),
        ("types/some_port.pp", "type A::Some_port = Any\n"),
        ("plans/go.pp", "plan a::go() {\n}\n"),
        ("templates/x.conf.epp", "<%- | | -%>\n"),
    ] {
        let new = folder.path().join("modules/a").join(path);
        fs::create_dir_all(new.parent().expect("a folder")).expect("it can be made");
        fs::write(&new, "").expect("it can be written");
        client.notify("workspace/didCreateFiles", json!({ "files": [{ "uri": uri(&new) }] }));
        let asked = client.wait("an edit", |it| it["method"] == "workspace/applyEdit");
        assert_eq!(asked["params"]["edit"]["changes"][uri(&new)][0]["newText"], text);
    }
    client.finish();
}

/// The edits of all files below a folder, each as `path: text`.
fn edits(edit: &Value, folder: &std::path::Path) -> Vec<String> {
    let root = uri(folder);
    let changes = edit["changes"].as_object().cloned().unwrap_or_default();
    let of_file = |(file, edits): (&String, &Value)| {
        let path = file.strip_prefix(&root).unwrap_or(file).to_owned();
        let texts: Vec<String> =
            edits.as_array().into_iter().flatten().filter_map(|it| it["newText"].as_str().map(str::to_owned)).collect();
        format!("{path}: {}", texts.join(" "))
    };
    let mut all: Vec<String> = changes.iter().map(of_file).collect();
    all.sort();
    all
}

#[test]
fn a_moved_module_takes_its_name_along() {
    let folder = module();
    let root = folder.path();
    for (path, text) in [
        ("modules/a/metadata.json", "{ \"name\": \"me-a\", \"dependencies\": [] }\n"),
        ("modules/a/templates/t.erb", "<%= scope['a::x::z'] %>\n"),
        ("modules/c/metadata.json", "{ \"name\": \"me-c\", \"dependencies\": [{ \"name\": \"me/a\" }] }\n"),
        ("modules/c/manifests/init.pp", "class c { include a\n file { '/x': source => 'puppet:///modules/a/x' } }\n"),
        ("data/common.yaml", "a::x::y::p: 1\nlookup_options:\n  a::x::y::p: { merge: first }\n"),
    ] {
        let path = root.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
        fs::write(path, text).expect("it can be written");
    }
    let mut client = start(root);
    let moved = |client: &mut Client, to: &str| {
        let files = json!([{ "oldUri": uri(&root.join("modules/a")), "newUri": uri(&root.join("modules").join(to)) }]);
        client.request("workspace/willRenameFiles", json!({ "files": files }))
    };
    assert_eq!(
        edits(&moved(&mut client, "b"), root),
        [
            "/data/common.yaml: b b",
            "/modules/a/manifests/init.pp: b b",
            "/modules/a/manifests/x/y.pp: b",
            "/modules/a/metadata.json: b",
            "/modules/a/templates/t.erb: b",
            "/modules/c/manifests/init.pp: b b",
            "/modules/c/metadata.json: b",
        ]
    );
    assert_eq!(moved(&mut client, "c"), Value::Null);
    let message = client.notified("window/showMessage")["message"].as_str().unwrap_or_default().to_owned();
    assert!(
        message.starts_with("The module was moved, but its name did not change in any file: there is already a module `c` in "),
        "{message}"
    );
    client.finish();
}

#[test]
fn whoever_names_a_moved_file_follows() {
    let folder = module();
    let root = folder.path();
    for (path, text) in [
        ("environment.conf", ""),
        ("hiera.yaml", "version: 5\nhierarchy:\n  - name: c\n    path: common.yaml\n"),
        ("data/common.yaml", "f: puppet:///modules/a/d/x\n"),
        ("modules/a/templates/t/x.epp", "x"),
        ("modules/a/templates/t/y.erb", "y"),
        ("modules/a/files/d/x", "x"),
        (
            "modules/c/manifests/init.pp",
            "class c {\n  epp('a/t/x')\n  template('a/t/y.erb')\n  file { '/x': source => 'puppet:///modules/a/d/x' }\n}\n",
        ),
    ] {
        let path = root.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
        fs::write(path, text).expect("it can be written");
    }
    let mut client = start(root);
    let mut moved = |from: &str, to: &str| {
        let files = json!([{ "oldUri": uri(&root.join(from)), "newUri": uri(&root.join(to)) }]);
        edits(&client.request("workspace/willRenameFiles", json!({ "files": files })), root)
    };
    let class = |texts: &str| format!("/modules/c/manifests/init.pp: {texts}");
    assert_eq!(moved("modules/a/templates/t/x.epp", "modules/a/templates/t/z.epp"), [class("a/t/z")]);
    assert_eq!(moved("modules/a/templates/t", "modules/a/templates/new"), [class("a/new/x a/new/y.erb")]);
    assert_eq!(moved("modules/a/files/d", "modules/a/files/e"), ["/data/common.yaml: a/e/x".to_owned(), class("a/e/x")]);
    assert_eq!(moved("data/common.yaml", "data/all.yaml"), ["/hiera.yaml: all.yaml"]);
    assert_eq!(moved("modules/a/templates/t/x.epp", "elsewhere/x.epp"), [""; 0]);
    client.finish();
}
