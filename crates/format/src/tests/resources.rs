use expect_test::expect;

use super::{check, check_same};

#[test]
fn attributes_have_lines_of_their_own_and_aligned_arrows() {
    check(
        "file{'/a':ensure=>present,mode  =>  '0644',*=>$rest}",
        expect![[r#"
            file { '/a':
              ensure => present,
              mode   => '0644',
              *      => $rest,
            }
        "#]],
    );
}

#[test]
fn comments_do_not_disturb_the_column() {
    check(
        "file { '/a':\n  # one\n  ensure => present,\n\n  # two\n  mode => '0644', # three\n}",
        expect![[r#"
            file { '/a':
              # one
              ensure => present,

              # two
              mode   => '0644', # three
            }
        "#]],
    );
}

#[test]
fn one_attribute_stays_on_the_line() {
    check_same("package { 'vim': ensure => installed }\n");
    check_same("class { 'a': }\n");
    check("file { '/a':\n  ensure => present }", expect![["file { '/a':\n  ensure => present,\n}\n"]]);
    check("package { 'a' : ensure => present, }", expect![["package { 'a': ensure => present }\n"]]);
}

#[test]
fn the_title_of_a_lone_body_stands_behind_the_brace() {
    check(
        "file {\n  '/a':\n    ensure => file,\n    mode => '0644';\n}\nfile {\n  '/b':\n    ensure => file,\n    mode => '0644',\n}\n",
        expect![[r#"
            file {
              '/a':
                ensure => file,
                mode   => '0644';
            }
            file { '/b':
              ensure => file,
              mode   => '0644',
            }
        "#]],
    );
}

#[test]
fn several_bodies_have_lines_of_their_own() {
    check(
        "file { default: mode => '0644'; '/a': ensure => file;\n\n\n'/b': ensure => file, mode => '0600', ; }",
        expect![[r#"
            file {
              default: mode => '0644';
              '/a': ensure => file;

              '/b':
                ensure => file,
                mode   => '0600',
                ;
            }
        "#]],
    );
}

#[test]
fn a_table_of_bodies_stays_one() {
    check(
        "config {\n  'a/long':  value => 1;\n  'b':    value => 2;\n  'c': value => 3, secret => true;\n}\n",
        expect![[r#"
            config {
              'a/long': value => 1;
              'b':      value => 2;
              'c':
                value  => 3,
                secret => true;
            }
        "#]],
    );
    check_same("config {\n  'a/long': value => 1;\n  'b': value => 2;\n}\n");
}

#[test]
fn defaults_overrides_and_collectors() {
    check("File{mode=>'0644'}", expect![["File { mode => '0644' }\n"]]);
    check("File['a']{mode=>'0644',owner+>'a'}", expect![["File['a'] {\n  mode  => '0644',\n  owner +> 'a',\n}\n"]]);
    check(
        "@@file{'a':}\nFile<<|tag=='a' and owner!='b'|>>{mode=>'0644'}",
        expect![[r#"
        @@file { 'a': }
        File <<| tag == 'a' and owner != 'b' |>> { mode => '0644' }
    "#]],
    );
    check("User<||>", expect![["User <| |>\n"]]);
}

#[test]
fn relations_have_the_arrow_on_the_line_of_the_right_side() {
    check_same("Package['a'] -> File['b'] ~> Service['c']\n");
    check(
        "package { 'a': } ->\nfile { '/b': ensure => file, mode => '0644' }~>service{'c':}",
        expect![[r#"
            package { 'a': }
            -> file { '/b':
              ensure => file,
              mode   => '0644',
            }
            ~> service { 'c': }
        "#]],
    );
}

#[test]
fn comments_between_an_arrow_and_its_right_side_stand_before_both() {
    check(
        "package { 'a': }\n-> # first\n# second\nservice { 'b': }\n",
        expect![[r#"
            package { 'a': }
            # first
            # second
            -> service { 'b': }
        "#]],
    );
}

#[test]
fn a_value_that_takes_several_lines_begins_behind_the_arrow() {
    check(
        "file { '/a': require => [ Package['a'],\n Package['b'] ] }",
        expect![[r#"
            file { '/a':
              require => [
                Package['a'],
                Package['b'],
              ],
            }
        "#]],
    );
    check(
        "file { '/a':\n  content\n    =>\n      'short',\n  mode => '0644' }",
        expect![[r#"
        file { '/a':
          content => 'short',
          mode    => '0644',
        }
    "#]],
    );
}

#[test]
fn a_long_title_may_have_lines_of_its_own() {
    check(
        "package { [\n'a',\n'b']: ensure => present }",
        expect![[r#"
            package { [
              'a',
              'b',
            ]:
              ensure => present,
            }
        "#]],
    );
    check_same("package {\n  [\n    'a',\n    'b',\n  ]:\n    ensure => present,\n}\n");
}
