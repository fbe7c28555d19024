use expect_test::expect;

use super::{check, check_same};

#[test]
fn arguments_stand_on_one_line_where_they_fit() {
    check(
        "$a=foo( $b,\n   'c' ,)\ninclude a,b\nnotice $a\n",
        expect![[r#"
        $a = foo($b, 'c')
        include a, b
        notice $a
    "#]],
    );
    check("foo(\n'a', 'b'\n)", expect![["foo(\n  'a',\n  'b'\n)\n"]]);
    check("include a,\nb", expect![["include a,\n  b\n"]]);
    check("include\n\nfoo {'a':\nb=>1 }", expect![["include foo { 'a':\n  b => 1,\n}\n"]]);
}

#[test]
fn a_last_hash_is_broken_instead_of_the_arguments() {
    check_same("create_resources('file', $files, {\n  'mode' => '0644',\n})\n");
}

#[test]
fn a_text_that_is_too_long_anyway_stays_behind_the_bracket() {
    check_same(&format!("fail('{}')\n", "x".repeat(140)));
}

#[test]
fn lambdas() {
    check(
        "$a.each|$k,String $v|{notice($k)}\neach($a) |$x| {\nnotice($x) }\n",
        expect![[r#"
        $a.each |$k, String $v| { notice($k) }
        each($a) |$x| {
          notice($x)
        }
    "#]],
    );
}

#[test]
fn chains_of_methods() {
    check_same("$a = $b.filter |$x| { $x > 1 }.map |$x| { $x * 2 }\n");
    check(
        "$a = $b\n.keys.map |$x| {\n $x }\n",
        expect![[r#"
        $a = $b
          .keys
          .map |$x| {
            $x
          }
    "#]],
    );
}

#[test]
fn a_parenthesis_that_begins_a_line_holds_no_arguments() {
    check("notice\n\n(1)\n", expect![["notice\n  (1)\n"]]);
    check("if $a { notice\n(1) + 2,3 }\n", expect![["if $a {\n  notice\n    (1) + 2,\n    3\n}\n"]]);
    check("notice (1)\n", expect![["notice(1)\n"]]);
}

#[test]
fn a_single_argument_of_a_statement_breaks_its_own_lines() {
    let summands = ["33333333"; 16];
    let lines = format!("realize $a +\n  {}\n", summands.join(" +\n  "));
    assert_eq!(super::formatted(&format!("realize $a + {}\n", summands.join(" + "))), lines);
    check_same("notice # why\n  [\n    1,\n    2,\n  ]\n");
}
