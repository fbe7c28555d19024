use expect_test::expect;

use super::{check, check_same};

#[test]
fn parameters_of_classes_have_lines_of_their_own() {
    check(
        "class a($a,Optional[String]$b='x')inherits b{}\nclass b ( $a ) { }\ndefine c::d() { }\n",
        expect![[r#"
        class a (
          $a,
          Optional[String] $b = 'x',
        ) inherits b {}
        class b ($a) {}
        define c::d () {}
    "#]],
    );
}

#[test]
fn columns_of_parameters_are_kept_where_there_are_any() {
    check(
        "class a (\n  String           $a   = 'x',\n  Optional[String] $long  = undef,\n  Integer          $b,\n) {}\n",
        expect![[r#"
            class a (
              String           $a    = 'x',
              Optional[String] $long = undef,
              Integer          $b,
            ) {}
        "#]],
    );
    check_same("class a (\n  String $a = 'x',\n  Optional[String] $long = undef,\n) {}\n");
}

#[test]
fn functions_nodes_and_types() {
    check(
        "function a::b(String $a,Integer *$b)>>String{ $a }",
        expect![[r#"
        function a::b(String $a, Integer *$b) >> String {
          $a
        }
    "#]],
    );
    check(
        "node default{include a}\nnode 'a.b',/c/ { }\n",
        expect![[r#"
        node default {
          include a
        }
        node 'a.b', /c/ {}
    "#]],
    );
    check("node a . b, c .1 inherits 1 . e2{}", expect![["node a.b, c.1 inherits 1.e2 {}\n"]]);
    check("type A=Variant[String,Integer]\n", expect![["type A = Variant[String, Integer]\n"]]);
}

#[test]
fn numbers_in_the_name_of_a_node_stay_apart() {
    check("node 1. 2{}", expect![["node 1. 2 {}\n"]]);
    check("node 1 . 2 .3,01 .4 . 5.6{}", expect![["node 1. 2. 3, 01. 4. 5.6 {}\n"]]);
    check("node 1.2 . 3, 0x1 . 2, 1e5 .\n2 {}", expect![["node 1.2.3, 0x1.2, 1e5.2 {}\n"]]);
    check_same("node 192.168.0.1, 10.a.2.b {}\n");
}

#[test]
fn empty_lines_between_statements_are_at_most_one() {
    check(
        "class a {\n\n\n  include b\n\n\n\n  include c\n  include d; include e\n\n}\n",
        expect![[r#"
        class a {
          include b

          include c
          include d;
          include e
        }
    "#]],
    );
}
