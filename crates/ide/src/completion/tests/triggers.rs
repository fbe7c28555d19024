//! Characters that ask by themselves.

use super::{SITE, completion, labels};
use crate::tests::fixture;

#[track_caller]
fn check(text: &str, trigger: char, expected: &[&str]) {
    let fixture = fixture(&format!("{SITE}#- /site/modules/web/manifests/here.pp\n{text}"));
    let found = fixture.ask(|snapshot, file, offset| completion(snapshot, file, offset, Some(trigger)));
    let items = found.map(|it| it.items).unwrap_or_default();
    let found = labels(&items);
    assert_eq!(found.get(..expected.len()).unwrap_or(&found), expected);
    assert_eq!(found.is_empty(), expected.is_empty(), "{found:?}");
}

#[test]
fn blanks_ask_for_what_is_certain() {
    check("include $0", ' ', &["web"]);
    check("service { 'x': ensure => $0 }", ' ', &["running"]);
    check("class $0", ' ', &["web::here"]);
    check("$x = $0", ' ', &[]);
    check("if $x { $0", ' ', &[]);
    check("notice(1, $0", ' ', &[]);
    check("# see $0", ' ', &[]);
}

#[test]
fn a_list_of_parameters_begins_with_types() {
    check("class web::x ($0", '(', &["Array"]);
    check("class web::x ( $0", ' ', &["Array"]);
    check("class web::x (\n  String $a, $0\n) { }", ' ', &["Array"]);
    check("class web::x (Variant[String, $0", ' ', &["Array"]);
    check("class web::x (String $0", ' ', &[]);
    check("$x =~ $0", ' ', &[]);
}

#[test]
fn quotes_and_brackets() {
    check("File['$0']", '\'', &["/etc/web.conf"]);
    check("$x = 'a$0'", '\'', &[]);
    check("File[$0]", '[', &["/etc/web.conf"]);
    check("$x = [$0]", '[', &[]);
    check("$facts[$0]", '[', &["augeas"]);
}

#[test]
fn paths_and_urls() {
    let url = &["puppet:///modules/web/logo/small.png"];
    check("file { '/x': source => 'puppet:$0 }", ':', url);
    check("file { '/x': source => 'puppet:///$0' }", '/', url);
    check("file { '/x': source => 'puppet:///modules/web/$0\n}\n", '/', url);
    check("$x = epp('web/$0')", '/', &["web/conf.epp"]);
    check("file { '/x': require => File['/$0'] }", '/', &["/etc/web.conf"]);
    check("$x = 'a/$0'", '/', &[]);
    check("file { '/$0': }", '/', &[]);
    check("$x = 4 /$0", '/', &[]);
    check("service { 'x': ensure => /$0 }", '/', &[]);
}

#[test]
fn colons() {
    check("notice($web::$0)", ':', &["$web::log"]);
    check("file { '/x':$0", ':', &[]);
    check("include web::$0", ':', &["web::params"]);
}

#[test]
fn arrows() {
    check("service { 'x': ensure =>$0 }", '>', &["running"]);
    check("if $x >$0", '>', &[]);
}

#[test]
fn dollars() {
    check("class web::x ($alpha) { $$0 }", '$', &["$alpha"]);
    check("class web::x ($alpha) { notice(\"$$0\") }", '$', &["$alpha"]);
}

#[test]
fn lists_that_leave_something_out_say_so() {
    let is_cut = |text: &str| {
        let fixture = fixture(&format!("{SITE}#- /site/modules/web/manifests/here.pp\n{text}"));
        fixture.ask(|snapshot, file, offset| completion(snapshot, file, offset, None)).map(|it| it.is_cut)
    };
    // Types and classes of variables are offered once their beginning is typed.
    assert_eq!((is_cut("$x = $0"), is_cut("$x = Fl$0")), (Some(true), Some(false)));
    assert_eq!((is_cut("notice($$0)"), is_cut("notice($we$0)")), (Some(true), Some(false)));
    assert_eq!((is_cut("lookup('we$0')"), is_cut("lookup('web::$0')")), (Some(true), Some(false)));
    assert_eq!(is_cut("file { '/x': $0 }"), Some(false));
}
