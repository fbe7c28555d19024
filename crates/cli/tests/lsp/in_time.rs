//! Answers while evaluations are under way: every request is answered with what is known, and the client asks again afterwards. Evaluations
//! wait here until a file exists.

use std::fs;
use std::path::Path;
use std::time::Instant;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::{Client, Setup, TIMEOUT};
use crate::every::{self, KINDS, ROWS, answer};

/// The protocol has it stay open until there is news, and sent in parts.
const STAYS_OPEN: &str = "workspace/diagnostic";

/// Answer that consists of evaluations alone, until there are some.
fn pending() -> Value {
    json!({ "pending": true })
}

fn held(folder: &TempDir, release: &Path) -> Setup {
    every::setup(folder)
        .env("BUNRAKU_TEST_HOLD", release.to_str().expect("a plain name"))
        .env("BUNRAKU_ANSWER_WITHIN", "10")
        .can("workspace.inlayHint.refreshSupport", json!(true))
        .can("workspace.codeLens.refreshSupport", json!(true))
        .can("workspace.diagnostics.refreshSupport", json!(true))
        .options(json!({ "evaluated": true }))
}

/// Requests for each kind of file, with the answers.
fn ask_all(client: &mut Client, folder: &TempDir) -> Vec<(String, Result<Value, Value>)> {
    let mut all = Vec::new();
    for row in ROWS.iter().filter(|it| it.method != STAYS_OPEN) {
        for (kind, place) in KINDS.into_iter().zip(row.at) {
            let answer = answer(client, folder.path(), row, kind, &every::position(kind, place));
            all.push((format!("{} in {kind}", row.method), answer));
        }
    }
    all
}

#[test]
fn every_request_is_answered_while_evaluations_are_under_way_and_nothing_is_lost() {
    let folder = every::site();
    let outside = tempfile::tempdir().expect("a folder");
    let release = outside.path().join("release");
    let mut client = every::open(&folder, held(&folder, &release));
    // The client waits a minute for each answer, and nothing is released before.
    let early = ask_all(&mut client, &folder);
    let graphs = early.iter().filter(|(what, _)| what == "bunraku/graph in modules/web/manifests/init.pp");
    assert!(graphs.map(|it| &it.1).eq([&Ok(pending())]), "evaluations are held");
    let of = |all: &[(String, Result<Value, Value>)], what: &str| {
        let wanted = format!("{what} in modules/web/manifests/init.pp");
        all.iter().find(|it| it.0 == wanted).and_then(|it| it.1.clone().ok()).unwrap_or_default().to_string()
    };
    assert!(of(&early, "textDocument/hover").contains("Still evaluating the site"), "{}", of(&early, "textDocument/hover"));
    assert!(of(&early, "textDocument/definition").contains("vhost.pp"), "names need no evaluation");
    let refreshes = ["workspace/inlayHint/refresh", "workspace/codeLens/refresh", "workspace/diagnostic/refresh"];
    client.asked.retain(|it| refreshes.contains(&it.as_str()));
    let told_before = client.asked.clone();

    fs::write(&release, "").expect("it can be written");
    let is_of = |message: &Value, method: &str| message["method"] == json!(method);
    for method in refreshes {
        let already = told_before.iter().any(|it| it == method);
        // Files that were read may have had something asked for again.
        if !already || method == "workspace/diagnostic/refresh" {
            client.wait(method, |it| is_of(it, method));
        }
    }
    client.wait("bunraku/evaluated", |it| is_of(it, "bunraku/evaluated"));

    let mut other = every::start(&folder);
    let wanted = ask_all(&mut other, &folder);
    other.finish();
    let shown = ["inlayHint", "codeLens", "diagnostic", "bunraku/", "documentLink"];
    let different = |found: &[(String, Result<Value, Value>)]| {
        let both = found.iter().zip(&wanted).filter(|it| shown.iter().any(|shown| it.0.0.contains(shown)));
        both.filter(|it| it.0 != it.1).map(|it| format!("{:?}, not {:?}", it.0, it.1)).collect::<Vec<String>>()
    };
    // Each document is evaluated for itself, and the client informed.
    let until = Instant::now() + TIMEOUT;
    let mut found = different(&ask_all(&mut client, &folder));
    while !found.is_empty() && Instant::now() < until {
        found = different(&ask_all(&mut client, &folder));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    client.finish();
}

#[test]
fn who_is_not_told_to_ask_again_gets_the_whole_answer() {
    let folder = every::site();
    let outside = tempfile::tempdir().expect("a folder");
    let release = outside.path().join("release");
    let setup = every::setup(&folder).env("BUNRAKU_TEST_HOLD", release.to_str().expect("a plain name")).env("BUNRAKU_ANSWER_WITHIN", "10");
    let mut client = every::open(&folder, setup);
    let document = json!({ "uri": crate::client::uri(&folder.path().join("modules/web/manifests/init.pp")) });
    let id = client.ask("bunraku/evaluation", json!({ "textDocument": document }));
    // What somebody else asks is answered meanwhile.
    client.request("textDocument/hover", json!({ "textDocument": document, "position": { "line": 1, "character": 8 } }));
    fs::write(&release, "").expect("it can be written");
    let answer = client.answer(id);
    assert!(answer["result"]["evaluations"].as_array().is_some_and(|it| !it.is_empty()), "{answer}");
    client.finish();
}

#[test]
fn what_is_known_is_of_the_text_that_was_asked_about() {
    let folder = every::site();
    let release = folder.path().join("never");
    let mut client = every::open(&folder, held(&folder, &release));
    let open = crate::client::uri(&folder.path().join("manifests/site.pp"));
    // Only an evaluation knows the first title.
    let text = "$x = 'ab'\nnotify { \"${x.upcase}\": }\nnotify { 'AB': }\n";
    client.open(&open, text);
    let place = json!({ "textDocument": { "uri": open }, "position": { "line": 2, "character": 11 } });
    let id = client.ask("textDocument/documentHighlight", place);
    client.replace(&open, 2, &format!("# more\n{text}"));
    let answer = client.answer(id);
    let lines: Vec<&Value> = answer["result"].as_array().expect("a list").iter().map(|it| &it["range"]["start"]["line"]).collect();
    assert_eq!(lines, [2], "{answer}");
    client.finish();
}
