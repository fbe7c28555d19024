//! `bunraku undo`: undoes the changes of a run.

use std::os::unix::fs::PermissionsExt;
use std::process::Output;

use crate::{Place, printed};

fn messages(output: &Output) -> String {
    format!("{}{}", printed(output), String::from_utf8_lossy(&output.stderr))
}

fn read(place: &Place, path: &str) -> Option<String> {
    std::fs::read_to_string(place.folder.path().join(path)).ok()
}

#[test]
fn files_are_as_they_were_before_the_run() {
    let place = Place::new();
    place.write("changed", "before\n");
    place.write("removed", "here\n");
    let code = "
        file { '{t}changed': content => 'after' }
        file { '{t}removed': ensure => absent }
        file { '{t}made': ensure => directory }
        file { '{t}made/inside': content => 'new' }";
    assert_eq!(place.apply(code), Some(2));
    assert_eq!((read(&place, "changed").as_deref(), read(&place, "removed")), (Some("after"), None));

    let noop = place.run("undo", &["last", "--noop"]);
    assert!(noop.status.code() == Some(0) && messages(&noop).contains("4 would be undone, 0 skipped"), "{}", messages(&noop));
    assert_eq!(read(&place, "changed").as_deref(), Some("after"));

    let out = place.run("undo", &["last"]);
    assert!(out.status.code() == Some(0) && messages(&out).contains("4 undone, 0 skipped"), "{}", messages(&out));
    assert_eq!((read(&place, "changed").as_deref(), read(&place, "removed").as_deref()), (Some("before\n"), Some("here\n")));
    assert!(!place.folder.path().join("made").exists());
}

#[test]
fn a_run_is_named_as_the_history_names_it() {
    let place = Place::new();
    place.apply("file { '{t}a': content => 'one' }");
    place.apply("file { '{t}a': content => 'two' }");
    let history = printed(&place.run("history", &["--json"]));
    let first: serde_json::Value = serde_json::from_str(history.lines().next().unwrap()).unwrap();
    let out = place.run("undo", &[first["run"].as_str().unwrap()]);
    assert!(out.status.code() == Some(4) && messages(&out).contains("is skipped: content was changed since"), "{}", messages(&out));
    assert_eq!(read(&place, "a").as_deref(), Some("two"));
    assert_eq!(place.run("undo", &["never"]).status.code(), Some(1));
}

#[test]
fn where_something_was_changed_since_nothing_is_taken_back_but_on_demand() {
    let place = Place::new();
    place.apply("file { '{t}a': content => 'one' } file { '{t}b': content => 'one' }");
    place.write("a", "somebody's");
    for arguments in [&["last"][..], &["last", "--noop"]] {
        let out = place.run("undo", arguments);
        assert!(out.status.code() == Some(4) && messages(&out).contains("because something has changed since"), "{}", messages(&out));
        assert_eq!((read(&place, "a").as_deref(), read(&place, "b").as_deref()), (Some("somebody's"), Some("one")));
    }
    let out = place.run("undo", &["last", "--partial"]);
    assert!(out.status.code() == Some(4) && messages(&out).contains("1 undone, 1 skipped"), "{}", messages(&out));
    assert_eq!((read(&place, "a").as_deref(), read(&place, "b")), (Some("somebody's"), None));
}

