use expect_test::expect;

use super::{check, check_same};

#[test]
fn operators_have_blanks_around_them() {
    check(
        "$a=1+2*-$b\n$c = ! $d and( $e in[1,2] )\n$f= *$g\n",
        expect![[r#"
        $a = 1 + 2 * -$b
        $c = !$d and ($e in [1, 2])
        $f = *$g
    "#]],
    );
}

#[test]
fn operands_have_lines_of_their_own_where_the_author_broke_them() {
    check("if $a and $b and\n$c or $d { }\n", expect![["if $a and\n  $b and\n  $c or $d {}\n"]]);
    check_same("$a = $b\n  + $c\n  + $d\n");
    check_same("$a = $b +\n  $c\n");
}

#[test]
fn a_value_begins_a_line_only_where_it_has_to() {
    check("$a =\n  'short'\n", expect![["$a = 'short'\n"]]);
    let long = "x".repeat(135);
    check_same(&format!("$abcdef =\n  '{long}'\n"));
}
