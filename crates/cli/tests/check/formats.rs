//! Each format, of the same findings.

use serde_json::Value;
use snapbox::str;

use crate::folder::Folder;

/// Columns differ by how they are counted, one line ends as on Windows, and one file cannot be read.
fn folder() -> Folder {
    Folder::new()
        .file("a b.pp", "# é\r\n$é😀 = 1\r\n")
        .file("clean.pp", "")
        .file("m/init.pp", "class class {\n}\nnotice(\"\\q\")\n")
        .file("z.pp", b"\xff")
}

#[test]
fn text() {
    folder()
        .check(&[])
        .assert()
        .code(2)
        .stdout_eq(str![[r#"
error[syntax-error]: Syntax error at ''
 --> a b.pp:2:2
  |
2 | $é😀 = 1
  |  ^
  |
  = help: expected a statement

error[class-keyword-as-name]: 'class' keyword not allowed at this location
 --> m/init.pp:1:7
  |
1 | class class {
  |       ^^^^^
  |
  = help: choose a name that is not a keyword

warning[unrecognized-escape]: Unrecognized escape sequence '\q'
 --> m/init.pp:3:9
  |
3 | notice("\q")
  |         ^^
  |
  = help: write `\\` for a backslash, or use a single-quoted string

2 errors, 1 warning in 2 of 3 files; 1 input could not be read

"#]])
        .stderr_eq(str![[r#"
bunraku: z.pp: not UTF-8: byte 0xFF at offset 0, line 1

"#]]);
}

#[test]
fn json() {
    folder()
        .check(&["--format", "json"])
        .assert()
        .code(2)
        .stdout_eq(str![[r#"
{
  "version": 1,
  "summary": {
    "files": 3,
    "files_with_findings": 2,
    "errors": 2,
    "warnings": 1,
    "hints": 0,
    "failures": 1
  },
  "findings": [
    {
      "code": "syntax-error",
      "severity": "error",
      "file": "a b.pp",
      "range": {
        "start": {
          "line": 2,
          "column": 2,
          "offset": 7
        },
        "end": {
          "line": 2,
          "column": 3,
          "offset": 9
        }
      },
      "message": "Syntax error at ''",
      "help": "expected a statement",
      "related": [],
      "fixes": [],
      "systems": [],
      "puppet": {
        "code": "SYNTAX_ERROR",
        "place": {
          "line": 2,
          "column": 2,
          "offset": 7
        }
      },
      "url": "https://github.com/bunraku-puppet/bunraku/blob/main/docs/diagnostics/syntax-error.md"
    },
    {
      "code": "class-keyword-as-name",
      "severity": "error",
      "file": "m/init.pp",
      "range": {
        "start": {
          "line": 1,
          "column": 7,
          "offset": 6
        },
        "end": {
          "line": 1,
          "column": 12,
          "offset": 11
        }
      },
      "message": "'class' keyword not allowed at this location",
      "help": "choose a name that is not a keyword",
      "related": [],
      "fixes": [],
      "systems": [],
      "puppet": {
        "code": null,
        "place": {
          "line": 1,
          "column": 7,
          "offset": 6
        }
      },
      "url": "https://github.com/bunraku-puppet/bunraku/blob/main/docs/diagnostics/class-keyword-as-name.md"
    },
    {
      "code": "unrecognized-escape",
      "severity": "warning",
      "file": "m/init.pp",
      "range": {
        "start": {
          "line": 3,
          "column": 9,
          "offset": 24
        },
        "end": {
          "line": 3,
          "column": 11,
          "offset": 26
        }
      },
      "message": "Unrecognized escape sequence '\\q'",
      "help": "write `\\\\` for a backslash, or use a single-quoted string",
      "related": [],
      "fixes": [],
      "systems": [],
      "puppet": {
        "code": "UNRECOGNIZED_ESCAPE",
        "place": {
          "line": 3,
          "column": 12,
          "offset": 27
        }
      },
      "url": "https://github.com/bunraku-puppet/bunraku/blob/main/docs/diagnostics/unrecognized-escape.md"
    }
  ],
  "failures": [
    {
      "path": "z.pp",
      "message": "not UTF-8: byte 0xFF at offset 0, line 1"
    }
  ]
}

"#]])
        .stderr_eq(str![[r#"
bunraku: z.pp: not UTF-8: byte 0xFF at offset 0, line 1

"#]]);
}

#[test]
fn github() {
    folder().check(&["--format", "github"]).assert().code(2).stdout_eq(str![[r#"
::error title=syntax-error,file=a b.pp,line=2,endLine=2,col=2,endColumn=3::Syntax error at ''%0Aexpected a statement
::error title=class-keyword-as-name,file=m/init.pp,line=1,endLine=1,col=7,endColumn=12::'class' keyword not allowed at this location%0Achoose a name that is not a keyword
::warning title=unrecognized-escape,file=m/init.pp,line=3,endLine=3,col=9,endColumn=11::Unrecognized escape sequence '\q'%0Awrite `\\` for a backslash, or use a single-quoted string
::error file=z.pp::not UTF-8: byte 0xFF at offset 0, line 1

"#]]);
}

#[test]
fn junit() {
    folder().check(&["--format", "junit"]).assert().code(2).stdout_eq(str![[r#"
<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="bunraku check" tests="5" skipped="0" failures="2" errors="1">
    <testsuite name="a b.pp" tests="1" skipped="0" errors="0" failures="1">
        <testcase name="syntax-error at 2:2" classname="a b.pp">
            <failure message="Syntax error at &apos;&apos;" type="error">a b.pp:2:2: Syntax error at &apos;&apos;
expected a statement</failure>
        </testcase>
    </testsuite>
    <testsuite name="clean.pp" tests="1" skipped="0" errors="0" failures="0">
        <testcase name="check"/>
    </testsuite>
    <testsuite name="m/init.pp" tests="2" skipped="0" errors="0" failures="1">
        <testcase name="class-keyword-as-name at 1:7" classname="m/init.pp">
            <failure message="&apos;class&apos; keyword not allowed at this location" type="error">m/init.pp:1:7: &apos;class&apos; keyword not allowed at this location
choose a name that is not a keyword</failure>
        </testcase>
        <testcase name="unrecognized-escape at 3:9" classname="m/init.pp">
            <system-out>warning: m/init.pp:3:9: Unrecognized escape sequence &apos;\q&apos;
write `\\` for a backslash, or use a single-quoted string</system-out>
        </testcase>
    </testsuite>
    <testsuite name="z.pp" tests="1" skipped="0" errors="1" failures="0">
        <testcase name="read">
            <error message="not UTF-8: byte 0xFF at offset 0, line 1"/>
        </testcase>
    </testsuite>
</testsuites>

"#]]);
}

#[test]
fn junit_fails_what_the_exit_code_fails() {
    let folder = Folder::new().file("a.pp", "notice(\"\\q\")\n");
    let failures = |args: &[&str]| {
        let output = folder.check(&["--format", "junit"]).args(args).output().expect("bunraku runs");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.code(), text.contains(r#"tests="1" skipped="0" failures="1" errors="0""#), text.contains("<failure"))
    };
    assert_eq!(failures(&[]), (Some(0), false, false));
    assert_eq!(failures(&["--deny", "warnings"]), (Some(1), true, true));
    assert_eq!(failures(&["--deny", "warnings", "--level", "unrecognized-escape=hint"]), (Some(0), false, false));
}

#[test]
fn concise() {
    folder().check(&["--format", "concise"]).assert().code(2).stdout_eq(str![[r#"
a b.pp:2:2: syntax-error Syntax error at ''
m/init.pp:1:7: class-keyword-as-name 'class' keyword not allowed at this location
m/init.pp:3:9: unrecognized-escape Unrecognized escape sequence '\q'
2 errors, 1 warning in 2 of 3 files; 1 input could not be read

"#]]);
}

#[test]
fn statistics() {
    folder().check(&["--statistics"]).assert().code(2).stdout_eq(str![[r#"
findings  files  level        code
       1      1  error        class-keyword-as-name
       1      1  error        syntax-error
       1      1  warning      unrecognized-escape

2 errors, 1 warning in 2 of 3 files; 1 input could not be read

"#]]);
    Folder::new().check(&["--statistics"]).assert().code(0).stdout_eq("no files to check\n");
    folder().check(&["--statistics", "--format", "json"]).assert().code(2).stderr_eq(str![[r#"
bunraku: `--statistics` and `--group-by` need `--format text` or `--format concise`

"#]]);
}

#[test]
fn findings_in_groups() {
    let folder = Folder::new().file("a.pp", "notice(\"\\q\", 0xZ)\n").file("b.pp", "notice(\"\\q\")\n");
    folder.check(&["--format", "concise", "--group-by", "code"]).assert().code(1).stdout_eq(str![[r#"
invalid-hex-number: 1 finding in 1 file
a.pp:1:14: invalid-hex-number Not a valid hex number 0xZ

unrecognized-escape: 2 findings in 2 files
a.pp:1:9: unrecognized-escape Unrecognized escape sequence '\q'
b.pp:1:9: unrecognized-escape Unrecognized escape sequence '\q'
1 error, 2 warnings in 2 of 2 files

"#]]);
    folder.check(&["--group-by", "file"]).assert().code(1).stdout_eq(str![[r#"
a.pp: 2 findings

warning[unrecognized-escape]: Unrecognized escape sequence '\q'
 --> a.pp:1:9
  |
1 | notice("\q", 0xZ)
  |         ^^
  |
  = help: write `\\` for a backslash, or use a single-quoted string

error[invalid-hex-number]: Not a valid hex number 0xZ
 --> a.pp:1:14
  |
1 | notice("\q", 0xZ)
  |              ^^^
  |
  = help: a name must begin with a letter, a number must hold digits only

b.pp: 1 finding

warning[unrecognized-escape]: Unrecognized escape sequence '\q'
 --> b.pp:1:9
  |
1 | notice("\q")
  |         ^^
  |
  = help: write `\\` for a backslash, or use a single-quoted string

1 error, 2 warnings in 2 of 2 files

"#]]);
}

#[test]
fn a_long_report_ends_with_a_table_of_codes() {
    let many = "notice(\"\\q\")\n".repeat(51);
    let output = Folder::new().file("a.pp", many).check(&[]).output().expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let (_, end) = text.split_once("findings  files").expect("a table");
    snapbox::assert_data_eq!(
        end,
        str![[r#"
  level        code
      51      1  warning      unrecognized-escape

To see less: `--statistics` for this table alone, `--format concise` for one line per finding,
`--level CODE=off` without a code, `--no-lint` without the checks of puppet-lint.

51 warnings in 1 of 1 file

"#]]
    );
    let few = "notice(\"\\q\")\n".repeat(50);
    let output = Folder::new().file("a.pp", few).check(&[]).output().expect("it runs");
    assert!(!String::from_utf8_lossy(&output.stdout).contains("findings  files"));
}

#[test]
fn sarif() {
    let output = folder().check(&["--format", "sarif"]).assert().code(2);
    let mut sarif: Value = serde_json::from_slice(&output.get_output().stdout).expect("JSON");
    // The pages have tests of their own.
    for rule in sarif["runs"][0]["tool"]["driver"]["rules"].as_array_mut().expect("rules") {
        assert_eq!(
            rule["help"]["text"].as_str().and_then(|it| it.lines().next()),
            rule["id"].as_str().map(|it| format!("# {it}")).as_deref()
        );
        rule["help"] = Value::from("the page");
    }
    snapbox::assert_data_eq!(
        serde_json::to_string_pretty(&sarif).expect("JSON"),
        str![[r#"
{
  "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
  "version": "2.1.0",
  "runs": [
    {
      "tool": {
        "driver": {
          "name": "bunraku",
          "version": "0.1.0",
          "informationUri": "https://github.com/bunraku-puppet/bunraku",
          "rules": [
            {
              "id": "class-keyword-as-name",
              "shortDescription": {
                "text": "A class is named `class`."
              },
              "helpUri": "https://github.com/bunraku-puppet/bunraku/blob/main/docs/diagnostics/class-keyword-as-name.md",
              "help": "the page"
            },
            {
              "id": "syntax-error",
              "shortDescription": {
                "text": "The text does not follow the grammar."
              },
              "helpUri": "https://github.com/bunraku-puppet/bunraku/blob/main/docs/diagnostics/syntax-error.md",
              "help": "the page"
            },
            {
              "id": "unrecognized-escape",
              "shortDescription": {
                "text": "A backslash in a double-quoted string is followed by a character that is not an escape."
              },
              "helpUri": "https://github.com/bunraku-puppet/bunraku/blob/main/docs/diagnostics/unrecognized-escape.md",
              "help": "the page"
            }
          ]
        }
      },
      "columnKind": "utf16CodeUnits",
      "invocations": [
        {
          "executionSuccessful": false,
          "exitCode": 2,
          "toolExecutionNotifications": [
            {
              "level": "error",
              "message": {
                "text": "z.pp: not UTF-8: byte 0xFF at offset 0, line 1"
              },
              "locations": [
                {
                  "physicalLocation": {
                    "artifactLocation": {
                      "uri": "z.pp"
                    }
                  }
                }
              ]
            }
          ]
        }
      ],
      "results": [
        {
          "ruleId": "syntax-error",
          "level": "error",
          "message": {
            "text": "Syntax error at ''/nexpected a statement"
          },
          "locations": [
            {
              "physicalLocation": {
                "artifactLocation": {
                  "uri": "a%20b.pp"
                },
                "region": {
                  "startLine": 2,
                  "startColumn": 2,
                  "endLine": 2,
                  "endColumn": 3
                }
              }
            }
          ],
          "ruleIndex": 1
        },
        {
          "ruleId": "class-keyword-as-name",
          "level": "error",
          "message": {
            "text": "'class' keyword not allowed at this location/nchoose a name that is not a keyword"
          },
          "locations": [
            {
              "physicalLocation": {
                "artifactLocation": {
                  "uri": "m/init.pp"
                },
                "region": {
                  "startLine": 1,
                  "startColumn": 7,
                  "endLine": 1,
                  "endColumn": 12
                }
              }
            }
          ],
          "ruleIndex": 0
        },
        {
          "ruleId": "unrecognized-escape",
          "level": "warning",
          "message": {
            "text": "Unrecognized escape sequence '//q'/nwrite `////` for a backslash, or use a single-quoted string"
          },
          "locations": [
            {
              "physicalLocation": {
                "artifactLocation": {
                  "uri": "m/init.pp"
                },
                "region": {
                  "startLine": 3,
                  "startColumn": 9,
                  "endLine": 3,
                  "endColumn": 11
                }
              }
            }
          ],
          "ruleIndex": 2
        }
      ]
    }
  ]
}
"#]]
    );
}

#[test]
fn documents_are_whole_where_nothing_is_found() {
    let folder = Folder::new();
    folder.check(&["--format", "json"]).assert().code(0).stdout_eq(str![[r#"
{
  "version": 1,
  "summary": {
    "files": 0,
    "files_with_findings": 0,
    "errors": 0,
    "warnings": 0,
    "hints": 0,
    "failures": 0
  },
  "findings": [],
  "failures": []
}

"#]]);
    folder.check(&["--format", "junit"]).assert().code(0).stdout_eq(str![[r#"
<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="bunraku check" tests="0" skipped="0" failures="0" errors="0">
</testsuites>

"#]]);
    folder.check(&["--format", "github"]).assert().code(0).stdout_eq("");
    let output = folder.check(&["--format", "sarif"]).assert().code(0);
    let sarif: Value = serde_json::from_slice(&output.get_output().stdout).expect("JSON");
    assert_eq!(sarif["runs"][0]["results"], Value::Array(Vec::new()));
}

#[test]
fn what_would_harm_a_format_is_escaped() {
    let folder = Folder::new().file("a,b%.pp", "notice('a' '<&\u{1b}[31m>%\n')\n");
    folder.check(&["--format", "github"]).assert().code(1).stdout_eq(str![[r#"
::error title=syntax-error,file=a%2Cb%25.pp,line=1,endLine=2::Syntax error at '<&\u{1b}[31m>%25%0A'%0Aexpected `,` or `)`

"#]]);
    folder.check(&["--format", "junit"]).assert().code(1).stdout_eq(str![[r#"
<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="bunraku check" tests="1" skipped="0" failures="1" errors="0">
    <testsuite name="a,b%.pp" tests="1" skipped="0" errors="0" failures="1">
        <testcase name="syntax-error at 1:12" classname="a,b%.pp">
            <failure message="Syntax error at &apos;&lt;&amp;&gt;%
&apos;" type="error">a,b%.pp:1:12: Syntax error at &apos;&lt;&amp;&gt;%
&apos;
expected `,` or `)`</failure>
        </testcase>
    </testsuite>
</testsuites>

"#]]);
    folder.check(&[]).assert().code(1).stdout_eq(str![[r#"
error[syntax-error]: Syntax error at '<&␛[31m>%
                     '
 --> a,b%.pp:1:12
  |
1 |   notice('a' '<&␛[31m>%
  |  ____________^
2 | | ')
  | |_^
  |
  = help: expected `,` or `)`

1 error in 1 of 1 file

"#]]);
}

#[test]
fn a_very_long_line_is_named_and_not_shown() {
    let folder = Folder::new().file("a.pp", format!("$x = ['{}', 0xZ]\n", "a".repeat(100_000)));
    folder.check(&[]).assert().code(1).stdout_eq(str![[r#"
error[invalid-hex-number]: Not a valid hex number 0xZ
--> a.pp:1:100011
 = help: a name must begin with a letter, a number must hold digits only

1 error in 1 of 1 file

"#]]);
}
