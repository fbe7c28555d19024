//! Resources: titles, attributes, values of attributes, references.

use super::{all, at, chosen, first, includes, labels, nothing};

#[test]
fn attributes_of_a_type() {
    first("file { '/x':\n  $0\n}", &["ensure", "content"]);
    includes("file { '/x':\n  $0\n}", &["mode", "owner", "recurse", "require", "tag"], &["file", "$facts", "class"]);
}

#[test]
fn attributes_that_are_given_are_not_offered_again() {
    includes("file { '/x':\n  ensure => file,\n  $0\n  mode => '0644',\n}", &["owner"], &["ensure", "mode"]);
    includes("file { '/a': mode => '1'; '/x': $0 }", &["mode"], &[]);
}

#[test]
fn attributes_of_a_defined_type() {
    first("web::vhost { 'x': $0 }", &["port", "mode"]);
    let items = at("web::vhost { 'x': $0 }");
    assert_eq!(items[0].detail.as_deref(), Some("Web::Port"));
    assert_eq!(items[1].detail.as_deref(), Some("Web::Mode = 'plain'"));
}

#[test]
fn attributes_of_a_class() {
    first("class { 'web': $0 }", &["port", "state", "tls", "log"]);
    first("class { '::web': po$0 }", &["port"]);
    first("class { web: $0 }", &["port"]);
}

#[test]
fn attributes_of_a_type_of_ruby_code() {
    first("web_site { 'x': $0 }", &["ensure", "kind"]);
}

#[test]
fn attributes_of_defaults_overrides_and_collectors() {
    first("File { $0 }", &["ensure"]);
    includes("File['/x'] { mo$0 }", &["mode"], &["ensure"]);
    includes("File <| title == 'x' |> { mo$0 }", &["mode"], &[]);
    first("Class['web'] { $0 }", &["port"]);
}

#[test]
fn attributes_are_keys_of_a_hash_that_stands_for_some() {
    first("file { '/x':\n  * => {\n    $0\n  },\n}", &["ensure", "content"]);
    first("web::vhost { 'x': * => { 'mo$0' => 1 } }", &["mode"]);
    includes("web::vhost { 'x': * => $defaults + { $0 } }", &["port", "require"], &["ensure"]);
    includes("class { 'web': * => merge($defaults, { st$0 }) }", &["state"], &["port"]);
    includes("file { '/x': owner => 'a', * => { 'ensure' => file, $0 }, mode => '1' }", &["group"], &["ensure", "owner", "mode"]);
    first("service { 'x': * => { 'ensure' => $0 } }", &["running", "stopped"]);
    first("service { 'x': * => $defaults + { 'ensure' => $0 } }", &["running", "stopped"]);
    includes("$x = { mo$0 => 1 }", &[], &["mode"]);
}

#[test]
fn attributes_are_keys_of_what_functions_declare() {
    includes("create_resources('web::vhost', { 'x' => { $0 } })", &["port", "mode"], &["ensure"]);
    includes("create_resources('class', { 'web' => { 'port' => 1, $0 } })", &["state"], &["port"]);
    includes("create_resources(file, $files, { ow$0 })", &["owner"], &["ensure"]);
    includes("ensure_resource('user', 'x', { ho$0 })", &["home"], &["ensure"]);
    first("ensure_resource('service', 'x', { 'ensure' => $0 })", &["running"]);
}

#[test]
fn attributes_as_keys_have_quotes_and_are_lined_up() {
    chosen(
        "file { '/x':\n  * => {\n    'ensure' => file,\n    mo$0\n  },\n}",
        "mode",
        "file { '/x':\n  * => {\n    'ensure' => file,\n    'mode'   => $1,$0\n  },\n}",
    );
    chosen("file { '/x': * => { 'mo$0' => 1 } }", "mode", "file { '/x': * => { 'mode' => 1 } }");
    chosen("file { '/x': * => { mo$0 => 1 } }", "mode", "file { '/x': * => { 'mode' => 1 } }");
}

