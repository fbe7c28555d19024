//! Folders, the files in them, and what happens to those behind the editor's back.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::{Client, Setup, uri};

const BROKEN: &str = "class a {";
const SOUND: &str = "class a { }";

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        write(&folder.path().join(name), text);
    }
    folder
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
    fs::write(path, text).expect("it can be written");
}

fn start(folders: &[&TempDir]) -> Client {
    let mut setup = Setup::new().can("window.workDoneProgress", json!(true));
    for folder in folders {
        setup = setup.folder(folder.path());
    }
    let mut client = setup.start();
    client.ready();
    client
}

fn changed(client: &mut Client, uri: &str, kind: i64) {
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [{ "uri": uri, "type": kind }] }));
}

#[test]
fn readiness_is_told_by_progress() {
    let folder = folder(&[("a.pp", SOUND), ("modules/b/manifests/init.pp", SOUND), ("README.md", ""), ("c.epp", "x")]);
    let mut client = Setup::new().can("window.workDoneProgress", json!(true)).folder(folder.path()).start();
    let end = client.ready();
    assert_eq!(end["params"]["value"]["message"], "3 files");
    assert!(client.asked.contains(&"window/workDoneProgress/create".to_string()));
    let begun = client.wait("the beginning", |message| message["params"]["value"]["kind"] == "begin");
    assert_eq!(begun["params"]["token"], end["params"]["token"]);
    client.finish();

    // Whoever knows no progress hears of none.
    let mut client = Setup::new().folder(folder.path()).start();
    client.open("file:///x.pp", SOUND);
    client.outline("file:///x.pp");
    assert!(client.rest().iter().all(|it| it["method"] != "$/progress"));
    assert!(!client.asked.contains(&"window/workDoneProgress/create".to_string()));
    client.finish();
}

#[test]
fn files_that_are_not_open_have_findings_too() {
    let folder = folder(&[("a.pp", BROKEN), ("b.pp", SOUND)]);
    let mut client = start(&[&folder]);
    let a = uri(&folder.path().join("a.pp"));
    let published = client.diagnostics(&a);
    assert_eq!(published["diagnostics"][0]["code"], "syntax-error");
    assert_eq!(published.get("version"), None);
    assert_eq!(client.outline(&uri(&folder.path().join("b.pp"))), ["a"]);
    client.finish();
}

/// Findings of closed files wait until all files are read, and not for the client.
#[test]
fn files_are_checked_without_a_progress_bar() {
    let folder = folder(&[("a.pp", BROKEN)]);
    let mut client = Setup::new().can("window.workDoneProgress", json!(true)).folder(folder.path()).start();
    client.ignored = Some("window/workDoneProgress/create");
    assert_eq!(client.codes(&uri(&folder.path().join("a.pp"))), ["syntax-error"]);
    client.finish();
}

#[test]
fn files_change_on_disk() {
    let folder = folder(&[("a.pp", BROKEN)]);
    let path = folder.path().join("a.pp");
    let a = uri(&path);
    let mut client = start(&[&folder]);
    assert_eq!(client.codes(&a), ["syntax-error"]);

    write(&path, SOUND);
    changed(&mut client, &a, 2);
    assert_eq!(client.codes(&a), Vec::<String>::new());

    write(&path, BROKEN);
    changed(&mut client, &a, 2);
    assert_eq!(client.codes(&a), ["syntax-error"]);

    fs::remove_file(&path).expect("it can be removed");
    changed(&mut client, &a, 3);
    assert_eq!(client.codes(&a), Vec::<String>::new());

    let b = folder.path().join("deep/b.pp");
    write(&b, BROKEN);
    changed(&mut client, &uri(&b), 1);
    assert_eq!(client.codes(&uri(&b)), ["syntax-error"]);

    // A folder goes with all that is in it, and a client may name the folder alone.
    fs::remove_dir_all(folder.path().join("deep")).expect("it can be removed");
    changed(&mut client, &uri(&folder.path().join("deep")), 3);
    assert_eq!(client.codes(&uri(&b)), Vec::<String>::new());
    client.finish();
}

