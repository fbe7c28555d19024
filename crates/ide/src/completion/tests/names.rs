//! Classes, functions, types and variables by name.

use super::{all, at, chosen, first, in_file, includes, labels, nothing};

#[test]
fn classes_after_include() {
    includes("include $0", &["web", "web::params"], &["web::vhost", "file", "if"]);
    includes("include web, $0", &["web::params"], &["file"]);
    includes("contain ::w$0", &["web"], &[]);
    chosen("contain ::w$0", "web", "contain ::web");
    includes("require web::p$0", &["web::params"], &["web::vhost"]);
    first("include $0", &["web"]);
    includes("include('$0')", &["web"], &[]);
    includes("include(w$0)", &["web"], &["with"]);
    includes("class x { include $0 }", &["web"], &[]);
}

#[test]
fn classes_after_inherits() {
    includes("class web inherits $0 { }", &["web::params"], &["web"]);
    includes("class web inherits w$0", &["web::params"], &["web"]);
    includes("class web(Integer $x = 1) inherits $0 {", &["web::params"], &["web"]);
    includes("class web::x inherits $0 { }", &["web", "web::params"], &["web::vhost", "file"]);
}

#[test]
fn the_name_of_a_class_is_that_of_its_file() {
    all("class $0", &["web::here"]);
    all("define we$0 { }", &["web::here"]);
    nothing("function $0");
    let items = in_file("/site/modules/web/types/kind.pp", "type $0");
    assert_eq!(labels(&items), ["Web::Kind"]);
}

#[test]
fn inherits_follows_the_name() {
    all("class web::x $0", &["inherits"]);
    all("class web::x ($a) in$0", &["inherits"]);
}

#[test]
fn parameters_and_variables() {
    first("class web::x ($alpha, Integer $beta = 1) {\n  $gamma = 1\n  notice($0)\n}", &["$alpha", "$beta", "$gamma"]);
    first("class web::x ($alpha) {\n  notice($al$0)\n}", &["$alpha"]);
    let items = at("class web::x ($alpha, Integer $beta = 1) { notice($be$0) }");
    assert_eq!(items[0].detail.as_deref(), Some("Integer = 1"));
    includes("define web::x ($alpha) { $$0 }", &["$alpha", "$title", "$name", "$facts"], &[]);
    includes("function web::x($alpha) { $$0 }", &["$alpha"], &["$title"]);
}

#[test]
fn variables_of_other_definitions_are_not_seen() {
    includes("class web::x ($alpha) { }\nclass web::y ($beta) { $$0 }", &["$beta"], &["$alpha"]);
}

#[test]
fn variables_of_the_parents() {
    includes("class web::x inherits web { notice($$0) }", &["$port", "$home", "$user"], &[]);
}

#[test]
fn variables_by_their_class() {
    first("notice($web::$0)", &["$web::log", "$web::port", "$web::state", "$web::tls", "$web::home"]);
    includes("notice($web::$0)", &["$web::port", "$web::state", "$web::user"], &["$facts"]);
    chosen("notice($web::po$0)", "$web::port", "notice($web::port)");
    chosen("notice($::web::po$0)", "$web::port", "notice($::web::port)");
    includes("notice($we$0)", &["$web::", "$web::params::"], &[]);
}

#[test]
fn variables_of_lambdas() {
    includes("[1].each |$item| { notice($$0) }", &["$item"], &[]);
    includes("[1].each |$item| { }\nnotice($$0)", &["$facts"], &["$item"]);
    includes("{}.map |$key, $value| { [1].each |$inner| { $$0 } }", &["$key", "$value", "$inner"], &[]);
}

#[test]
fn variables_in_strings() {
    includes("class web::x ($alpha) { notice(\"a ${$0} b\") }", &["$alpha"], &["include"]);
    includes("class web::x ($alpha) { notice(\"a $al$0 b\") }", &["$alpha"], &[]);
    chosen("class web::x ($alpha) { notice(\"a ${al$0} b\") }", "$alpha", "class web::x ($alpha) { notice(\"a ${alpha} b\") }");
    chosen("class web::x ($alpha) { notice(\"a $al$0 b\") }", "$alpha", "class web::x ($alpha) { notice(\"a $alpha b\") }");
    includes("class web::x ($alpha) { notice(@(\"END\"))\n  ${$0}\n  | END\n}", &["$alpha"], &[]);
}

