use expect_test::expect;

use super::{check, check_same};

#[test]
fn else_stands_behind_the_brace() {
    check(
        "if $a{include a}elsif $b { include b }\nelse\n{\n}\nunless $c {\n\ninclude c\n\n}",
        expect![[r#"
        if $a {
          include a
        } elsif $b {
          include b
        } else {}
        unless $c {
          include c
        }
    "#]],
    );
}

#[test]
fn a_value_may_stand_on_one_line() {
    check(
        "$a = if $b {1}else{ 2 }\n$c = unless $d { 1\n}",
        expect![[r#"
        $a = if $b { 1 } else { 2 }
        $c = unless $d {
          1
        }
    "#]],
    );
}

#[test]
fn cases() {
    check(
        "case $a { 'a','b': {include c} /d/: {\ninclude d }\n\n\ndefault: {} }",
        expect![[r#"
        case $a {
          'a', 'b': { include c }
          /d/: {
            include d
          }

          default: {}
        }
    "#]],
    );
    check_same("case $a {\n  'a',\n  'b': {\n    include c\n  }\n}\n");
}

#[test]
fn selectors() {
    check(
        "$a = $b?{'x'=>1,default=>2}\n$c = $d ? {'x'=>1,\ndefault=>2}",
        expect![[r#"
        $a = $b ? { 'x' => 1, default => 2 }
        $c = $d ? {
          'x'     => 1,
          default => 2,
        }
    "#]],
    );
}
