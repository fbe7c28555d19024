//! `bunraku fmt` as a user meets it.

use std::path::Path;

use snapbox::cmd::Command;
use snapbox::str;

const UGLY: &str = "class a{include b}\n";
const FORMATTED: &str = "class a {\n  include b\n}\n";

fn fmt(folder: &Path, args: &[&str]) -> Command {
    Command::new(snapbox::cmd::cargo_bin!("bunraku")).current_dir(folder).arg("fmt").args(args)
}

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("a file");
    }
    folder
}

#[track_caller]
fn check_text(folder: &Path, name: &str, expected: &str) {
    assert_eq!(std::fs::read_to_string(folder.join(name)).expect("a file"), expected);
}

#[test]
fn files_are_written() {
    let folder = folder(&[("a.pp", UGLY), ("b.pp", FORMATTED), ("c.epp", "x <%=$a%>\n"), ("d.txt", UGLY)]);
    fmt(folder.path(), &[]).assert().code(0).stdout_eq("").stderr_eq("2 files formatted, 1 unchanged\n");
    check_text(folder.path(), "a.pp", FORMATTED);
    check_text(folder.path(), "c.epp", "x <%= $a %>\n");
    check_text(folder.path(), "d.txt", UGLY);
    fmt(folder.path(), &[]).assert().code(0).stderr_eq("0 files formatted, 3 unchanged\n");
}

/// A file of YAML that is only comments is a manifest, too, for who does not look at its name.
#[test]
fn files_of_data_are_left_alone() {
    let data = "# hosts   \n\n\n\n# users\n";
    let folder =
        folder(&[("a.pp", FORMATTED), ("b.yaml", data), ("c.erb", data), ("d.sls", data), ("bunraku.toml", data), ("e.conf", data)]);
    fmt(folder.path(), &[]).assert().code(0).stdout_eq("").stderr_eq("0 files formatted, 1 unchanged\n");
    let refused = "bunraku: b.yaml: not formatted: it is neither a manifest nor an EPP template\n0 files formatted, 0 unchanged\n";
    fmt(folder.path(), &["b.yaml"]).assert().code(2).stdout_eq("").stderr_eq(refused);
    check_text(folder.path(), "b.yaml", data);
}

#[test]
fn check_changes_nothing() {
    let folder = folder(&[("a.pp", UGLY), ("b.pp", FORMATTED)]);
    fmt(folder.path(), &["--check"]).assert().code(1).stdout_eq("a.pp\n").stderr_eq("1 file would be formatted, 1 unchanged\n");
    fmt(folder.path(), &["--check", "b.pp"]).assert().code(0).stdout_eq("");
    check_text(folder.path(), "a.pp", UGLY);
}

#[test]
fn diff_shows_what_would_change() {
    let folder = folder(&[("a.pp", UGLY)]);
    fmt(folder.path(), &["--diff", "a.pp"]).assert().code(1).stdout_eq(str![[r#"
--- a.pp
+++ a.pp
@@ -1 +1,3 @@
-class a{include b}
+class a {
+  include b
+}

"#]]);
    check_text(folder.path(), "a.pp", UGLY);
}

#[test]
fn the_standard_input_goes_to_the_standard_output() {
    let folder = folder(&[]);
    fmt(folder.path(), &["-"]).stdin(UGLY).assert().code(0).stdout_eq(FORMATTED).stderr_eq("");
    fmt(folder.path(), &["--stdin-filename", "a.pp"]).stdin(FORMATTED).assert().code(0).stdout_eq(FORMATTED);
    fmt(folder.path(), &["-", "--check"]).stdin(UGLY).assert().code(1);
}

#[test]
fn what_cannot_be_formatted_stays_and_is_told() {
    let folder = folder(&[("a.pp", "$a = 'b\n$c=1\n"), ("b.pp", UGLY)]);
    fmt(folder.path(), &[]).assert().code(2).stderr_eq(str![[r#"
bunraku: a.pp: not formatted: a string, comment or heredoc has no end
1 file formatted, 0 unchanged

"#]]);
    check_text(folder.path(), "a.pp", "$a = 'b\n$c=1\n");
    check_text(folder.path(), "b.pp", FORMATTED);
}

#[test]
fn a_file_with_a_syntax_error_is_reported() {
    let folder = folder(&[("a.pp", "class a{include b}\n$x = \n"), ("b.pp", FORMATTED)]);
    let error = "bunraku: a.pp: syntax error on line 2: the code around it is not formatted (`bunraku check` shows the error)\n";
    fmt(folder.path(), &["--check", "b.pp"]).assert().code(0);
    let expected = format!("{error}1 file would be formatted, 1 unchanged\n");
    fmt(folder.path(), &["--check"]).assert().code(2).stdout_eq("a.pp\n").stderr_eq(&expected);
    fmt(folder.path(), &[]).assert().code(2).stderr_eq(format!("{error}1 file formatted, 1 unchanged\n"));
    // An editor that formats its text shows the error itself.
    fmt(folder.path(), &["-"]).stdin("$x = \n").assert().code(0).stderr_eq("");
}