#[test]
fn the_editor_counts_while_a_document_is_open() {
    let folder = folder(&[("a.pp", BROKEN)]);
    let path = folder.path().join("a.pp");
    let a = uri(&path);
    let mut client = start(&[&folder]);
    assert_eq!(client.codes(&a), ["syntax-error"]);

    client.open(&a, SOUND);
    assert_eq!(client.codes(&a), Vec::<String>::new());
    changed(&mut client, &a, 2);
    client.notify("textDocument/didSave", json!({ "textDocument": { "uri": a } }));
    assert_eq!(client.outline(&a), ["a"]);

    // Closed without saving: what is on disk is as it was.
    client.close(&a);
    assert_eq!(client.wait("the disk's findings", |it| it["params"]["diagnostics"][0]["code"] == "syntax-error")["params"]["uri"], a);
    client.finish();
}

#[test]
fn a_file_deleted_while_it_is_open_has_nothing_once_it_is_closed() {
    let folder = folder(&[("a.pp", SOUND)]);
    let path = folder.path().join("a.pp");
    let a = uri(&path);
    let mut client = start(&[&folder]);
    client.open(&a, BROKEN);
    assert_eq!(client.codes(&a), ["syntax-error"]);
    fs::remove_file(&path).expect("it can be removed");
    changed(&mut client, &a, 3);
    client.close(&a);
    client.wait("nothing", |it| it["params"]["uri"] == json!(a) && it["params"]["diagnostics"] == json!([]));
    client.finish();
}

#[test]
fn there_may_be_several_folders_and_others_later() {
    let [one, two, three] = [folder(&[("a.pp", BROKEN)]), folder(&[("b.pp", BROKEN)]), folder(&[("c.pp", BROKEN)])];
    let uris = [uri(&one.path().join("a.pp")), uri(&two.path().join("b.pp")), uri(&three.path().join("c.pp"))];
    let mut client = start(&[&one, &two]);
    assert_eq!(client.codes(&uris[0]), ["syntax-error"]);
    assert_eq!(client.codes(&uris[1]), ["syntax-error"]);

    let folder = |it: &TempDir| json!({ "uri": uri(it.path()), "name": "folder" });
    client.notify("workspace/didChangeWorkspaceFolders", json!({ "event": { "added": [folder(&three)], "removed": [folder(&one)] } }));
    assert_eq!(client.codes(&uris[0]), Vec::<String>::new());
    assert_eq!(client.codes(&uris[2]), ["syntax-error"]);
    client.finish();
}

#[test]
fn older_clients_name_one_folder() {
    let folder = folder(&[("a.pp", BROKEN)]);
    for (name, value) in [("rootUri", uri(folder.path())), ("rootPath", folder.path().to_str().expect("a plain name").to_string())] {
        let mut setup = Setup::new();
        let mut client = setup.spawn();
        let mut greeting = setup.greeting();
        greeting["workspaceFolders"] = Value::Null;
        greeting[name] = json!(value);
        client.request("initialize", greeting);
        client.notify("initialized", json!({}));
        assert_eq!(client.codes(&uri(&folder.path().join("a.pp"))), ["syntax-error"], "{name}");
        client.finish();
    }
}

#[test]
fn the_client_is_asked_to_watch() {
    let mut client = Setup::new().can("workspace.didChangeWatchedFiles.dynamicRegistration", json!(true)).start();
    let registration = client.wait("a registration", |message| message["method"] == "client/registerCapability");
    assert_eq!(registration["params"]["registrations"][0]["method"], "workspace/didChangeWatchedFiles");
    let globs = registration["params"]["registrations"][0]["registerOptions"]["watchers"].to_string();
    assert!(globs.contains("**/*.pp") && globs.contains("**/*.epp"), "{globs}");
    client.finish();
}

#[test]
fn what_cannot_be_read_is_left_out() {
    let folder = folder(&[("a.pp", SOUND)]);
    fs::write(folder.path().join("binary.pp"), [0xFF, 0xFE, 0]).expect("it can be written");
    fs::create_dir(folder.path().join("folder.pp")).expect("it can be made");
    let mut client = start(&[&folder]);
    assert_eq!(client.outline(&uri(&folder.path().join("a.pp"))), ["a"]);
    assert_eq!(client.outline(&uri(&folder.path().join("binary.pp"))), Vec::<String>::new());
    client.finish();
}

