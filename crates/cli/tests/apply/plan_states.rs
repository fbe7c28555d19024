//! `bunraku plan --out` of SLS files, and `bunraku apply --plan`, which applies what was planned or nothing.

use std::os::unix::fs::PermissionsExt;
use std::process::Output;

use serde_json::Value;

use crate::{Place, printed};

const STATES: &str = "
T/managed:
  file.managed:
    - source: salt://files/managed
    - template: jinja
T/of_pillar:
  file.managed:
    - contents_pillar: key
T/{{ pillar.user }}:
  file.managed:
    - contents: {{ pillar.password }}
T/{{ pillar.password }}:
  file.managed:
    - contents: {{ pillar.user }}
T/lines:
  file.append:
    - text: {{ pillar.password }}
";

const PILLAR: &str = "password: hunter22\nuser: somebody\nkey: |\n  first line of a key\n  second line of a key\n";

/// A tree with a pillar that is used in all places.
fn tree() -> Place {
    let place = Place::new();
    std::fs::create_dir_all(place.folder.path().join("states/files")).unwrap();
    place.write("states/web.sls", &STATES.replace('T', &root(&place)));
    place.write("states/files/managed", "{% import 'files/part' as part %}{{ part.greeting }} {{ pillar.password }}\n");
    place.write("states/files/part", "{% set greeting = 'one' %}");
    place.write("pillar", PILLAR);
    place.write("lines", "before\n");
    place
}

fn root(place: &Place) -> String {
    place.folder.path().to_string_lossy().into_owned()
}

fn messages(output: &Output) -> String {
    format!("{}{}", printed(output), String::from_utf8_lossy(&output.stderr)).replace("\r", "")
}

const OPTIONS: [&str; 7] = ["--salt-root", "states", "--pillar", "pillar", "--id", "web1", "web"];

fn plan(place: &Place, arguments: &[&str]) -> Output {
    place.run("plan", &[&["--out", "{t}out"], arguments].concat())
}

fn stored(place: &Place) -> Value {
    serde_json::from_str(&std::fs::read_to_string(place.folder.path().join("out")).unwrap()).unwrap()
}

/// Applies the plan; checks that nothing was applied, and returns why.
#[track_caller]
fn refusal(place: &Place, arguments: &[&str]) -> String {
    let out = place.run("apply", &[&["--plan", "{t}out"], arguments].concat());
    assert!(out.status.code() == Some(1) && out.stdout.is_empty(), "{}", messages(&out));
    assert!(!place.folder.path().join("managed").exists());
    messages(&out)
}

#[test]
fn a_plan_of_states_is_applied_from_any_folder() {
    let place = tree();
    let out = plan(&place, &OPTIONS);
    assert!(out.status.code() == Some(2) && printed(&out).ends_with("Plan: 5 to change\n"), "{}", messages(&out));
    assert!(!place.folder.path().join("managed").exists());
    let out = place.command("apply", &["--plan", "{t}out", "--format", "json"]).current_dir("/").output().unwrap();
    assert_eq!(out.status.code(), Some(0), "{}", messages(&out));
    let data: Value = serde_json::from_str(&printed(&out)).unwrap();
    assert_eq!(data["local"].as_object().map(|it| it.len()), Some(5), "{data:#}");
    let read = |name: &str| std::fs::read_to_string(place.folder.path().join(name)).unwrap();
    assert_eq!((read("managed").as_str(), read("lines").as_str()), ("one hunter22\n", "before\nhunter22\n"));
    // It was applied: the plan does not hold any more.
    let out = place.run("apply", &["--plan", "{t}out"]);
    assert!(out.status.code() == Some(1) && messages(&out).contains("/managed: same, was planned: changes\n"));
}

