//! `bunraku.toml`, and comments that ignore.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::{Client, Setup, uri};

const TWICE: &str = "$x = { 'a' => 1, 'a' => 2 }\n";

fn start(files: &[(&str, &str)]) -> (TempDir, Client) {
    start_with(files, json!({}))
}

fn start_with(files: &[(&str, &str)], options: Value) -> (TempDir, Client) {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("it can be written");
    }
    let mut client = Setup::new().can("window.workDoneProgress", json!(true)).options(options).folder(folder.path()).start();
    client.ready();
    (folder, client)
}

/// Waits until the client is shown these severities for a document.
#[track_caller]
fn severities(client: &mut Client, uri: &str, expected: &[i64]) {
    let is_it = |message: &Value| {
        message["method"] == "textDocument/publishDiagnostics"
            && message["params"]["uri"] == json!(uri)
            && message["params"]["diagnostics"].as_array().is_some_and(|it| it.iter().map(|it| &it["severity"]).eq(expected))
    };
    client.wait(&format!("the severities {expected:?}"), is_it);
}

#[test]
#[cfg(unix)]
fn settings_that_cannot_be_read_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("sub")).expect("it can be made");
    fs::write(path("a.pp"), TWICE).expect("it can be written");
    fs::write(path("sub/bunraku.toml"), b"\xff").expect("it can be written");
    let pipe = |path: &Path| {
        let made = std::process::Command::new("mkfifo").arg(path).status();
        assert!(made.is_ok_and(|it| it.success()), "mkfifo makes a pipe");
    };
    pipe(&path("bunraku.toml"));
    let mut client = Setup::new().can("window.workDoneProgress", json!(true)).folder(folder.path()).start();
    let why = "not a regular file but a pipe, a socket or a device: it is not read";
    let next_message = |client: &mut Client| client.notified("window/showMessage")["message"].as_str().unwrap_or_default().to_owned();
    assert_eq!(next_message(&mut client), format!("{}: {why}", path("bunraku.toml").display()));
    assert_eq!(next_message(&mut client), format!("{}: not UTF-8: it is not read", path("sub/bunraku.toml").display()));
    let (manifest, settings) = (uri(&path("a.pp")), uri(&path("bunraku.toml")));
    client.open(&manifest, TWICE);
    severities(&mut client, &manifest, &[1]);

    let changed = |client: &mut Client| {
        client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [{ "uri": settings, "type": 2 }] }));
    };
    fs::remove_file(path("bunraku.toml")).expect("it can be removed");
    fs::write(path("bunraku.toml"), "strict = 'off'\n").expect("it can be written");
    changed(&mut client);
    severities(&mut client, &manifest, &[]);
    // A pipe takes its place.
    fs::remove_file(path("bunraku.toml")).expect("it can be removed");
    pipe(&path("bunraku.toml"));
    changed(&mut client);
    assert_eq!(next_message(&mut client), format!("{}: {why}", path("bunraku.toml").display()));
    severities(&mut client, &manifest, &[1]);
    client.finish();
}

#[test]
fn settings_change_at_once_in_the_editor_and_on_disk() {
    let (folder, mut client) = start(&[("a.pp", TWICE), ("bunraku.toml", "levels.duplicate-key = 'warning'\n")]);
    let (manifest, settings) = (uri(&folder.path().join("a.pp")), uri(&folder.path().join("bunraku.toml")));
    client.open(&manifest, TWICE);
    severities(&mut client, &manifest, &[2]);

    client.open_as(&settings, "toml", "levels.duplicate-key = 'hint'\n");
    severities(&mut client, &manifest, &[4]);
    client.replace(&settings, 2, "[[paths]]\nglob = '*.pp'\nexclude = true\n");
    severities(&mut client, &manifest, &[]);
    client.close(&settings);
    severities(&mut client, &manifest, &[2]);

    fs::write(folder.path().join("bunraku.toml"), "strict = 'off'\n").expect("it can be written");
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [{ "uri": settings, "type": 2 }] }));
    severities(&mut client, &manifest, &[]);
    fs::remove_file(folder.path().join("bunraku.toml")).expect("it can be removed");
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [{ "uri": settings, "type": 3 }] }));
    severities(&mut client, &manifest, &[1]);

    fs::write(folder.path().join("bunraku.toml"), "strict = 'off'\n").expect("it can be written");
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [{ "uri": settings, "type": 1 }] }));
    severities(&mut client, &manifest, &[]);
    client.finish();
}

