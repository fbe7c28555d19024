//! Findings of a file in which several parts of this crate take part.

mod absent_data;
mod branches;
mod given_on;
mod lax;
mod layouts;
mod libraries;
mod many_options;
mod several;

use expect_test::expect;

use crate::neighbours::tests::check;

#[test]
fn a_template_is_judged_where_it_is_called() {
    check(
        "unknown-variable",
        r#"
#- /e/environment.conf
#- /e/modules/m/manifests/init.pp
class m(String $given) {
  $own = 1
  notify { 'a': message => epp('m/a.epp', { 'x' => $given }) }
}
#- /e/modules/m/manifests/other.pp
class m::other {
  notify { 'b': message => epp("${module_name}/b") }
}
#- /e/modules/m/templates/a.epp
<%- | String $x | -%>
<%= $x %> <%= $own %>
#- /e/modules/m/templates/b.epp
<%= epp('m/inner.epp') %>
#- /e/modules/m/templates/inner.epp
<%= $nope %>
#- /e/modules/m/templates/unused.epp
<%= $nope %>
"#,
        expect![[r#"
            Error: Unknown variable: 'own'.
              /e/modules/m/templates/a.epp:2 <%= $x %> <%= $own %>
                                                           ^^^^
              help: The class 'm' has one: `$m::own`
              fix: Change to `m::own`
                + <%= $x %> <%= $m::own %>
            Error: Unknown variable: 'nope'.
              /e/modules/m/templates/inner.epp:1 <%= $nope %>
                                                     ^^^^^
        "#]],
    );
}

#[test]
fn a_file_of_the_manifest_folder_without_nodes_is_there_for_those_of_all_files() {
    check(
        "missing-dependency",
        r#"
#- /s/environment.conf
#- /s/manifests/common.pp
file { '/etc/app.conf': require => Package['app'] }
#- /s/manifests/site.pp
node default { package { 'app': } }
node 'web1' { package { 'app': } }
node 'db1' { package { 'base': } }
#- /s/modules/m/manifests/init.pp
class m { }
"#,
        expect![[r#"
            Error: Could not find resource 'Package[app]' in parameter 'require'
              /s/manifests/common.pp:1 file { '/etc/app.conf': require => Package['app'] }
                                                                          ^^^^^^^^^^^^^^
              /s/manifests/site.pp:3 node 'db1' { package { 'base': } }
                                     ---------- on this node
        "#]],
    );
}

/// Puppet reads the `init.pp` of a module first, and ends there. While somebody types in it, the other files have their findings.
#[test]
fn a_syntax_error_in_the_init_of_a_module_hides_nothing_in_its_other_files() {
    check(
        "unknown-attribute",
        r#"
#- /s/modules/m/manifests/init.pp
class m { file { '/etc/motd' ensure => file } }
#- /s/modules/m/manifests/other.pp
class m::other { notify { 'a': nosuch => 1 } }
"#,
        expect![[r#"
            Error: no parameter named 'nosuch' on Notify[a]
              /s/modules/m/manifests/other.pp:1 class m::other { notify { 'a': nosuch => 1 } }
                                                                               ^^^^^^
        "#]],
    );
}

#[test]
fn a_class_of_a_main_manifest_is_of_no_module_that_is_not_there() {
    let fixture = r#"
#- /s/environment.conf
#- /s/manifests/site.pp
class vv { $one = 1 }
node default {
  include vv
  notify { 'a': message => "${vv::one} ${vv::gone} ${absent::one}" }
}
#- /s/modules/m/manifests/init.pp
class m { }
"#;
    check(
        "unknown-variable",
        fixture,
        expect![[r#"
            Error: Unknown variable: 'vv::gone'.
              /s/manifests/site.pp:4   notify { 'a': message => "${vv::one} ${vv::gone} ${absent::one}" }
                                                                              ^^^^^^^^
              help: There is `$vv::one`
              fix: Change to `vv::one`
                + notify { 'a': message => "${vv::one} ${vv::one} ${absent::one}" }
        "#]],
    );
}

#[test]
fn a_fact_that_there_is_not_is_told_once() {
    let fixture = r#"
#- /site.pp
notify { 'a': message => $facts['ops']['family'] }
notify { 'b': message => "${facts['kernal']}" }
"#;
    check("evaluation-error", fixture, expect![""]);
    check(
        "unknown-fact",
        fixture,
        expect![[r#"
            Warning: No system and no module has a fact `ops`: its value is `undef`
              /site.pp:1 notify { 'a': message => $facts['ops']['family'] }
                                                          ^^^
              help: There is `os`
              fix: Change to `os`
                + notify { 'a': message => $facts['os']['family'] }
            Warning: No system and no module has a fact `kernal`: its value is `undef`
              /site.pp:2 notify { 'b': message => "${facts['kernal']}" }
                                                            ^^^^^^
              help: There is `kernel`
              fix: Change to `kernel`
                + notify { 'b': message => "${facts['kernel']}" }
        "#]],
    );
}

#[test]
fn a_reference_in_small_letters_is_an_error_where_puppet_refuses_it() {
    check(
        "lowercase-reference",
        r#"
#- /site.pp
notify { 'a': require => file['/a'] }
if $facts['nope'] { notify { 'b': require => file['/b'] } }
"#,
        expect![[r#"
            Warning: `file` is a string here: a resource reference begins with a capital letter, as in `File[…]`
              /site.pp:2 if $facts['nope'] { notify { 'b': require => file['/b'] } }
                                                                      ^^^^
              fix: Change to `File`
                + if $facts['nope'] { notify { 'b': require => File['/b'] } }
            Error: A substring operation does not accept a String as a character index. Expected an Integer
              /site.pp:1 notify { 'a': require => file['/a'] }
                                                  ^^^^
              help: `file` is a string here: a resource reference begins with a capital letter, as in `File[…]`
              fix: Change to `File`
                + notify { 'a': require => File['/a'] }
        "#]],
    );
}

#[test]
fn what_is_nearly_a_name_that_is_there_is_told_though_a_module_is_missing() {
    check(
        "unknown-function",
        r#"
#- /e/environment.conf
#- /e/modules/m/manifests/init.pp
class m {
  include gone
  $x = sprintff('%s', 'a')
  $y = of_another_module('a')
}
"#,
        expect![[r#"
            Warning: Unknown function: 'sprintff'.
              /e/modules/m/manifests/init.pp:3   $x = sprintff('%s', 'a')
                                                      ^^^^^^^^
              help: There is a function 'sprintf'
              fix: Change to `sprintf`
                + $x = sprintf('%s', 'a')
        "#]],
    );
}

#[test]
fn what_is_written_is_judged_behind_an_error_too() {
    check(
        "invalid-attribute-value",
        r#"
#- /e/environment.conf
#- /e/modules/m/manifests/init.pp
class m {
  include m::nope
  File { mode => m::nope() }
  Exec { path => m::nope() }
  $dir = $m::nope::dir
  file { '/a': mode => 'rwx' }
  file { '/b': mode => "${m::nope::mode}", owner => "${dir}" }
  file { "${dir}/c": ensure => $dir }
  file { '/d': path => "${dir}" }
  exec { 'ls': }
  service { 's': ensure => 'up' }
}
"#,
        expect![[r#"
            Error: Parameter mode failed on File[/a]: The file mode specification is invalid: "rwx"
              /e/modules/m/manifests/init.pp:6   file { '/a': mode => 'rwx' }
                                                                      ^^^^^
            Error: Parameter ensure failed on Service[s]: Invalid value "up". Valid values are stopped, running.
              /e/modules/m/manifests/init.pp:11   service { 's': ensure => 'up' }
                                                                           ^^^^
        "#]],
    );
    check(
        "dependency-cycle",
        r#"
#- /e/environment.conf
#- /e/modules/m/manifests/init.pp
class m {
  include m::nope
  notify { 'a': require => Notify['b'] }
  notify { 'b': require => Notify['a'] }
  notify { 'c': require => [Notify['d'], Notify['elsewhere']] }
  if $facts['nope'] {
    notify { 'd': require => Notify['c'] }
  }
}
"#,
        expect![[r#"
            Error: Found 1 dependency cycle: Notify[a] => Notify[b] => Notify[a]
              /e/modules/m/manifests/init.pp:4   notify { 'b': require => Notify['a'] }
                                                               ^^^^^^^^^^^^^^^^^^^^^^
              help: Remove one of these relationships: each resource must come before the next
              /e/modules/m/manifests/init.pp:4   notify { 'b': require => Notify['a'] }
                                                               ---------------------- Notify[b] requires Notify[a]
              /e/modules/m/manifests/init.pp:3   notify { 'a': require => Notify['b'] }
                                                               ---------------------- Notify[a] requires Notify[b]
              fix: Remove `require` between Notify[a] and Notify[b]
                + notify { 'b': }
              fix: Remove `require` between Notify[b] and Notify[a]
                + notify { 'a': }
        "#]],
    );
    check(
        "missing-dependency",
        r#"
#- /e/environment.conf
#- /e/modules/m/manifests/init.pp
class m {
  include m::nope
  notify { 'c': require => Notify['elsewhere'] }
}
"#,
        expect![[""]],
    );
}

#[test]
fn defaults_of_a_type_of_an_absent_module_are_fine() {
    let site = "\n#- /e/environment.conf\n#- /e/manifests/site.pp\nGone::Thing { a => 1 }\n";
    check("evaluation-error", site, expect![""]);
    check("unknown-type", site, expect![""]);
}

#[test]
fn each_type_of_a_header_that_is_nowhere_is_told() {
    check(
        "unknown-type",
        r#"
#- /e/environment.conf
#- /e/manifests/site.pp
class web (Sting $title_of_it, Variant[Intger, Gone] $port = 1) { notify { 'a': } }
function f(Gone2 $x, Gone3 *$y) >> Gone4 { $x.each |Gone5 $z| { $z } }
class { 'web': title_of_it => f(1, 2) }
f(2)
"#,
        expect![[r#"
            Error: Resource type not found: Sting
              /e/manifests/site.pp:1 class web (Sting $title_of_it, Variant[Intger, Gone] $port = 1) { notify { 'a': } }
                                                ^^^^^
              help: There is a type 'String'
              fix: Change to `String`
                + class web (String $title_of_it, Variant[Intger, Gone] $port = 1) { notify { 'a': } }
            Error: Resource type not found: Intger
              /e/manifests/site.pp:1 class web (Sting $title_of_it, Variant[Intger, Gone] $port = 1) { notify { 'a': } }
                                                                            ^^^^^^
              help: There is a type 'Integer'
              fix: Change to `Integer`
                + class web (Sting $title_of_it, Variant[Integer, Gone] $port = 1) { notify { 'a': } }
            Error: Resource type not found: Gone
              /e/manifests/site.pp:1 class web (Sting $title_of_it, Variant[Intger, Gone] $port = 1) { notify { 'a': } }
                                                                                    ^^^^
            Error: Resource type not found: Gone2
              /e/manifests/site.pp:2 function f(Gone2 $x, Gone3 *$y) >> Gone4 { $x.each |Gone5 $z| { $z } }
                                                ^^^^^
            Error: Resource type not found: Gone3
              /e/manifests/site.pp:2 function f(Gone2 $x, Gone3 *$y) >> Gone4 { $x.each |Gone5 $z| { $z } }
                                                          ^^^^^
            Error: Resource type not found: Gone4
              /e/manifests/site.pp:2 function f(Gone2 $x, Gone3 *$y) >> Gone4 { $x.each |Gone5 $z| { $z } }
                                                                        ^^^^^
            Error: Resource type not found: Gone5
              /e/manifests/site.pp:2 function f(Gone2 $x, Gone3 *$y) >> Gone4 { $x.each |Gone5 $z| { $z } }
                                                                                         ^^^^^
        "#]],
    );
}

#[test]
fn what_bolt_brings_along_is_known() {
    let plan = r#"
#- /e/environment.conf
#- /e/modules/m/plans/go.pp
plan m::go(TargetSpec $targets, Optional[Target] $other = undef) {
  $r = run_command('ls', $targets).ok_set
  catch_errors() || { out::message($r.value) }
  return run_task('m::x', $r)
}
"#;
    for code in ["unknown-type", "unknown-function", "absent-module"] {
        check(code, plan, expect![""]);
    }
    check(
        "unknown-function",
        &plan.replace("run_command", "run_comand"),
        expect![[r#"
            Warning: Unknown function: 'run_comand'.
              /e/modules/m/plans/go.pp:2   $r = run_comand('ls', $targets).ok_set
                                                ^^^^^^^^^^
              help: There is a function 'run_command'
              fix: Change to `run_command`
                + $r = run_command('ls', $targets).ok_set
        "#]],
    );
}

#[test]
fn what_only_bolt_may_know_is_told_once_and_is_no_error() {
    let plan = r#"
#- /e/environment.conf
#- /e/modules/m/plans/go.pp
plan m::go(Gone $targets, Optional[Target] $other = undef) {
  $r = foo($targets)
  return gone_too('m::x', $r)
}
"#;
    check("unknown-type", plan, expect![[""]]);
    check("unknown-function", plan, expect![[""]]);
    check(
        "absent-module",
        &plan.replace("Gone ", ""),
        expect![[r#"
        Hint: Nothing is known of what only Bolt may bring along: `foo`, `gone_too`
          /e/modules/m/plans/go.pp:2   $r = foo($targets)
                                            ^^^
    "#]],
    );
    check(
        "absent-module",
        plan,
        expect![[r#"
            Hint: Nothing is known of what only Bolt may bring along: `Gone`, `foo`, `gone_too`
              /e/modules/m/plans/go.pp:1 plan m::go(Gone $targets, Optional[Target] $other = undef) {
                                                    ^^^^
        "#]],
    );
}

#[test]
fn what_stands_behind_a_dot_in_a_plan_is_told_unless_it_may_be_a_member() {
    let plan = |parameters: &str, code: &str| {
        format!("\n#- /e/environment.conf\n#- /e/modules/m/plans/go.pp\nplan m::go({parameters}) {{\n  {code}\n}}\n")
    };
    check(
        "unknown-function",
        &plan("$r, String $text", "$r.eech |$x| { out::message($x) }\n  $text.upcse"),
        expect![[r#"
            Warning: Unknown function: 'eech'.
              /e/modules/m/plans/go.pp:2   $r.eech |$x| { out::message($x) }
                                              ^^^^
              help: There is a function 'each'
              fix: Change to `each`
                + $r.each |$x| { out::message($x) }
            Warning: Unknown function: 'upcse'.
              /e/modules/m/plans/go.pp:3   $text.upcse
                                                 ^^^^^
              help: There is a function 'upcase'
              fix: Change to `upcase`
                + $text.upcase
        "#]],
    );
    check(
        "absent-module",
        &plan("$r, String $text", "$r.nosuch\n  $text.stdout\n  'a'.foo($r)"),
        expect![[r#"
        Hint: Nothing is known of what only Bolt may bring along: `nosuch`, `stdout`, `foo`
          /e/modules/m/plans/go.pp:2   $r.nosuch
                                          ^^^^^^
    "#]],
    );
    // What a result, a target or another object may have.
    let members = "$r.target.vars.each |$x| { $x.ok }\n  $r.uri\n  $e.gone\n  Target.new('uri' => 'a').safe_name.upcase";
    for code in ["unknown-function", "absent-module"] {
        check(code, &plan("$r, Optional[Error] $f, Error $e", &format!("{members}\n  $f.issue_code")), expect![[""]]);
    }
}

#[test]
fn a_plan_is_one_by_its_place_alone() {
    let plan = "\n#- /src/modules/m/plans/go.pp\nplan m::go(TargetSpec $targets) {\n  apply($targets) {\n    include m\n  }\n}\n";
    check("syntax-error", plan, expect![[""]]);
    // Its neighbours are known, and what they lack.
    let neighbours = "#- /src/modules/m/manifests/init.pp\nclass m { include other include other::nope }\n\
                      #- /src/modules/other/manifests/init.pp\nclass other { }\n";
    check(
        "unknown-class",
        &format!("\n{neighbours}"),
        expect![[r#"
        Error: Could not find class ::other::nope for node.example.com
          /src/modules/m/manifests/init.pp:1 class m { include other include other::nope }
                                                                             ^^^^^^^^^^^
          help: The module 'other' has no manifests/nope.pp
    "#]],
    );
}

#[test]
fn what_is_missing_behind_an_error_is_told_unless_that_would_give_it() {
    let site = |error: &str| format!("\n#- /e/environment.conf\n#- /e/manifests/site.pp\n{error}\nexec {{ 'ls': }}\nfile {{ 'a': }}\n");
    check(
        "invalid-attribute-value",
        &site("nope()"),
        expect![[r#"
        Error: Validation of Exec[ls] failed: 'ls' is not qualified and no path was specified. Please qualify the command or specify a path.
          /e/manifests/site.pp:2 exec { 'ls': }
                                 ^^^^^^^^^^^
        Error: Parameter path failed on File[a]: File paths must be fully qualified, not 'a'
          /e/manifests/site.pp:3 file { 'a': }
                                 ^^^^^^^^^^
    "#]],
    );
    // Where nothing is wrong, the path is given.
    for giving in ["if nope() { Exec { path => '/bin' } }", "nope() ? { true => Exec['ls'] { path => '/bin' } }"] {
        check("invalid-attribute-value", &site(giving), expect![[""]]);
    }
}

#[test]
fn what_holds_in_one_arm_of_an_unknown_condition_is_no_error() {
    let class = |first: &str, second: &str| {
        format!(
            "\n#- /m/metadata.json\n{{\"name\": \"a-m\"}}\n#- /m/manifests/init.pp\nclass m(Boolean $x) {{\n  \
             if $x {{\n    file {{ '/a': {first} }}\n  }} else {{\n    file {{ '/a': {second} }}\n  }}\n}}\n"
        )
    };
    let (wrong, right) = ("mode => 'rwx'", "mode => '0644'");
    check("invalid-attribute-value", &class(wrong, right), expect![[""]]);
    check("invalid-attribute-value", &class(right, wrong), expect![[""]]);
    // Each arm has its own order.
    let circle = "before => Notify['n'], require => Notify['n']";
    check("dependency-cycle", &class(circle, right).replace("  if", "  notify { 'n': }\n  if"), expect![[""]]);
}

#[test]
fn what_is_wrong_on_one_node_alone_is_told_with_the_node() {
    let site = |nodes: &str| {
        format!(
            "\n#- /e/environment.conf\n#- /e/manifests/site.pp\n{nodes}\n#- /e/modules/x/manifests/init.pp\nclass x {{\n  file {{ '/s': }}\n}}\n\
             #- /e/modules/y/manifests/init.pp\nclass y (Integer $port = 1) {{\n  file {{ '/s': }}\n  if $port == 2 {{ file {{ 's': }} }}\n}}\n"
        )
    };
    check(
        "duplicate-resource",
        &site("node 'a' { include y }\nnode 'b' { include x include y }\nnode 'c' { include y }"),
        expect![[r#"
            Error: Duplicate declaration: File[/s] is already declared at (file: /e/modules/x/manifests/init.pp, line: 2); cannot redeclare
              /e/modules/y/manifests/init.pp:2   file { '/s': }
                                                 ^^^^^^^^^^^
              /e/modules/x/manifests/init.pp:2   file { '/s': }
                                                 ----------- it is declared here already
              /e/manifests/site.pp:2 node 'b' { include x include y }
                                     -------- on this node
        "#]],
    );
    // Nodes that say the same are one, whatever they are called.
    check(
        "duplicate-resource",
        &site("node 'a' { include x include y }\nnode 'b', /^c/ { include x include y }"),
        expect![[r#"
        Error: Duplicate declaration: File[/s] is already declared at (file: /e/modules/x/manifests/init.pp, line: 2); cannot redeclare
          /e/modules/y/manifests/init.pp:2   file { '/s': }
                                             ^^^^^^^^^^^
          /e/modules/x/manifests/init.pp:2   file { '/s': }
                                             ----------- it is declared here already
    "#]],
    );
    check(
        "invalid-attribute-value",
        &site("node 'a' { include y }\nnode /^b\\d+$/ { class { 'y': port => 2 } }"),
        expect![[r#"
        Error: Parameter path failed on File[s]: File paths must be fully qualified, not 's'
          /e/modules/y/manifests/init.pp:3   if $port == 2 { file { 's': } }
                                                             ^^^^^^^^^^
          /e/manifests/site.pp:2 node /^b\d+$/ { class { 'y': port => 2 } }
                                 ------------- on this node
    "#]],
    );
}

#[test]
fn a_key_that_no_data_of_a_site_have_is_missing() {
    check(
        "missing-data",
        r#"
#- /e/environment.conf
#- /e/hiera.yaml
version: 5
hierarchy: [{ name: all, path: common.yaml }]
#- /e/data/common.yaml
there: 1
#- /e/manifests/site.pp
notice(lookup('there'), lookup('gone'), lookup('gone', Integer, 'first', 1))
"#,
        expect![[r#"
            Error: Function lookup() did not find a value for the name 'gone'
              /e/manifests/site.pp:1 notice(lookup('there'), lookup('gone'), lookup('gone', Integer, 'first', 1))
                                                             ^^^^^^^^^^^^^^
        "#]],
    );
    check(
        "missing-data",
        r#"
#- /e/environment.conf
#- /e/hiera.yaml
version: 5
hierarchy: [{ name: secrets, path: 'secrets/%{trusted.certname}.yaml' }]
#- /e/manifests/site.pp
notice(lookup('gone'))
"#,
        expect![[r#"
            Warning: Function lookup() did not find a value for the name 'gone'
              /e/manifests/site.pp:1 notice(lookup('gone'))
                                            ^^^^^^^^^^^^^^
              help: The level 'secrets' may have it: nothing of `secrets/%{trusted.certname}.yaml` can be read here
        "#]],
    );
    // Data of a site may bind what those of a module do not.
    let module = r#"
#- /m/web/metadata.json
{ "name": "me-web" }
#- /m/web/hiera.yaml
version: 5
hierarchy: [{ name: all, path: common.yaml }]
#- /m/web/data/common.yaml
web::there: 1
#- /m/web/manifests/init.pp
class web {
  notice(lookup('web::gone'))
}
"#;
    check("missing-data", module, expect![[""]]);
}

#[test]
fn a_template_that_cannot_be_read_is_one_mistake() {
    check(
        "evaluation-failed",
        r#"
#- /m/web/metadata.json
{ "name": "me-web" }
#- /m/web/manifests/init.pp
class web {
  notice(epp('web/broken.epp'))
  notice(epp('web/broken.epp', { 'a' => 1 }))
}
#- /m/web/templates/broken.epp
<% if true { %>
"#,
        expect![[r#"
            Error: epp(): Invalid EPP: Syntax error at end of input (file: /m/web/templates/broken.epp)
              /m/web/manifests/init.pp:2   notice(epp('web/broken.epp'))
                                                  ^^^^^^^^^^^^^^^^^^^^^
              /m/web/manifests/init.pp:3   notice(epp('web/broken.epp', { 'a' => 1 }))
                                                  ----------------------------------- it is called here, too
        "#]],
    );
}

/// A site does not list its machines. A finding of a selector contains the value of each system, and is one mistake.
#[test]
fn a_selector_that_knows_one_of_the_guessed_systems_is_no_mistake() {
    check(
        "unmatched-selector",
        r#"
#- /e/environment.conf
#- /e/manifests/site.pp
node a { include m }
#- /e/modules/m/manifests/init.pp
class m {
  notify { $facts['os']['name'] ? { 'Archlinux' => 'rolling' }: }
}
"#,
        expect![[""]],
    );
}

/// Where a program says which classes a node has, the main manifest leads nowhere, and roles are where classes begin.
#[test]
fn a_class_of_a_site_is_judged_from_what_declares_it_there() {
    let site = |profile: &str| {
        format!(
            "\n#- /e/environment.conf\n#- /e/hiera.yaml\nversion: 5\n#- /e/data/common.yaml\nx: 1\n\
             #- /e/manifests/site.pp\nnode default {{ }}\n\
             #- /e/modules/role/manifests/store.pp\nclass role::store {{ include profile::nfs }}\n\
             #- /e/modules/profile/manifests/nfs.pp\nclass profile::nfs {{ {profile} }}\n\
             #- /e/modules/nfs/manifests/init.pp\nclass nfs(Integer $port = undef) {{ }}\n\
             #- /e/modules/nfs/manifests/inner.pp\nclass nfs::inner(Integer $port = undef) {{ }}\n"
        )
    };
    let declared = site("class { 'nfs': port => 1 }\nclass { 'nfs::inner': port => 2 }");
    check("type-mismatch", &declared, expect![[""]]);
    check(
        "type-mismatch",
        &site("include nfs"),
        expect![[r#"
        Error: Class[Nfs]: parameter 'port' expects an Integer value, got Undef
          /e/modules/profile/manifests/nfs.pp:1 class profile::nfs { include nfs }
                                                                             ^^^
          /e/modules/nfs/manifests/init.pp:1 class nfs(Integer $port = undef) { }
                                                       --------------------- the parameter declares its type here
        Error: Class[Nfs::Inner]: parameter 'port' expects an Integer value, got Undef
          /e/modules/nfs/manifests/inner.pp:1 class nfs::inner(Integer $port = undef) { }
                                              ^^^^^^^^^^^^^^^^
          /e/modules/nfs/manifests/inner.pp:1 class nfs::inner(Integer $port = undef) { }
                                                               --------------------- the parameter declares its type here
    "#]],
    );
}

/// Errors of the values that a function really receives show where it is called.
#[test]
fn a_function_is_judged_where_it_is_called() {
    check(
        "evaluation-error",
        r#"
#- /m/web/metadata.json
{ "name": "me-web" }
#- /m/web/manifests/init.pp
class web {
  notify { "a${web::next('b')}": }
}
#- /m/web/manifests/site.pp
define web::site($port) {
  notify { "b${web::next($port)}": }
}
#- /m/web/functions/next.pp
function web::next($number) {
  $number + 1
}
"#,
        expect![[r#"
            Error: The value 'b' cannot be converted to Numeric.
              /m/web/functions/next.pp:2   $number + 1
                                           ^^^^^^^
              /m/web/manifests/init.pp:2   notify { "a${web::next('b')}": }
                                                        -------------- it is called here
        "#]],
    );
    // In a site others call it, too.
    check(
        "evaluation-error",
        r#"
#- /e/environment.conf
#- /e/manifests/site.pp
node default { }
#- /e/modules/profile/manifests/a.pp
class profile::a {
  notify { "a${lib::next('b')}": }
}
#- /e/modules/lib/functions/next.pp
function lib::next($number) {
  $number + 1
}
"#,
        expect![[r#"
            Error: The value 'b' cannot be converted to Numeric.
              /e/modules/lib/functions/next.pp:2   $number + 1
                                                   ^^^^^^^
              /e/modules/profile/manifests/a.pp:2   notify { "a${lib::next('b')}": }
                                                                 -------------- it is called here
        "#]],
    );
}
