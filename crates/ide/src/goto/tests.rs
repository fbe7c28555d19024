use analysis::{File, Snapshot};
use syntax::TextSize;

use super::{Goto, goto_definition, goto_implementation, goto_type_definition};
use crate::names::Target;
use crate::tests::fixture;

/// `name > place of what it means`, with the words there; `nothing` where it leads nowhere.
#[track_caller]
fn check_with(feature: impl Fn(Snapshot<'_>, File, TextSize) -> Option<Goto>, text: &str, expected: &str) {
    let out = fixture(text).ask(|snapshot, file, offset| {
        let Some(goto) = feature(snapshot, file, offset) else { return "nothing".to_owned() };
        let shown = |target: &Target| {
            assert!(target.range.contains_range(target.focus));
            let Some(file) = snapshot.file(&target.path) else { return format!("{} if it is there", target.path) };
            let text = snapshot.text(file);
            let line = text[..usize::from(target.focus.start())].matches('\n').count();
            format!("{}:{} {}", target.path, line + 1, &text[target.focus]).trim_end().to_owned()
        };
        let targets: Vec<String> = goto.targets.iter().map(shown).collect();
        format!("{} > {}", &snapshot.text(file)[goto.origin], targets.join(", "))
    });
    assert_eq!(out, expected, "{text}");
}

#[track_caller]
fn check(text: &str, expected: &str) {
    check_with(goto_definition, text, expected);
}

#[test]
fn classes() {
    check(
        "#- /site.pp\ninclude a::b$0\n#- /modules/a/manifests/b.pp\n# A class.\nclass a::b { }\n",
        "a::b > /modules/a/manifests/b.pp:2 a::b",
    );
    check("#- /site.pp\nclass { $0'::a': }\n#- /modules/a/manifests/init.pp\nclass a { }\n", "a > /modules/a/manifests/init.pp:1 a");
    check("#- /site.pp\nnotify { 'a$0': }\n#- /modules/a/manifests/init.pp\nclass a { }\n", "a > /site.pp:1 a");
    check(
        "#- /modules/a/manifests/b.pp\nclass a::b inherits $0a { }\n#- /modules/a/manifests/init.pp\nclass a { }\n",
        "a > /modules/a/manifests/init.pp:1 a",
    );
    check("#- /site.pp\nnotice($a$0::x)\n#- /modules/a/manifests/init.pp\nclass a { }\n", "a > /modules/a/manifests/init.pp:1 a");
}

#[test]
fn a_class_of_the_same_environment() {
    check(
        "#- /e/prod/site.pp\ninclude a$0\n#- /e/prod/modules/a/manifests/init.pp\nclass a { }\n#- /e/test/modules/a/manifests/init.pp\n\nclass a { }\n",
        "a > /e/prod/modules/a/manifests/init.pp:1 a",
    );
}

#[test]
fn defined_types_aliases_and_functions() {
    let module = "#- /modules/a/manifests/d.pp\ndefine a::d($x) { }\n#- /modules/a/types/t.pp\ntype A::T = String\n\
                  #- /modules/a/functions/f.pp\nfunction a::f() { }\n";
    for (text, expected) in [
        ("$0a::d { 'x': }", "a::d > /modules/a/manifests/d.pp:1 a::d"),
        ("a::d { 'x': $0x => 1 }", "x > /modules/a/manifests/d.pp:1 x"),
        ("A::D$0['x']", "A::D > /modules/a/manifests/d.pp:1 a::d"),
        ("$x =~ A::T$0", "A::T > /modules/a/types/t.pp:1 A::T"),
        ("$x.a::f$0", "a::f > /modules/a/functions/f.pp:1 a::f"),
        ("a::f$0()", "a::f > /modules/a/functions/f.pp:1 a::f"),
    ] {
        check(&format!("#- /site.pp\n{text}\n{module}"), expected);
    }
}

#[test]
fn types_of_references() {
    let module = "#- /modules/a/manifests/init.pp\nclass a { }\n#- /modules/a/manifests/d.pp\ndefine a::d($x) { }\n\
                  #- /modules/a/lib/puppet/type/a_thing.rb\nPuppet::Type.newtype(:a_thing) do\nend\n";
    for (text, expected) in [
        ("notify { 'n': require => A::D$0['x'] }", "A::D > /modules/a/manifests/d.pp:1 a::d"),
        ("$0A::D['x'] -> Notify['n']", "A::D > /modules/a/manifests/d.pp:1 a::d"),
        ("notify { 'n': require => Class$0['a'] }", "Class > /modules/a/manifests/init.pp:1 a"),
        ("A_th$0ing['x'] -> Notify['n']", "A_thing > /modules/a/lib/puppet/type/a_thing.rb:1 a_thing"),
        ("a_th$0ing { 'x': }", "a_thing > /modules/a/lib/puppet/type/a_thing.rb:1 a_thing"),
        ("a_thing { 'x': si$0ze => 1 }", "size > /modules/a/lib/puppet/type/a_thing.rb:1 a_thing"),
        ("A::D$0 <| |>", "A::D > /modules/a/manifests/d.pp:1 a::d"),
        ("Service$0['x'] -> Notify['n']", "Service > /modules/a/lib/puppet/type/service.rb if it is there"),
    ] {
        check(&format!("#- /site.pp\n{text}\n{module}"), expected);
    }
}

#[test]
fn variables() {
    check("#- /a.pp\ndefine d($x) {\n  $y = 1\n  notice($y$0)\n}\n", "y > /a.pp:2 y");
    check("#- /a.pp\ndefine d($x) {\n  $x.each |$x| {\n    notice(\"${$0x}\")\n  }\n}\n", "x > /a.pp:2 x");
    check("#- /a.pp\nclass a($x) { }\nclass b inherits a {\n  notice($0$x)\n}\n", "x > /a.pp:1 x");
    check("#- /a.pp\nif 1 {\n  $x = 1\n} else {\n  $x = 2\n}\n#- /b.pp\nclass c { notice($0$x) }\n", "x > /a.pp:2 x, /a.pp:4 x");
    check("#- /b.pp\nclass c { notice($0$x) }\n#- /a.pp\n$x = 1\n", "x > /a.pp:1 x");
    check("#- /a.pp\nnotice($0$facts, $title)\n", "nothing");
}

#[test]
fn resources() {
    check("#- /a.pp\nFile[$0'/x'] -> Service['y']\n#- /b.pp\nfile { ['/x', '/z']: }\n", "/x > /b.pp:1 /x");
    check("#- /a.pp\nFile[$0'/x']\nfile { '/x': }\n#- /b.pp\nfile { ['/x', '/z']: }\n", "/x > /a.pp:2 /x");
    check(
        "#- /a.pp\nclass a {\n  $d = '/etc'\n  file { \"${d}/x\": }\n}\n#- /b.pp\nnotify { 'n': require => File['/etc/x$0'] }\n",
        "/etc/x > /a.pp:3 \"${d}/x\"",
    );
}

#[test]
fn titles_that_only_an_evaluation_knows() {
    let module = |define: &str, class: &str| {
        format!(
            "#- /m/metadata.json\n{{\"name\": \"a-m\"}}\n#- /m/hiera.yaml\nversion: 5\nhierarchy:\n  - name: c\n    path: c.yaml\n\
             #- /m/data/c.yaml\nm::root: /srv\n#- /m/manifests/d.pp\ndefine m::d {{\n  file {{ \"/pp${{title}}\": }}\n  {define}\n}}\n\
             #- /m/manifests/init.pp\nclass m(String $root) {{\n  m::d {{ '/a': }}\n  file {{ $root: }} file {{ \"${{root}}/x\": }}\n  \
             ['q'].each |$i| {{ notify {{ \"it-${{i}}\": }} }}\n  {class}\n}}\n"
        )
    };
    for (reference, expected) in [
        ("File['/pp/a$0']", r#"/pp/a > /m/manifests/d.pp:2 "/pp${title}""#),
        ("Notify['it-q$0']", r#"it-q > /m/manifests/init.pp:4 "it-${i}""#),
        ("File['/srv$0']", "/srv > /m/manifests/init.pp:3 $root"),
        ("File[$0$root]", "$root > /m/manifests/init.pp:3 $root"),
        ("File[$ro$0ot]", "root > /m/manifests/init.pp:1 root, /m/manifests/init.pp:3 $root"),
        (r#"File["$0${root}/x"]"#, r#""${root}/x" > /m/manifests/init.pp:3 "${root}/x""#),
        ("File['/no$0ne']", "nothing"),
    ] {
        check(&module("", &format!("notify {{ 'n': require => {reference} }}")), expected);
    }
    let statement = r#"notify { "n${title}": require => File["/p$0p${title}"] }"#;
    check(&module(statement, ""), r#""/pp${title}" > /m/manifests/d.pp:2 "/pp${title}""#);
    // Nothing declares it: a title with the same text is equal.
    check(&module(statement, "").replace("m::d { '/a': }", ""), r#""/pp${title}" > /m/manifests/d.pp:2 "/pp${title}""#);
}

#[test]
fn files_of_modules() {
    check(
        "#- /site.pp\nepp('a/t.epp$0', { x => 1 })\n#- /modules/a/templates/t.epp\n<%- | $x | -%>\n#- /modules/a/manifests/init.pp\n",
        "a/t.epp > /modules/a/templates/t.epp:1",
    );
    check(
        "#- /site.pp\nepp('a/t.epp', { x$0 => 1 })\n#- /modules/a/templates/t.epp\n<%- | $x | -%>\n#- /modules/a/manifests/init.pp\n",
        "x > /modules/a/templates/t.epp:1 x",
    );
    check("#- /site.pp\ntemplate('a/t.erb$0')\n#- /modules/a/manifests/init.pp\n", "a/t.erb > /modules/a/templates/t.erb if it is there");
    check(
        "#- /site.pp\nfile { 'x': source => 'puppet:///modules/a$0/t' }\n#- /modules/a/manifests/init.pp\n",
        "puppet:///modules/a/t > /modules/a/files/t if it is there",
    );
    check("#- /site.pp\ntemplate('a/../../t.erb$0')\n#- /modules/a/manifests/init.pp\n", "nothing");
}

#[test]
fn what_puppet_brings_along_is_defined_nowhere() {
    check("#- /a.pp\nfile$0 { '/x': }\n", "nothing");
    check("#- /a.pp\nfile { '/x': mode$0 => '1' }\n", "nothing");
    check("#- /a.pp\nnotice$0('x')\n", "nothing");
    check("#- /a.pp\n$x = String$0\n", "nothing");
    check("#- /a.pp\n  $0  # nothing\n", "nothing");
}

#[test]
fn ruby_of_modules_is_looked_for() {
    check("#- /a.pp\na::f$0('x')\n#- /modules/a/manifests/init.pp\n", "a::f > /modules/a/lib/puppet/functions/a/f.rb if it is there");
}

#[test]
fn installed_modules_are_found_by_the_module_path() {
    let files = "#- /site/environment.conf\nmodulepath = modules:/installed/modules\n#- /installed/modules/lib/manifests/a.pp\nclass lib::a($x) { }\n\
                 #- /installed/modules/lib/types/t.pp\ntype Lib::T = String\n#- /installed/modules/lib/manifests/init.pp\nclass lib { define d { } }\n";
    check(&format!("#- /site/manifests/site.pp\ninclude lib::a$0\n{files}"), "lib::a > /installed/modules/lib/manifests/a.pp:1 lib::a");
    check(&format!("#- /site/manifests/site.pp\nnotice($lib::a::x$0)\n{files}"), "x > /installed/modules/lib/manifests/a.pp:1 x");
    check(&format!("#- /site/manifests/site.pp\n$x =~ Lib::T$0\n{files}"), "Lib::T > /installed/modules/lib/types/t.pp:1 Lib::T");
    check(&format!("#- /site/manifests/site.pp\nlib::d$0 {{ 'x': }}\n{files}"), "lib::d > /installed/modules/lib/manifests/init.pp:1 d");
    check(
        &format!("#- /site/manifests/site.pp\nlib::f$0()\n{files}"),
        "lib::f > /installed/modules/lib/lib/puppet/functions/lib/f.rb if it is there",
    );
    check(
        &format!("#- /site/manifests/site.pp\ntemplate('lib/t.erb$0')\n{files}"),
        "lib/t.erb > /installed/modules/lib/templates/t.erb if it is there",
    );
}

#[test]
fn parameters_by_keys_of_hiera() {
    check("#- /a.pp\nlookup('a::x$0')\n#- /modules/a/manifests/init.pp\nclass a($x) { }\n", "a::x > /modules/a/manifests/init.pp:1 x");
}

#[test]
fn types_of_names() {
    let alias = "#- /modules/a/types/t.pp\ntype A::T = String\n#- /modules/a/manifests/d.pp\ndefine a::d(Optional[A::T] $x) { }\n";
    check_with(
        goto_type_definition,
        &format!("#- /s.pp\nclass s(A::T $x) {{ notice($0$x) }}\n{alias}"),
        "x > /modules/a/types/t.pp:1 A::T",
    );
    check_with(goto_type_definition, &format!("#- /s.pp\na::d {{ 'x': x$0 => 1 }}\n{alias}"), "x > /modules/a/types/t.pp:1 A::T");
    check_with(goto_type_definition, &format!("#- /s.pp\nA::D['$0x']\n{alias}"), "x > /modules/a/manifests/d.pp:1 a::d");
}

#[test]
fn heirs_of_a_class() {
    check_with(
        goto_implementation,
        "#- /modules/a/manifests/init.pp\nclass $0a { }\n#- /modules/b/manifests/init.pp\nclass b inherits a { }\n",
        "a > /modules/b/manifests/init.pp:1 b",
    );
}

#[test]
fn resources_of_a_defined_type() {
    let site = "#- /modules/a/manifests/d.pp\ndefine a::d$0() { }\n#- /modules/a/types/t.pp\ntype A::T = String\n\
                #- /site.pp\na::d { 'x': }\nA::D['x'] -> A::D['y']\n@a::d { ['y', 'z']: }\n";
    check_with(goto_implementation, site, "a::d > /site.pp:1 a::d, /site.pp:3 a::d");
    check_with(goto_implementation, &site.replace("d$0", "d").replace("A::T", "A::T$0"), "nothing");
}

#[test]
fn what_a_template_is_handed_over() {
    let caller = "#- /modules/a/manifests/init.pp\nclass a { epp(\"${module_name}/t\", { 'x' => 1 }) }\n#- /modules/a/templates/t.epp\n";
    check(&format!("{caller}<%- | Integer $x | -%><%= $0$x %>\n"), "x > /modules/a/templates/t.epp:1 x");
    check(&format!("{caller}<%= $0$x %>\n"), "x > /modules/a/manifests/init.pp:1 x");
    check(&format!("{caller}<%= $0$y %>\n"), "nothing");
}

#[test]
fn half_typed_texts() {
    check("#- /a.pp\nclass a($x) {\n  file { '/x':\n    mode => $0$x\n    owner =>\n", "x > /a.pp:1 x");
    check("#- /modules/a/templates/t.epp\n<%- | $x | -%>\n<% if $x$0 { %>\n", "x > /modules/a/templates/t.epp:1 x");
}

#[test]
fn keys_of_hiera_lead_to_their_values() {
    let site = "#- /e/environment.conf\n\n#- /e/hiera.yaml\nversion: 5\nhierarchy:\n- {name: n, path: 'nodes/%{trusted.certname}.yaml'}\n\
                - {name: c, path: common.yaml}\n#- /e/modules/a/manifests/init.pp\nclass a($x) { }\n\
                #- /e/data/common.yaml\nlookup_options:\n  db: {merge: deep}\ndb:\n  host: x\na::x: 1\n#- /e/data/nodes/web.yaml\ndb: {}\n";
    for (text, expected) in [
        ("$y = lookup('d$0b')", "db > /e/data/common.yaml:3 db, /e/data/nodes/web.yaml:1 db"),
        ("$y = lookup({name => 'd$0b'})", "db > /e/data/common.yaml:3 db, /e/data/nodes/web.yaml:1 db"),
        ("$y = lookup('db.ho$0st')", "db.host > /e/data/common.yaml:4 host, /e/data/nodes/web.yaml:1 db"),
        ("$y = lookup('a::$0x')", "a::x > /e/data/common.yaml:5 a::x, /e/modules/a/manifests/init.pp:1 x"),
        ("$y = lookup('no$0ne')", "nothing"),
    ] {
        check(&format!("#- /e/manifests/site.pp\n{text}\n{site}"), expected);
    }
    check(
        &format!("{site}#- /e/data/other.yaml\n#- /e/data/nodes/db.yaml\nurl: \"%{{lookup('db.ho$0st')}}:1\"\n"),
        "db.host > /e/data/common.yaml:4 host, /e/data/nodes/web.yaml:1 db",
    );
}

#[test]
fn tasks_lead_to_their_files() {
    let files = "#- /modules/m/plans/p.pp\nplan m::p($nodes) {\n  run_task('TASK$0', $nodes)\n}\n#- /modules/m/tasks/t.sh\n#!/bin/sh\n\
                 #- /modules/m/tasks/t.json\n{}\n#- /modules/m/tasks/init.rb\n#- /modules/m/tasks/to.sh\n";
    check(&files.replace("TASK", "m::t"), "m::t > /modules/m/tasks/t.sh:1, /modules/m/tasks/t.json:1");
    check(&files.replace("TASK", "m"), "m > /modules/m/tasks/init.rb:1");
    check(&files.replace("TASK", "m::none"), "nothing");
}

#[test]
fn a_resource_is_meant_by_what_names_it() {
    let class = "#- /m/metadata.json\n{\"name\": \"a-m\"}\n#- /m/manifests/init.pp\nclass m {\n  file { 'x': path => '/tmp/by-path' }\n  \
                 user { 'y': name => 'z', alias => 'w' }\n  notify { 'n': require => REFERENCE }\n}\n";
    check(&class.replace("REFERENCE", "File['/tmp/by$0-path']"), "/tmp/by-path > /m/manifests/init.pp:2 x");
    check(&class.replace("REFERENCE", "User['z$0']"), "z > /m/manifests/init.pp:3 y");
    check(&class.replace("REFERENCE", "User['w$0']"), "w > /m/manifests/init.pp:3 y");
    check(&class.replace("REFERENCE", "File['/tmp/other$0']"), "nothing");
}

#[test]
fn a_resource_type_is_carried_out_by_its_ruby() {
    let files = "#- /modules/a/manifests/init.pp\nclass a { lamp$0 { 'x': } }\n#- /modules/a/lib/puppet/type/lamp.rb\nPuppet::Type.newtype(:lamp) do\nend\n\
                 #- /modules/a/lib/puppet/provider/lamp/bulb.rb\n#- /modules/b/manifests/init.pp\nclass b { }\n\
                 #- /modules/b/lib/puppet/provider/lamp/led.rb\n";
    check_with(
        goto_implementation,
        files,
        "lamp > /modules/a/lib/puppet/type/lamp.rb:1, /modules/a/lib/puppet/provider/lamp/bulb.rb:1, \
         /modules/b/lib/puppet/provider/lamp/led.rb:1",
    );
}

#[test]
fn ruby_is_read_for_its_declarations() {
    let files = "#- /modules/a/manifests/init.pp\nclass a { TEXT }\n#- /modules/a/lib/puppet/type/lamp.rb\n# A lamp.\nPuppet::Type.newtype(:lamp) do\n  \
                 newparam(:name) do\n  end\n  newproperty(:colour)\nend\n#- /modules/a/lib/puppet/functions/a/f.rb\n\n\
                 Puppet::Functions.create_function(:'a::f') do\nend\n";
    for (text, expected) in [
        ("la$0mp { 'x': }", "lamp > /modules/a/lib/puppet/type/lamp.rb:2 lamp"),
        ("lamp { 'x': col$0our => 'red' }", "colour > /modules/a/lib/puppet/type/lamp.rb:5 colour"),
        ("a::f$0()", "a::f > /modules/a/lib/puppet/functions/a/f.rb:2 a::f"),
    ] {
        check(&files.replace("TEXT", text), expected);
    }
}
