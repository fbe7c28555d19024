//! `bunraku.toml`, levels and comments.

use snapbox::str;

use crate::folder::Folder;

const TWICE: &str = "$ports = { 'http' => 80, 'http' => 8080 }\n";

/// Findings as `severity code file`.
fn findings(folder: &Folder, args: &[&str]) -> Vec<String> {
    let output = folder.check(&["--format", "json"]).args(args).output().expect("bunraku runs");
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let text = |it: &serde_json::Value| it.as_str().unwrap_or_default().to_owned();
    let findings = json["findings"].as_array().expect("a list").iter();
    findings.map(|it| format!("{} {} {}", text(&it["severity"]), text(&it["code"]), text(&it["file"]))).collect()
}

#[test]
fn the_file_is_searched_from_the_manifest_upwards() {
    let folder = Folder::new()
        .file("bunraku.toml", "[levels]\nduplicate-key = 'warning'\n")
        .file("profile/bunraku.toml", "[levels]\nduplicate-key = 'hint'\n")
        .file("profile/a.pp", TWICE)
        .file("a.pp", TWICE);
    assert_eq!(findings(&folder, &[]), ["warning duplicate-key a.pp", "hint duplicate-key profile/a.pp"]);
    folder.check(&[]).assert().code(0);
    folder.check(&["--deny", "warnings"]).assert().code(1);
    folder.check(&["--deny", "warnings", "profile"]).assert().code(0);
}

#[test]
fn the_command_line_wins() {
    let folder = Folder::new().file("bunraku.toml", "strict = 'warning'\n[levels]\nunused-ignore = 'off'\n").file("a.pp", TWICE);
    assert_eq!(findings(&folder, &[]), ["warning duplicate-key a.pp"]);
    assert_eq!(findings(&folder, &["--strict", "error"]), ["error duplicate-key a.pp"]);
    assert_eq!(findings(&folder, &["--level", "duplicate-key=hint"]), ["hint duplicate-key a.pp"]);
    assert_eq!(findings(&folder, &["--level", "duplicate-key=off"]), Vec::<String>::new());
}

#[test]
fn a_level_of_a_code_that_is_unknown_is_refused() {
    Folder::new().file("a.pp", "").check(&["--level", "duplicate-kex=off"]).assert().code(2).stderr_eq(str![[r#"
error: invalid value 'duplicate-kex=off' for '--level <CODE=LEVEL>': there is no code `duplicate-kex`: did you mean `duplicate-key`?

For more information, try '--help'.

"#]]);
}

#[test]
fn excluded_files_are_not_checked_even_where_they_are_named() {
    let toml = "[[paths]]\nglob = 'spec/fixtures'\nexclude = true\n";
    let folder = Folder::new().file("bunraku.toml", toml).file("spec/fixtures/a.pp", TWICE).file("b.pp", "");
    folder.check(&[]).assert().code(0).stdout_eq("checked 1 file: no findings\n");
    folder.check(&["spec/fixtures/a.pp"]).assert().code(0).stdout_eq("no files to check\n");
}

#[test]
fn the_standard_input_has_settings_too() {
    let folder = Folder::new().file("m/bunraku.toml", "strict = 'off'\n");
    folder.check(&["-"]).stdin(TWICE).assert().code(1);
    folder.check(&["--stdin-filename", "m/a.pp"]).stdin(TWICE).assert().code(0);
}

#[test]
fn what_cannot_be_read_is_shown_at_its_place() {
    let folder = Folder::new().file("bunraku.toml", "module_path = ['site']\nstrict = 'always'\n").file("a.pp", "");
    folder.check(&[]).assert().code(1).stdout_eq(str![[r#"
warning[unknown-setting]: there is no setting `module_path`
 --> bunraku.toml:1:1
  |
1 | module_path = ['site']
  | ^^^^^^^^^^^
  |
  = help: did you mean `modulepath`?

error[invalid-setting]: expected off, warning or error, found `always`
 --> bunraku.toml:2:10
  |
2 | strict = 'always'
  |          ^^^^^^^^

1 error, 1 warning in 1 of 2 files

"#]]);
}

#[test]
fn comments_silence_and_those_without_use_are_told() {
    let text = format!("{} # bunraku:ignore[duplicate-key]\n$x = 1 # bunraku:ignore[duplicate-key]\n", TWICE.trim_end());
    let folder = Folder::new().file("a.pp", text);
    folder.check(&["--deny", "warnings"]).assert().code(0).stdout_eq(str![[r#"
hint[unused-ignore]: this comment ignores nothing
 --> a.pp:2:8
  |
2 | $x = 1 # bunraku:ignore[duplicate-key]
  |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: remove it

1 hint in 1 of 1 file

"#]]);
}