#[test]
fn a_stored_plan_has_no_value_of_the_pillar() {
    let place = tree();
    plan(&place, &OPTIONS);
    let path = place.folder.path().join("out");
    let text = std::fs::read_to_string(&path).unwrap();
    for secret in ["hunter22", "somebody", "line of a key"] {
        assert!(PILLAR.contains(secret) && !text.contains(secret), "{text}");
    }
    assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    let names: Vec<Value> = stored(&place)["resources"].as_array().unwrap().iter().map(|it| it["resource"].clone()).collect();
    assert_eq!(names.get(2..4).unwrap(), ["file.managed: [redacted]", "file.managed: [redacted] (2)"]);
    // Nor are data of the command line stored, and two plans have different digests.
    let digests = |place: &Place| stored(place)["resources"].as_array().unwrap().iter().map(|it| it["digest"].clone()).collect::<Vec<_>>();
    let first = digests(&place);
    let data = r#"{"password": "hunter22", "user": "somebody", "key": "one line of a key"}"#;
    plan(&place, &["--salt-root", "states", "--pillar", data, "web"]);
    assert!(!std::fs::read_to_string(&path).unwrap().contains("hunter22"));
    assert!(digests(&place).iter().zip(&first).all(|(a, b)| a != b));
    let out = refusal(&place, &[]);
    assert!(out.contains("was made with `--pillar` data, and keeps none of them"), "{out}");
    let other = data.replace("hunter22", "hunter23");
    let out = refusal(&place, &["--salt-root", "states", "--pillar", &other, "web"]);
    assert!(out.contains("is stale") && !out.contains("hunter"), "{out}");
    let out = place.run("apply", &["--plan", "{t}out", "--salt-root", "states", "--pillar", data, "web"]);
    assert_eq!(out.status.code(), Some(0), "{}", messages(&out));
}

#[test]
fn what_has_changed_since_makes_a_plan_of_states_stale() {
    let new = "T/more:\n  file.touch: []\n";
    for (file, from, to, reason) in [
        ("states/files/managed", "greeting }} ", "greeting }}, ", "/managed is declared otherwise than when it was planned"),
        ("states/files/part", "one", "two", "/managed is declared otherwise than when it was planned"),
        ("states/web.sls", "file.append", "file.prepend", "file.append: T/lines: it no longer exists"),
        ("states/web.sls", "\nT/of", &format!("\n{new}T/of"), "file.touch: T/more: it was not there"),
        ("pillar", "second line", "other line", "/of_pillar is declared otherwise than when it was planned"),
        ("pillar", "hunter22", "hunter23", "file.managed: [redacted] is declared otherwise than when it was planned"),
        ("lines", "before", "after", "file.append: T/lines: its changes differ from the planned ones\n"),
        ("lines", "before", "before\nhunter22", "file.append: T/lines: same, was planned: changes\n"),
    ] {
        let place = tree();
        plan(&place, &OPTIONS);
        let text = std::fs::read_to_string(place.folder.path().join(file)).unwrap();
        let (from, to) = (from.replace('T', &root(&place)), to.replace('T', &root(&place)));
        assert!(text.contains(&from), "{text}");
        place.write(file, &text.replace(&from, &to));
        let out = refusal(&place, &[]);
        assert!(out.starts_with(&format!("bunraku: The plan {}/out is stale, and nothing was applied:\n", root(&place))), "{out}");
        assert!(out.contains(&reason.replace('T', &root(&place))), "{file}: {out}");
        assert!(!out.contains("hunter"), "{out}");
    }
}

#[test]
fn a_plan_of_states_is_for_its_machine_its_minion_and_its_format() {
    let place = tree();
    plan(&place, &OPTIONS);
    let out = refusal(&place, &["--salt-root", "states", "--pillar", "pillar", "--id", "web2", "web"]);
    assert!(out.contains("it was planned for the minion 'web1', and this is 'web2'\n"), "{out}");
    let planned = stored(&place);
    for (pointer, value, reason) in [
        ("/states/machine", "other".into(), "it was planned for the machine 'other', and this is '"),
        ("/version", 2.into(), "its format has the version 2, and 1 is wanted"),
        ("/salt", Value::Null, "it has no declarations"),
        ("/states/salt_root", Value::Null, "/out: "),
    ] {
        let mut changed = planned.clone();
        *changed.pointer_mut(pointer).unwrap() = value;
        place.write("out", &changed.to_string());
        let out = refusal(&place, &[]);
        assert!(out.contains(reason), "{out}");
    }
}

