//! Statements and forms.

use super::{among, chosen, first};

#[test]
fn statements() {
    among("$0", &["class", "define", "node", "if", "case", "include", "file", "web::vhost", "$facts"], &["mode"]);
    among("class web::x {\n  $0\n}", &["if", "include", "file"], &["class", "define", "node"]);
    among("if $x {\n  inc$0\n}", &["include"], &[]);
    among("class web::x {\n  file { '/x': }\n  $0\n}", &["if", "package"], &["ensure"]);
}

#[test]
fn forms() {
    chosen("if$0", "if", "if ${1:condition} {\n  $0\n}");
    chosen("cla$0", "class", "class web::here {\n  $0\n}");
    chosen("i$0 $x { }", "if", "if $x { }");
}

#[test]
fn what_follows_a_block() {
    first("if $x { } el$0", &["else", "elsif"]);
    among("if $x {\n}\nel$0", &["else", "elsif"], &[]);
}

#[test]
fn values() {
    among("$x = $0", &["true", "undef", "lookup", "$facts"], &["class", "node"]);
    among("$own = $0", &["$facts"], &["$own", "File", "String"]);
    among("$x = F$0", &["File", "Float"], &[]);
    among("notice($0)", &["lookup", "$facts"], &["class"]);
    among("if $0", &["$facts", "defined", "true"], &["class"]);
}

#[test]
fn behind_an_arrow() {
    among("File['/x'] -> $0", &["File", "Service", "file", "Class"], &[]);
    among("file { '/x': }\n-> ser$0", &["service"], &[]);
}

#[test]
fn virtual_resources() {
    among("@fi$0", &["file"], &[]);
    among("@@fi$0", &["file"], &[]);
    first("@user { 'x': $0 }", &["ensure"]);
}

#[test]
fn in_branches() {
    among("case $x {\n  'a': {\n    inc$0\n  }\n}", &["include"], &["default"]);
    among("$y = $x ? {\n  'a' => $0\n}", &["lookup", "undef"], &["class"]);
    first("service { 'x':\n  ensure => $x ? {\n    true => $0\n  }\n}", &["running", "stopped"]);
}
