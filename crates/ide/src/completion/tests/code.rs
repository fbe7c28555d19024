//! Statements and forms.

use super::{at, chosen, first, includes, labels};

#[test]
fn statements() {
    includes("$0", &["class", "define", "node", "if", "case", "include", "file", "web::vhost", "$facts"], &["mode"]);
    includes("class web::x {\n  $0\n}", &["if", "include", "file"], &["class", "define", "node"]);
    includes("if $x {\n  inc$0\n}", &["include"], &[]);
    includes("class web::x {\n  file { '/x': }\n  $0\n}", &["if", "package"], &["ensure"]);
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
    includes("if $x {\n}\nel$0", &["else", "elsif"], &[]);
}

#[test]
fn values() {
    includes("$x = $0", &["true", "undef", "lookup", "$facts"], &["class", "node"]);
    includes("$own = $0", &["$facts"], &["$own", "File", "String"]);
    includes("$x = F$0", &["File", "Float"], &[]);
    includes("notice($0)", &["lookup", "$facts"], &["class"]);
    includes("if $0", &["$facts", "defined", "true"], &["class"]);
}

/// Expects an order of the named completions.
#[track_caller]
fn order(text: &str, expected: &[&str]) {
    let items = at(text);
    let found: Vec<&str> = items.iter().map(|it| it.label.as_str()).filter(|it| expected.contains(it)).collect();
    assert_eq!(found, expected, "in {:?}", labels(&items));
}

/// Functions that a module has besides the others.
const FUNCTIONS: &str = "\n#- /site/modules/web/functions/double.pp\n\
    function web::double(Integer $x, String $y = '') >> Integer { $x * 2 }\n\
    #- /site/modules/web/functions/text.pp\nfunction web::text() >> String { 'x' }\n";

#[test]
fn variables_of_the_type_that_is_wanted_come_first() {
    let class = |body: &str| {
        format!(
            "class web::x (String $a, Integer $b, Optional[Web::Port] $c, $d, Enum['x'] $e) {{\n  $f = 'g'\n  $g = 1\n  $h = \"${{a}}\"\n  \
             $i = web::conf('x')\n  {body}\n}}{FUNCTIONS}"
        )
    };
    order(&class("notice(web::double($0))"), &["$b", "$c", "$g", "$d", "$i", "$a", "$e", "$f", "$h"]);
    order(&class("notice(web::double($$0))"), &["$b", "$c", "$g", "$d", "$i", "$a", "$e", "$f", "$h"]);
    order(&class("notice(web::double(1, $0))"), &["$a", "$e", "$f", "$h", "$d", "$i", "$b", "$c", "$g"]);
    order(&class("web::vhost { 'x': port => $0 }"), &["$b", "$c", "$g", "$d", "$i", "$a"]);
    order(&class("split($0)"), &["$a", "$e", "$f", "$h", "$d", "$i", "$b"]);
    order(&class("$j = $0"), &["$a", "$b", "$c", "$d", "$e", "$f", "$g", "$h", "$i"]);
    // Of a type that nobody knows it cannot be said that it does not fit.
    order("class web::x (Nowhere $a, Integer $b) {\n  $x = web::conf($0)\n}", &["$a", "$b"]);
}

#[test]
fn functions_that_give_the_type_that_is_wanted_come_before_others() {
    order(&format!("notice(web::double($0)){FUNCTIONS}"), &["web::double", "length", "lookup", "include", "join", "web::text"]);
    order(
        &format!("$x = $0{FUNCTIONS}"),
        &["lookup", "web::double", "web::text", "join", "length", "contain", "fail", "include", "notice"],
    );
    order(&format!("$0{FUNCTIONS}"), &["contain", "fail", "include", "notice", "web::double", "join"]);
}

#[test]
fn behind_an_arrow() {
    includes("File['/x'] -> $0", &["File", "Service", "file", "Class"], &[]);
    includes("file { '/x': }\n-> ser$0", &["service"], &[]);
}

#[test]
fn virtual_resources() {
    includes("@fi$0", &["file"], &[]);
    includes("@@fi$0", &["file"], &[]);
    first("@user { 'x': $0 }", &["ensure"]);
}

#[test]
fn in_branches() {
    includes("case $x {\n  'a': {\n    inc$0\n  }\n}", &["include"], &["default"]);
    includes("$y = $x ? {\n  'a' => $0\n}", &["lookup", "undef"], &["class"]);
    first("service { 'x':\n  ensure => $x ? {\n    true => $0\n  }\n}", &["running", "stopped"]);
}

#[test]
fn types_of_parameters_of_lambdas() {
    for text in [
        "[1].each |$0 $x| { }",
        "[1].each |Inte$0| { }",
        "[1].each |Integer $i, $0| { }",
        "with(1) |$0",
        "$a.map |$x| { }\n$b.map |Int$0 $y| { }",
    ] {
        includes(text, &["Integer"], &["if", "include", "class"]);
    }
    includes("[1].each |Web::$0 $x| { }", &["Web::Port"], &[]);
    includes("[1].each |$x| { $0 }", &["if", "include"], &[]);
    includes("$a.map |$x| { }\n$0", &["if", "include"], &[]);
}
