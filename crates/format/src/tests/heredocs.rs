use expect_test::expect;

use super::{check, check_same};

#[test]
fn the_text_of_a_heredoc_is_copied() {
    check(
        "file{'/a':content=>@(\"END\"/L),mode=>'0644'\n      a ${b}\n\n  c\n    | END\n}\n",
        expect![[r#"
        file { '/a':
          content => @("END"/L),
              a ${b}

          c
            | END
          mode    => '0644',
        }
    "#]],
    );
}

#[test]
fn the_line_goes_on_behind_the_tag() {
    check_same("notice(@(A), @(B), 'c')\na\n| A\nb\n| B\n");
    check("$a = foo(\n@(A)\na\nA\n)", expect![["$a = foo(\n  @(A)\na\nA\n)\n"]]);
}

#[test]
fn comments_around_a_heredoc() {
    check_same("$a = @(A) # why\n  text\n  | A\n# next\n$b = 1\n");
}

#[test]
fn an_expression_goes_on_below_the_text() {
    check(
        "$x = @(A)\n  a\n  | A\n+  $y\n",
        expect![[r#"
        $x = @(A)
          a
          | A
          + $y
    "#]],
    );
    check(
        "f(@(A),\n  a\n  | A\n 1 )  |$x|{}\n",
        expect![[r#"
        f(@(A), 1) |$x| {}
          a
          | A
    "#]],
    );
    let crlf = "$x = @(A)\r\n  a\r\n  | A\r\n= @(B)\r\n  b\r\n  | B\r\n";
    check(crlf, expect![["$x = @(A) = @(B)\r\n  a\r\n  | A\r\n  b\r\n  | B\r\n"]]);
}