#[test]
fn a_plan_of_states_takes_no_options_of_manifests_and_the_other_way_round() {
    let place = tree();
    plan(&place, &OPTIONS);
    for (more, reason) in [
        (&["-e", "notify { 'n': }"][..], "apply does not support --execute"),
        (&["--test"], "apply does not support --test with --plan"),
        (&["--detailed-exitcodes"], "apply does not support --detailed-exitcodes"),
        (&["other"], "name other SLS files together with `--salt-root`"),
    ] {
        let out = refusal(&place, more);
        assert!(out.contains(reason), "{out}");
    }
    place.write("m.pp", "notify { 'n': }");
    place.run("plan", &["--certname", "node", "--out", "{t}out", "{t}m.pp"]);
    assert!(stored(&place).get("states").is_none());
    let out = refusal(&place, &OPTIONS);
    assert!(out.contains("is of a manifest or a catalog, and not of states"), "{out}");
    let out = refusal(&place, &["--format", "json"]);
    assert!(out.contains("need `--salt-root` or a plan of states"), "{out}");
    assert_eq!(place.run("apply", &["--certname", "node", "--plan", "{t}out"]).status.code(), Some(0));
}

#[test]
fn states_that_cannot_be_planned_leave_no_file() {
    for states in [
        "a:\n  test.nop: {\n",
        "a:\n  test.nop:\n    - require:\n      - test: b\nb:\n  test.nop:\n    - require:\n      - test: a\n",
        "a:\n  test.nop:\n    - require:\n      - test: missing\n",
        "a:\n  test.nop:\n    - name: {{ pillar.unknown }}\n",
        "a:\n  nosuch.function: []\n",
    ] {
        let place = tree();
        place.write("states/web.sls", states);
        let out = plan(&place, &["--salt-root", "states", "web"]);
        assert!(out.status.code() == Some(1) && !place.folder.path().join("out").exists(), "{states}{}", messages(&out));
    }
    let place = tree();
    let out = plan(&place, &["--salt-root", "states", "nosuch"]);
    assert!(out.status.code() == Some(1) && !place.folder.path().join("out").exists(), "{}", messages(&out));
}

/// States of which the first fails, and the configuration of a minion.
fn configured(options: &str) -> Place {
    let place = Place::new();
    let root = root(&place);
    std::fs::create_dir_all(place.folder.path().join("states")).unwrap();
    place.write("states/a.sls", &format!("bad:\n  test.fail_without_changes: []\n{root}/after:\n  file.touch: []\n"));
    place.write("minion", &format!("file_roots: {{base: [{root}/states]}}\nid: web1\n{options}"));
    place
}

#[test]
fn a_configuration_decides_whether_a_failure_ends_the_run() {
    for (options, is_made) in [("failhard: true\n", false), ("failhard: false\n", true), ("test: true\n", false)] {
        let place = configured(options);
        let out = place.run("apply", &["--minion-config", "{t}minion", "a"]);
        assert_eq!(place.folder.path().join("after").exists(), is_made, "{options}: {}", messages(&out));
    }
    let place = configured("providers: {pkg: other}\n");
    let out = place.run("apply", &["--minion-config", "{t}minion", "a"]);
    assert!(messages(&out).contains("minion: not supported: `providers`"), "{}", messages(&out));
}

#[test]
fn a_plan_of_states_holds_for_the_options_that_it_was_made_with() {
    let place = configured("failhard: true\n");
    plan(&place, &["--minion-config", "{t}minion", "a"]);
    let text = std::fs::read_to_string(place.folder.path().join("minion")).unwrap();
    place.write("minion", &text.replace("true", "false"));
    let out = refusal(&place, &[]);
    assert!(out.contains("planned for the options of the configuration 'failhard: true, state_aggregate: no', and this is"), "{out}");
    place.write("minion", &text);
    let out = place.run("apply", &["--plan", "{t}out"]);
    assert!(out.status.code() == Some(1) && !printed(&out).contains("/after"), "{}", messages(&out));
}
