//! What puppet-lint checks, told with everything else.

use snapbox::str;

use crate::folder::Folder;

const TEXT: &str = "$greeting = \"hello\"\nnotify { $greeting: } \n";

fn module() -> Folder {
    Folder::new().file("bunraku.toml", "systems = ['debian-12']\n").file("a.pp", TEXT)
}

#[test]
fn it_is_told_without_any_setting() {
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