#[test]
fn options_of_puppet_lint_change_at_once_on_disk_and_in_the_editor() {
    const TEXT: &str = "notify { 'a': } \n";
    const ONLY: &str = "--only-checks=trailing_whitespace\n";
    const OTHER: &str = "--only-checks=hard_tabs\n";
    let level = ("bunraku.toml", "levels = { trailing_whitespace = 'warning' }\n");
    let (folder, mut client) = start_with(&[("a.pp", TEXT), level, (".puppet-lint.rc", ONLY)], json!({ "lint": null }));
    let (manifest, options) = (uri(&folder.path().join("a.pp")), uri(&folder.path().join(".puppet-lint.rc")));
    client.open(&manifest, TEXT);
    severities(&mut client, &manifest, &[2]);

    fs::write(folder.path().join(".puppet-lint.rc"), OTHER).expect("it can be written");
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [{ "uri": options, "type": 2 }] }));
    severities(&mut client, &manifest, &[]);

    client.open_as(&options, "plaintext", ONLY);
    severities(&mut client, &manifest, &[2]);
    client.replace(&options, 2, OTHER);
    severities(&mut client, &manifest, &[]);
    client.replace(&options, 3, ONLY);
    severities(&mut client, &manifest, &[2]);
    client.close(&options);
    severities(&mut client, &manifest, &[]);
    client.finish();
}

#[test]
fn the_editors_settings_win() {
    let (folder, mut client) = start(&[("a.pp", TWICE), ("bunraku.toml", "levels.duplicate-key = 'warning'\n")]);
    let manifest = uri(&folder.path().join("a.pp"));
    client.open(&manifest, TWICE);
    severities(&mut client, &manifest, &[2]);
    client.notify("workspace/didChangeConfiguration", json!({ "settings": { "bunraku": { "levels": { "duplicate-key": "hint" } } } }));
    severities(&mut client, &manifest, &[4]);
    client.notify("workspace/didChangeConfiguration", json!({ "settings": { "bunraku": {} } }));
    severities(&mut client, &manifest, &[2]);
    client.finish();
}

#[test]
fn mistakes_in_the_settings_are_shown_in_their_file() {
    let (folder, mut client) = start(&[("bunraku.toml", "module_path = 'x'\n")]);
    let settings = uri(&folder.path().join("bunraku.toml"));
    assert_eq!(client.codes(&settings), ["unknown-setting"]);
    client.open_as(&settings, "toml", "strict = 3\n");
    assert_eq!(client.codes(&settings), ["invalid-setting"]);
    // It is no manifest.
    assert_eq!(client.request("textDocument/documentSymbol", json!({ "textDocument": { "uri": settings } })), Value::Null);
    client.finish();
}

#[test]
fn a_comment_ignores() {
    let (folder, mut client) = start(&[]);
    let manifest = uri(&folder.path().join("a.pp"));
    client.open(&manifest, TWICE);
    assert_eq!(client.codes(&manifest), ["duplicate-key"]);
    client.replace(&manifest, 2, &TWICE.replace('\n', " # bunraku:ignore[duplicate-key]\n"));
    assert_eq!(client.codes(&manifest), Vec::<String>::new());
    client.replace(&manifest, 3, "$x = 1 # bunraku:ignore[duplicate-key]\n");
    assert_eq!(client.codes(&manifest), ["unused-ignore"]);
    client.finish();
}

/// Place of the class that a site includes: in a folder next to the open one, which a file of the site names.
fn found_outside(settings: (&str, &str), options: Value) -> Value {
    let folder = tempfile::tempdir().expect("a folder");
    let site = folder.path().join("site");
    for (name, text) in [settings, ("manifests/site.pp", "include other\n"), ("../shared/other/manifests/init.pp", "class other { }\n")] {
        let path = site.join(name);
        fs::create_dir_all(&site).expect("it can be made");
        fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
        fs::write(path, text).expect("it can be written");
    }
    let mut client = Setup::new().can("window.workDoneProgress", json!(true)).options(options).folder(&site).start();
    client.ready();
    let manifest = uri(&site.join("manifests/site.pp"));
    let at = json!({ "textDocument": { "uri": manifest }, "position": { "line": 0, "character": 9 } });
    let found = client.request("textDocument/definition", at);
    client.finish();
    found[0]["uri"].clone()
}

#[test]
fn what_nobody_trusts_leads_nowhere_else() {
    for settings in [("bunraku.toml", "modulepath = ['../shared']\n"), ("environment.conf", "modulepath = ../shared:modules\n")] {
        for trusted in [json!({}), json!({ "trusted": true })] {
            let found = found_outside(settings, trusted);
            assert!(found.as_str().is_some_and(|it| it.ends_with("/shared/other/manifests/init.pp")), "{settings:?}: {found}");
        }
        assert_eq!(found_outside(settings, json!({ "trusted": false })), Value::Null, "{settings:?}");
    }
    // What the user says counts wherever it leads; its paths count from the folder that is open.
    let options = json!({ "trusted": false, "modulepath": ["../shared"] });
    assert!(found_outside(("bunraku.toml", "strict = 'off'\n"), options).is_string());
}

