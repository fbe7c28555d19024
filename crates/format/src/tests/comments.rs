use expect_test::expect;

use super::{check, check_same};

#[test]
fn comments_stay_with_what_they_speak_of() {
    check(
        "# file\n\n\nclass a (\n# one\n$a, # of a\n  # two\n  $b = 1 # of b\n  # last\n) { # open\n\n  # of c\ninclude c   # behind\n\n  # end\n\n}\n# end of file",
        expect![[r#"
            # file

            class a (
              # one
              $a, # of a
              # two
              $b = 1, # of b
              # last
            ) { # open
              # of c
              include c # behind

              # end
            }
            # end of file
        "#]],
    );
}

#[test]
fn a_comment_ends_its_line() {
    check(
        "file { 'a': # why\n ensure => file } # done\n",
        expect![[r#"
        file { 'a': # why
          ensure => file,
        } # done
    "#]],
    );
    check(
        "$a = [ # one\n 1, 2 # two\n , 3\n # three\n]",
        expect![[r#"
        $a = [ # one
          1,
          2, # two
          3,
          # three
        ]
    "#]],
    );
    check("$a = # why\n 1\n", expect![["$a = # why\n  1\n"]]);
    check("if $a and # why\n $b { }", expect![["if $a and # why\n  $b {}\n"]]);
}

#[test]
fn comments_between_brackets() {
    check_same("$a = [\n  # nothing\n]\n");
    check_same("class a {\n  # nothing\n}\n");
    check("$a=A/* a */[ 0 ]/* b */[1]", expect![["$a = A/* a */[0]/* b */[1]\n"]]);
    assert_eq!(super::formatted("f{#\n,#\n}"), "f {, #\n  #\n}\n");
    let line = |end: &str| format!("A/*\n*/ ~> {}{end}", ["['c']"; 14].join(" ~> "));
    let lines = |end: &str| format!("A\n/*\n*/ ~> {}{end}\n", ["['c']"; 14].join("\n~> "));
    check_same(&lines(""));
    assert_eq!(super::formatted(&line("")), lines(""));
    check("foo(/* a */ 1, 2 /* b */)", expect![["foo(/* a */ 1, 2 /* b */ )\n"]]);
    check_same("if $a {\n  include a\n}\n# otherwise\nelse {\n  include b\n}\n");
}

#[test]
fn comments_of_several_lines_are_copied() {
    check_same("/*\n   a\n  b\n*/\nclass a {\n  /* c\n     d */\n  include b\n}\n");
}

#[test]
fn a_file_of_comments_alone() {
    check("\n\n  # a\n\n\n# b", expect![["# a\n\n# b\n"]]);
    check("", expect![[""]]);
    check("\n \n", expect![[""]]);
}
