//! `bunraku history`: what earlier runs have changed, and why.

use std::os::unix::fs::MetadataExt;

use serde_json::Value;

use crate::{Place, printed};

const CODE: &str = "
    file { '{t}a': content => 'one', notify => Exec['told'] }
    exec { 'told': command => '/bin/true', refreshonly => true }
    exec { '/bin/false': }
";

/// The lines of JSON.
fn runs(place: &Place, arguments: &[&str]) -> Vec<Value> {
    let out = place.run("history", &[&["--json"], arguments].concat());
    printed(&out).lines().map(|it| serde_json::from_str(it).unwrap()).collect()
}

#[test]
fn where_nothing_was_applied_there_is_no_history() {
    let out = Place::new().run("history", &[]);
    assert_eq!((out.status.code(), printed(&out)), (Some(1), String::new()));
    assert!(String::from_utf8_lossy(&out.stderr).contains("no runs are stored in "));
}

#[test]
fn a_run_says_what_changed_what_failed_and_what_was_refreshed_because_of_what() {
    let place = Place::new();
    assert_eq!(place.apply(CODE), Some(6));
    let out = place.run("history", &[]);
    let text = printed(&out);
    assert_eq!(out.status.code(), Some(0));
    for words in
        ["  failed\n", "ensure: defined content as '{sha256}", "refreshed because of File[", "change from 'notrun' to ['0'] failed"]
    {
        assert!(text.contains(words), "{words}\n{text}");
    }
    let runs = runs(&place, &[]);
    let names: Vec<&str> = runs[0]["resources"].as_array().unwrap().iter().map(|it| it["resource"].as_str().unwrap()).collect();
    assert!(names.len() == 3 && names[0].starts_with("File[") && names[1..] == ["Exec[told]", "Exec[/bin/false]"], "{names:?}");
    assert_eq!((&runs[0]["host"], &runs[0]["exit"], &runs[0]["noop"]), (&"node".into(), &6.into(), &false.into()));
}

#[test]
fn a_resource_is_asked_for_by_its_reference() {
    let place = Place::new();
    place.apply(CODE);
    place.apply("notify { 'other': }");
    assert_eq!(runs(&place, &[]).len(), 2);
    let of_one = runs(&place, &["exec[TOLD]"]);
    assert_eq!(of_one.len(), 1);
    assert_eq!(of_one[0]["resources"].as_array().map(Vec::len), Some(1));
    let never = place.run("history", &["Exec[never]"]);
    assert_eq!((never.status.code(), &*String::from_utf8_lossy(&never.stderr)), (Some(1), "bunraku: no stored run changed Exec[never]\n"));
}

#[test]
fn the_last_runs_are_told() {
    let place = Place::new();
    for number in 1..=3 {
        place.apply(&format!("notify {{ 'run {number}': }}"));
    }
    let last = runs(&place, &["--last", "2"]);
    let names: Vec<&Value> = last.iter().map(|it| &it["resources"][0]["resource"]).collect();
    assert_eq!(names, ["Notify[run 2]", "Notify[run 3]"]);
}

/// A run that is killed may leave the beginning of a line: it spoils no other one, and is gone with the next run.
#[test]
fn a_line_that_was_never_ended_is_none() {
    let place = Place::new();
    let file = place.folder.path().join("var/state/bunraku_history.jsonl");
    place.apply("notify { 'one': }");
    let one = std::fs::read_to_string(&file).unwrap();
    place.apply("notify { 'two': }");
    let two = std::fs::read_to_string(&file).unwrap();
    assert!(two.starts_with(&one) && two.lines().count() == 2, "{two}");
    std::fs::write(&file, format!("{two}{{\"run\":\"abc\",\"res")).unwrap();
    assert_eq!(runs(&place, &[]).len(), 2);
    place.apply("notify { 'three': }");
    let three = std::fs::read_to_string(&file).unwrap();
    assert!(three.starts_with(&two) && three.ends_with("}\n") && three.lines().count() == 3, "{three}");
}

/// With many resources it is written at the same time as the report: where that is impossible, the run has not ended well.
#[test]
fn it_says_how_the_run_has_ended_whatever_the_report_comes_to() {
    let place = Place::new();
    std::fs::create_dir_all(place.folder.path().join("var/state/last_run_report.yaml")).unwrap();
    let many = "Integer[1, 1200].each |$it| { notify { \"n${it}\": } }";
    assert_eq!((place.apply("notify { 'n': }"), place.apply(many)), (Some(1), Some(1)));
    let runs = runs(&place, &[]);
    let exits: Vec<(&Value, usize)> = runs.iter().map(|it| (&it["exit"], it["resources"].as_array().unwrap().len())).collect();
    assert_eq!(exits, [(&1.into(), 1), (&1.into(), 1200)]);
}

#[test]
fn what_is_only_told_in_noop_is_marked() {
    let place = Place::new();
    let out = place.run("apply", &["--noop", "--certname", "node", "-e", "file { '{t}a': content => 'one' }"]);
    assert_eq!(out.status.code(), Some(0));
    assert!(printed(&place.run("history", &[])).contains("(noop)"));
}

#[test]
fn secrets_are_not_in_it() {
    let place = Place::new();
    assert_eq!(place.apply("file { '{t}a': content => Sensitive('hunter2') }"), Some(2));
    assert_eq!(place.apply("file { '{t}a': content => Sensitive('hunter3') }"), Some(2));
    let text = format!("{}{}", printed(&place.run("history", &[])), printed(&place.run("history", &["--json"])));
    assert!(text.contains("[redacted]") && !text.contains("hunter"), "{text}");
}

#[test]
fn a_line_that_was_cut_off_spoils_no_other() {
    let place = Place::new();
    place.apply("notify { 'one': }");
    let path = "var/state/bunraku_history.jsonl";
    let line = runs(&place, &[])[0].to_string();
    place.write(path, &format!("{line}\n{{\"run\": \"cut"));
    assert_eq!(runs(&place, &[]).len(), 1);
    place.apply("notify { 'two': }");
    assert_eq!(runs(&place, &[]).len(), 2);
}

/// Where each run wrote all of those before it anew, the last of many would take longer than the first.
#[test]
fn what_is_kept_is_not_written_anew_by_each_run() {
    let place = Place::new();
    place.apply("notify { 'n': }");
    let path = place.folder.path().join("var/state/bunraku_history.jsonl");
    let line = std::fs::read_to_string(&path).unwrap();
    let seen = |place: &Place| {
        place.apply("notify { 'n': }");
        (std::fs::read_to_string(&path).unwrap().lines().count(), std::fs::metadata(&path).unwrap().ino())
    };
    place.write("var/state/bunraku_history.jsonl", &line.replace("\"run\":\"", "\"run\":\"of-before-").repeat(598));
    let (first, second, third) = (seen(&place), seen(&place), seen(&place));
    assert_eq!((first.0, second.0, third.0), (599, 600, 500));
    assert!(first.1 == second.1 && second.1 != third.1, "{first:?} {second:?} {third:?}");
}

#[test]
fn the_newest_run_comes_first_with_a_short_name_and_a_local_time() {
    let place = Place::new();
    place.apply("notify { 'one': }");
    place.apply("notify { 'two': }");
    let text = printed(&place.run("history", &[]));
    let (one, two) = (text.find("Notify[one]").expect("a run"), text.find("Notify[two]").expect("a run"));
    assert!(two < one, "{text}");
    let words: Vec<&str> = text.lines().next().unwrap_or_default().split("  ").collect();
    assert!(words.len() == 3 && words[0].len() == 8 && words[1].len() == 19 && words[2] == "changed", "{text}");
}
