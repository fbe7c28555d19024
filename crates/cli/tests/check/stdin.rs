//! Text from the standard input.

use snapbox::str;

use crate::folder::Folder;

#[test]
fn a_dash_is_the_standard_input() {
    Folder::new()
        .check(&["-"])
        .stdin("$mask = 0xZ\n")
        .assert()
        .code(1)
        .stdout_eq(str![[r#"
error[invalid-hex-number]: Not a valid hex number 0xZ
 --> <stdin>:1:9
  |
1 | $mask = 0xZ
  |         ^^^
  |
  = help: a name must begin with a letter, a number must hold digits only

1 error in 1 of 1 file

"#]])
        .stderr_eq("");
}

#[test]
fn its_name_says_what_it_is() {
    let folder = Folder::new().file("never_read.pp", "$mask = 0xZ\n");
    let template = "<%= 1 %> }\n";
    folder.check(&["-", "--stdin-filename", "a/b.epp"]).stdin(template).assert().code(0);
    folder.check(&["--stdin-filename", "a/b.epp"]).stdin(template).assert().code(0);
    folder.check(&["-", "--stdin-filename", "a/b.pp"]).stdin(template).assert().code(1).stdout_eq(str![[r#"
error[syntax-error]: Syntax error at '<'
 --> a/b.pp:1:1
  |
1 | <%= 1 %> }
  | ^
  |
  = help: expected a statement

error[syntax-error]: Syntax error at '}'
 --> a/b.pp:1:10
  |
1 | <%= 1 %> }
  |          ^
  |
  = help: expected a statement

2 errors in 1 of 1 file

"#]]);
}

#[test]
fn it_may_be_bad_as_files_may() {
    Folder::new().check(&["-"]).stdin(&b"\xff"[..]).assert().code(2).stderr_eq(str![[r#"
bunraku: <stdin>: not UTF-8: byte 0xFF at offset 0, line 1

"#]]);
}

#[test]
fn files_may_be_named_beside_it() {
    let folder = Folder::new().file("a.pp", "include apache\n");
    folder.check(&["-", "a.pp"]).stdin("include apache\n").assert().code(0).stdout_eq("checked 2 files: no findings\n");
}
