//! Names in strings: facts, keys of data, templates.

use super::{all, at, chosen, first, in_file, includes, labels, nothing};

#[test]
fn facts_by_level() {
    includes("$x = $facts['$0']", &["os", "networking", "web_version"], &["include"]);
    includes("$x = $facts['os']['$0']", &["family", "name", "release"], &["os"]);
    includes("$x = $facts['os']['release']['$0']", &["major", "full"], &[]);
    all("$x = $trusted['$0']", &["authenticated", "certname", "domain", "extensions", "external", "hostname"]);
    includes("$x = $trusted[$0", &["certname", "extensions"], &["include"]);
    includes("$x = \"${trusted['extensions']['$0']}\"", &["pp_role", "pp_environment"], &["certname"]);
    all("$x = $trusted['certname']['$0']", &[]);
    includes("$x = $server_facts['$0']", &["serverversion"], &["certname"]);
    chosen("$x = $trusted[$0]", "certname", "$x = $trusted['certname']");
    includes("$x = \"${facts['os']['$0']}\"", &["family"], &[]);
    chosen("$x = $facts[o$0]", "os", "$x = $facts['os']");
    chosen("$x = $facts['os'][\"fa$0\"]", "family", "$x = $facts['os'][\"family\"]");
    let items = at("$x = $facts['os']['fam$0']");
    assert_eq!(items[0].detail.as_deref(), Some("Debian on Debian 12"));
}

#[test]
fn facts_by_names_of_old_are_deprecated() {
    for text in ["$x = $facts['$0']", "$x = fact('$0')", "$x = \"${facts['$0']}\""] {
        let items = at(text);
        let deprecated = |name: &str| items.iter().find(|it| it.label == name).map(|it| it.is_deprecated);
        assert_eq!([deprecated("os"), deprecated("kernel"), deprecated("web_version")], [Some(false); 3], "{text}");
        assert_eq!([deprecated("osfamily"), deprecated("hostname"), deprecated("architecture")], [Some(true); 3], "{text}");
    }
    // Below a fact the same word is another name.
    let items = at("$x = $facts['os']['$0']");
    assert_eq!(items.iter().find(|it| it.label == "architecture").map(|it| it.is_deprecated), Some(false));
}

#[test]
fn facts_by_path() {
    includes("$x = fact('$0')", &["os", "kernel"], &[]);
    includes("$x = fact('os.$0')", &["os.family", "os.name"], &["kernel"]);
    chosen("$x = fact('os.fa$0')", "os.family", "$x = fact('os.family')");
}

#[test]
fn values_of_facts() {
    first("if $facts['os']['family'] == '$0' { }", &["Debian", "Archlinux"]);
    first("case $facts['os']['family'] {\n  '$0'\n}", &["Debian"]);
    first("case $facts['os']['family'] {\n  'RedHat': { }\n  $0\n}", &["Debian"]);
    first("$x = $facts['os']['name'] ? {\n  '$0'\n}", &["Debian"]);
    first("if $facts['kernel'] in ['$0'] { }", &["Linux"]);
}

#[test]
fn values_of_variables() {
    first("class web::x (Enum['a', 'b'] $p) { if $p == '$0' { } }", &["a", "b"]);
    first("class web::x (Web::Mode $p) { case $p { $0 } }", &["plain", "secure"]);
}

#[test]
fn keys_of_data() {
    all("$x = lookup('$0')", &["web::port", "site::name", "web::log", "web::state", "web::tls"]);
    chosen("$x = lookup('web::po$0')", "web::port", "$x = lookup('web::port')");
    chosen("$x = lookup(web::po$0)", "web::port", "$x = lookup('web::port')");
}

#[test]
fn templates_and_files() {
    all("$x = epp('$0')", &["web/conf.epp"]);
    all("$x = template('we$0')", &["web/old.erb"]);
    all("$x = file('$0')", &["web/logo/small.png"]);
}

#[test]
fn parameters_of_templates() {
    all("$x = epp('web/conf.epp', { '$0' => 1 })", &["text", "times"]);
    all("$x = epp('web/conf', { '$0' => 1 })", &["text", "times"]);
    all("class web::z { $x = epp(\"${module_name}/conf.epp\", { '$0' => 1 }) }", &["text", "times"]);
    chosen("$x = epp('web/conf.epp', { te$0 })", "text", "$x = epp('web/conf.epp', { 'text' =>  })");
}

