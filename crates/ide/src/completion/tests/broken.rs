//! Texts as they are while somebody types.

use super::{chosen, first, includes};

#[test]
fn nothing_behind_the_cursor() {
    first("file { '/x': ensure => $0", &["file", "present"]);
    first("class web::x ($alpha) {\n  notice($0", &["$alpha"]);
    includes("class web::x {\n  file { '/x':\n    mo$0", &["mode"], &[]);
    includes("class web::x {\n  include $0", &["web"], &["file"]);
    includes("$facts['$0", &["os"], &[]);
    includes("$x = $facts[$0", &["os"], &[]);
    includes("if $facts['os']['$0", &["family"], &[]);
}

#[test]
fn more_follows() {
    first("class web::x {\n  service { 'x':\n    ensure => $0\n  }\n\n  file { '/y': }\n}", &["running", "stopped"]);
    includes("class web::x {\n  service { 'x':\n    en$0\n\n  file { '/y': }\n}", &["ensure", "enable"], &[]);
    includes("class web::x {\n  include $0\n\n  file { '/y': }\n}", &["web"], &["file"]);
    includes("class web::x ($alpha) {\n  $y = $0\n  file { '/y': }\n}", &["$alpha", "lookup"], &[]);
    includes("class web::x ($alpha) {\n  notice($$0\n  file { '/y': }\n}\n", &["$alpha"], &[]);
}

#[test]
fn something_is_open_before() {
    first("class web::x {\n  notify { 'a'\n  service { 'b': ensure => $0 }\n}", &["running", "stopped"]);
    first("class web::x {\n  $x = [1, 2\n  service { 'b': ensure => $0 }\n}", &["running", "stopped"]);
    includes("class web::x {\n  if $x {\n  service { 'b': en$0 }\n}", &["ensure"], &[]);
    includes("class web::x ($alpha) {\n  if $a == {\n  }\n  notice($al$0)\n}", &["$alpha"], &[]);
}

#[test]
fn no_arrow_yet() {
    includes("file { '/x':\n  mo$0\n  owner => 'x',\n}", &["mode"], &["owner"]);
    chosen("file { '/x':\n  gr$0\n  owner => 'x',\n}", "group", "file { '/x':\n  group => $1,$0\n  owner => 'x',\n}");
}

#[test]
fn a_value_is_missing_in_between() {
    first("service { 'x':\n  ensure => $0,\n  enable => true,\n}", &["running", "stopped"]);
    first("service { 'x':\n  ensure =>$0\n  enable => true,\n}", &["running", "stopped"]);
}

#[test]
fn a_title_without_a_colon() {
    includes("file { '/x'\n  ensure => file,\n  mo$0\n}", &["mode"], &["ensure"]);
}

#[test]
fn a_parameter_list_without_an_end() {
    includes("class web::x (\n  String $a,\n  $0\n{\n}", &["Boolean", "Web::Port"], &["file"]);
}

#[test]
fn a_string_that_is_open_before() {
    includes("notice(\"x ${$0\nfile { '/y': }\n", &["$facts"], &[]);
    includes("class web::x ($alpha) {\n  $y = \"a ${al$0\n}\n", &["$alpha"], &[]);
}

#[test]
fn closers_that_are_too_many() {
    includes("class web::x {\n  notice(1))\n  service { 'x': en$0 }\n}", &["ensure"], &[]);
}
