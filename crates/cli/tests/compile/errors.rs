use snapbox::str;

use crate::folder::Folder;

#[test]
fn errors_have_puppets_text_and_an_excerpt() {
    let folder = Folder::new().file("a.pp", "# é\n  notify { 'a': message => $nothing }\n");
    folder.bunraku(&["compile", "a.pp"]).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: Evaluation Error: Unknown variable: 'nothing'.
 --> a.pp:2:28
  |
2 |   notify { 'a': message => $nothing }
  |                            ^^^^^^^^


"#]]);
}

#[test]
fn what_was_meant_is_named() {
    let folder = Folder::new().file("a.pp", "class web { $port = 80 notify { \"${prot}\": } }\ninclude wbe\ninclude web\n");
    folder.bunraku(&["compile", "a.pp", "--node", "n"]).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: Evaluation Error: Error while evaluating a Function Call, Could not find class ::wbe for n
 --> a.pp:2:1
  |
2 | include wbe
  | ^^^^^^^
  |
  = help: There is a class 'web'

error: Evaluation Error: Unknown variable: 'prot'.
 --> a.pp:1:36
  |
1 | class web { $port = 80 notify { "${prot}": } }
  |                                    ^^^^
  |
  = help: There is `$port`


"#]]);
}

#[test]
fn errors_in_a_text_name_no_file() {
    Folder::new().bunraku(&["compile", "-e", "notify {"]).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: Syntax error at end of input
 --> -e:1:8
  |
1 | notify {
  |        ^


"#]]);
    Folder::new().bunraku(&["compile", "-e", "fail('no')"]).assert().code(1).stderr_eq(str![[r#"
error: Evaluation Error: Error while evaluating a Function Call, no
 --> -e:1:1
  |
1 | fail('no')
  | ^^^^


"#]]);
}

/// Puppet names the place of a declaration only.
#[test]
fn errors_inside_of_a_defined_type_are_where_they_are() {
    let folder = Folder::new().file("a.pp", "define d {\n  fail('no')\n}\n\nd { 'x': }\n");
    folder.bunraku(&["compile", "a.pp"]).assert().code(1).stderr_eq(str![[r#"
error: Evaluation Error: Error while evaluating a Resource Statement, Evaluation Error: Error while evaluating a Function Call, no (file: [..]/a.pp, line: 2, column: 3)
 --> a.pp:2:3
  |
2 |   fail('no')
  |   ^^^^
  |
  = note: Puppet says that it is at file: [..]/a.pp, line: 5


"#]]);
}

#[test]
fn messages_go_to_the_standard_error() {
    let folder = Folder::new().file("a.pp", "notice('one')\nwarning('two')\ninfo('three')\n$x = { 'a' => 1, 'a' => 2 }\n");
    folder.bunraku(&["compile", "a.pp", "--strict", "warning", "--format", "list"]).assert().code(0).stderr_eq(str![[r#"
warning: The key 'a' is declared more than once
 --> a.pp:4:22
  |
4 | $x = { 'a' => 1, 'a' => 2 }
  |                      ^

notice: Scope(Class[main]): one
warning: Scope(Class[main]): two

"#]]);
}

#[test]
fn what_is_not_there_is_2() {
    let folder = Folder::new();
    folder.bunraku(&["compile", "none.pp"]).assert().code(2).stderr_eq(str![[r#"
bunraku: none.pp: no such file or folder

"#]]);
    folder.bunraku(&["compile", "--root", "none"]).assert().code(2);
    // Not an empty catalog, wherever the folder lies.
    let environment = Folder::new().file("manifests/site.pp", "notice('one')");
    for command in ["compile", "graph"] {
        environment.bunraku(&[command, "none.pp"]).assert().code(2).stderr_eq(str![[r#"
bunraku: none.pp: no such file or folder

"#]]);
    }
    folder.bunraku(&["compile"]).assert().code(2).stderr_eq(str![[r#"
bunraku: no environment here: name a manifest, a folder (--root) or code (-e)

"#]]);
}

#[test]
fn a_wrong_parameter_of_an_included_class_is_one_error() {
    let folder = Folder::new()
        .file("hiera.yaml", "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n")
        .file("data/common.yaml", "a::p: '80'\n")
        .file("manifests/site.pp", "class a(Integer $p) { notify { 'x': } }\ninclude a\n");
    folder.bunraku(&["compile", "--node", "n"]).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: Evaluation Error: Error while evaluating a Function Call, Class[A]: parameter 'p' expects an Integer value, got String
 --> manifests/site.pp:2:1
  |
2 | include a
  | ^^^^^^^


"#]]);
}
