//! `bunraku plan`, which changes nothing, and `bunraku apply --plan`, which does what was planned or nothing.

use std::path::Path;
use std::process::{Command, Output};

use crate::{Place, printed};

fn messages(output: &Output) -> String {
    format!("{}{}", printed(output), String::from_utf8_lossy(&output.stderr))
}

impl Place {
    fn plan(&self, code: &str) -> Output {
        self.run("plan", &["--certname", "node", "--out", "{t}out", "-e", code])
    }

    fn apply_planned(&self, code: &str) -> Output {
        self.run("apply", &["--certname", "node", "--plan", "{t}out", "-e", code])
    }

    fn has(&self, path: &str) -> bool {
        self.folder.path().join(path).exists()
    }
}

/// All that lies in a folder, with what it holds.
fn everything(folder: &Path) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => found.extend(everything(&path)),
            false => found.push(format!("{}: {}", path.display(), String::from_utf8_lossy(&std::fs::read(&path).unwrap()))),
        }
    }
    found.sort();
    found
}

/// Has all spellings of `noop => false`, whatever the options of the run are.
const INSISTS: &str = "
    File { noop => false }
    file { '{t}own': ensure => file, noop => false, notify => Exec['refreshed'] }
    file { '{t}by_default': content => 'x' }
    exec { 'ran': command => '/bin/touch {t}ran', noop => false }
    exec { 'refreshed': command => '/bin/touch {t}refreshed', refreshonly => true, noop => false }
    file { '{t}folder': ensure => directory, recurse => true, source => '{t}from', noop => false }
";

#[test]
fn a_plan_changes_nothing_whatever_resources_say() {
    let place = Place::new();
    std::fs::create_dir(place.folder.path().join("from")).unwrap();
    place.write("from/inner", "x");
    let before = everything(place.folder.path());
    let out = place.run("plan", &["--certname", "node", "-e", INSISTS]);
    assert_eq!(everything(place.folder.path()), before, "{}", messages(&out));
    assert_eq!(out.status.code(), Some(2), "{}", messages(&out));
    assert!(printed(&out).contains("Exec[refreshed]") && printed(&out).contains("is refreshed because of"), "{}", messages(&out));
    // And what was foretold is done.
    assert_eq!(place.apply(INSISTS), Some(2));
    assert!(["own", "by_default", "ran", "refreshed", "folder/inner"].iter().all(|it| place.has(it)));
}

#[test]
fn a_container_that_insists_is_planned_as_well() {
    let place = Place::new();
    let code = "define insists() { file { '{t}made': ensure => file } } insists { 'a': noop => false }";
    for more in [&[][..], &["--improved"]] {
        let out = place.run("plan", &[&["--certname", "node"], more, &["-e", code]].concat());
        assert!(out.status.code() == Some(2) && !place.has("made"), "{}", messages(&out));
    }
}

#[test]
fn what_is_only_looked_at_is_told_and_no_change() {
    let place = Place::new();
    let code =
        "exec { 'e': command => '/bin/touch {t}e', noop => true } ~> exec { 'r': command => '/bin/touch {t}r', refreshonly => true }";
    let out = place.run("plan", &["--certname", "node", "-e", code]);
    assert_eq!(out.status.code(), Some(0), "{}", messages(&out));
    assert!(printed(&out).contains("would change, but says `noop => true`\n"), "{}", messages(&out));
    assert!(printed(&out).contains("Plan: 1 in noop mode"), "{}", messages(&out));
    assert_eq!(place.apply(code), Some(0));
    assert!(!place.has("e") && !place.has("r"));
}

#[test]
fn a_plan_for_a_pull_request_and_for_a_browser() {
    let place = Place::new();
    let code = "file { '{t}a': content => \"one\\n<two>\\n\" }
        file { '{t}secret': content => Sensitive('hush') }
        file { '{t}': ensure => directory }";
    let of = |format: &str| {
        printed(&place.run("plan", &["--certname", "web1", "--format", format, "-e", code]))
            .replace(&format!("{}/", place.folder.path().display()), "{t}")
    };
    let text = of("markdown");
    assert!(text.starts_with("### Plan for web1\n\n| resources | count |\n|---|---|\n| to change | 2 |\n"), "{text}");
    assert!(text.contains("<details><summary>~ File[{t}a]") && text.contains("+<two>\n```"), "{text}");
    let page = of("html");
    assert!(
        page.starts_with("<!DOCTYPE html>") && page.contains("+&lt;two&gt;") && page.contains("<td>to change</td><td>2</td>"),
        "{page}"
    );
    assert!(!text.contains("hush") && !page.contains("hush"));
}

