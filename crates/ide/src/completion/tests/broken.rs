//! Texts as they are while somebody types.

use super::{among, chosen, first};

#[test]
fn nothing_behind_the_cursor() {
    first("file { '/x': ensure => $0", &["file", "present"]);
    first("class web::x ($alpha) {\n  notice($0", &["$alpha"]);
    among("class web::x {\n  file { '/x':\n    mo$0", &["mode"], &[]);
    among("class web::x {\n  include $0", &["web"], &["file"]);
    among("$facts['$0", &["os"], &[]);
    among("$x = $facts[$0", &["os"], &[]);
    among("if $facts['os']['$0", &["family"], &[]);
}

#[test]
fn more_follows() {
    first("class web::x {\n  service { 'x':\n    ensure => $0\n  }\n\n  file { '/y': }\n}", &["running", "stopped"]);
    among("class web::x {\n  service { 'x':\n    en$0\n\n  file { '/y': }\n}", &["ensure", "enable"], &[]);
    among("class web::x {\n  include $0\n\n  file { '/y': }\n}", &["web"], &["file"]);
    among("class web::x ($alpha) {\n  $y = $0\n  file { '/y': }\n}", &["$alpha", "lookup"], &[]);
    among("class web::x ($alpha) {\n  notice($$0\n  file { '/y': }\n}\n", &["$alpha"], &[]);
}

#[test]
fn something_is_open_before() {
    first("class web::x {\n  notify { 'a'\n  service { 'b': ensure => $0 }\n}", &["running", "stopped"]);
    first("class web::x {\n  $x = [1, 2\n  service { 'b': ensure => $0 }\n}", &["running", "stopped"]);
    among("class web::x {\n  if $x {\n  service { 'b': en$0 }\n}", &["ensure"], &[]);
    among("class web::x ($alpha) {\n  if $a == {\n  }\n  notice($al$0)\n}", &["$alpha"], &[]);
}

#[test]
fn no_arrow_yet() {
    among("file { '/x':\n  mo$0\n  owner => 'x',\n}", &["mode"], &["owner"]);
    chosen("file { '/x':\n  gr$0\n  owner => 'x',\n}", "group", "file { '/x':\n  group => $1,$0\n  owner => 'x',\n}");
}

#[test]
fn a_value_is_missing_in_between() {
    first("service { 'x':\n  ensure => $0,\n  enable => true,\n}", &["running", "stopped"]);
    first("service { 'x':\n  ensure =>$0\n  enable => true,\n}", &["running", "stopped"]);
}

#[test]
fn a_title_without_a_colon() {
    among("file { '/x'\n  ensure => file,\n  mo$0\n}", &["mode"], &["ensure"]);
}

#[test]
fn a_parameter_list_without_an_end() {
    among("class web::x (\n  String $a,\n  $0\n{\n}", &["Boolean", "Web::Port"], &["file"]);
}

#[test]
fn a_string_that_is_open_before() {
    among("notice(\"x ${$0\nfile { '/y': }\n", &["$facts"], &[]);
    among("class web::x ($alpha) {\n  $y = \"a ${al$0\n}\n", &["$alpha"], &[]);
}

#[test]
fn closers_that_are_too_many() {
    among("class web::x {\n  notice(1))\n  service { 'x': en$0 }\n}", &["ensure"], &[]);
}
