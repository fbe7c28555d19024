//! Defects of Puppet that are fixed, as far as they show with the command itself; others are shown by cases and by tests of their own. The
//! page that lists them names for each what shows it.

use std::collections::BTreeSet;
use std::path::Path;

use crate::{Place, printed};

fn report(place: &Place) -> String {
    std::fs::read_to_string(place.folder.path().join("var/state/last_run_report.yaml")).unwrap_or_default()
}

fn messages(output: &std::process::Output) -> String {
    format!("{}{}", printed(output), String::from_utf8_lossy(&output.stderr))
}

#[test]
fn noop_has_an_exit_code_for_what_would_change() {
    let place = Place::new();
    let noop = |more: &[&str], code: &str| {
        let arguments = [&["--noop", "--detailed-exitcodes", "--certname", "node"], more, &["-e", code]].concat();
        place.run("apply", &arguments).status.code()
    };
    assert_eq!(noop(&[], "notify { 'n': }"), Some(0));
    assert_eq!(noop(&["--improved"], "notify { 'n': }"), Some(2));
    assert_eq!(noop(&["--improved"], "schedule { 's': }"), Some(0));
}

#[test]
fn a_manifest_that_does_not_compile_has_a_report() {
    let place = Place::new();
    place.apply("notify { 'n': }");
    let before = report(&place);
    assert!(before.contains("status: changed"), "{before}");
    place.apply("notify { $nosuch: }");
    assert_eq!(report(&place), before);
    let out = place.run("apply", &["--improved", "--certname", "node", "-e", "notify { $nosuch: }"]);
    assert_eq!(out.status.code(), Some(1));
    let after = report(&place);
    assert!(after.contains("status: failed") && after.contains("nosuch"), "{after}");
}

