//! Findings in a file.

use analysis::{File, Passing, Snapshot, Systems};
use diagnostics::Finding;

/// All findings of one file by their place, so that an editor lists them from top to bottom. Of the systems that its module is
/// meant for, the first or all.
pub fn diagnostics(snapshot: Snapshot<'_>, file: File, systems: Systems) -> Vec<Finding> {
    let mut found = diagnostics::stored_report(snapshot, file, systems).to_vec();
    found.sort_by_key(|it| (it.range.start(), it.range.end()));
    found
}

/// The same for a file that is not open: it is analysed once, and nothing of it is stored.
pub fn diagnostics_in_passing(snapshot: Snapshot<'_>, file: File, passing: &Passing) -> Vec<Finding> {
    let mut found = diagnostics::report(snapshot.passing(passing), file, Systems::All);
    found.sort_by_key(|it| (it.range.start(), it.range.end()));
    found
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::tests::with_file;

    #[track_caller]
    fn check(text: &str, expected: Expect) {
        let found = with_file(text, |snapshot, file| super::diagnostics(snapshot, file, analysis::Systems::All));
        let mut lines = String::new();
        for it in &found {
            lines.push_str(&format!("{:?} {:?} {} {}\n", it.range, it.severity, it.code, it.text()));
            for it in &it.related {
                lines.push_str(&format!("    {:?} {}\n", it.range, it.message));
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
            24..31 Error syntax-error Syntax error at '}'
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