#[test]
fn of_a_stale_plan_nothing_is_applied_whatever_resources_say() {
    let place = Place::new();
    let code = |more: &str| format!("{more} file {{ '{{t}}own': ensure => file, noop => false }}");
    place.plan(&code("exec { 'a': command => '/bin/touch {t}ran', noop => false }"));
    let out = place.apply_planned(&code("exec { 'b': command => '/bin/touch {t}ran', noop => false }"));
    assert!(messages(&out).contains("is stale, and nothing was applied"), "{}", messages(&out));
    assert!(out.status.code() == Some(1) && !place.has("own") && !place.has("ran"), "{}", messages(&out));
    // Nor does the command run that comes before a run.
    let hook = ["--prerun_command", "/bin/touch {t}hook", "--certname", "node", "--plan", "{t}out", "-e", "notify { 'n': }"];
    assert!(place.run("apply", &hook).status.code() == Some(1) && !place.has("hook"));
}

#[test]
fn a_plan_knows_the_manifest_that_it_was_made_of() {
    let place = Place::new();
    place.write("m.pp", &format!("file {{ '{}/a': content => 'one' }}", place.folder.path().display()));
    place.run("plan", &["--certname", "node", "--out", "{t}out", "{t}m.pp"]);
    let out = place.run("apply", &["--certname", "node", "--plan", "{t}out"]);
    assert!(out.status.success() && place.has("a"), "{}", messages(&out));
    // The same of a catalog.
    let place = Place::new();
    let code = format!("file {{ '{}/a': content => 'one' }}", place.folder.path().display());
    let compiled = Command::new(env!("CARGO_BIN_EXE_bunraku")).args(["compile", "--node", "node", "-e", &code]).output().unwrap();
    place.write("c.json", &printed(&compiled));
    place.run("plan", &["--certname", "node", "--out", "{t}out", "--catalog", "{t}c.json"]);
    let out = place.run("apply", &["--certname", "node", "--plan", "{t}out"]);
    assert!(out.status.success() && place.has("a"), "{}", messages(&out));
    // But not of code.
    let place = Place::new();
    place.plan("file { '{t}a': content => 'one' }");
    let out = place.run("apply", &["--certname", "node", "--plan", "{t}out"]);
    assert!(messages(&out).contains("was made of code") && messages(&out).contains("give the same again"), "{}", messages(&out));
    assert!(out.status.code() == Some(1) && !place.has("a"), "{}", messages(&out));
}

/// Messages when a plan of one code is applied with another, and whether it was refused.
fn stale(planned: &str, applied: &str) -> (String, bool) {
    let place = Place::new();
    place.plan(planned);
    let out = place.apply_planned(applied);
    (messages(&out), out.status.code() == Some(1) && !place.has("a"))
}

#[test]
fn what_is_declared_otherwise_makes_a_plan_stale() {
    for (resource, planned, applied) in [
        ("Exec[x]", "exec { 'x': command => '/bin/touch {t}b' }", "exec { 'x': command => '/bin/touch {t}a' }"),
        ("File[", "file { '{t}a': ensure => file, mode => '0644' }", "file { '{t}a': ensure => file, mode => '0600' }"),
        ("File[", "file { '{t}a': content => Sensitive('one') }", "file { '{t}a': content => Sensitive('two') }"),
        ("File[", "file { '{t}a': content => 'one' }", "file { '{t}a': content => Sensitive('one') }"),
    ] {
        let (output, is_refused) = stale(planned, applied);
        assert!(is_refused && output.contains(&format!("  {resource}")), "{output}");
        assert!(!output.contains("'one'") && !output.contains("'two'"), "{output}");
        let (output, is_refused) = stale(planned, planned);
        assert!(!is_refused && !output.contains("stale"), "{output}");
    }
    let (output, _) = stale("exec { 'x': command => '/bin/true' }", "exec { 'x': command => '/bin/false' }");
    assert!(output.contains("Exec[x] is declared otherwise than when it was planned\n"), "{output}");
}

#[test]
fn a_source_that_holds_something_else_makes_a_plan_stale() {
    // The plan does not show it: these sums are of the beginning alone.
    let begins_alike = |end: &str| format!("{}{end}", "x".repeat(600));
    for (declared, source) in [
        ("file { '{t}a': source => '{t}source', checksum => sha256lite }", "source"),
        ("file { '{t}a': ensure => directory, recurse => true, source => '{t}from', checksum => sha256lite }", "from/deep/source"),
    ] {
        for (then, is_stale) in [("two", true), ("one", false)] {
            let place = Place::new();
            std::fs::create_dir_all(place.folder.path().join("from/deep")).unwrap();
            place.write(source, &begins_alike("one"));
            place.plan(declared);
            place.write(source, &begins_alike(then));
            let out = place.apply_planned(declared);
            assert_eq!(messages(&out).contains("is stale, and nothing was applied"), is_stale, "{}", messages(&out));
            assert_eq!(place.has("a"), !is_stale);
        }
    }
}