#[test]
fn a_catalog_has_detailed_exit_codes() {
    let place = Place::new();
    let exec = r#"{"type": "Exec", "title": "/bin/false", "kind": "compilable_type"}"#;
    place.write("catalog.json", &format!(r#"{{"name": "node", "version": 1, "classes": [], "edges": [], "resources": [{exec}]}}"#));
    let run = |more: &[&str]| place.run("apply", &[more, &["--certname", "node", "--catalog", "{t}catalog.json"]].concat()).status.code();
    assert_eq!((run(&[]), run(&["--detailed-exitcodes"])), (Some(0), Some(4)));
}

#[test]
fn what_another_manifest_knows_nothing_of_stays_owed() {
    let place = Place::new();
    let path = |it: &str| place.folder.path().join(it).to_string_lossy().into_owned();
    let first = format!(
        "file {{ '{}': content => 'new', notify => Exec['restart'] }}
         exec {{ 'restart': command => '/usr/bin/test -e {}', refreshonly => true }}",
        path("conf.ini"),
        path("mended")
    );
    place.apply(&first);
    place.apply(&format!(
        "file {{ '{}': content => 'new', notify => Exec['other'] }} exec {{ 'other': command => '/bin/true', refreshonly => true }}",
        path("other.ini")
    ));
    let owed = std::fs::read_to_string(place.folder.path().join("var/state/bunraku_owed.json")).unwrap();
    assert!(owed.contains("Exec[restart]") && !owed.contains("Exec[other]"), "{owed}");
    place.write("mended", "");
    let out = place.run("apply", &["--certname", "node", "-e", &first]);
    assert!(messages(&out).contains("Exec[restart]: Triggered 'refresh' from 1 event"), "{}", messages(&out));
    let out = place.run("apply", &["--certname", "node", "-e", &first]);
    assert!(!messages(&out).contains("Triggered"), "{}", messages(&out));
}

#[test]
fn a_signal_that_has_ended_a_command_is_named() {
    let out = Place::new().run("apply", &["--certname", "node", "-e", "exec { 'x': command => ['/bin/sh', '-c', 'kill -9 $$'] }"]);
    assert!(messages(&out).contains("was ended by signal 9 instead of one of [0]"), "{}", messages(&out));
}

#[test]
fn two_means_that_something_was_changed_and_nothing_else() {
    let place = Place::new();
    place.write("cut", "{\"resources\": [");
    let code = "notify { 'n': }";
    for options in [
        &["--plan", "{t}nosuch"][..],
        &["--plan", "{t}cut"],
        &["--facts", "{t}nosuch", "-e", code],
        &["--catalog", "{t}nosuch"],
        &["--logdest", "{t}cut/log.json", "-e", code],
        &["--nosuch"],
        &["{t}nosuch.pp"],
    ] {
        let out = place.run("apply", &[&["--detailed-exitcodes"], options].concat());
        assert_eq!(out.status.code(), Some(1), "{options:?}: {}", messages(&out));
        assert!(!messages(&out).is_empty());
    }
    for options in [&["--facts", "{t}nosuch", "-e", code][..], &["--nosuch"], &["{t}nosuch.pp"]] {
        assert_eq!(place.run("plan", options).status.code(), Some(1), "{options:?}");
    }
    assert_eq!(place.run("undo", &["nosuch"]).status.code(), Some(1));
    let lock = place.folder.path().join("var/state/bunraku_apply.lock");
    std::fs::remove_file(&lock).unwrap();
    std::fs::create_dir(&lock).unwrap();
    let out = place.run("apply", &["--detailed-exitcodes", "-e", code]);
    assert!(out.status.code() == Some(1) && messages(&out).contains("bunraku_apply.lock"), "{}", messages(&out));
}

#[test]
fn it_is_told_where_messages_are_missing() {
    let place = Place::new();
    let code = "file { '{t}made': ensure => file }";
    std::os::unix::fs::symlink("/dev/full", place.folder.path().join("log.jsonl")).unwrap();
    for options in [
        &["--events", "/dev/full"][..],
        &["--logdest", "/dev/full", "--logdest", "console"],
        &["--logdest", "{t}log.jsonl", "--logdest", "console"],
    ] {
        let out = place.run("apply", &[options, &["--certname", "node", "-e", code]].concat());
        assert_eq!(out.status.code(), Some(1), "{options:?}: {}", messages(&out));
        assert_eq!(messages(&out).matches("Messages are missing in ").count(), 1, "{}", messages(&out));
        assert!(messages(&out).contains("No space left on device"), "{}", messages(&out));
        // The run itself has gone on to its end.
        std::fs::remove_file(place.folder.path().join("made")).unwrap();
    }
}

#[test]
fn a_report_that_cannot_be_written_fails_the_run() {
    let place = Place::new();
    let out = place.run("apply", &["--json-report", "/dev/full", "--certname", "node", "-e", "notify { 'n': }"]);
    assert_eq!(out.status.code(), Some(1), "{}", messages(&out));
    assert!(messages(&out).contains("Could not write /dev/full: No space left on device"), "{}", messages(&out));
}

#[test]
fn an_option_that_is_a_setting_of_puppet_alone_is_refused_in_words_that_say_so() {
    let place = Place::new();
    for (option, words) in [
        ("--reports=http", "reports is a setting of Puppet that is no option here"),
        ("--disable-warnings=deprecations", "disable_warnings is a setting of Puppet"),
        ("--show_diff=false", "A switch takes no value: --show_diff or --no-show_diff"),
    ] {
        let out = place.run("apply", &[option, "-e", "file { '{t}a': content => 'a' }"]);
        assert!(out.status.code() == Some(1) && messages(&out).contains(words), "{option}: {}", messages(&out));
    }
    let other = place.run("apply", &["--nosuch", "-e", "notify { 'n': }"]);
    assert!(other.status.code() == Some(1) && !messages(&other).contains("setting of Puppet"), "{}", messages(&other));
    assert!(!place.folder.path().join("a").exists());
    for option in ["--no-preprocess_deferred", "--no-pluginsync", "--no-storeconfigs", "--no-trace"] {
        assert_eq!(place.run("apply", &[option, "--certname", "node", "-e", "notify { 'n': }"]).status.code(), Some(0), "{option}");
    }
}

#[test]
fn where_environments_lie_may_be_said() {
    let place = Place::new();
    for folder in ["own/other/modules/m/manifests", "shared/s/manifests", "conf"] {
        std::fs::create_dir_all(place.folder.path().join(folder)).unwrap();
    }
    place.write("own/other/modules/m/manifests/init.pp", "class m { notify { 'of m': } }");
    place.write("shared/s/manifests/init.pp", "class s { notify { 'of s': } }");
    let code = ["--environment", "other", "--certname", "node", "-e", "include m, s"];
    let own = format!("{}/own", place.folder.path().display());
    let shared = format!("{}/shared", place.folder.path().display());
    let both = format!("/nosuch:{own}");
    let out = place.run("apply", &[&["--environmentpath", &both, "--basemodulepath", &shared], &code[..]].concat());
    assert!(messages(&out).contains("of m") && messages(&out).contains("of s"), "{}", messages(&out));
    let out = place.run("apply", &code);
    assert!(messages(&out).contains("Could not find a directory environment named 'other'"), "{}", messages(&out));
    let of_base = ["--environmentpath", "/nosuch", "--basemodulepath", &shared, "--certname", "node", "-e", "include s"];
    let out = place.run("apply", &of_base);
    assert!(messages(&out).contains("of s"), "{}", messages(&out));
    place.write("conf/puppet.conf", &format!("[main]\nenvironmentpath = {own}\nbasemodulepath = {shared}\n"));
    let out = place.run("apply", &code);
    assert!(messages(&out).contains("of m") && messages(&out).contains("of s"), "{}", messages(&out));
}

#[test]
fn what_is_not_done_is_said() {
    let place = Place::new();
    let deferred = |option: &str, code: &str| messages(&place.run("apply", &[option, "--debug", "--certname", "node", "-e", code]));
    let code = "notify { 'n': message => Deferred('upcase', ['late']) }";
    let words = "preprocess_deferred has no effect";
    assert!(deferred("--preprocess_deferred", code).contains(words));
    assert!(!deferred("--preprocess_deferred", "notify { 'n': }").contains(words));
    assert!(!deferred("--no-preprocess_deferred", code).contains(words));
    let why = "--ruby-providers=off rules out that it is run";
    for (of, words) in [("mysql_user", "Its provider is written in Ruby, and"), ("nosuchtype", "Could not find type nosuchtype:")] {
        let out = place.run("resource", &[of, "--ruby-providers=off"]);
        assert!(out.status.code() == Some(1) && messages(&out).contains(&format!("Could not run: {words} {why}")), "{}", messages(&out));
    }
}

#[test]
fn resources_are_edited_and_types_listed() {
    let place = Place::new();
    place.write("a", "");
    std::fs::set_permissions(place.folder.path().join("a"), std::os::unix::fs::PermissionsExt::from_mode(0o644)).unwrap();
    // An editor that fails has changed nothing.
    for (editor, mode) in [("sed -i s/0644/0640/ /nosuch", 0o644), ("sed -i s/0644/0600/", 0o600)] {
        let out = place.command("resource", &["file", "{t}a", "--edit"]).env("EDITOR", editor).output().unwrap();
        let now = std::fs::metadata(place.folder.path().join("a")).unwrap().permissions();
        assert_eq!(std::os::unix::fs::PermissionsExt::mode(&now) & 0o777, mode, "{}", messages(&out));
        assert_eq!(out.status.success(), mode == 0o600, "{}", messages(&out));
    }
    let types = place.run("resource", &["--types"]);
    let types = String::from_utf8(types.stdout).unwrap();
    assert!(types.lines().any(|it| it == "ssh_authorized_key") && !types.contains("mysql_user"), "{types}");
}

/// The names of all tests of a folder of Rust.
fn tests(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()) {
        if entry.is_dir() {
            tests(&entry, found);
        } else if entry.extension().is_some_and(|it| it == "rs") {
            let text = std::fs::read_to_string(&entry).unwrap();
            let names = text.split("#[test]\n").skip(1).filter_map(|it| it.trim_start().strip_prefix("fn ")?.split_once('('));
            found.extend(names.map(|it| it.0.to_owned()));
        }
    }
}

#[test]
fn each_defect_has_a_case_or_a_test_that_shows_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut known: BTreeSet<String> =
        std::fs::read_dir(root.join("tests/apply")).unwrap().map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
    for folder in ["crates/apply", "crates/providers", "crates/machine", "crates/cli/tests/apply", "crates/cli/tests/faults"] {
        tests(&root.join(folder), &mut known);
    }
    let page = std::fs::read_to_string(root.join("docs/differences.md")).unwrap();
    let (_, page) = page.split_once("\n## Applying\n").unwrap();
    let rows: Vec<Vec<&str>> =
        page.lines().filter_map(|it| it.strip_prefix("| ")?.strip_suffix(" |")).map(|it| it.split(" | ").collect()).skip(1).collect();
    assert!(rows.len() > 20, "{}", rows.len());
    for row in rows {
        let shown: Vec<&str> = row.get(3).into_iter().flat_map(|it| it.split('`').skip(1).step_by(2)).collect();
        assert!(!shown.is_empty(), "nothing shows it: {row:?}");
        for name in shown {
            assert!(known.contains(name), "{name} is neither a case nor a test: {row:?}");
        }
    }
}