#[cfg(unix)]
#[test]
fn links_in_a_circle_end() {
    let folder = folder(&[("a/a.pp", SOUND)]);
    std::os::unix::fs::symlink(folder.path(), folder.path().join("a/again")).expect("it can be linked");
    let mut client = Setup::new().can("window.workDoneProgress", json!(true)).folder(folder.path()).start();
    assert_eq!(client.ready()["params"]["value"]["message"], "1 files");
    client.finish();
}

#[test]
fn where_a_file_lies_decides_what_it_may_define() {
    let folder = folder(&[("puppet-m/manifests/b.pp", "class m::c { }"), ("puppet-m/manifests/a.pp", "class m::a { }")]);
    let b = uri(&folder.path().join("puppet-m/manifests/b.pp"));
    let metadata = folder.path().join("puppet-m/metadata.json");
    let mut client = start(&[&folder]);
    client.open(&b, "class m::c { }");
    assert_eq!(client.codes(&b), Vec::<String>::new());

    // Nobody knew that this is a module. Now it says so.
    write(&metadata, r#"{ "name": "someone-m" }"#);
    changed(&mut client, &uri(&metadata), 1);
    assert_eq!(client.codes(&b), ["illegal-definition-location"]);
    client.replace(&b, 2, "class m::b { }");
    assert_eq!(client.codes(&b), Vec::<String>::new());
    client.finish();
}

/// A module whose class includes another one, which is not there yet.
fn module_without_a_class() -> TempDir {
    folder(&[
        ("metadata.json", "{\"name\": \"a-m\", \"version\": \"1.0.0\"}"),
        ("manifests/init.pp", "# M.\nclass m {\n  include m::later\n}\n"),
        ("manifests/user.pp", "# U.\nclass m::user {\n  include m::later\n}\n"),
    ])
}

#[test]
fn what_another_program_makes_is_there_at_once() {
    let folder = module_without_a_class();
    let (init, user) = (uri(&folder.path().join("manifests/init.pp")), uri(&folder.path().join("manifests/user.pp")));
    let later = folder.path().join("manifests/later.pp");
    let mut client = start(&[&folder]);
    assert_eq!(client.codes(&user), ["unknown-class"]);
    client.open(&init, "# M.\nclass m {\n  include m::later\n}\n");
    // An open document has only the findings of its own: it was a closed file before.
    let shown = |client: &mut Client, uri: &str, codes: &[&str], version: Option<i32>| {
        client.wait("the findings", |it| {
            let found = it["params"]["diagnostics"].as_array().map(|it| it.iter().filter_map(|it| it["code"].as_str()).collect::<Vec<_>>());
            let of_document = it["params"]["uri"] == uri && it["params"]["version"].as_i64() == version.map(i64::from);
            of_document && found.as_deref() == Some(codes)
        });
    };
    shown(&mut client, &init, &["unknown-class"], Some(1));
    write(&later, "# L.\nclass m::later {\n}\n");
    changed(&mut client, &uri(&later), 1);
    // The open document, with its version, and the closed one.
    shown(&mut client, &init, &[], Some(1));
    shown(&mut client, &user, &[], None);
    fs::remove_file(&later).expect("it can be removed");
    changed(&mut client, &uri(&later), 3);
    shown(&mut client, &init, &["unknown-class"], Some(1));
    shown(&mut client, &user, &["unknown-class"], None);

    // What is written in an editor and not saved is there while its document is open.
    client.open(&uri(&later), "# L.\nclass m::later {\n}\n");
    shown(&mut client, &init, &[], Some(1));
    client.close(&uri(&later));
    shown(&mut client, &init, &["unknown-class"], Some(1));
    client.finish();
}

#[test]
fn closing_without_saving_shows_what_the_disk_has_by_then() {
    let folder = folder(&[("a.pp", SOUND)]);
    let path = folder.path().join("a.pp");
    let mut client = start(&[&folder]);
    client.open(&uri(&path), SOUND);
    assert_eq!(client.codes(&uri(&path)), Vec::<String>::new());
    // No notification announces this.
    write(&path, BROKEN);
    client.close(&uri(&path));
    assert_eq!(client.codes(&uri(&path)), ["syntax-error"]);
    client.finish();
}

#[test]
fn a_byte_order_mark_is_a_mistake_of_the_file_alone() {
    let folder = folder(&[
        ("metadata.json", "{\"name\": \"a-m\", \"version\": \"1.0.0\"}"),
        ("manifests/init.pp", "# M.\nclass m {\n  include m::marked\n}\n"),
        ("manifests/marked.pp", "# M.\nclass m::marked {\n}\n"),
    ]);
    let (init, marked) = (uri(&folder.path().join("manifests/init.pp")), uri(&folder.path().join("manifests/marked.pp")));
    let mut client = start(&[&folder]);
    client.open(&marked, "\u{feff}# M.\nclass m::marked {\n}\n");
    let published = client.diagnostics(&marked);
    assert_eq!(published["version"], 1);
    let found = published["diagnostics"].as_array().cloned().unwrap_or_default();
    assert_eq!(found.iter().map(|it| it["code"].clone()).collect::<Vec<_>>(), ["byte-order-mark"]);
    assert_eq!(found[0]["range"]["end"], json!({ "line": 0, "character": 1 }));
    client.open(&init, "# M.\nclass m {\n  include m::marked\n}\n");
    assert_eq!(client.codes(&init), Vec::<String>::new());
    assert_eq!(client.outline(&marked), ["m::marked"]);
    client.finish();
}

#[test]
fn a_function_in_ruby_that_another_program_makes_is_there_at_once() {
    let text = "# M.\nclass m {\n  $x = m::late()\n  notify { \"${x}\": }\n}\n";
    let folder = folder(&[("metadata.json", "{\"name\": \"a-m\", \"version\": \"1.0.0\"}"), ("manifests/init.pp", text)]);
    let init = uri(&folder.path().join("manifests/init.pp"));
    let ruby = folder.path().join("lib/puppet/functions/m/late.rb");
    let mut client = start(&[&folder]);
    let wait = |client: &mut Client, codes: &[&str]| {
        client.wait("the findings", |it| {
            let found = it["params"]["diagnostics"].as_array().map(|it| it.iter().filter_map(|it| it["code"].as_str()).collect::<Vec<_>>());
            it["params"]["uri"] == init && found.as_deref() == Some(codes)
        });
    };
    client.open(&init, text);
    wait(&mut client, &["unknown-function"]);
    fs::create_dir_all(ruby.parent().expect("it has a folder")).expect("it can be made");
    write(&ruby, "Puppet::Functions.create_function(:'m::late') do\n  def late\n    1\n  end\nend\n");
    changed(&mut client, &uri(&ruby), 1);
    wait(&mut client, &[]);
    fs::remove_file(&ruby).expect("it can be removed");
    changed(&mut client, &uri(&ruby), 3);
    wait(&mut client, &["unknown-function"]);
    client.finish();
}

#[test]
fn modules_of_others_are_judged_where_they_are_open() {
    let folder = folder(&[
        ("Puppetfile", "mod 'acme/b', '1.0.0'\n"),
        ("modules/b/manifests/init.pp", "class b {"),
        ("modules/c/manifests/init.pp", "class c {"),
    ]);
    let of = |path: &str| uri(&folder.path().join(path));
    let (b, c) = (of("modules/b/manifests/init.pp"), of("modules/c/manifests/init.pp"));
    let mut client = start(&[&folder]);
    assert_eq!(client.codes(&c), ["syntax-error"]);
    client.open(&b, "class b {");
    let published = client.diagnostics(&b);
    assert_eq!((&published["version"], &published["diagnostics"][0]["code"]), (&json!(1), &json!("syntax-error")));
    client.close(&b);
    assert_eq!(client.codes(&b), Vec::<String>::new());

    // Without the Puppetfile it is the site's own.
    let list = folder.path().join("Puppetfile");
    fs::remove_file(&list).expect("it can be removed");
    changed(&mut client, &uri(&list), 3);
    assert_eq!(client.codes(&b), ["syntax-error"]);
    write(&list, "mod 'acme/b', '1.0.0'\n");
    changed(&mut client, &uri(&list), 1);
    assert_eq!(client.codes(&b), Vec::<String>::new());
    client.finish();
}
