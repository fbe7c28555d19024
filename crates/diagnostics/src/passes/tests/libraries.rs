//! Errors in modules that are only used are reported where they are used.

use expect_test::expect;

use crate::neighbours::tests::check;

const BASE: &str = r#"
#- /m/mm/metadata.json
{ "name": "me-mm", "dependencies": [{ "name": "me/base" }] }
#- /m/mm/spec/fixtures/modules/base/manifests/init.pp
class base {
  file { '/etc/base': ensure => directory }
}
#- /m/mm/spec/fixtures/modules/base/manifests/package.pp
class base::package {
  package { 'other': name => 'base' }
}
#- /m/mm/spec/fixtures/modules/base/manifests/entry.pp
define base::entry() {
  notify { "of ${title}": require => Package["p-${title}"] }
}
#- /m/mm/spec/fixtures/modules/base/manifests/broken.pp
class base::broken {
  include base::inner
}
#- /m/mm/spec/fixtures/modules/base/manifests/inner.pp
class base::inner {
  $a = 1 + 'a'
  $b = base::gone()
}
"#;

#[test]
fn what_is_declared_twice_is_told_of_ones_own_declaration() {
    check(
        "duplicate-resource",
        &format!("{BASE}{}", "#- /m/mm/manifests/init.pp\nclass mm {\n  file { '/etc/base': }\n  include base\n}\n"),
        expect![[r#"
            Error: Duplicate declaration: File[/etc/base] is already declared at (file: /m/mm/manifests/init.pp, line: 2); cannot redeclare
              /m/mm/manifests/init.pp:2   file { '/etc/base': }
                                          ^^^^^^^^^^^^^^^^^^
              /m/mm/spec/fixtures/modules/base/manifests/init.pp:2   file { '/etc/base': ensure => directory }
                                                                     ------------------ it is declared here, too
              /m/mm/manifests/init.pp:3   include base
                                          ------------ this statement leads to it
        "#]],
    );
    check(
        "duplicate-resource",
        &format!("{BASE}{}", "#- /m/mm/manifests/init.pp\nclass mm {\n  include base\n  file { '/etc/base': }\n}\n"),
        expect![[r#"
            Error: Duplicate declaration: File[/etc/base] is already declared at (file: /m/mm/spec/fixtures/modules/base/manifests/init.pp, line: 2); cannot redeclare
              /m/mm/manifests/init.pp:3   file { '/etc/base': }
                                          ^^^^^^^^^^^^^^^^^^
              /m/mm/spec/fixtures/modules/base/manifests/init.pp:2   file { '/etc/base': ensure => directory }
                                                                     ------------------ it is declared here already
        "#]],
    );
    check(
        "duplicate-namevar",
        &format!("{BASE}{}", "#- /m/mm/manifests/init.pp\nclass mm {\n  package { 'own': name => 'base' }\n  include base::package\n}\n"),
        expect![[r#"
            Error: Cannot alias Package[other] to [nil, "base", nil] at (file: /m/mm/spec/fixtures/modules/base/manifests/package.pp, line: 2); resource ["Package", nil, "base", nil] already declared (file: /m/mm/manifests/init.pp, line: 2)
              /m/mm/manifests/init.pp:2   package { 'own': name => 'base' }
                                          ^^^^^^^^^^^^^^^
              /m/mm/spec/fixtures/modules/base/manifests/package.pp:2   package { 'other': name => 'base' }
                                                                        ----------------- it is declared here, too
              /m/mm/manifests/init.pp:3   include base::package
                                          --------------------- this statement leads to it
        "#]],
    );
    // It need not come to both.
    check(
        "duplicate-resource",
        &format!("{BASE}{}", "#- /m/mm/manifests/init.pp\nclass mm($x) {\n  if $x { file { '/etc/base': } } else { include base }\n}\n"),
        expect![""],
    );
}

#[test]
fn so_it_is_in_a_site() {
    check(
        "duplicate-resource",
        r#"
#- /s/environment.conf
modulepath = site:lib
#- /s/manifests/site.pp
node default { include role }
#- /s/site/role/manifests/init.pp
class role {
  file { '/etc/base': }
  class { 'base': }
}
#- /s/lib/base/manifests/init.pp
class base {
  base::folder { '/etc/base': }
}
#- /s/lib/base/manifests/folder.pp
define base::folder() {
  file { $title: ensure => directory }
}
"#,
        expect![[r#"
            Error: Duplicate declaration: File[/etc/base] is already declared at (file: /s/site/role/manifests/init.pp, line: 2); cannot redeclare
              /s/site/role/manifests/init.pp:2   file { '/etc/base': }
                                                 ^^^^^^^^^^^^^^^^^^
              /s/lib/base/manifests/folder.pp:2   file { $title: ensure => directory }
                                                  ------------- it is declared here, too
              /s/site/role/manifests/init.pp:3   class { 'base': }
                                                 -------------- this statement leads to it
        "#]],
    );
}

#[test]
fn other_errors_stand_where_ones_own_text_leads_there() {
    let fixture = format!("{BASE}{}", "#- /m/mm/manifests/init.pp\nclass mm {\n  base::entry { 'x': } notify { 'a': }\n}\n");
    check(
        "missing-dependency",
        &fixture,
        expect![[r#"
        Error: Could not find resource 'Package[p-x]' in parameter 'require'
          /m/mm/manifests/init.pp:2   base::entry { 'x': } notify { 'a': }
                                      ^^^^^^^^^^^^^^^^^
          /m/mm/spec/fixtures/modules/base/manifests/entry.pp:2   notify { "of ${title}": require => Package["p-${title}"] }
                                                                                                     --------------------- the mistake is here
    "#]],
    );
    let fixture = format!("{BASE}{}", "#- /m/mm/manifests/init.pp\nclass mm {\n  if $facts['os']['family'] { include base::broken }\n}\n");
    check(
        "evaluation-error",
        &fixture,
        expect![[r#"
        Error: The value 'a' cannot be converted to Numeric.
          /m/mm/manifests/init.pp:2   if $facts['os']['family'] { include base::broken }
                                                                  ^^^^^^^^^^^^^^^^^^^^
          /m/mm/spec/fixtures/modules/base/manifests/inner.pp:2   $a = 1 + 'a'
                                                                           --- the mistake is here
    "#]],
    );
    check("evaluation-failed", &fixture, expect![[r#""#]]);
    check("unknown-function", &fixture, expect![""]);
}