#[test]
fn attributes_are_lined_up_with_the_others() {
    chosen("file { '/x':\n  ensure => file,\n  mo$0\n}", "mode", "file { '/x':\n  ensure => file,\n  mode   => $1,$0\n}");
}

#[test]
fn attributes_keep_the_arrow_that_is_there() {
    chosen("file { '/x':\n  mo$0de => '0644',\n}", "mode", "file { '/x':\n  mode => '0644',\n}");
    chosen("file { '/x': o$0 => 1 }", "owner", "file { '/x': owner => 1 }");
}

#[test]
fn attributes_with_few_values_have_them_to_choose_from() {
    chosen("service { 'x':\n  ens$0\n}", "ensure", "service { 'x':\n  ensure => ${1|running,stopped|},$0\n}");
}

#[test]
fn a_comma_is_missing_before_the_attribute() {
    includes("file { '/x':\n  ensure => file\n  mo$0\n}", &["mode"], &["ensure", "class"]);
}

#[test]
fn values_that_a_type_lists() {
    first("file { '/x': ensure => $0 }", &["file", "present"]);
    first("service { 'x': ensure => r$0 }", &["running"]);
    first("service { 'x': enable => $0 }", &["true", "false"]);
    first("package { 'x': ensure => $0", &["present", "latest"]);
}

#[test]
fn values_in_quotes() {
    includes("file { '/x': ensure => '$0' }", &["directory", "link"], &["$facts", "include"]);
    includes("file { '/x': ensure => \"$0\" }", &["directory"], &[]);
}

#[test]
fn values_of_parameters() {
    first("web::vhost { 'x': mode => $0 }", &["plain", "secure"]);
    chosen("web::vhost { 'x': mode => se$0 }", "secure", "web::vhost { 'x': mode => 'secure' }");
    chosen("web::vhost { 'x': mode => 'se$0' }", "secure", "web::vhost { 'x': mode => 'secure' }");
    first("class { 'web': state => $0 }", &["off", "on"]);
    first("class { 'web': tls => $0 }", &["true", "false", "undef"]);
}

#[test]
fn values_of_types_of_ruby_code() {
    first("web_site { 'x': kind => $0 }", &["small", "large"]);
}

#[test]
fn providers() {
    includes("package { 'x': provider => $0 }", &["apt", "gem", "pip"], &[]);
}

#[test]
fn keys_of_structs() {
    first("class { 'web': log => { $0 } }", &["path", "mode"]);
    chosen("class { 'web': log => { pa$0 } }", "path", "class { 'web': log => { 'path' => } }".replace("=> }", "=>  }").as_str());
    first("class { 'web': log => { path => 'x', mode => $0 } }", &["r", "w"]);
    all("class { 'web': log => { 'mode' => '$0' } }", &["r", "w"]);
}

#[test]
fn references_behind_relations() {
    includes("file { '/x': require => $0 }", &["File['/etc/web.conf']", "User['www']", "Package", "Class"], &[]);
    includes("file { '/x': require => [File['/y'], $0] }", &["User['www']", "Service"], &[]);
    includes("user { 'me': }\nfile { '/x': notify => $0 }", &["User['me']"], &["File['/x']"]);
}

#[test]
fn titles_in_references() {
    first("file { '/here': }\nfile { '/x': require => File[$0] }", &["/here", "/etc/web.conf"]);
    chosen("file { '/x': require => File[$0] }", "/etc/web.conf", "file { '/x': require => File['/etc/web.conf'] }");
    chosen("file { '/x': require => File['$0'] }", "/etc/web.conf", "file { '/x': require => File['/etc/web.conf'] }");
    chosen("file { '/x': require => File['/e$0'] }", "/etc/web.conf", "file { '/x': require => File['/etc/web.conf'] }");
    first("Package['$0']", &["httpd"]);
    first("Web::Vhost['a'] -> User['$0']", &["www"]);
}

