//! `bunraku why REFERENCE`: why a run has changed a resource.

use std::process::{Command, Output};

use crate::{Place, printed};

fn why(place: &Place, arguments: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_bunraku"));
    program.current_dir(place.folder.path()).args(["why", "--confdir", "conf", "--vardir", "var"]).args(arguments);
    program.output().unwrap()
}

#[test]
fn a_refresh_is_told_with_the_edges_that_it_came_on() {
    let place = Place::new();
    place.apply("file { '{t}a': content => 'one' } ~> exec { 'told': command => '/bin/true', refreshonly => true }");
    let out = why(&place, &["exec['told']"]);
    let text = printed(&out);
    assert_eq!(out.status.code(), Some(0), "{text}");
    for words in ["Exec[told] was last handled by run ", "it was refreshed because of File[", "~> Exec[told]"] {
        assert!(text.contains(words), "{words}\n{text}");
    }
}

#[test]
fn the_check_that_let_a_command_run_is_told() {
    let place = Place::new();
    place.apply("exec { 'e': command => '/bin/true', unless => '/bin/false' }");
    let text = printed(&why(&place, &["Exec[e]"]));
    assert!(text.contains("unless: '/bin/false' returned 1"), "{text}");
}

#[test]
fn what_somebody_has_changed_is_corrected_and_what_the_manifest_changes_is_intended() {
    let place = Place::new();
    let name = format!("File[{}/a]", place.folder.path().display());
    place.apply("file { '{t}a': content => 'one' }");
    place.apply("file { '{t}a': content => 'two' }");
    assert!(printed(&why(&place, &[&name])).contains(" (intended)"));
    place.write("a", "somebody's");
    place.apply("file { '{t}a': content => 'two' }");
    assert!(printed(&why(&place, &[&name])).contains(" (corrective)"));
}

#[test]
fn where_no_run_has_done_anything_with_it_the_manifests_answer() {
    let place = Place::new();
    place.write("site.pp", "class c { notify { 'n': } }\ninclude c\n");
    let out = why(&place, &["Notify[n]", "site.pp"]);
    let text = printed(&out);
    assert_eq!(out.status.code(), Some(1), "{text}");
    for words in ["No recorded run has applied Notify[n]", "declared at site.pp:1", "contained in Class[C]"] {
        assert!(text.contains(words), "{words}\n{text}");
    }
}
