//! Findings of puppet-lint's checks among all others.

use snapbox::str;

use crate::folder::Folder;

const TEXT: &str = "$greeting = \"hello\"\nnotify { $greeting: } \n";

fn module() -> Folder {
    Folder::new().file("bunraku.toml", "systems = ['debian-12']\nlint = true\n").file("a.pp", TEXT)
}

#[test]
fn errors_of_puppet_lint_are_warnings_unless_lint_is_set() {
    Folder::new().file("a.pp", TEXT).check_all(&["--format", "concise"]).assert().code(0).stdout_eq(str![[r#"
a.pp:1:14: double_quoted_strings double quoted string containing no variables
a.pp:2:22: trailing_whitespace trailing whitespace found
2 warnings in 1 of 1 file
errors of puppet-lint count as warnings: set `lint = true` in `bunraku.toml` to change that

"#]]);
    let error = ["--level", "trailing_whitespace=error", "--format", "concise"];
    Folder::new().file("a.pp", TEXT).check_all(&error).assert().code(1).stdout_eq(str![[r#"
a.pp:1:14: double_quoted_strings double quoted string containing no variables
a.pp:2:22: trailing_whitespace trailing whitespace found
1 error, 1 warning in 1 of 1 file

"#]]);
}

#[test]
fn many_findings_of_a_check_in_a_file_are_one_line_of_text() {
    let text = (1..=11).map(|it| format!("$a{it} = \"b\"\n")).collect::<String>();
    let folder = Folder::new().file("a.pp", text).file("b.pp", "$a = \"b\"\n");
    folder.check_all(&[]).assert().code(0).stdout_eq(str![[r#"
warning[double_quoted_strings]: double quoted string containing no variables (11 times in a.pp: lines 1, 2, 3, 4, 5, …)

warning[double_quoted_strings]: double quoted string containing no variables
 --> b.pp:1:7
  |
1 | $a = "b"
  |       ^

12 warnings in 2 of 2 files

"#]]);
    let all = folder.check_all(&["--format", "concise"]).output().expect("it runs");
    assert_eq!(String::from_utf8_lossy(&all.stdout).matches("a.pp:").count(), 11);
}

#[test]
fn it_has_the_levels_of_puppet_lint_where_lint_is_set() {
    module().check_all(&[]).assert().code(1).stdout_eq(str![[r#"
warning[double_quoted_strings]: double quoted string containing no variables
 --> a.pp:1:14
  |
1 | $greeting = "hello"
  |              ^^^^^

error[trailing_whitespace]: trailing whitespace found
 --> a.pp:2:22
  |
2 | notify { $greeting: } 
  |                      ^

1 error, 1 warning in 1 of 1 file

"#]]);
}

#[test]
fn warnings_of_style_fail_nothing() {
    let folder = Folder::new().file("a.pp", "$greeting = \"hello\"\nnotify { $greeting: }\n");
    let expected = str![[r#"
::warning title=double_quoted_strings,file=a.pp,line=1,endLine=1,col=14,endColumn=19::double quoted string containing no variables

"#]];
    folder.check_all(&["--format", "github"]).assert().code(0).stdout_eq(expected.clone());
    folder.check_all(&["--format", "github", "--deny", "warnings"]).assert().code(1).stdout_eq(expected);
}

#[test]
fn a_healthy_module_is_clean_whatever_its_folder_is_called() {
    let class = "# Greets.\nclass greeting {\n  notify { 'hello': }\n}\n";
    let folder = Folder::new()
        .file("puppet-greeting/metadata.json", r#"{"name": "me-greeting", "version": "1.0.0"}"#)
        .file("puppet-greeting/manifests/init.pp", class)
        .file("puppet-greeting/examples/init.pp", "include greeting\n");
    folder.check_all(&["puppet-greeting/manifests", "puppet-greeting/examples"]).assert().code(0).stdout_eq(str![[r#"
checked 2 files: no findings

"#]]);
}

#[test]
fn it_can_be_left_out() {
    let clean = || {
        str![[r#"
checked 1 file: no findings

"#]]
    };
    module().check_all(&["--no-lint"]).assert().code(0).stdout_eq(clean());
    module().file("bunraku.toml", "lint = false\n").check_all(&[]).assert().code(0).stdout_eq(clean());
    let levels = ["--level", "double_quoted_strings=off", "--level", "trailing_whitespace=off"];
    module().check_all(&levels).assert().code(0).stdout_eq(clean());
}

#[test]
fn it_is_mended() {
    let folder = module();
    folder.check_all(&["--fix"]).assert().code(0).stdout_eq("checked 1 file: no findings; 2 findings fixed in 1 file\n");
    assert_eq!(std::fs::read_to_string(folder.path("a.pp")).expect("a file"), "$greeting = 'hello'\nnotify { $greeting: }\n");
}

#[test]
fn machines_are_told_how_it_is_mended() {
    let output = module().check_all(&["--format", "json"]).output().expect("it runs");
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let of = |code: &str| document["findings"].as_array().into_iter().flatten().find(|it| it["code"] == code).expect("a finding").clone();
    assert_eq!(of("double_quoted_strings")["fixes"][0]["edits"][0]["text"], "'hello'");
    assert_eq!(of("double_quoted_strings")["severity"], "warning");
    assert_eq!(of("trailing_whitespace")["severity"], "error");
    assert_eq!(of("trailing_whitespace")["fixes"][0]["sure"], true);
}