#[test]
fn titles_that_only_an_evaluation_knows() {
    let text = |inner: &str| format!("class web::here {{\n  $a = 'www'\n  file {{ \"/${{a}}/x\": }}\n  {inner}\n}}\n");
    first(&text("include web::params\n  service { 's': require => File['$0'] }"), &["/www/x", "/etc/web.conf"]);
    includes(&text("web::vhost { 'v': port => 1 }\n  Package['$0']"), &["httpd"], &[]);
    // What is being written does not refer to itself.
    includes(&text("file { '/own': require => File['$0'] }"), &["/www/x"], &["/own"]);
}

#[test]
fn titles_of_classes() {
    includes("Class['$0']", &["web", "web::params"], &["web::vhost"]);
    includes("file { '/x': require => Class[we$0] }", &["web"], &[]);
    chosen("Class[$0]", "web", "Class['web']");
}

#[test]
fn classes_to_declare() {
    includes("class { '$0", &["web", "web::params"], &["web::vhost"]);
    chosen("class { $0", "web", "class { 'web'");
}

#[test]
fn titles_that_are_referred_to_and_missing() {
    first("File['/x'] -> File['/y']\nfile { '$0': }", &["/x", "/y"]);
}

#[test]
fn users_and_groups() {
    includes("file { '/x': owner => '$0' }", &["www"], &[]);
}

#[test]
fn files_by_url() {
    all("file { '/x': source => '$0' }", &["puppet:///modules/web/logo/small.png"]);
    all("file { '/x': source => 'puppet:///mod$0' }", &["puppet:///modules/web/logo/small.png"]);
    includes("file { '/x': content => $0 }", &["epp", "template", "file"], &[]);
}

#[test]
fn queries_of_collectors() {
    includes("File <| $0 |>", &["title", "mode", "tag"], &["class"]);
    first("File <| title == '$0' |>", &["/etc/web.conf"]);
    first("Service <| ensure == $0 |>", &["running", "stopped"]);
}

#[test]
fn types_to_declare() {
    includes("fi$0", &["file", "filebucket"], &[]);
    includes("web$0", &["web::vhost", "web_site"], &[]);
    chosen("web::v$0", "web::vhost", "web::vhost { '${1:title}':\n  $0\n}");
    // Something follows already.
    let items = at("fil$0 { '/x': }");
    assert!(labels(&items).contains(&"file"));
    chosen("fil$0 { '/x': }", "file", "file { '/x': }");
}

#[test]
fn a_title_is_the_users_own() {
    nothing("notify { 'he$0");
}

/// A type of the Resource API, whose attributes have types of the language.
const API: &str = "\n#- /site/modules/web/lib/puppet/type/web_key.rb\nrequire 'puppet/resource_api'\nPuppet::ResourceApi.register_type(\n  \
    name: 'web_key',\n  attributes: {\n    ensure: { type: 'Enum[present, absent]', desc: 'x' },\n    \
    name: { type: 'String', behaviour: :namevar },\n    secure: { type: 'Optional[Boolean]' },\n    modes: { type: 'Array[Enum[\"r\", \"w\"]]' },\n  },\n)\n";

#[test]
fn values_of_attributes_of_the_resource_api() {
    first(&format!("web_key {{ 'x': ensure => $0 }}{API}"), &["absent", "present"]);
    first(&format!("web_key {{ 'x': secure => $0 }}{API}"), &["true", "false", "undef"]);
    first(&format!("web_key {{ 'x': modes => ['$0'] }}{API}"), &["r", "w"]);
    let items = at(&format!("web_key {{ 'x': se$0 }}{API}"));
    let secure = items.iter().find(|it| it.label == "secure");
    assert_eq!(secure.and_then(|it| it.detail.as_deref()), Some("Optional[Boolean]"));
}
