//! Layouts of repositories: where modules lie, and which manifests are evaluated together.

use expect_test::expect;

use crate::neighbours::tests::check;

/// An environment has `$codedir/modules` on its module path by default, and a repository may be a whole `codedir`.
#[test]
fn modules_next_to_environments_belong_to_all_of_them() {
    check(
        "type-mismatch",
        r#"
#- /w/environments/production/environment.conf
modulepath = site:$basemodulepath
#- /w/environments/production/manifests/site.pp
node default { class { 'base': port => 'x' } }
#- /w/environments/staging/manifests/site.pp
node default { class { 'base': port => 'y' } }
#- /w/modules/base/manifests/init.pp
class base(Integer $port = 1) { }
"#,
        expect![[r#"
            Error: Class[Base]: parameter 'port' expects an Integer value, got String
              /w/environments/production/manifests/site.pp:1 node default { class { 'base': port => 'x' } }
                                                                                                    ^^^
              /w/modules/base/manifests/init.pp:1 class base(Integer $port = 1) { }
                                                             ----------------- the parameter declares its type here
            Error: Class[Base]: parameter 'port' expects an Integer value, got String
              /w/environments/staging/manifests/site.pp:1 node default { class { 'base': port => 'y' } }
                                                                                                 ^^^
              /w/modules/base/manifests/init.pp:1 class base(Integer $port = 1) { }
                                                             ----------------- the parameter declares its type here
        "#]],
    );
}

/// Puppet refuses two nodes of one name in one main manifest, so these are applied one by one.
#[test]
fn manifests_that_share_nodes_are_applied_one_by_one() {
    let manifests = r#"
#- /w/Puppetfile
#- /w/manifests/db.pp
node default { notify { 'db': message => $gone } }
#- /w/manifests/web.pp
node default { notify { 'web': message => $lost } }
"#;
    check("duplicate-definition", manifests, expect![""]);
    check(
        "unknown-variable",
        manifests,
        expect![[r#"
            Warning: Unknown variable: 'gone'.
              /w/manifests/db.pp:1 node default { notify { 'db': message => $gone } }
                                                                            ^^^^^
            Warning: Unknown variable: 'lost'.
              /w/manifests/web.pp:1 node default { notify { 'web': message => $lost } }
                                                                              ^^^^^
        "#]],
    );
    check(
        "duplicate-definition",
        &format!("\n#- /w/environment.conf{manifests}"),
        expect![[r#"
            Error: Node 'default' is already defined (file: /w/manifests/db.pp, line: 1); cannot redefine
              /w/manifests/web.pp:1 node default { notify { 'web': message => $lost } }
                                    ^^^^^^^^^^^^
              /w/manifests/db.pp:1 node default { notify { 'db': message => $gone } }
                                   ------------ it is defined here already
        "#]],
    );
}

/// Servers of Puppet Enterprise bring these along: they are in no checkout.
#[test]
fn types_and_functions_of_puppet_enterprise_are_unknown() {
    let class = r#"
#- /w/environment.conf
#- /w/modules/m/manifests/init.pp
class m {
  pe_ini_setting { 'a': path => '/a', section => 's', setting => 'k', value => pe_build_version() }
  notify { 'b': require => Pe_ini_setting['a'] }
  pet_build_version()
}
"#;
    check("unknown-type", class, expect![""]);
    check("missing-dependency", class, expect![""]);
    check(
        "unknown-function",
        class,
        expect![[r#"
            Error: Unknown function: 'pet_build_version'.
              /w/modules/m/manifests/init.pp:4   pet_build_version()
                                                 ^^^^^^^^^^^^^^^^^
        "#]],
    );
}