#[test]
fn taking_back_is_a_run_of_its_own() {
    let place = Place::new();
    place.write("a", "before");
    place.apply("file { '{t}a': content => 'one' }");
    place.apply("file { '{t}a': content => 'two' }");
    for left in ["one", "before"] {
        assert_eq!(place.run("undo", &["last"]).status.code(), Some(0));
        assert_eq!(read(&place, "a").as_deref(), Some(left));
    }
    let none = place.run("undo", &["last"]);
    assert!(none.status.code() == Some(1) && messages(&none).contains("There is no run left to undo"), "{}", messages(&none));
    let history = printed(&place.run("history", &["--json"]));
    let runs: Vec<serde_json::Value> = history.lines().map(|it| serde_json::from_str(it).unwrap()).collect();
    let undone: Vec<&serde_json::Value> = runs.iter().map(|it| &it["undoes"]).collect();
    assert_eq!(undone, [&serde_json::Value::Null, &serde_json::Value::Null, &runs[1]["run"], &runs[0]["run"]]);
    assert_eq!(place.run("undo", &[runs[3]["run"].as_str().unwrap()]).status.code(), Some(0));
    assert_eq!(read(&place, "a").as_deref(), Some("one"));
    // Nobody else has changed it: what comes now is meant.
    place.apply("file { '{t}a': content => 'three' }");
    let history = printed(&place.run("history", &["--json", "--last", "1"]));
    assert!(history.contains(r#""corrective":false"#), "{history}");
}

#[test]
fn what_cannot_be_taken_back_is_told_with_its_reason() {
    let place = Place::new();
    place.apply("exec { '/bin/true': } ~> exec { 'told': command => '/bin/true', refreshonly => true }");
    let out = place.run("undo", &["last"]);
    let text = messages(&out);
    assert_eq!(out.status.code(), Some(4), "{text}");
    for words in [
        "Exec[/bin/true] is skipped: what a command has done cannot be known",
        "Exec[told] is skipped: a refresh cannot be undone",
        "0 undone, 2 skipped",
    ] {
        assert!(text.contains(words), "{words}\n{text}");
    }
}

#[test]
fn nothing_is_kept_of_secrets() {
    let place = Place::new();
    place.write("a", "hunter2\n");
    place.apply("file { '{t}a': content => Sensitive('hunter3') }");
    let undo_folder = place.folder.path().join("var/state/bunraku_undo");
    assert_eq!(std::fs::metadata(&undo_folder).unwrap().permissions().mode() & 0o777, 0o700);
    let run = std::fs::read_dir(&undo_folder).unwrap().next().unwrap().unwrap();
    let names: Vec<_> = std::fs::read_dir(run.path()).unwrap().map(|it| it.unwrap().file_name()).collect();
    assert_eq!(names, ["changes.jsonl"]);
    assert!(!std::fs::read_to_string(run.path().join("changes.jsonl")).unwrap().contains("hunter"));
    let out = place.run("undo", &["last"]);
    assert!(out.status.code() == Some(4) && messages(&out).contains("its values are secret"), "{}", messages(&out));
    assert_eq!(read(&place, "a").as_deref(), Some("hunter3"));
}

#[test]
fn states_are_undone_as_resources_are() {
    let place = Place::new();
    place.write("changed", "before\n");
    std::fs::create_dir(place.folder.path().join("states")).unwrap();
    let root = place.folder.path().to_string_lossy().into_owned();
    let states = "
T/changed:
  file.managed:
    - contents: after
T/made/in/file:
  file.managed:
    - contents: new
    - makedirs: true
more:
  file.append:
    - name: T/changed
    - text: more
'true':
  cmd.run: []
";
    place.write("states/web.sls", &states.replace('T', &root));
    let arguments = ["--salt-root", "states", "--pillar", "{}", "web"];
    let out = place.run("apply", &arguments);
    assert!(out.status.code() == Some(0), "{}", messages(&out));
    assert_eq!(read(&place, "changed").as_deref(), Some("after\nmore\n"));
    let test = place.run("apply", &[&["--test"][..], &arguments].concat());
    assert!(test.status.code() == Some(0), "{}", messages(&test));

    let out = place.run("undo", &["last"]);
    assert!(out.status.code() == Some(4) && messages(&out).contains("4 undone, 1 skipped"), "{}", messages(&out));
    let skipped = "cmd.run: true is skipped: what a command has done cannot be known";
    assert!(messages(&out).contains(skipped), "{}", messages(&out));
    assert_eq!(read(&place, "changed").as_deref(), Some("before\n"));
    assert!(!place.folder.path().join("made").exists());
    // An undo is a run, which can be undone.
    let history = printed(&place.run("history", &["--json"]));
    let own: serde_json::Value = serde_json::from_str(history.lines().last().unwrap()).unwrap();
    let out = place.run("undo", &[own["run"].as_str().unwrap()]);
    assert!(out.status.code() == Some(0), "{}", messages(&out));
    assert_eq!(read(&place, "changed").as_deref(), Some("after\nmore\n"));
    assert_eq!(read(&place, "made/in/file").as_deref(), Some("new\n"));
}
