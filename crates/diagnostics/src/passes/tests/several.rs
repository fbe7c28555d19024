//! Several mistakes at once: one does not hide the others.

use expect_test::expect;

use crate::neighbours::tests::check;

#[test]
fn each_variable_of_a_statement() {
    check(
        "unknown-variable",
        r#"
#- /e/environment.conf
#- /e/modules/m/manifests/init.pp
class m {
  $all = [$gone, "${lost}", $gone]
  notify { $all: message => "${away}" }
  if $first == $second { notify { 'a': } }
}
"#,
        expect![[r#"
            Error: Unknown variable: 'gone'.
              /e/modules/m/manifests/init.pp:2   $all = [$gone, "${lost}", $gone]
                                                         ^^^^^
            Error: Unknown variable: 'lost'.
              /e/modules/m/manifests/init.pp:2   $all = [$gone, "${lost}", $gone]
                                                                   ^^^^
            Error: Unknown variable: 'gone'.
              /e/modules/m/manifests/init.pp:2   $all = [$gone, "${lost}", $gone]
                                                                           ^^^^^
            Error: Unknown variable: 'away'.
              /e/modules/m/manifests/init.pp:3   notify { $all: message => "${away}" }
                                                                              ^^^^
            Error: Unknown variable: 'first'.
              /e/modules/m/manifests/init.pp:4   if $first == $second { notify { 'a': } }
                                                    ^^^^^^
            Error: Unknown variable: 'second'.
              /e/modules/m/manifests/init.pp:4   if $first == $second { notify { 'a': } }
                                                              ^^^^^^^
        "#]],
    );
}

#[test]
fn each_function_of_a_statement() {
    check(
        "unknown-function",
        r#"
#- /e/environment.conf
#- /e/modules/m/manifests/init.pp
class m {
  $all = [nope(1), none(nope(2))]
}
"#,
        expect![[r#"
            Error: Unknown function: 'nope'.
              /e/modules/m/manifests/init.pp:2   $all = [nope(1), none(nope(2))]
                                                         ^^^^
            Error: Unknown function: 'nope'.
              /e/modules/m/manifests/init.pp:2   $all = [nope(1), none(nope(2))]
                                                                       ^^^^
            Error: Unknown function: 'none'.
              /e/modules/m/manifests/init.pp:2   $all = [nope(1), none(nope(2))]
                                                                  ^^^^
        "#]],
    );
}

#[test]
fn each_attribute_of_a_resource() {
    check(
        "unknown-attribute",
        r#"
#- /e/environment.conf
#- /e/modules/m/manifests/init.pp
class m {
  file { '/a':
    mod   => '0644',
    owner => $gone,
    grup  => 'root',
  }
}
"#,
        expect![[r#"
            Error: no parameter named 'mod' on File[/a]
              /e/modules/m/manifests/init.pp:3     mod   => '0644',
                                                   ^^^
              help: File has an attribute 'mode'
              fix: Change to `mode`
                + mode   => '0644',
            Error: no parameter named 'grup' on File[/a]
              /e/modules/m/manifests/init.pp:5     grup  => 'root',
                                                   ^^^^
              help: File has an attribute 'group'
              fix: Change to `group`
                + group  => 'root',
        "#]],
    );
}

#[test]
fn what_stands_behind_wrong_parameters() {
    check(
        "unknown-attribute",
        r#"
#- /e/environment.conf
#- /e/modules/m/manifests/init.pp
class m(Integer $port = 'http', Integer $other = 1) {
  m::d { 'x': port => $port, text => 1 }
  if $other == 1 { file { '/a': mod => $port } }
}
#- /e/modules/m/manifests/d.pp
define m::d(Integer $port, String $text) {
  file { "/${title}/${port}": ensur => $text }
}
"#,
        expect![[r#"
            Error: no parameter named 'mod' on File[/a]
              /e/modules/m/manifests/init.pp:3   if $other == 1 { file { '/a': mod => $port } }
                                                                               ^^^
              help: File has an attribute 'mode'
              fix: Change to `mode`
                + if $other == 1 { file { '/a': mode => $port } }
            Error: no parameter named 'ensur' on File[/${title}/${port}]
              /e/modules/m/manifests/d.pp:2   file { "/${title}/${port}": ensur => $text }
                                                                          ^^^^^
              help: File has an attribute 'ensure'
              fix: Change to `ensure`
                + file { "/${title}/${port}": ensure => $text }
        "#]],
    );
}

#[test]
fn a_title_that_is_not_known_twice() {
    check(
        "duplicate-resource",
        r#"
#- /e/environment.conf
#- /e/modules/m/manifests/d.pp
define m::d($any, Array[String[1]] $list, Boolean $yes) {
  file { "/etc/${name}": ensure => file }
  file { "/etc/${name}": ensure => file }
  file { "/etc/${title}": ensure => file }
  notify { $any: }
  notify { $any: }
  if $yes { group { $name: } } else { group { $name: } }
  user { $list: }
  user { $list: }
  $list.each |$it| { exec { "/bin/${it}": } }
  $list.each |$it| { exec { "/bin/${it}": } }
  [1, 2].each |$it| { cron { "${name}${it}": } }
}
"#,
        expect![[r#"
            Error: Duplicate declaration: File[/etc/${name}] is already declared at (file: /e/modules/m/manifests/d.pp, line: 2); cannot redeclare
              /e/modules/m/manifests/d.pp:3   file { "/etc/${name}": ensure => file }
                                              ^^^^^^^^^^^^^^^^^^^^^
              /e/modules/m/manifests/d.pp:2   file { "/etc/${name}": ensure => file }
                                              --------------------- it is declared here already
            Error: Duplicate declaration: File[/etc/${name}] is already declared at (file: /e/modules/m/manifests/d.pp, line: 2); cannot redeclare
              /e/modules/m/manifests/d.pp:4   file { "/etc/${title}": ensure => file }
                                              ^^^^^^^^^^^^^^^^^^^^^^
              /e/modules/m/manifests/d.pp:2   file { "/etc/${name}": ensure => file }
                                              --------------------- it is declared here already
        "#]],
    );
}

#[test]
fn definitions_that_nothing_declares_in_manifests_of_no_module() {
    check(
        "unknown-attribute",
        r#"
#- /e/environment.conf
#- /e/manifests/site.pp
$top = 'a'
File { mode => '0644' }
class never { file { "/${top}": mod => 1 } }
class there { file { '/there': mod => 2 } }
define never_used($x) { file { $x: mod => 3 } }
node a { include there }
#- /e/stray.pp
$top = 'a'
class never { file { "/${top}": mod => 4 } }
function never_called($x) { $x }
class there { file { '/there': mod => 5 } }
define used($x) { file { $x: mod => 6 } }
include there
used { 'u': x => '/u' }
"#,
        expect![[r#"
            Error: no parameter named 'mod' on File[/${top}]
              /e/manifests/site.pp:3 class never { file { "/${top}": mod => 1 } }
                                                                     ^^^
              help: File has an attribute 'mode'
              fix: Change to `mode`
                + class never { file { "/${top}": mode => 1 } }
            Warning: no parameter named 'mod' on File[$x]
              /e/manifests/site.pp:5 define never_used($x) { file { $x: mod => 3 } }
                                                                        ^^^
              help: File has an attribute 'mode'
              fix: Change to `mode`
                + define never_used($x) { file { $x: mode => 3 } }
            Error: no parameter named 'mod' on File[/there]
              /e/manifests/site.pp:4 class there { file { '/there': mod => 2 } }
                                                                    ^^^
              help: File has an attribute 'mode'
              fix: Change to `mode`
                + class there { file { '/there': mode => 2 } }
            Error: no parameter named 'mod' on File[/there]
              /e/stray.pp:4 class there { file { '/there': mod => 5 } }
                                                           ^^^
              help: File has an attribute 'mode'
              fix: Change to `mode`
                + class there { file { '/there': mode => 5 } }
            Error: no parameter named 'mod' on File[/u]
              /e/stray.pp:5 define used($x) { file { $x: mod => 6 } }
                                                         ^^^
              help: File has an attribute 'mode'
              fix: Change to `mode`
                + define used($x) { file { $x: mode => 6 } }
            Error: no parameter named 'mod' on File[/${top}]
              /e/stray.pp:2 class never { file { "/${top}": mod => 4 } }
                                                            ^^^
              help: File has an attribute 'mode'
              fix: Change to `mode`
                + class never { file { "/${top}": mode => 4 } }
        "#]],
    );
}

#[test]
fn each_definition_that_is_there_already() {
    check(
        "duplicate-definition",
        r#"
#- /e/site.pp
class a { }
class b { }
class a { }
define b() { }
function f() { }
class a($x) { }
function f($x) { }
type T = String
type T = Integer
include a
"#,
        expect![[r#"
            Error: Class 'a' is already defined (file: /e/site.pp, line: 1); cannot redefine
              /e/site.pp:3 class a { }
                           ^^^^^^^
              /e/site.pp:1 class a { }
                           ------- it is defined here already
            Error: 'b' is already defined (file: /e/site.pp, line: 2) as a class; cannot redefine as a definition
              /e/site.pp:4 define b() { }
                           ^^^^^^^^
              /e/site.pp:2 class b { }
                           ------- it is defined here already
            Error: Class 'a' is already defined (file: /e/site.pp, line: 1); cannot redefine
              /e/site.pp:6 class a($x) { }
                           ^^^^^^^
              /e/site.pp:1 class a { }
                           ------- it is defined here already
            Error: Attempt to redefine entity 'http://puppet.com/2016.1/runtime/function/f'. Originally set at /e/site.pp?line=5&pos=1.
              /e/site.pp:7 function f($x) { }
                           ^^^^^^^^^^
              /e/site.pp:5 function f() { }
                           ---------- it is defined here already
            Error: Attempt to redefine entity 'http://puppet.com/2016.1/runtime/type/t'. Originally set at /e/site.pp?line=8&pos=6.
              /e/site.pp:9 type T = Integer
                           ^^^^^^^^^^^^^^^^
              /e/site.pp:8 type T = String
                           --------------- it is defined here already
        "#]],
    );
    check(
        "duplicate-definition",
        r#"
#- /m/a/manifests/init.pp
class a { }
class a::b { }
class a::b { }
class a { }
"#,
        expect![[r#"
            Error: Class 'a::b' is already defined (file: /m/a/manifests/init.pp, line: 2); cannot redefine
              /m/a/manifests/init.pp:3 class a::b { }
                                       ^^^^^^^^^^
              /m/a/manifests/init.pp:2 class a::b { }
                                       ---------- it is defined here already
            Error: Class 'a' is already defined (file: /m/a/manifests/init.pp, line: 1); cannot redefine
              /m/a/manifests/init.pp:4 class a { }
                                       ^^^^^^^
              /m/a/manifests/init.pp:1 class a { }
                                       ------- it is defined here already
        "#]],
    );
}

#[test]
fn what_stands_in_a_template() {
    check(
        "unknown-variable",
        r#"
#- /e/environment.conf
#- /e/modules/m/manifests/init.pp
class m {
  notify { epp('m/a.epp', { 'x' => 'http' }): }
  notify { inline_epp('<%= $here %> <%= $gone %>'): message => $lost }
}
#- /e/modules/m/templates/a.epp
<%- | Integer $x | -%>
<%= $nope %> <%= $x + 'a' %> <%= $none %>
"#,
        expect![[r#"
            Error: Unknown variable: 'here'.
              /e/modules/m/manifests/init.pp:3   notify { inline_epp('<%= $here %> <%= $gone %>'): message => $lost }
                                                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            Error: Unknown variable: 'lost'.
              /e/modules/m/manifests/init.pp:3   notify { inline_epp('<%= $here %> <%= $gone %>'): message => $lost }
                                                                                                              ^^^^^
            Error: Unknown variable: 'nope'.
              /e/modules/m/templates/a.epp:2 <%= $nope %> <%= $x + 'a' %> <%= $none %>
                                                 ^^^^^
            Error: Unknown variable: 'none'.
              /e/modules/m/templates/a.epp:2 <%= $nope %> <%= $x + 'a' %> <%= $none %>
                                                                              ^^^^^
        "#]],
    );
}

#[test]
fn what_a_template_is_handed() {
    let files = r#"
#- /e/environment.conf
#- /e/modules/m/manifests/init.pp
class m {
  notify { 'a': message => epp('m/a.epp', { 'x' => 'http' }) }
  notify { 'b': message => epp('m/a.epp', { 'colour' => 'red' }) }
}
#- /e/modules/m/templates/a.epp
<%- | Integer $x, String $color = 'red' | -%>
<%= $x %> <%= $color %>
"#;
    check(
        "type-mismatch",
        files,
        expect![[r#"
        Error: lambda: parameter 'x' expects an Integer value, got String
          /e/modules/m/manifests/init.pp:2   notify { 'a': message => epp('m/a.epp', { 'x' => 'http' }) }
                                                                                              ^^^^^^
          /e/modules/m/templates/a.epp:1 <%- | Integer $x, String $color = 'red' | -%>
                                               ---------- the parameter declares its type here
    "#]],
    );
    check(
        "missing-parameter",
        files,
        expect![[r#"
        Error: lambda: expects a value for parameter 'x'
          /e/modules/m/manifests/init.pp:3   notify { 'b': message => epp('m/a.epp', { 'colour' => 'red' }) }
                                                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          /e/modules/m/templates/a.epp:1 <%- | Integer $x, String $color = 'red' | -%>
                                               ---------- the parameter has no default
    "#]],
    );
    check(
        "unknown-attribute",
        files,
        expect![[r#"
        Error: lambda: has no parameter named 'colour'
          /e/modules/m/manifests/init.pp:3   notify { 'b': message => epp('m/a.epp', { 'colour' => 'red' }) }
                                                                                       ^^^^^^^^
          help: It has a parameter 'color'
          /e/modules/m/templates/a.epp:1 <%- | Integer $x, String $color = 'red' | -%>
                                               --------------------------------- it is defined here
          fix: Change to `color`
            + notify { 'b': message => epp('m/a.epp', { color => 'red' }) }
    "#]],
    );
    check("evaluation-failed", files, expect![[""]]);
}

#[test]
fn what_a_define_tells_alone_and_on_a_node_is_told_once() {
    check(
        "unknown-variable",
        r#"
#- /e/environment.conf
#- /e/modules/m/manifests/d.pp
define m::d() {
  notify { "${titel}": }
}
#- /e/modules/m/manifests/init.pp
class m {
  m::d { 'x': }
}
#- /e/manifests/site.pp
node 'a' { include m }
node 'b' { }
"#,
        expect![[r#"
            Error: Unknown variable: 'titel'.
              /e/modules/m/manifests/d.pp:2   notify { "${titel}": }
                                                          ^^^^^
              help: There is `$title`
              fix: Change to `title`
                + notify { "${title}": }
        "#]],
    );
}

#[test]
fn a_main_manifest_that_puppet_refuses_hides_no_mistakes_of_modules() {
    check(
        "unknown-variable",
        r#"
#- /e/environment.conf
#- /e/modules/m/manifests/init.pp
class m {
  notify { "${titel}": }
}
#- /e/manifests/site.pp
node 'a' { include m }
node 'b' {
"#,
        expect![[r#"
            Error: Unknown variable: 'titel'.
              /e/modules/m/manifests/init.pp:2   notify { "${titel}": }
                                                             ^^^^^
              help: There is `$title`
              fix: Change to `title`
                + notify { "${title}": }
        "#]],
    );
}

#[test]
fn what_a_main_manifest_says_outside_of_nodes_comes_before_a_class_that_a_classifier_names() {
    let site = |manifest: &str| {
        format!(
            r#"
#- /e/environment.conf
#- /e/modules/m/manifests/init.pp
class m {{
  exec {{ 'true': }}
  class {{ 'm::early': stage => 'first' }}
  notify {{ $greeting: }}
}}
#- /e/modules/m/manifests/early.pp
class m::early {{ }}
#- /e/manifests/site.pp
{manifest}
node default {{ }}
"#
        )
    };
    let whole = site("Exec { path => '/bin' }\nstage { 'first': before => Stage['main'] }\n$greeting = 'hello'");
    for code in ["invalid-attribute-value", "illegal-stage", "unknown-variable"] {
        check(code, &whole, expect![""]);
    }
    // Of a text that is being typed it is not known what it does.
    check("invalid-attribute-value", &site("Exec { path =>"), expect![""]);
    check(
        "invalid-attribute-value",
        &site("$greeting = 'hello'"),
        expect![[r#"
            Error: Validation of Exec[true] failed: 'true' is not qualified and no path was specified. Please qualify the command or specify a path.
              /e/modules/m/manifests/init.pp:2   exec { 'true': }
                                                 ^^^^^^^^^^^^^
        "#]],
    );
}

/// Defaults of a broken main manifest are unknown, and so are those of the sites that have modules of other folders.
#[test]
fn a_path_that_is_missing_is_a_hint_without_the_defaults_of_the_site() {
    let broken = r#"
#- /e/environment.conf
#- /e/modules/m/manifests/init.pp
class m {
  exec { 'ls': }
}
#- /e/manifests/site.pp
Exec { path => '/bin' }
node default { include m }
node {
"#;
    check(
        "invalid-attribute-value",
        broken,
        expect![[r#"
            Hint: Validation of Exec[ls] failed: 'ls' is not qualified and no path was specified. Please qualify the command or specify a path.
              /e/modules/m/manifests/init.pp:2   exec { 'ls': }
                                                 ^^^^^^^^^^^
        "#]],
    );
    let elsewhere = r#"
#- /e/environment.conf
#- /e/local/m/manifests/init.pp
class m {
  exec { 'ls': }
}
#- /e/manifests/site.pp
node default { }
"#;
    check(
        "invalid-attribute-value",
        elsewhere,
        expect![[r#"
            Hint: Validation of Exec[ls] failed: 'ls' is not qualified and no path was specified. Please qualify the command or specify a path.
              /e/local/m/manifests/init.pp:2   exec { 'ls': }
                                               ^^^^^^^^^^^
        "#]],
    );
}

#[test]
fn what_goes_wrong_in_a_main_manifest_hides_no_mistakes_of_classes_that_it_does_not_lead_to() {
    check(
        "missing-dependency",
        r#"
#- /e/environment.conf
#- /e/modules/m/manifests/init.pp
class m {
  notify { 'a': require => Notify['gone'] }
}
#- /e/manifests/site.pp
include nosuch
notify { 'b': message => $nowhere }
"#,
        expect![[r#"
            Error: Could not find resource 'Notify[gone]' in parameter 'require'
              /e/modules/m/manifests/init.pp:2   notify { 'a': require => Notify['gone'] }
                                                                          ^^^^^^^^^^^^^^
        "#]],
    );
}

#[test]
fn what_is_wrong_with_a_class_that_the_main_manifest_has_by_a_made_up_name_is_told() {
    check(
        "unknown-function",
        r#"
#- /e/environment.conf
#- /e/modules/m/manifests/init.pp
class m {
  $all = mergex({}, {})
  notify { $all: }
}
#- /e/manifests/site.pp
$which = 'm'
include $which
"#,
        expect![[r#"
            Error: Unknown function: 'mergex'.
              /e/modules/m/manifests/init.pp:2   $all = mergex({}, {})
                                                        ^^^^^^
        "#]],
    );
}

#[test]
fn a_class_that_the_main_manifest_has_by_a_name_that_it_makes_up_is_looked_at_as_it_has_it() {
    check(
        "missing-dependency",
        r#"
#- /e/environment.conf
#- /e/modules/m/manifests/init.pp
class m {
  notify { 'a': require => Class['gone'] }
}
#- /e/modules/n/manifests/init.pp
class n { include "${title[0]}m".regsubst('n', '') }
#- /e/manifests/site.pp
include n
"#,
        expect![[r#"
            Error: Could not find resource 'Class[Gone]' in parameter 'require'
              /e/modules/m/manifests/init.pp:2   notify { 'a': require => Class['gone'] }
                                                                          ^^^^^^^^^^^^^
        "#]],
    );
}

#[test]
fn a_class_that_is_included_is_declared_there() {
    check(
        "duplicate-resource",
        r#"
#- /e/environment.conf
#- /e/modules/m/manifests/init.pp
class m { }
#- /e/modules/n/manifests/init.pp
class n {
  include m
}
#- /e/manifests/site.pp
node 'a' {
  include n
  class { 'm': }
}
"#,
        expect![[r#"
            Error: Duplicate declaration: Class[M] is already declared; cannot redeclare
              /e/manifests/site.pp:3   class { 'm': }
                                       ^^^^^^^^^^^
              /e/modules/n/manifests/init.pp:2   include m
                                                 --------- it is declared here already
        "#]],
    );
}

#[test]
fn what_a_define_declares_twice_names_who_does_it_again() {
    check(
        "duplicate-resource",
        r#"
#- /e/environment.conf
#- /e/modules/m/manifests/d.pp
define m::d() {
  file { '/common': }
}
#- /e/modules/m/manifests/init.pp
class m {
  m::d { 'x': }
  m::d { 'y': }
}
"#,
        expect![[r#"
            Error: Duplicate declaration: File[/common] is already declared at (file: /e/modules/m/manifests/d.pp, line: 2); cannot redeclare
              /e/modules/m/manifests/d.pp:2   file { '/common': }
                                              ^^^^^^^^^^^^^^^^
              /e/modules/m/manifests/init.pp:3   m::d { 'y': }
                                                 ---------- `M::D[y]` is declared here
        "#]],
    );
}

#[test]
fn a_class_that_a_main_manifest_with_mistakes_has_is_judged_there_and_not_in_what_else_leads_to_it() {
    check(
        "unknown-variable",
        r#"
#- /e/environment.conf
#- /e/modules/m/metadata.json
{"name": "a-m"}
#- /e/modules/m/manifests/init.pp
class m {
  notify { 'a': message => $gone }
}
#- /e/modules/n/metadata.json
{"name": "a-n"}
#- /e/modules/n/manifests/init.pp
class n { include "${title[0]}m".regsubst('n', '') }
#- /e/modules/role/manifests/init.pp
class role { include m }
#- /e/manifests/site.pp
include n
"#,
        expect![[r#"
            Error: Unknown variable: 'gone'.
              /e/modules/m/manifests/init.pp:2   notify { 'a': message => $gone }
                                                                          ^^^^^
        "#]],
    );
}

#[test]
fn what_a_function_gives_back_of_a_title_that_failed_is_not_told_as_well() {
    check(
        "type-mismatch",
        r#"
#- /e/environment.conf
#- /e/modules/m/functions/one.pp
function m::one() >> Type[Resource] {
  $one = notify { "${m::gone}-a": }
  $one[0]
}
#- /e/modules/m/manifests/init.pp
class m {
  $here = 1
  m::one()
}
"#,
        expect![""],
    );
}

/// (P) Nothing can declare a class that its module, which is there, does not define, whatever a type of elsewhere does.
#[test]
fn a_class_that_is_missing_beside_a_type_of_elsewhere_is_told() {
    check(
        "missing-dependency",
        r#"
#- /e/environment.conf
#- /e/Puppetfile
mod 'puppetlabs/docker'
mod 'me/tools'
#- /e/modules/m/manifests/init.pp
class m {
  docker::run { ['web', 'api']: require => Class['m::gone'], before => Class['docker'] }
  some_tool { 'x': notify => [Class['m::away'], Notify['unknown']] }
  @docker::run { 'virtual': require => Class['m::nobody'] }
}
#- /e/manifests/site.pp
include m
"#,
        expect![[r#"
            Error: Could not find resource 'Class[M::Gone]' in parameter 'require'
              /e/modules/m/manifests/init.pp:2   docker::run { ['web', 'api']: require => Class['m::gone'], before => Class['docker'] }
                                                                                          ^^^^^^^^^^^^^^^^
            Error: Could not find resource 'Class[M::Away]' in parameter 'notify'
              /e/modules/m/manifests/init.pp:3   some_tool { 'x': notify => [Class['m::away'], Notify['unknown']] }
                                                                             ^^^^^^^^^^^^^^^^
        "#]],
    );
}
