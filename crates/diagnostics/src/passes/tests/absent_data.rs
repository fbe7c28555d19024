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

/// Puppet 8.10 refuses `include web` with `parameter 'port' expects an Integer value, got Undef` while no data have it.
#[test]
fn an_undef_that_must_not_be_is_to_be_bound() {
    let web = "#- /e/modules/web/manifests/init.pp\nclass web(Integer $port = undef) { notify { \"p${port}\": } }\n";
    check(
        "type-mismatch",
        &format!("#- /e/environment.conf\n\n{NODE}{web}"),
        expect![[r#"
            Warning: Class[Web]: parameter 'port' expects an Integer value, got Undef
              /e/manifests/site.pp:1 node default { include web }
                                                            ^^^
              help: The global layer of the server may have it: there is no `hiera.yaml` here
              /e/modules/web/manifests/init.pp:1 class web(Integer $port = undef) { notify { "p${port}": } }
                                                           --------------------- the parameter declares its type here
        "#]],
    );
    // Whoever uses a module binds it.
    let metadata = "#- /m/web/metadata.json\n{\"name\": \"me-web\", \"version\": \"1.0.0\", \"dependencies\": []}\n";
    let module = web.replace("/e/modules", "/m");
    let peer = "#- /m/web/manifests/peer.pp\nclass web::peer { include web }\n";
    check("type-mismatch", &format!("{metadata}{module}{peer}"), expect![[""]]);
    // All data are here.
    let data = "#- /e/hiera.yaml\nversion: 5\n#- /e/data/common.yaml\nx: 1\n";
    check(
        "type-mismatch",
        &format!("#- /e/environment.conf\n\n{data}{NODE}{web}"),
        expect![[r#"
            Error: Class[Web]: parameter 'port' expects an Integer value, got Undef
              /e/manifests/site.pp:1 node default { include web }
                                                            ^^^
              /e/modules/web/manifests/init.pp:1 class web(Integer $port = undef) { notify { "p${port}": } }
                                                           --------------------- the parameter declares its type here
        "#]],
    );
}

/// The older functions ask the global layer alone where an environment has no data of version 5. It is not here either.
#[test]
fn older_functions_ask_a_global_layer_that_is_not_here() {
    let code =
        "class a { $x = hiera('x') $y = hiera_array('y') $z = hiera_hash('z') $u = hiera('u', undef) notice($x['b'], $z['c'], $u['d']) }";
    let metadata = "#- /m/a/metadata.json\n{\"name\": \"me-a\", \"version\": \"1.0.0\", \"dependencies\": []}\n";
    for code_of_finding in ["missing-data", "evaluation-error"] {
        check(code_of_finding, &format!("{metadata}#- /m/a/manifests/init.pp\n{code}\n"), expect![[""]]);
    }
    let site = "#- /e/environment.conf\n\n#- /e/manifests/site.pp\n$x = hiera('x')\n";
    check(
        "missing-data",
        site,
        expect![[r#"
            Warning: Function lookup() did not find a value for the name 'x'
              /e/manifests/site.pp:1 $x = hiera('x')
                                          ^^^^^^^^^^
              help: The global layer of the server may have it: there is no `hiera.yaml` here
        "#]],
    );
    check("missing-data", &format!("{site}#- /e/hieradata/common.yaml\nx: 1\n"), expect![[""]]);
    // With data of version 5 they ask what `lookup` does.
    check(
        "missing-data",
        &format!("{site}#- /e/hiera.yaml\nversion: 5\n#- /e/data/common.yaml\ny: 1\n"),
        expect![[r#"
            Error: Function lookup() did not find a value for the name 'x'
              /e/manifests/site.pp:1 $x = hiera('x')
                                          ^^^^^^^^^^
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

/// Puppet 8.10 refuses the catalog of web02 alone: `parameter 'port' expects an Integer value, got String`.
#[test]
fn a_file_of_data_names_its_node() {
    let site = "#- /e/environment.conf\n\n#- /e/hiera.yaml\nversion: 5\nhierarchy:\n- {name: nodes, path: 'nodes/%{trusted.certname}.yaml'}\n\
                #- /e/data/nodes/web01.yaml\nweb::port: 80\n#- /e/data/nodes/web02.yaml\nweb::port: many\n";
    let found = |nodes: &str| -> Vec<String> {
        let found = crate::neighbours::tests::found(&format!("{site}#- /e/manifests/site.pp\n{nodes}\n{WEB}"), crate::report);
        let of_code = found.iter().filter(|it| it.code.name.contains('-'));
        of_code.map(|it| format!("{} {:?} {}", it.file, it.severity, it.code.name)).collect()
    };
    let certain = ["/e/data/nodes/web02.yaml Error mistyped-data"];
    assert_eq!(found("node /^web\\d+$/ { include web }"), certain);
    assert_eq!(found("node 'web01' { include web } node 'web02' { include web }"), certain);
    assert_eq!(found("node 'web01', 'web02' { include web }"), certain);
    // Who has it is not known: nodes for which there is nothing else.
    assert_eq!(found("node default { include web }"), ["/e/data/nodes/web02.yaml Warning mistyped-data"]);
    // The node does not have the class.
    assert_eq!(found("node 'web01' { include web } node 'web02' { }"), ["/e/data/nodes/web02.yaml Warning mistyped-data"]);
}
