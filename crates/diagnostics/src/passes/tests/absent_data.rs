//! Data that are not in the checkout: what is certain all the same, what is not, and what is said of it.
//!
//! Puppet 8.10 refuses each of these with `Class[Web]: expects a value for parameter 'port'` while no other data have the key.

use expect_test::expect;

use crate::neighbours::tests::check;

const WEB: &str = "#- /e/modules/web/manifests/init.pp\nclass web(Integer $port) { notify { \"p${port}\": } }\n";
const NODE: &str = "#- /e/manifests/site.pp\nnode default { include web }\n";

#[test]
fn without_a_hierarchy_the_global_layer_may_have_it() {
    check(
        "missing-parameter",
        &format!("#- /e/environment.conf\nmodulepath = modules\n{NODE}{WEB}"),
        expect![[r#"
            Warning: Class[Web]: expects a value for parameter 'port'
              /e/manifests/site.pp:1 node default { include web }
                                                            ^^^
              help: The global layer of the server may have it: there is no `hiera.yaml` here
              /e/modules/web/manifests/init.pp:1 class web(Integer $port) { notify { "p${port}": } }
                                                           ------------- the parameter has no default
        "#]],
    );
    // The same for a declaration with attributes.
    check(
        "missing-parameter",
        &format!("#- /e/environment.conf\n\n#- /e/manifests/site.pp\nnode default {{\n  class {{ 'web': }}\n}}\n{WEB}"),
        expect![[r#"
            Warning: Class[Web]: expects a value for parameter 'port'
              /e/manifests/site.pp:2   class { 'web': }
                                       ^^^^^^^^^^^^^
              help: The global layer of the server may have it: there is no `hiera.yaml` here
              /e/modules/web/manifests/init.pp:1 class web(Integer $port) { notify { "p${port}": } }
                                                           ------------- the parameter has no default
        "#]],
    );
}

#[test]
fn with_all_data_here_it_is_certain() {
    let site = "#- /e/environment.conf\n\n#- /e/hiera.yaml\nversion: 5\n#- /e/data/common.yaml\nx: 1\n";
    check(
        "missing-parameter",
        &format!("{site}{NODE}{WEB}"),
        expect![[r#"
            Error: Class[Web]: expects a value for parameter 'port'
              /e/manifests/site.pp:1 node default { include web }
                                                            ^^^
              /e/modules/web/manifests/init.pp:1 class web(Integer $port) { notify { "p${port}": } }
                                                           ------------- the parameter has no default
        "#]],
    );
}

const LEVELS: &str = "#- /e/environment.conf\n\n#- /e/hiera.yaml\nversion: 5\nhierarchy:\n\
    - {name: secrets, path: 'secrets/%{facts.networking.hostname}.yaml'}\n- {name: common, path: common.yaml}\n\
    #- /e/data/common.yaml\nx: 1\n";

#[test]
fn a_level_without_files_may_have_it() {
    check(
        "missing-parameter",
        &format!("{LEVELS}{NODE}{WEB}"),
        expect![[r#"
            Warning: Class[Web]: expects a value for parameter 'port'
              /e/manifests/site.pp:1 node default { include web }
                                                            ^^^
              help: The level 'secrets' may have it: nothing of `secrets/%{facts.networking.hostname}.yaml` can be read here
              /e/modules/web/manifests/init.pp:1 class web(Integer $port) { notify { "p${port}": } }
                                                           ------------- the parameter has no default
        "#]],
    );
    // One of its files is here, and so are all.
    check(
        "missing-parameter",
        &format!("{LEVELS}#- /e/data/secrets/a.yaml\ny: 1\n{NODE}{WEB}"),
        expect![[r#"
            Error: Class[Web]: expects a value for parameter 'port'
              /e/manifests/site.pp:1 node default { include web }
                                                            ^^^
              /e/modules/web/manifests/init.pp:1 class web(Integer $port) { notify { "p${port}": } }
                                                           ------------- the parameter has no default
        "#]],
    );
    // It has the key for some machines.
    check("missing-parameter", &format!("{LEVELS}#- /e/data/secrets/a.yaml\nweb::port: 1\n{NODE}{WEB}"), expect![[""]]);
}

#[test]
fn a_level_without_files_may_have_another_value() {
    let code = "class web($port) { if $port { notify { 'a': } } }\n#- /e/modules/web/manifests/b.pp\n\
        class web::b { $x = lookup('gone', undef, undef, undef) $y = $x['a'] $z = lookup('gone', undef, undef, []) $z.map |$i| { $i['b'] } }\n";
    let site = "#- /e/manifests/site.pp\nnode default { class { 'web': port => 1 } include web::b }\n";
    let text = format!("{LEVELS}{site}#- /e/modules/web/manifests/init.pp\n{code}");
    check("evaluation-error", &text, expect![[""]]);
    let text = format!("{LEVELS}web::port: x\n{NODE}{WEB}");
    check("type-mismatch", &text, expect![[""]]);
}

#[test]
fn a_file_of_a_level_depends_on_a_custom_fact() {
    let site = LEVELS.replace("secrets/%{facts.networking.hostname}", "loc/%{facts.location}");
    check("missing-parameter", &format!("{site}#- /e/data/loc/a.yaml\nweb::port: 1\n{NODE}{WEB}"), expect![[""]]);
    let site = LEVELS.replace("secrets/%{facts.networking.hostname}", "loc/%{::location}");
    check("missing-parameter", &format!("{site}#- /e/data/loc/a.yaml\nweb::port: 1\n{NODE}{WEB}"), expect![[""]]);
}

#[test]
fn a_level_of_a_module_that_is_not_here_may_have_it() {
    let site = LEVELS.replace("path: 'secrets/%{facts.networking.hostname}.yaml'", "lookup_key: 'vault::lookup'");
    check(
        "missing-parameter",
        &format!("{site}{NODE}{WEB}"),
        expect![[r#"
            Warning: Class[Web]: expects a value for parameter 'port'
              /e/manifests/site.pp:1 node default { include web }
                                                            ^^^
              help: The level 'secrets' may have it: nothing of `vault::lookup` can be read here
              /e/modules/web/manifests/init.pp:1 class web(Integer $port) { notify { "p${port}": } }
                                                           ------------- the parameter has no default
        "#]],
    );
}

#[test]
fn data_without_a_hierarchy_are_read_by_the_global_layer() {
    let site = "#- /e/environment.conf\n\n#- /e/hieradata/nodes/a.yaml\nweb::port: 1\n";
    check("missing-parameter", &format!("{site}{NODE}{WEB}"), expect![[""]]);
}

#[test]
fn users_of_a_module_have_data() {
    let metadata = "#- /m/a/metadata.json\n{\"name\": \"me-a\", \"version\": \"1.0.0\", \"dependencies\": []}\n";
    let code = "#- /m/a/manifests/init.pp\nclass a { require a::b $x = lookup('y', undef, undef, undef) $y = $x['z'] }\n\
        #- /m/a/manifests/b.pp\nclass a::b(Integer $port) { }\n#- /m/a/hiera.yaml\nversion: 5\nhierarchy: []\n";
    check("missing-parameter", &format!("{metadata}{code}"), expect![[""]]);
    check("evaluation-error", &format!("{metadata}{code}"), expect![[""]]);
}

#[test]
fn a_named_node_reads_its_own_file() {
    let site = "#- /e/environment.conf\n\n#- /e/hiera.yaml\nversion: 5\nhierarchy:\n\
        - {name: nodes, path: 'nodes/%{trusted.certname}.yaml'}\n- {name: common, path: common.yaml}\n\
        #- /e/data/common.yaml\nx: 1\n#- /e/data/nodes/web01.example.com.yaml\nweb::port: high\n\
        #- /e/manifests/site.pp\nnode 'web01.example.com' { include web }\nnode 'web02.example.com' { include web }\n";
    let found = crate::neighbours::tests::found(&format!("{site}{WEB}"), crate::report);
    let found: Vec<String> =
        found.iter().filter(|it| it.code.name.contains("-")).map(|it| format!("{} {:?} {}", it.file, it.severity, it.message)).collect();
    expect![[r#"
        [
            "/e/data/nodes/web01.example.com.yaml Error Class[Web]: parameter 'port' expects an Integer value, got String",
            "/e/manifests/site.pp Error Class[Web]: expects a value for parameter 'port'",
        ]
    "#]]
    .assert_debug_eq(&found);
}

#[test]
fn a_key_is_suggested() {
    let site = "#- /e/environment.conf\n\n#- /e/hiera.yaml\nversion: 5\n#- /e/data/common.yaml\nweb::servers: [a]\n";
    check(
        "missing-data",
        &format!("{site}#- /e/manifests/site.pp\n$a = lookup('web::server')\n$b = lookup('quite::another')\n"),
        expect![[r#"
            Error: Function lookup() did not find a value for the name 'web::server'
              /e/manifests/site.pp:1 $a = lookup('web::server')
                                          ^^^^^^^^^^^^^^^^^^^^^
              help: There is a key 'web::servers'
              fix: Change to `web::servers`
                + $a = lookup('web::servers')
            Error: Function lookup() did not find a value for the name 'quite::another'
              /e/manifests/site.pp:2 $b = lookup('quite::another')
                                          ^^^^^^^^^^^^^^^^^^^^^^^^
        "#]],
    );
}