#[test]
fn a_plan_is_for_its_node_its_environment_and_its_format() {
    let place = Place::new();
    std::fs::create_dir_all(place.folder.path().join("code/environments/other")).unwrap();
    let code = "notify { 'n': }";
    place.plan(code);
    let run = |more: &[&str]| messages(&place.run("apply", &[&["--plan", "{t}out", "-e", code], more].concat()));
    let other = run(&["--certname", "b", "--environment", "other"]);
    assert!(other.contains("it was planned for the node 'node', and this is 'b'\n"), "{other}");
    assert!(other.contains("it was planned for the environment 'production', and this is 'other'\n"), "{other}");
    let path = place.folder.path().join("out");
    let plan: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    for (member, value, reason) in [
        ("version", serde_json::json!(2), "its format has the version 2, and 1 is wanted"),
        ("salt", serde_json::Value::Null, "it has no declarations"),
    ] {
        let mut changed = plan.clone();
        changed[member] = value;
        place.write("out", &changed.to_string());
        let output = run(&["--certname", "node"]);
        assert!(output.contains(reason) && output.contains("nothing was applied"), "{output}");
    }
    place.write("out", &plan.to_string());
    let same = run(&["--certname", "node"]);
    assert!(same.contains("defined 'message' as 'n'"), "{same}");
}

#[test]
fn a_plan_that_is_only_shown_has_no_digests_and_two_that_are_kept_have_others() {
    let place = Place::new();
    let code = "file { '{t}a': content => Sensitive('hush') }";
    let shown = printed(&place.run("plan", &["--certname", "node", "--format", "json", "-e", code]));
    let shown: serde_json::Value = serde_json::from_str(&shown).unwrap();
    assert!(shown["salt"].is_null() && shown["resources"].as_array().unwrap().iter().all(|it| it["digest"].is_null()), "{shown:#}");
    let stored_plan = || {
        place.plan(code);
        std::fs::read_to_string(place.folder.path().join("out")).unwrap()
    };
    let digest = |text: &str| {
        let plan: serde_json::Value = serde_json::from_str(text).unwrap();
        let resources = plan["resources"].as_array().unwrap().clone();
        resources.iter().find(|it| it["resource"].as_str().unwrap().starts_with("File[")).unwrap()["digest"].as_str().unwrap().to_owned()
    };
    let (one, two) = (stored_plan(), stored_plan());
    assert!(!one.contains("hush") && digest(&one).len() == 64 && digest(&one) != digest(&two), "{one}");
}

#[test]
fn what_a_new_file_would_hold_is_shown_unless_it_is_secret() {
    let place = Place::new();
    let code = "file { '{t}new': content => \"one\\ntwo\\n\" } file { '{t}secret': content => Sensitive('hunter2') }
        file { '{t}hidden': content => 'hidden text', show_diff => false }";
    let out = place.run("plan", &["--node", "node", "-e", code]);
    let text = printed(&out);
    assert!(text.contains("    +one\n    +two\n"), "{text}");
    assert!(!text.contains("hunter") && !text.contains("hidden text"), "{text}");
    assert!(text.ends_with("Plan: 3 to change\n"), "{text}");
}

#[test]
fn resources_are_counted_as_people_count_them() {
    let place = Place::new();
    place.write("a", "x");
    let code = "class c { file { '{t}a': ensure => file } notify { 'n': } } include c";
    let out = place.run("plan", &["--certname", "node", "-e", code]);
    assert!(printed(&out).ends_with("Plan: 1 to change, 1 unchanged\n"), "{}", messages(&out));
}

#[test]
fn a_site_is_planned_by_its_folder() {
    let place = Place::new();
    let folder = place.folder.path().join("site");
    std::fs::create_dir_all(folder.join("manifests")).unwrap();
    std::fs::create_dir_all(folder.join("modules/m/manifests")).unwrap();
    place.write("site/environment.conf", "");
    place.write("site/manifests/site.pp", "node 'web1' { include m }");
    place.write("site/modules/m/manifests/init.pp", "class m { notify { 'from m': } }");
    let out = place.run("plan", &["--root", &folder.to_string_lossy(), "--node", "web1"]);
    assert!(printed(&out).contains("Notify[from m]") && out.status.code() == Some(2), "{}", messages(&out));
}
