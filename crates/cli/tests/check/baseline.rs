//! `--baseline` and `--write-baseline`.

use snapbox::str;

use crate::folder::Folder;

const TWICE: &str = "$ports = { 'http' => 80, 'http' => 8080 }\n";

#[test]
fn what_the_baseline_has_does_not_count() {
    let folder = Folder::new().file("a.pp", TWICE).file("m/b.pp", TWICE.repeat(2));
    folder.check(&["--baseline", "known.json", "--write-baseline"]).assert().code(0);
    let written = std::fs::read_to_string(folder.path("known.json")).expect("a file");
    snapbox::assert_data_eq!(
        written,
        str![[r#"
{
  "version": 1,
  "findings": [
    {
      "file": "a.pp",
      "code": "duplicate-key",
      "line": "$ports = { 'http' => 80, 'http' => 8080 }"
    },
    {
      "file": "m/b.pp",
      "code": "duplicate-key",
      "line": "$ports = { 'http' => 80, 'http' => 8080 }",
      "count": 2
    }
  ]
}

"#]]
    );
    folder
        .check(&["--baseline", "known.json"])
        .assert()
        .code(0)
        .stdout_eq("checked 2 files: no findings; 3 findings known\n")
        .stderr_eq("");

    // Lines may move, and the command may run elsewhere.
    let folder = folder.file("a.pp", format!("\n# more\n  {TWICE}"));
    folder.check(&["--baseline", "known.json"]).assert().code(0);
    let inside = folder.path("m");
    folder.check(&["--baseline", "../known.json"]).current_dir(inside).assert().code(0);
}

#[test]
fn what_is_new_counts() {
    let folder = Folder::new().file("a.pp", TWICE);
    folder.check(&["--baseline", "known.json", "--write-baseline"]).assert().code(0);
    let folder = folder.file("a.pp", TWICE.repeat(2)).file("b.pp", TWICE);
    let output = folder.check(&["--baseline", "known.json", "--format", "github"]).assert().code(1).get_output().stdout.clone();
    let output = String::from_utf8(output).expect("text");
    let places: Vec<&str> = output.lines().filter_map(|it| it.split(",endLine").next()).collect();
    assert_eq!(places, ["::error title=duplicate-key,file=a.pp,line=2", "::error title=duplicate-key,file=b.pp,line=1"]);
}

#[test]
fn what_is_gone_is_noted() {
    let folder = Folder::new().file("a.pp", TWICE);
    folder.check(&["--baseline", "known.json", "--write-baseline"]).assert().code(0);
    let folder = folder.file("a.pp", "");
    folder.check(&["--baseline", "known.json"]).assert().code(0).stderr_eq(str![[r#"
bunraku: note: 1 finding of the baseline no longer found: `--write-baseline` removes them

"#]]);
    folder.check(&["--baseline", "known.json", "--write-baseline"]).assert().code(0);
    folder.check(&["--baseline", "known.json"]).assert().code(0).stderr_eq("");
}

#[test]
fn a_baseline_that_cannot_be_read_is_2() {
    let folder = Folder::new().file("a.pp", TWICE).file("bad.json", "{").file("new.json", r#"{"version": 9, "findings": []}"#);
    for file in ["none.json", "bad.json", "new.json"] {
        folder.check(&["--baseline", file]).assert().code(2).stdout_eq("");
    }
    folder.check(&["--write-baseline"]).assert().code(2);
}
