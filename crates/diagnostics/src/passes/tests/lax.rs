//! Sites whose server is less strict than Puppet 8 is by itself.

use expect_test::expect;

use crate::neighbours::tests::check;

const STDLIB: &str = "#- /e/modules/stdlib/metadata.json\n{ \"name\": \"puppetlabs-stdlib\", \"version\": \"9.6.0\" }\n\
    #- /e/modules/stdlib/lib/puppet/functions/deprecation.rb\n# Of the release.\n";

const SITE: &str = "#- /e/environment.conf\nmodulepath = modules\n#- /e/manifests/site.pp\nnode default {\n  include m\n}\n\
    #- /e/modules/m/manifests/init.pp\nclass m {\n  deprecation('key', 'no longer')\n  notify { \"${m::nosuch}\": }\n}\n";

#[test]
fn a_deprecation_is_an_error_where_puppet_is_strict() {
    check(
        "deprecated-function",
        &format!("{SITE}{STDLIB}"),
        expect![[r#"
        Error: deprecation. key. no longer
          /e/modules/m/manifests/init.pp:2   deprecation('key', 'no longer')
                                             ^^^^^^^^^^^
    "#]],
    );
}

#[test]
fn a_deprecation_is_softened() {
    check("deprecated-function", &format!("{SITE}{STDLIB}#- /e/bunraku.toml\nstrict = 'warning'\n"), expect![[""]]);
    check("deprecated-function", &format!("{SITE}{STDLIB}#- /e/puppet.conf\n[main]\nstrict = warning\n"), expect![[""]]);
}

#[test]
fn variables_need_not_exist() {
    check(
        "unknown-variable",
        &format!("{SITE}{STDLIB}"),
        expect![[r#"
        Error: Unknown variable: 'm::nosuch'.
          /e/modules/m/manifests/init.pp:3   notify { "${m::nosuch}": }
                                                         ^^^^^^^^^
    "#]],
    );
    check(
        "unknown-variable",
        &format!("{SITE}{STDLIB}#- /e/puppet.conf\n[main]\nstrict=warning\nstrict_variables = false\n"),
        expect![[r#"
        Warning: Unknown variable: 'm::nosuch'.
          /e/modules/m/manifests/init.pp:3   notify { "${m::nosuch}": }
                                                         ^^^^^^^^^
    "#]],
    );
}
