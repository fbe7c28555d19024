//! What is wrong in a file.

use analysis::{File, Snapshot};
use syntax::{Code, Severity, TextRange};

/// One finding, for an editor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub code: Code,
    pub severity: Severity,
    pub range: TextRange,
    /// Puppet's words, and behind them ours where they explain more.
    pub message: String,
    /// Other places that matter, each with a short text.
    pub related: Vec<(TextRange, String)>,
}

/// All findings of one file by their place, so that an editor lists them from top to bottom.
pub fn diagnostics(snapshot: Snapshot<'_>, file: File) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = snapshot
        .problems(file)
        .iter()
        .map(|problem| Diagnostic {
            code: problem.code,
            severity: problem.severity,
            range: problem.range,
            message: match &problem.help {
                Some(help) => format!("{}\n{help}", problem.message),
                None => problem.message.clone(),
            },
            related: problem.related.clone(),
        })
        .collect();
    found.sort_by_key(|it| (it.range.start(), it.range.end()));
    found
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::tests::with_file;

    #[track_caller]
    fn check(text: &str, expected: Expect) {
        let found = with_file(text, super::diagnostics);
        let mut lines = String::new();
        for it in &found {
            lines.push_str(&format!("{:?} {:?} {} {}\n", it.range, it.severity, it.code.name(), it.message));
            for (range, text) in &it.related {
                lines.push_str(&format!("    {range:?} {text}\n"));
            }
        }
        expected.assert_eq(&lines);
    }

    #[test]
    fn a_sound_file_has_none() {
        check("class a {\n  notify { 'b': }\n}\n", expect![[""]]);
    }

    #[test]
    fn a_syntax_error_is_puppets_and_ours() {
        check(
            "class a {\n  file { 'x': mode => }\n}\n",
            expect![[r#"
            32..33 Error syntax-error Syntax error at '}'
            expected a value
        "#]],
        );
    }

    #[test]
    fn all_errors_are_told() {
        check(
            "class a { $x = }\nclass b { $y = }\n",
            expect![[r#"
            15..16 Error syntax-error Syntax error at '}'
            expected a value
            32..33 Error syntax-error Syntax error at '}'
            expected a value
        "#]],
        );
    }

    #[test]
    fn validation_is_told_once_the_syntax_is_right() {
        check(
            "class a($x, $x) { }\nnode 'b' inherits c { }\n",
            expect![[r#"
                12..14 Error duplicate-parameter The parameter 'x' is declared more than once in the parameter list
                    8..10 the parameter is declared here already
                38..39 Error illegal-node-inheritance Node inheritance is not supported in Puppet >= 4.0.0. See http://links.puppet.com/puppet-node-inheritance-deprecation
                put what is common into a class, and declare it in both nodes
            "#]],
        );
        check(
            "$x = { 'a' => 1, 'a' => 2 }\n",
            expect![[r#"
                17..20 Error duplicate-key The key 'a' is declared more than once
                the last one wins: remove the others
                    7..10 the key is declared here already
            "#]],
        );
    }
}