#[test]
fn a_variable_without_its_dollar() {
    chosen("class web::x ($alpha) { notice(alp$0) }", "$alpha", "class web::x ($alpha) { notice($alpha) }");
}

#[test]
fn a_parameter_that_is_defined_has_no_name_yet() {
    nothing("class web::x (String $na$0) { }");
    nothing("class web::x (String $0) { }");
}

#[test]
fn functions() {
    includes("$x = $0", &["lookup", "web::conf", "web::ruby", "epp"], &["class"]);
    chosen("$x = web::c$0", "web::conf", "$x = web::conf(${1:name})$0");
    chosen("$x = web::c$0('x')", "web::conf", "$x = web::conf('x')");
    let items = at("$x = web::c$0");
    assert_eq!(items[0].detail.as_deref(), Some(">> String"));
}

#[test]
fn functions_that_begin_statements() {
    chosen("inc$0", "include", "include ");
    chosen("class web::x {\n  inc$0\n}", "include", "class web::x {\n  include \n}");
}

#[test]
fn functions_on_values() {
    includes("$x = [1].$0", &["each", "map", "filter", "reduce", "join"], &["class", "if"]);
    chosen("[1].ea$0", "each", "[1].each |\\$${1:item}| {\n  $0\n}");
    includes("$facts['os'].$0", &["dig", "each", "get"], &[]);
    chosen("'x'.web::c$0", "web::conf", "'x'.web::conf");
}

#[test]
fn types_of_parameters() {
    first("class web::x ($0) { }", &["Array", "Boolean", "Enum"]);
    includes("class web::x (\n  String $a,\n  Opt$0\n) { }", &["Optional"], &["include", "file"]);
    includes("class web::x (Optional[$0] $a) { }", &["String", "Web::Port", "Enum"], &["include"]);
    includes("function web::x() >> $0", &["String"], &["include"]);
    includes("type Web::X = $0", &["Variant", "Web::Port"], &["include"]);
    includes("if $x =~ $0", &["String", "Undef"], &["include"]);
    chosen("class web::x (Opt$0 $a) { }", "Optional", "class web::x (Optional[$0] $a) { }");
    chosen("class web::x (Web::P$0 $a) { }", "Web::Port", "class web::x (Web::Port $a) { }");
    includes("class web::x (Web::$0", &["Web::Port", "Web::Mode"], &["String"]);
}

#[test]
fn defaults_of_parameters() {
    first("class web::x (Enum['a', 'b'] $p = $0) { }", &["a", "b"]);
    first("class web::x (Web::Mode $p = '$0') { }", &["plain", "secure"]);
    first("class web::x (Optional[Boolean] $p = $0) { }", &["true", "false", "undef"]);
}

#[test]
fn nodes() {
    all("node def$0 { }", &["default"]);
}

#[test]
fn templates_have_their_parameters() {
    let items = in_file("/site/modules/web/templates/new.epp", "<%- | String $text, $other = 1 | -%>\n<%= $$0 %>\n");
    assert_eq!(labels(&items).get(..2), Some(["$other", "$text"].as_slice()));
    let items = in_file("/site/modules/web/templates/new.epp", "<%- | String $text | -%>\nplain te$0xt\n");
    assert!(items.is_empty());
    let items = in_file("/site/modules/web/templates/new.epp", "<% if $x { %>\n<%= $fa$0\n");
    assert!(labels(&items).contains(&"$facts"));
}

#[test]
fn parameters_of_templates_begin_with_their_types() {
    let items = |text: &str| in_file("/site/modules/web/templates/new.epp", text);
    for text in ["<%- | $0 | -%>\n", "<%- | String $a, $0 | -%>\n", "<%- | $0", "<%-\n|\n  String $a,\n  Int$0\n| -%>\n"] {
        let found = items(text);
        let found = labels(&found);
        assert!(found.contains(&"Integer") && !found.contains(&"lookup"), "{text}: {found:?}");
    }
    let found = items("<%- | Enum['a', 'b'] $a = $0 | -%>\n");
    assert_eq!(labels(&found).get(..2), Some(&["a", "b"][..]));
    // A bar that begins no parameters of a template.
    let found = items("<% [1].each |$x| { %>\n<%= $0 %>");
    assert!(labels(&found).contains(&"lookup"));
}
