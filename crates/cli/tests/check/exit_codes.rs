use snapbox::str;

use crate::folder::Folder;

const CLEAN: &str = "include apache\n";
const WARNING: &str = "notice(\"\\q\")\n";
const ERROR: &str = "$mask = 0xZ\n";

#[test]
fn nothing_found_is_0() {
    let folder = Folder::new().file("a.pp", CLEAN).file("b/c.epp", "Hello\n");
    folder
        .check(&[])
        .assert()
        .code(0)
        .stdout_eq(str![[r#"
checked 2 files: no findings

"#]])
        .stderr_eq("");
}

#[test]
fn one_file_is_counted_as_such() {
    Folder::new()
        .file("a.pp", CLEAN)
        .check(&["a.pp"])
        .assert()
        .code(0)
        .stdout_eq(str![[r#"
checked 1 file: no findings

"#]])
        .stderr_eq("");
}

#[test]
fn an_error_is_1() {
    Folder::new()
        .file("a.pp", ERROR)
        .check(&[])
        .assert()
        .code(1)
        .stdout_eq(str![[r#"
error[invalid-hex-number]: Not a valid hex number 0xZ
 --> a.pp:1:9
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
fn a_warning_is_0() {
    Folder::new()
        .file("a.pp", WARNING)
        .check(&[])
        .assert()
        .code(0)
        .stdout_eq(str![[r#"
warning[unrecognized-escape]: Unrecognized escape sequence '\q'
 --> a.pp:1:9
  |
1 | notice("\q")
  |         ^^
  |
  = help: write `\\` for a backslash, or use a single-quoted string

1 warning in 1 of 1 file

"#]])
        .stderr_eq("");
}

#[test]
fn a_denied_warning_is_1() {
    Folder::new().file("a.pp", WARNING).check(&["--deny", "warnings"]).assert().code(1);
    Folder::new().file("a.pp", CLEAN).check(&["--deny", "warnings"]).assert().code(0);
}

#[test]
fn unreadable_input_is_2_and_the_rest_is_shown() {
    let folder = Folder::new().file("a.pp", ERROR).file("b.pp", WARNING).file("c.pp", b"\xff");
    folder
        .check(&[])
        .assert()
        .code(2)
        .stdout_eq(str![[r#"
error[invalid-hex-number]: Not a valid hex number 0xZ
 --> a.pp:1:9
  |
1 | $mask = 0xZ
  |         ^^^
  |
  = help: a name must begin with a letter, a number must hold digits only

warning[unrecognized-escape]: Unrecognized escape sequence '\q'
 --> b.pp:1:9
  |
1 | notice("\q")
  |         ^^
  |
  = help: write `\\` for a backslash, or use a single-quoted string

1 error, 1 warning in 2 of 2 files; 1 input could not be read

"#]])
        .stderr_eq(str![[r#"
bunraku: c.pp: not UTF-8: byte 0xFF at offset 0, line 1

"#]]);
}

#[test]
fn a_wrong_command_line_is_2() {
    Folder::new().check(&["--format", "yaml"]).assert().code(2).stdout_eq("");
    Folder::new().check(&["--threads", "0"]).assert().code(2).stdout_eq("");
}