/// Hovers of two variables: one that data outside of the open folder bind, and one that a file there provides.
fn values_outside(options: Value) -> [String; 2] {
    let folder = tempfile::tempdir().expect("a folder");
    let secret = folder.path().join("secret");
    let manifest = format!("$data = lookup('token')\n$text = file('{}/token')\n", secret.display());
    for (name, text) in [
        ("environment.conf", "modulepath = modules\n"),
        ("hiera.yaml", "version: 5\nhierarchy:\n  - name: a\n    path: a.yaml\n    datadir: ../secret\n"),
        ("manifests/site.pp", manifest.as_str()),
        ("../secret/a.yaml", "token: abc123\n"),
        ("../secret/token", "abc123"),
    ] {
        let path = folder.path().join("site").join(name);
        fs::create_dir_all(folder.path().join("site")).expect("it can be made");
        fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
        fs::write(path, text).expect("it can be written");
    }
    let mut client = Setup::new().options(options).folder(&folder.path().join("site")).can("window.workDoneProgress", json!(true)).start();
    client.ready();
    let uri = uri(&folder.path().join("site/manifests/site.pp"));
    client.open(&uri, &manifest);
    let hovers = [0, 1].map(|line| {
        let at = json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": 2 } });
        client.request("textDocument/hover", at)["contents"]["value"].as_str().unwrap_or_default().to_owned()
    });
    client.finish();
    hovers
}

#[test]
fn what_nobody_trusts_reads_nothing_elsewhere() {
    let shown = values_outside(json!({ "trusted": true }));
    assert!(shown.iter().all(|it| it.contains("abc123")), "{shown:?}");
    let hidden = values_outside(json!({ "trusted": false }));
    assert!(hidden.iter().all(|it| !it.contains("abc123")), "{hidden:?}");
}

/// Hovers of variables whose values come through links: in data, in a file of a module, in a template, and through a link that stays within
/// the folder.
#[cfg(unix)]
fn values_behind_links(options: Value) -> [String; 4] {
    use std::os::unix::fs::symlink;

    let folder = tempfile::tempdir().expect("a folder");
    let (site, secret) = (folder.path().join("site"), folder.path().join("secret"));
    let manifest = "$data = lookup('token')\n$text = file('m/token')\n$made = epp('m/made.epp')\n$own = file('m/own')\n";
    for (path, text) in [
        (site.join("environment.conf"), "modulepath = modules\n"),
        (site.join("hiera.yaml"), "version: 5\nhierarchy:\n  - name: a\n    path: a.yaml\n    datadir: data\n"),
        (site.join("manifests/site.pp"), manifest),
        (site.join("modules/m/metadata.json"), "{ \"name\": \"a-m\" }"),
        (site.join("modules/m/files/real"), "own"),
        (secret.join("a.yaml"), "token: abc123\n"),
        (secret.join("token"), "abc123"),
        (secret.join("templates/made.epp"), "abc123"),
    ] {
        fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
        fs::write(path, text).expect("it can be written");
    }
    for (target, link) in [
        (secret.clone(), site.join("data")),
        (secret.join("token"), site.join("modules/m/files/token")),
        (secret.join("templates"), site.join("modules/m/templates")),
        (site.join("modules/m/files/real"), site.join("modules/m/files/own")),
    ] {
        symlink(target, link).expect("a link can be made");
    }
    let mut client = Setup::new().options(options).folder(&site).can("window.workDoneProgress", json!(true)).start();
    client.ready();
    let uri = uri(&site.join("manifests/site.pp"));
    client.open(&uri, manifest);
    let hovers = [0, 1, 2, 3].map(|line| {
        let at = json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": 2 } });
        client.request("textDocument/hover", at)["contents"]["value"].as_str().unwrap_or_default().to_owned()
    });
    client.finish();
    hovers
}

#[cfg(unix)]
#[test]
fn no_link_leads_out_of_what_nobody_trusts() {
    let [outside @ .., own] = values_behind_links(json!({ "trusted": true }));
    assert!(outside.iter().all(|it| it.contains("abc123")) && own.contains("'own'"), "{outside:?} {own}");
    let [outside @ .., own] = values_behind_links(json!({ "trusted": false }));
    assert!(outside.iter().all(|it| !it.contains("abc123")) && own.contains("'own'"), "{outside:?} {own}");
}

/// Names of the workspace's symbols where a folder of it is a link to elsewhere.
#[cfg(unix)]
#[test]
fn what_a_link_leads_to_is_no_part_of_what_nobody_trusts() {
    let found = |options: Value| {
        let folder = tempfile::tempdir().expect("a folder");
        for (path, text) in [("site/manifests/site.pp", "notice(1)\n"), ("elsewhere/manifests/init.pp", "class elsewhere { }\n")] {
            fs::create_dir_all(folder.path().join(path).parent().expect("a folder")).expect("it can be made");
            fs::write(folder.path().join(path), text).expect("it can be written");
        }
        fs::create_dir_all(folder.path().join("site/modules")).expect("it can be made");
        std::os::unix::fs::symlink(folder.path().join("elsewhere"), folder.path().join("site/modules/elsewhere")).expect("a link");
        let setup = Setup::new().options(options).folder(&folder.path().join("site"));
        let mut client = setup.can("window.workDoneProgress", json!(true)).start();
        client.ready();
        let symbols = client.request("workspace/symbol", json!({ "query": "elsewhere" }));
        client.finish();
        symbols.as_array().map_or(0, Vec::len)
    };
    assert_eq!((found(json!({ "trusted": true })), found(json!({ "trusted": false }))), (1, 0));
}
