//! Parameters with an empty default that a class gives on to others: users of the module bind them.

use expect_test::expect;

use crate::neighbours::tests::check;

/// A module without its site.
const MODULE: &str = r#"
#- /m/web/metadata.json
{ "name": "me-web" }
#- /m/web/manifests/init.pp
class web (
  String $url = '',
  Optional[String] $owner = undef,
) {
  class { 'web::vhost': url => $url, owner => $owner }
  web::alias { 'x': url => $url }
}
#- /m/web/manifests/vhost.pp
class web::vhost ($url, String[1] $owner) {
  notify { $url: message => $owner }
}
#- /m/web/manifests/alias.pp
define web::alias (String[1] $url) {
  file { "/srv/${url}": ensure => directory }
}
"#;

#[test]
fn an_empty_default_that_is_given_on_is_no_error() {
    check("invalid-title", MODULE, expect![""]);
    check("type-mismatch", MODULE, expect![""]);
}

#[test]
fn where_a_site_declares_the_class_it_is() {
    let site =
        |name: &str| format!("#- /e/environment.conf\n#- /e/manifests/site.pp\ninclude web\n{}", name.replace("/m/web", "/e/modules/web"));
    check(
        "invalid-title",
        &site(MODULE),
        expect![[r#"
        Error: Empty string title at 0. Title strings must have a length greater than zero.
          /e/modules/web/manifests/vhost.pp:2   notify { $url: message => $owner }
                                                         ^^^^
    "#]],
    );
    check(
        "type-mismatch",
        &site(MODULE),
        expect![[r#"
        Error: Web::Alias[x]: parameter 'url' expects a String[1] value, got String
          /e/modules/web/manifests/init.pp:6   web::alias { 'x': url => $url }
                                                                        ^^^^
          /e/modules/web/manifests/alias.pp:1 define web::alias (String[1] $url) {
                                                                 -------------- the parameter declares its type here
    "#]],
    );
}

#[test]
fn a_value_that_is_written_is_judged() {
    let written = MODULE.replace("url => $url }", "url => '' }");
    check("invalid-title", &written, expect![""]);
    check(
        "type-mismatch",
        &written,
        expect![[r#"
        Error: Web::Alias[x]: parameter 'url' expects a String[1] value, got String
          /m/web/manifests/init.pp:6   web::alias { 'x': url => '' }
                                                                ^^
          /m/web/manifests/alias.pp:1 define web::alias (String[1] $url) {
                                                         -------------- the parameter declares its type here
    "#]],
    );
}
