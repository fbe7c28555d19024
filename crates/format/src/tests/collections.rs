use expect_test::expect;

use super::{check, check_same};

#[test]
fn what_the_author_broke_stays_broken() {
    check(
        "$a = [ 'a','b' ]\n$b = [\n'a','b']\n$c = ['a',\n'b',]\n",
        expect![[r#"
        $a = ['a', 'b']
        $b = [
          'a',
          'b',
        ]
        $c = [
          'a',
          'b',
        ]
    "#]],
    );
    check(
        "$a = {a=>1,'bc'=>2,}\n$b = {a=>1,\n'bc'=>2}\n$c = {}\n$d = [ ]\n",
        expect![[r#"
        $a = { a => 1, 'bc' => 2 }
        $b = {
          a    => 1,
          'bc' => 2,
        }
        $c = {}
        $d = []
    "#]],
    );
}

#[test]
fn a_hash_has_lines_where_one_of_its_values_does() {
    check(
        "$a = { 'a' => { 'b' => [1,\n2] } }",
        expect![[r#"
        $a = {
          'a' => {
            'b' => [
              1,
              2,
            ],
          },
        }
    "#]],
    );
}

#[test]
fn brackets_may_share_a_line() {
    check_same("$a = [{\n  'a' => 1,\n}, {\n  'b' => 2,\n}]\n");
    check_same("type A = Optional[Struct[{\n  'a' => Integer,\n}]]\n");
}

#[test]
fn what_is_too_long_has_an_element_a_line() {
    let long = "x".repeat(50);
    check(
        &format!("$a = ['{long}', '{long}', '{long}']"),
        expect![[r#"
        $a = [
          'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
          'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
          'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
        ]
    "#]],
    );
    check(
        &format!("$a = foo({{ 'a' => '{long}', 'b' => '{long}', 'c' => '{long}' }})"),
        expect![[r#"
        $a = foo({
          'a' => 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
          'b' => 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
          'c' => 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
        })
    "#]],
    );
}

#[test]
fn accesses_are_tight() {
    check(
        "$a = $b [ 'c' ][ 1 , 2 ]\n$c = $d['a'] [1]\n",
        expect![[r#"
        $a = $b
        ['c'][1, 2]
        $c = $d['a']
        [1]
    "#]],
    );
    check("$a = $b['c'][ 1 ]\n", expect![["$a = $b['c'][1]\n"]]);
}

#[test]
fn empty_lines_between_elements_are_kept() {
    check("$a = [\n\n  1,\n\n\n  2,\n  3,\n\n]\n", expect![["$a = [\n  1,\n\n  2,\n  3,\n]\n"]]);
}
