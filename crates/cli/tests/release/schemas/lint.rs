//! `bunraku lint --json`, which is puppet-lint's own format.

#![allow(dead_code, reason = "only the shape of the types counts")]

use schemars::JsonSchema;

use super::{holds, is_published, refuses, schema};
use crate::folder::Folder;

/// A problem, as `bunraku lint --json` and `puppet-lint --json` print it.
#[derive(JsonSchema)]
struct Problem {
    message: String,
    line: u32,
    column: u32,
    kind: Kind,
    /// The name of the check.
    check: String,
    fullpath: String,
    path: String,
    filename: String,
    /// Why it is ignored, with `--show-ignored`.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// The kind in capitals.
    #[serde(rename = "KIND")]
    capitals: String,
    /// The line, with `--with-context`.
    #[serde(skip_serializing_if = "Option::is_none")]
    context: Option<String>,
}

#[derive(JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Error,
    Warning,
    Fixed,
    Ignored,
}

#[test]
fn what_lint_prints() {
    // A list for each file.
    let schema = schema::<Vec<Vec<Problem>>>("lint", "bunraku lint --json");
    is_published("lint", &schema);
    let text =
        "class a::b {\n  $x = \"one\"\n  $y = \"two\" # lint:ignore:double_quoted_strings why not\n\tfile { '/a': mode => 644 }\n}\n";
    let folder = Folder::new().file("a.pp", text).file("b.pp", "$x = 1\n");
    let output = folder.bunraku(&["lint", "--json", "--show-ignored", "--with-context", "."]).assert().get_output().stdout.clone();
    let output = holds(&schema, &output);
    let problems = output.as_array().expect("files").iter().flat_map(|it| it.as_array().expect("problems"));
    let kinds: std::collections::BTreeSet<&str> = problems.filter_map(|it| it["kind"].as_str()).collect();
    assert_eq!(kinds, ["error", "ignored", "warning"].into());
    let fixed = folder.bunraku(&["lint", "--json", "--fix", "a.pp"]).assert().get_output().stdout.clone();
    let fixed = holds(&schema, &fixed);
    assert!(fixed[0].as_array().is_some_and(|it| it.iter().any(|it| it["kind"] == "fixed")), "{fixed:#}");
    refuses(&schema, &output, "/0/0", "check");
}