#[test]
fn types_by_name() {
    includes("create_resources('$0', {})", &["file", "web::vhost"], &[]);
    includes("ensure_packages(['$0'])", &["httpd"], &[]);
}

#[test]
fn arguments_of_own_functions() {
    first("$x = web::conf('x', '$0')", &["plain", "secure"]);
    all("$x = 'x'.web::conf('$0')", &["plain", "secure"]);
}

#[test]
fn a_string_without_an_end() {
    chosen("file { '/x': require => File['$0\n}\n", "/etc/web.conf", "file { '/x': require => File['/etc/web.conf\n}\n");
    chosen("$x = lookup('web::p$0\n$y = 'z'\n", "web::port", "$x = lookup('web::port\n$y = 'z'\n");
    chosen("$x = lookup(\"web::p$0\n$y = \"z\"\n", "web::port", "$x = lookup(\"web::port\n$y = \"z\"\n");
}

#[test]
fn files_of_modules_in_a_line_that_is_just_typed() {
    let behind = ["", "\n}\n", "\n  mode => '0644',\n}\nfile { '/y': content => 'x' }\n", ",\n}\n\nfile { '/y':\n  content => \"x\",\n}\n"];
    for rest in behind {
        for quote in ["'", "\""] {
            let site = |typed: &str| format!("class web::x {{\n  file {{ '/x':\n    source => {quote}{typed}$0{rest}");
            for typed in [
                "",
                "pup",
                "puppet:///",
                "puppet:///modules/",
                "puppet:///modules/we",
                "puppet:///modules/web/",
                "puppet:///modules/web/logo/",
            ] {
                assert_eq!(labels(&at(&site(typed))), ["puppet:///modules/web/logo/small.png"], "{}", site(typed));
            }
            let call =
                |function: &str, typed: &str| format!("class web::x {{\n  file {{ '/x':\n    content => {function}({quote}{typed}$0{rest}");
            for typed in ["", "we", "web/"] {
                assert_eq!(labels(&at(&call("template", typed))), ["web/old.erb"], "{}", call("template", typed));
                assert_eq!(labels(&at(&call("epp", typed))), ["web/conf.epp"], "{}", call("epp", typed));
            }
        }
    }
}

#[test]
fn quotes_are_escaped() {
    let items = in_file("/site/modules/web/manifests/here.pp", "user { \"o'neil\": }\nUser['$0']");
    let inserts: Vec<_> = items.iter().map(|it| it.insert.clone()).collect();
    assert!(inserts.contains(&crate::Insert::Text("o\\'neil".to_owned())), "{:?}", labels(&items));
}

#[test]
fn plain_texts_are_the_users_own() {
    nothing("notice('some te$0xt')");
    nothing("# a comm$0ent");
    nothing("$x =~ /re$0/");
    nothing("$x = 12$0");
    nothing("$x = @(END)\n  te$0xt\n  | END\n");
    nothing("$x = \"te$0xt\"");
}

/// A task with its parameters, one without metadata, and a plan.
const TASKS: &str = "\n#- /site/modules/web/tasks/init.sh\n#!/bin/sh\n#- /site/modules/web/tasks/restart.sh\n#!/bin/sh\n\
    #- /site/modules/web/tasks/restart.json\n{\"parameters\": {\"service\": {\"type\": \"String\"}, \"delay\": {\"type\": \"Optional[Integer]\"}}}\n\
    #- /site/modules/web/plans/deploy.pp\nplan web::deploy(TargetSpec $targets, Integer $limit = 5) { }\n";

#[test]
fn tasks_and_plans() {
    let plan = |call: &str| super::in_file("/site/modules/web/plans/p.pp", &format!("plan web::p($n) {{\n  {call}\n}}{TASKS}"));
    super::begins(&plan("run_task('$0', $n)"), &["web", "web::restart"]);
    super::begins(&plan("run_task('web::restart', $n, { $0 })"), &["service", "delay"]);
    super::begins(&plan("run_task('web::restart', $n, 'why', { 'ser$0' => 'x' })"), &["service"]);
    super::begins(&plan("run_plan('$0')"), &["web::p", "web::deploy"]);
    super::begins(&plan("run_plan('web::deploy', { $0 })"), &["targets", "limit"]);
}
