//! Code that stays unchanged.

use expect_test::expect;

use super::{check, check_refused, check_same};
use crate::FormatError;

#[test]
fn formatting_is_switched_off_and_on() {
    check(
        "class a{\n    include  b\n# x\n    # fmt: off\n    $a   =   [ 1,\n       2 ]\n\n    # fmt: on\n    # y\n    include  c\n}\n",
        expect![[r#"
            class a {
              include b
              # x
                # fmt: off
                $a   =   [ 1,
                   2 ]

                # fmt: on
              # y
              include c
            }
        "#]],
    );
}

#[test]
fn without_on_the_rest_of_the_block_is_left() {
    check(
        "class a{\n # fmt: off\n include   b\n include   c # d\n # e\n}\ninclude   f\n",
        expect![[r#"
        class a {
         # fmt: off
         include   b
         include   c # d
         # e
        }
        include f
    "#]],
    );
    check_same("# fmt: off\n$a   = 1\n\n\n$b =2 # c\n# d\n");
}

#[test]
fn broken_statements_are_left() {
    check(
        "class a{\n  include   b\n    $x = = 1\n  file{'a':mode=>1}\n}\n",
        expect![[r#"
        class a {
          include b
            $x = = 1
          file { 'a': mode => 1 }
        }
    "#]],
    );
}

#[test]
fn what_has_no_end_is_refused() {
    check_refused("$a = 'b\nnotice(1)\n", FormatError::Endless);
    check_refused("/* a\n", FormatError::Endless);
    check_refused("$a = @(B)\nc\n", FormatError::Endless);
}
