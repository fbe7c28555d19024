//! `bunraku lint` in the place of `puppet-lint`.

use std::path::Path;
use std::process::{Command, Output};

/// Runs the command in a folder, with no options but those of the folder and the call.
fn lint(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bunraku"));
    command.arg("lint").args(arguments).current_dir(folder).env("HOME", folder.join("home"));
    command.env_remove("GITHUB_ACTION").env_remove("CODECLIMATE_REPORT_FILE").output().expect("it runs")
}

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    folder
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

const TRAILING: &str = "ERROR: trailing whitespace found on line 1 (check: trailing_whitespace)\n";

#[test]
fn errors_end_it_with_one_and_warnings_only_if_asked() {
    let folder = folder(&[("a.pp", "$a = 1 \n"), ("b.pp", "// b\n"), ("c.pp", "$a = 1\n")]);
    let ends = |arguments: &[&str]| lint(folder.path(), arguments).status.code();
    assert_eq!(text(&lint(folder.path(), &["a.pp"]).stdout), TRAILING);
    assert_eq!((ends(&["a.pp"]), ends(&["b.pp"]), ends(&["c.pp"])), (Some(1), Some(0), Some(0)));
    assert_eq!(ends(&["--fail-on-warnings", "b.pp"]), Some(1));
    assert_eq!((ends(&[]), ends(&["--bogus"]), ends(&["none.pp"]), ends(&["-l", "x.rb", "c.pp"])), (Some(1), Some(1), Some(1), Some(1)));
}

#[test]
fn a_file_whose_heredocs_would_be_torn_apart_is_left_alone() {
    let torn = "file { '/x':\n  content => @(TXT),\n    hello\n    | TXT\n  ensure  => file,\n}\n";
    let folder = folder(&[("a.pp", torn), ("b.pp", "$a = 1 \n")]);
    let out = lint(folder.path(), &["--fix", "."]);
    let named = "bunraku: ./a.pp: the fixes would move part of a heredoc and break the manifest: unchanged\n";
    assert_eq!((text(&out.stderr), out.status.code()), (named.to_owned(), Some(1)));
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("a file");
    assert_eq!((read("a.pp").as_str(), read("b.pp").as_str()), (torn, "$a = 1\n"));
    assert!(text(&out.stdout).contains("WARNING: ensure found on line but it's not the first attribute"), "{}", text(&out.stdout));
}

#[test]
fn files_of_options_count() {
    let folder = folder(&[
        (".puppet-lint.rc", "--no-trailing_whitespace-check\n"),
        ("home/.puppet-lint.rc", "--fail-on-warnings\n"),
        ("m/a.pp", "$a = 1 \n// b\n"),
    ]);
    let out = lint(&folder.path().join("m"), &["a.pp"]);
    assert_eq!(text(&out.stdout), "WARNING: // comment found on line 2 (check: slash_comments)\n");
    assert_eq!(lint(folder.path(), &["m/a.pp"]).status.code(), Some(1));
    let out = lint(folder.path(), &["--no-config", "--only-checks", "trailing_whitespace", "m/a.pp"]);
    assert_eq!(text(&out.stdout), TRAILING);
}

#[test]
fn a_folder_is_mended() {
    let folder = folder(&[("m/a.pp", "$a = 1 \n"), ("m/b/c.pp", "// b\n"), ("vendor/m/d.pp", "$a = 1 \n")]);
    let out = lint(folder.path(), &["--fix", "m"]);
    let expected = "m/a.pp - FIXED: trailing whitespace found on line 1 (check: trailing_whitespace)\n\
                m/b/c.pp - FIXED: // comment found on line 1 (check: slash_comments)\n";
    assert_eq!((text(&out.stdout).as_str(), out.status.code()), (expected, Some(0)));
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("a file");
    assert_eq!((read("m/a.pp"), read("m/b/c.pp")), ("$a = 1\n".into(), "# b\n".into()));
    assert_eq!(text(&lint(folder.path(), &["vendor/m/d.pp"]).stdout), "");
}

#[test]
fn what_is_told_has_the_form_that_is_asked_for() {
    let folder = folder(&[("a.pp", "  $a = 1 \n")]);
    let out = |arguments: &[&str]| text(&lint(folder.path(), arguments).stdout);
    let format = "%{path}:%{line}:%{column} %{kind} %{KIND} %{check} %{filename} %%";
    assert_eq!(out(&["--log-format", format, "a.pp"]), "a.pp:1:9 error ERROR trailing_whitespace a.pp %\n");
    assert_eq!(out(&["--with-context", "a.pp"]), format!("{TRAILING}\n  $a = 1\n          ^\n\n"));
    assert_eq!(out(&["--error-level", "warning", "a.pp"]), "");
    let json: serde_json::Value = serde_json::from_str(&out(&["--json", "a.pp"])).expect("it is JSON");
    assert_eq!((&json[0][0]["column"], &json[0][0]["KIND"]), (&9.into(), &"ERROR".into()));
    let sarif: serde_json::Value = serde_json::from_str(&out(&["--sarif", "a.pp"])).expect("it is JSON");
    assert_eq!(sarif["runs"][0]["results"][0]["ruleId"], "trailing_whitespace");
    assert!(out(&["--list-checks"]).starts_with("arrow_on_right_operand_line\n"));
}
